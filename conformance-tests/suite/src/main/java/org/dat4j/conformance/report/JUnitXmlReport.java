package org.dat4j.conformance.report;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Writer of the result of a suite run as JUnit XML: a test case for each clause, named by its id,
 * and for each problem.
 */
final class JUnitXmlReport {
  private final SuiteResult result;
  private final StringBuilder out =
      new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

  private JUnitXmlReport(SuiteResult result) {
    this.result = result;
  }

  static String document(SuiteResult result) {
    return new JUnitXmlReport(result).document();
  }

  private String document() {
    int problems = result.problems().size();
    Map<String, Integer> counts = result.counts();
    long skipped = result.clauses().stream().filter(JUnitXmlReport::isSkipped).count();
    Map<String, Double> seconds = seconds();
    out.append(
        String.format(
            Locale.ROOT,
            "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\""
                + " time=\"%.3f\" timestamp=\"%s\">\n",
            Reports.escape(result.contract() + " on " + result.ia()),
            result.clauses().size() + problems,
            counts.get(Status.FAILED.label()) + problems,
            skipped,
            seconds.values().stream().mapToDouble(each -> each).sum(),
            result.conditions().date()));
    out.append("  <properties>\n");
    property("verdict", Reports.certificate(result).level().label());
    property("provider", result.provider());
    property("placement", result.conditions().placement());
    property("seed", Long.toString(result.seed()));
    property("profile", result.profile());
    result.conditions().versions().forEach((name, version) -> property("version." + name, version));
    counts.forEach((name, count) -> property(name, count.toString()));
    out.append("  </properties>\n");
    for (ClauseResult clause : result.clauses()) {
      testCase(clause, seconds.getOrDefault(clause.id(), 0.0));
    }
    for (int i = 0; i < problems; i++) {
      out.append("  <testcase classname=\"run\" name=\"problem ").append(i + 1).append("\">\n");
      element("failure", result.problems().get(i));
      out.append("  </testcase>\n");
    }
    for (TestResult test : result.repeated()) {
      String text = "repeated " + test.name() + "\n" + test.fullMessage();
      out.append("  <system-out>").append(Reports.escape(text)).append("</system-out>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static boolean isSkipped(ClauseResult clause) {
    return switch (clause.status()) {
      case DEVIATION, NOTRUN, UNTESTED, UNTESTABLE, VACUOUS -> true;
      case PASSED, REFUSED, FAILED -> false;
    };
  }

  /** Shares the time of each test among the clauses that it decides. */
  private Map<String, Double> seconds() {
    Map<String, Integer> clauses = new HashMap<>();
    for (ClauseResult clause : result.clauses()) {
      clause.tests().forEach(test -> clauses.merge(test, 1, Integer::sum));
    }
    Map<String, Double> shares = new HashMap<>();
    for (TestResult test : result.tests()) {
      shares.put(test.name(), test.nanos() / 1e9 / clauses.getOrDefault(test.name(), 1));
    }
    Map<String, Double> seconds = new HashMap<>();
    for (ClauseResult clause : result.clauses()) {
      double sum = 0;
      for (String test : clause.tests()) {
        sum += shares.getOrDefault(test, 0.0);
      }
      seconds.put(clause.id(), sum);
    }
    return seconds;
  }

  private void property(String name, String value) {
    out.append("    <property name=\"")
        .append(Reports.escape(name))
        .append("\" value=\"")
        .append(Reports.escape(value))
        .append("\"/>\n");
  }

  private void testCase(ClauseResult clause, double seconds) {
    out.append(
        String.format(
            Locale.ROOT,
            "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
            Reports.escape(clause.page()),
            Reports.escape(clause.id()),
            seconds));
    if (clause.status() != Status.FAILED && !isSkipped(clause)) {
      out.append("/>\n");
      return;
    }
    out.append(">\n");
    if (clause.status() == Status.FAILED) {
      String repeat = "\nrepeat: " + result.reproduce(clause.id());
      element("failure", clause.requirement() + "\n" + clause.reason() + repeat);
    } else {
      element("skipped", clause.status().label() + ": " + clause.reason());
    }
    out.append("  </testcase>\n");
  }

  private void element(String name, String message) {
    out.append("    <")
        .append(name)
        .append(" message=\"")
        .append(Reports.escape(message))
        .append("\"/>\n");
  }
}
