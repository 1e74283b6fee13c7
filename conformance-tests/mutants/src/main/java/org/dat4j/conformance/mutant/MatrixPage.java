package org.dat4j.conformance.mutant;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.conformance.report.HtmlPage;
import org.dat4j.conformance.spi.Mutant;

/** Writes the report on a run of mutants, with the verdict on each, into an HTML page. */
final class MatrixPage {
  private MatrixPage() {}

  static void show(HtmlPage page, KillMatrix matrix) {
    page.style(".unjudged .s { color: #a30000; }\n");
    page.html("<p>").text(counts(matrix)).html("</p>\n").table(families(matrix));
    rows(page, matrix);
  }

  private static String counts(KillMatrix matrix) {
    int strong = matrix.of(MutantVerdict.Strength.STRONG).size();
    int weak = matrix.of(MutantVerdict.Strength.WEAK).size();
    return String.format(
        Locale.ROOT,
        "%d of %d mutants were found (%.1f %%): %d by a check of a clause they break,"
            + " %d only by checks of other clauses. %d survived, %d gave no verdict.",
        strong + weak,
        matrix.verdicts().size(),
        matrix.percent(),
        strong,
        weak,
        matrix.of(MutantVerdict.Strength.SURVIVOR).size(),
        matrix.of(MutantVerdict.Strength.UNJUDGED).size());
  }

  /** Returns how many mutants of each family got each verdict; the first row is the heading. */
  private static List<List<String>> families(KillMatrix matrix) {
    Map<String, int[]> counts = new LinkedHashMap<>();
    for (MutantVerdict verdict : matrix.verdicts()) {
      String family = verdict.id().substring(0, verdict.id().indexOf('.'));
      counts
          .computeIfAbsent(family, f -> new int[MutantVerdict.Strength.values().length])[
          verdict.strength().ordinal()]++;
    }
    List<String> heading = new ArrayList<>(List.of("Family"));
    for (MutantVerdict.Strength strength : MutantVerdict.Strength.values()) {
      heading.add(strength.label());
    }
    List<List<String>> rows = new ArrayList<>(List.of(heading));
    counts.forEach(
        (family, numbers) -> {
          List<String> row = new ArrayList<>(List.of(family));
          for (int number : numbers) {
            row.add(Integer.toString(number));
          }
          rows.add(row);
        });
    return rows;
  }

  /** Writes first what was found by no check of its own clauses, then the others, folded. */
  private static void rows(HtmlPage page, KillMatrix matrix) {
    Map<String, Mutant> mutants = new LinkedHashMap<>();
    matrix.mutants().forEach(mutant -> mutants.put(mutant.id(), mutant));
    List<MutantVerdict> weak =
        matrix.verdicts().stream()
            .filter(verdict -> verdict.strength() != MutantVerdict.Strength.STRONG)
            .sorted(Comparator.comparing(MutantVerdict::strength).reversed())
            .toList();
    if (!weak.isEmpty()) {
      table(page, weak, mutants);
    }
    List<MutantVerdict> strong = matrix.of(MutantVerdict.Strength.STRONG);
    if (!strong.isEmpty()) {
      page.html("<details><summary>" + strong.size() + " found by a clause they break</summary>\n");
      table(page, strong, mutants);
      page.html("</details>\n");
    }
  }

  private static void table(
      HtmlPage page, List<MutantVerdict> verdicts, Map<String, Mutant> mutants) {
    page.html(
        "<div class=\"wide stack\"><table>\n<tr><th>Mutant</th><th>Strength</th><th>Clauses</th>");
    page.html("<th>Found by</th><th>Change</th></tr>\n");
    for (MutantVerdict verdict : verdicts) {
      Mutant mutant = mutants.get(verdict.id());
      String strength = verdict.strength().label();
      page.html("<tr class=\"" + strength + "\"><td><code>").text(verdict.id());
      page.html("</code></td><td class=\"s\">").text(strength).html("</td><td><code>");
      page.text(String.join(" ", verdict.clauses())).html("</code></td><td><code>");
      page.text(String.join(" ", verdict.killedBy())).html("</code></td><td>");
      page.text(mutant.change());
      if (!mutant.excuse().isEmpty()) {
        page.html("<br>Excuse: ").text(mutant.excuse());
      }
      page.html("</td></tr>\n");
    }
    page.html("</table></div>\n");
  }
}
