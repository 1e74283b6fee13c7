package org.dat4j.conformance.mutant;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.conformance.report.Reports;
import org.dat4j.conformance.spi.Mutant;

/**
 * The report on a run of mutants, with the verdict on each, as one HTML page without external
 * resources.
 */
final class MatrixPage {
  private final StringBuilder out = new StringBuilder();

  private MatrixPage() {}

  static String of(KillMatrix matrix) {
    MatrixPage page = new MatrixPage();
    page.head(matrix);
    page.families(matrix);
    page.rows(matrix);
    return page.out.append("</body>\n</html>\n").toString();
  }

  private void head(KillMatrix matrix) {
    out.append(
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <title>Mutants</title>
        <style>
        body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left;
          vertical-align: top; }
        code { font-size: 13px; }
        .strong .s { color: #06632a; }
        .weak .s { color: #7a5200; }
        .survivor .s, .unjudged .s { color: #a30000; }
        </style>
        </head>
        <body>
        <h1>Mutants</h1>
        """);
    out.append(
        String.format(
            Locale.ROOT,
            "<p>%d of %d mutants were found (%.1f %%): %d by a check of a clause they break,"
                + " %d only by checks of other clauses. %d survived, %d gave no verdict.</p>%n",
            matrix.of(Verdict.Strength.STRONG).size() + matrix.of(Verdict.Strength.WEAK).size(),
            matrix.verdicts().size(),
            matrix.percent(),
            matrix.of(Verdict.Strength.STRONG).size(),
            matrix.of(Verdict.Strength.WEAK).size(),
            matrix.of(Verdict.Strength.SURVIVOR).size(),
            matrix.of(Verdict.Strength.UNJUDGED).size()));
  }

  private void families(KillMatrix matrix) {
    Map<String, int[]> counts = new LinkedHashMap<>();
    for (Verdict verdict : matrix.verdicts()) {
      String family = verdict.id().substring(0, verdict.id().indexOf('.'));
      counts
          .computeIfAbsent(family, f -> new int[Verdict.Strength.values().length])[
          verdict.strength().ordinal()]++;
    }
    out.append("<table>\n<tr><th>Family</th>");
    for (Verdict.Strength strength : Verdict.Strength.values()) {
      out.append("<th>").append(strength.label()).append("</th>");
    }
    out.append("</tr>\n");
    counts.forEach(
        (family, numbers) -> {
          out.append("<tr><td>").append(Reports.escape(family)).append("</td>");
          for (int number : numbers) {
            out.append("<td>").append(number).append("</td>");
          }
          out.append("</tr>\n");
        });
    out.append("</table>\n");
  }

  private void rows(KillMatrix matrix) {
    Map<String, Mutant> mutants = new LinkedHashMap<>();
    matrix.mutants().forEach(mutant -> mutants.put(mutant.id(), mutant));
    List<Verdict> sorted =
        matrix.verdicts().stream()
            .sorted(Comparator.comparing(Verdict::strength).reversed())
            .toList();
    out.append("<table>\n<tr><th>Mutant</th><th>Strength</th><th>Clauses</th>");
    out.append("<th>Found by</th><th>Change</th></tr>\n");
    for (Verdict verdict : sorted) {
      Mutant mutant = mutants.get(verdict.id());
      out.append("<tr class=\"").append(verdict.strength().label()).append("\"><td><code>");
      out.append(Reports.escape(verdict.id())).append("</code></td><td class=\"s\">");
      out.append(verdict.strength().label()).append("</td><td><code>");
      out.append(String.join(" ", verdict.clauses())).append("</code></td><td><code>");
      out.append(String.join(" ", verdict.killedBy())).append("</code></td><td>");
      out.append(Reports.escape(mutant.change()));
      if (!mutant.excuse().isEmpty()) {
        out.append("<br>Excuse: ").append(Reports.escape(mutant.excuse()));
      }
      out.append("</td></tr>\n");
    }
    out.append("</table>\n");
  }
}
