package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;

/**
 * Writer of the result of a run of the pairs (every two related calls made at once), as one HTML
 * page and as JSON. For each pair it tells the verdict, how often its calls met, and which order
 * explains the outcomes. Stateless.
 */
public final class PairReport {
  private PairReport() {}

  /**
   * Gives the words for a verdict.
   *
   * @param verdict a verdict
   * @return such as {@code not met}
   */
  public static String label(Verdict verdict) {
    return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /**
   * Gives the command line that makes one pair again.
   *
   * @param result the run
   * @param name of the pair
   * @return the command line
   */
  public static String repeat(PairsResult result, String name) {
    PairOptions options = result.options();
    return RepeatCommand.step(options.ia(), result.contract())
        + " --pairs"
        + (options.twoJvms() ? " --two-jvms" : "")
        + " --only '"
        + name
        + "'"
        + RepeatCommand.without(options.without())
        + RepeatCommand.before(options.mutant())
        + " --steps "
        + options.steps()
        + " --seed "
        + options.seed();
  }

  /**
   * Counts the pairs of each kind of object by verdict.
   *
   * @param result the run
   * @return by object, then by the words of the verdict
   */
  public static Map<String, Map<String, Object>> counts(PairsResult result) {
    Map<String, Map<String, Object>> counts = new LinkedHashMap<>();
    for (PairResult pair : result.pairs()) {
      Map<String, Object> row =
          counts.computeIfAbsent(
              pair.object(),
              object -> {
                Map<String, Object> zeros = new LinkedHashMap<>();
                for (Verdict verdict : Verdict.values()) {
                  zeros.put(label(verdict), 0);
                }
                return zeros;
              });
      row.merge(label(pair.verdict()), 1, (a, b) -> (Integer) a + (Integer) b);
    }
    return counts;
  }

  /**
   * Gives the members of the JSON form.
   *
   * @param result the run
   * @return names and values
   */
  public static Map<String, Object> members(PairsResult result) {
    Map<String, Object> root = new LinkedHashMap<>();
    root.put("version", SuiteResult.VERSION);
    root.put("ia", result.options().ia());
    root.put("contract", result.contract());
    root.put("seed", result.options().seed());
    root.put("steps", result.options().steps());
    root.put("placement", result.options().twoJvms() ? "two-jvms" : "one-jvm");
    root.put("leastMet", result.leastMet());
    if (result.options().mutant() != null) {
      root.put("mutant", result.options().mutant());
    }
    root.put("left", result.left());
    root.put("counts", counts(result));
    List<Object> pairs = new ArrayList<>();
    for (PairResult pair : result.pairs()) {
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("pair", pair.name());
      entry.put("verdict", label(pair.verdict()));
      entry.put("steps", pair.steps());
      entry.put("inside", pair.inside());
      entry.put("across", pair.across());
      entry.put("firstOrder", pair.firstOrder());
      entry.put("secondOrder", pair.secondOrder());
      entry.put("blocked", pair.blocked());
      entry.put("millis", pair.millis());
      entry.put("firstNanos", pair.firstNanos());
      entry.put("secondNanos", pair.secondNanos());
      if (pair.problem() != null) {
        entry.put("problem", pair.problem());
        entry.put("repeat", repeat(result, pair.name()));
      }
      pairs.add(entry);
    }
    root.put("pairs", pairs);
    return root;
  }

  static String json(PairsResult result) {
    return JsonWriter.write(members(result));
  }

  static String page(PairsResult result) {
    StringBuilder out = new StringBuilder(2_000);
    String title = "Pairs of calls on " + result.options().ia() + ", " + result.contract();
    boolean twoJvms = result.options().twoJvms();
    out.append(
        twoJvms
            ? "<p>A thread of each of two JVMs makes a call"
            : "<p>Two threads make both calls");
    out.append(", ").append(result.options().steps());
    out.append(" times, each time with another offset of the second call. Calls meet when the");
    out.append(
        " second one begins, and ends or blocks, inside the first: <em>inside</em>. One that");
    out.append(" begins inside and <em>outlasts</em> the first does not count. A pair passes that");
    out.append(" meets in at least ").append(result.leastMet());
    out.append(
        " steps. A second call that takes longer than the first can never end inside. Such a");
    out.append(" pair <em>meets in the other order</em> if the same two calls in the other order");
    out.append(" passed. Each other pair is named as not met. Each outcome has to be that of one");
    out.append(" order.</p>\n");
    out.append("<p>Seed ").append(result.options().seed()).append(". Pairs that were not made: ");
    out.append(result.left()).append(".</p>\n<div class=\"wide\"><table>\n<tr><th>Object</th>");
    for (Verdict verdict : Verdict.values()) {
      out.append("<th>").append(label(verdict)).append("</th>");
    }
    out.append("</tr>\n");
    counts(result)
        .forEach(
            (object, row) -> {
              out.append("<tr><td>").append(Reports.escape(object)).append("</td>");
              row.values().forEach(count -> out.append("<td>").append(count).append("</td>"));
              out.append("</tr>\n");
            });
    out.append(
        "</table></div>\n"
            + "<h2>Pairs</h2>\n"
            + "<div class=\"wide\"><table>\n"
            + "<tr><th>Pair</th><th>Verdict</th>");
    out.append("<th>Steps</th><th>Inside</th><th>Outlasts</th><th>Only first order</th>");
    out.append("<th>Only second order</th><th>Only while one waits</th><th>ms</th>");
    out.append("<th>First, ns</th><th>Second, ns</th></tr>\n");
    for (PairResult pair : result.pairs()) {
      row(out, result, pair);
    }
    return new HtmlPage(title).html(out.append("</table></div>\n").toString()).document();
  }

  private static boolean isMet(Verdict verdict) {
    return verdict == Verdict.PASSED || verdict == Verdict.MEETS_IN_THE_OTHER_ORDER;
  }

  private static void row(StringBuilder out, PairsResult result, PairResult pair) {
    String kind = pair.isFault() ? "failed" : isMet(pair.verdict()) ? "passed" : "notrun";
    out.append("<tr class=\"").append(kind).append("\"><td><code>");
    out.append(Reports.escape(pair.name())).append("</code>");
    if (pair.problem() != null) {
      out.append("<div class=\"reason\">").append(Reports.escape(pair.problem()));
      out.append("</div><div>Reproduce: <code>");
      out.append(Reports.escape(repeat(result, pair.name()))).append("</code></div>");
    }
    out.append("</td><td class=\"s\">").append(label(pair.verdict()));
    long[] numbers = {
      pair.steps(),
      pair.inside(),
      pair.across(),
      pair.firstOrder(),
      pair.secondOrder(),
      pair.blocked(),
      pair.millis(),
      pair.firstNanos(),
      pair.secondNanos()
    };
    for (long number : numbers) {
      out.append("</td><td>").append(number);
    }
    out.append("</td></tr>\n");
  }
}
