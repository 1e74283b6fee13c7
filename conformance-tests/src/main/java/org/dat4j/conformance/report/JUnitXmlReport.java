package org.dat4j.conformance.report;

import java.util.Locale;

/** The tests of a run as a JUnit XML document; problems of the run are one more test case. */
final class JUnitXmlReport {
  private JUnitXmlReport() {}

  static String document(SuiteResult result) {
    StringBuilder out = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    double seconds = result.tests().stream().mapToLong(TestResult::nanos).sum() / 1e9;
    out.append(
        String.format(
            Locale.ROOT,
            "<testsuite name=\"%s\" tests=\"%d\" failures=\"%d\" errors=\"0\" skipped=\"%d\""
                + " time=\"%.3f\">\n",
            Reports.escape(result.contract() + " on " + result.ia()),
            result.tests().size() + result.problems().size(),
            result.tests(TestResult.Outcome.FAILED) + result.problems().size(),
            result.tests(TestResult.Outcome.SKIPPED) + result.tests(TestResult.Outcome.DEVIATION),
            seconds));
    out.append("  <properties>\n");
    property(out, "provider", result.provider());
    property(out, "seed", Long.toString(result.seed()));
    property(out, "profile", result.profile());
    result.counts().forEach((name, count) -> property(out, name, count.toString()));
    out.append("  </properties>\n");
    for (TestResult test : result.tests()) {
      testCase(out, test);
    }
    for (int i = 0; i < result.problems().size(); i++) {
      out.append("  <testcase classname=\"run\" name=\"problem ").append(i + 1).append("\">\n");
      element(out, "failure", result.problems().get(i));
      out.append("  </testcase>\n");
    }
    return out.append("</testsuite>\n").toString();
  }

  private static void property(StringBuilder out, String name, String value) {
    out.append("    <property name=\"")
        .append(Reports.escape(name))
        .append("\" value=\"")
        .append(Reports.escape(value))
        .append("\"/>\n");
  }

  private static void testCase(StringBuilder out, TestResult test) {
    out.append(
        String.format(
            Locale.ROOT,
            "  <testcase classname=\"%s\" name=\"%s\" time=\"%.3f\"",
            Reports.escape(test.className()),
            Reports.escape(test.method()),
            test.nanos() / 1e9));
    switch (test.outcome()) {
      case PASSED -> out.append("/>\n");
      case FAILED -> {
        out.append(">\n");
        element(out, "failure", test.message());
        out.append("  </testcase>\n");
      }
      default -> {
        out.append(">\n");
        element(out, "skipped", test.message());
        out.append("  </testcase>\n");
      }
    }
  }

  private static void element(StringBuilder out, String name, String message) {
    out.append("    <")
        .append(name)
        .append(" message=\"")
        .append(Reports.escape(message))
        .append("\"/>\n");
  }
}
