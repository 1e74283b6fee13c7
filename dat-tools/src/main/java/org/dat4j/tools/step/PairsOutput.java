package org.dat4j.tools.step;

import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import org.dat4j.conformance.report.PairReport;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.tools.cli.VerdictColour;

/**
 * Prints the results of {@code dat4j step --pairs}, in which the stepper makes two calls at once:
 * counts of the verdicts, and the pairs that failed. Stateless.
 */
final class PairsOutput {
  /** More pairs that do not meet are counted only; the report names them. */
  private static final int NAMED = 20;

  private PairsOutput() {}

  static void print(PairsResult result, double seconds, PrintWriter out) {
    PairReport.counts(result)
        .forEach(
            (object, row) -> {
              StringBuilder line = new StringBuilder();
              row.forEach((verdict, count) -> line.append(", ").append(count + " " + verdict));
              out.println(object + ": " + line.substring(2));
            });
    List<PairResult> apart =
        result.pairs().stream().filter(pair -> pair.verdict() == Verdict.NOT_MET).toList();
    for (PairResult pair : apart.subList(0, Math.min(NAMED, apart.size()))) {
      out.println(
          "not met: "
              + pair.name()
              + " (inside in "
              + pair.inside()
              + ", across in "
              + pair.across()
              + " of "
              + pair.steps()
              + ")");
    }
    if (apart.size() > NAMED) {
      out.println("not met: " + (apart.size() - NAMED) + " more, which --report names");
    }
    if (result.left() > 0) {
      out.println("not made: " + result.left() + " pairs");
    }
    for (PairResult pair : result.pairs()) {
      if (pair.isFault()) {
        out.println(PairReport.label(pair.verdict()) + ": " + pair.name());
        out.println("    " + pair.problem().replace("\n", "\n    "));
        out.println("repeat: " + PairReport.repeat(result, pair.name()));
      }
    }
    String line =
        String.format(
            Locale.ROOT,
            "%s%d pairs, %d passed, %d meet in the other order, %d not met, %d failed, %d hung,"
                + " %.1f s",
            result.cancelled() ? "cancelled; " : "",
            result.pairs().size(),
            result.count(Verdict.PASSED),
            result.count(Verdict.MEETS_IN_THE_OTHER_ORDER),
            result.count(Verdict.NOT_MET),
            result.count(Verdict.FAILED),
            result.count(Verdict.HUNG),
            seconds);
    out.println(VerdictColour.of(result.agrees(), line));
  }
}
