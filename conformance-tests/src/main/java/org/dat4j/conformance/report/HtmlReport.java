package org.dat4j.conformance.report;

import java.util.Locale;
import java.util.Map;

/** One HTML page without external resources; the filter by status is plain CSS, no script. */
final class HtmlReport {
  private final SuiteResult result;
  private final StringBuilder out = new StringBuilder();

  private HtmlReport(SuiteResult result) {
    this.result = result;
  }

  static String page(SuiteResult result) {
    HtmlReport report = new HtmlReport(result);
    report.head();
    report.summary();
    report.clauses();
    report.tests();
    report.out.append("</body>\n</html>\n");
    return report.out.toString();
  }

  private HtmlReport text(String text) {
    out.append(Reports.escape(text));
    return this;
  }

  private HtmlReport html(String markup) {
    out.append(markup);
    return this;
  }

  private void head() {
    html("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>");
    text("Conformance of " + result.ia() + " to " + result.contract());
    html("</title>\n<style>\n");
    html(
        """
        body { font: 15px/1.45 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; }
        table { border-collapse: collapse; width: 100%; }
        th, td { border-bottom: 1px solid #ccc; padding: .3em .6em; text-align: left;
          vertical-align: top; }
        code { font-size: 13px; }
        .reason { white-space: pre-wrap; color: #444; }
        .s { font-weight: bold; }
        .passed .s, .refused .s { color: #06632a; }
        .failed .s { color: #a30000; }
        .deviation .s, .notrun .s, .untested .s { color: #7a5200; }
        input[name=f] { margin-left: 1em; }
        """);
    for (Status status : Status.values()) {
      html("#f-" + status.label() + ":checked ~ table.clauses tr.row:not(." + status.label() + ")");
      html(" { display: none; }\n");
    }
    html("</style>\n</head>\n<body>\n");
  }

  private void summary() {
    html("<h1>").text("Conformance of " + result.ia() + " to " + result.contract());
    html("</h1>\n<table>\n");
    line("Interface adapter", result.ia());
    line("Provider", result.provider());
    line("Profile", result.profile());
    line("Seed", Long.toString(result.seed()));
    line("Result", (result.successful() ? "success: " : "failure: ") + result.closingLine());
    if (result.cancelled()) {
      line("Completeness", "ended early, results are partial");
    }
    html("<tr><th>Reproduce</th><td><code>").text(result.reproduce(result.selection()));
    html("</code></td></tr>\n</table>\n");
    for (String problem : result.problems()) {
      html("<p class=\"failed\"><span class=\"s\">").text(problem).html("</span></p>\n");
    }
  }

  private void line(String name, String value) {
    html("<tr><th>").text(name).html("</th><td>").text(value).html("</td></tr>\n");
  }

  private void clauses() {
    Map<String, Integer> counts = result.counts();
    html("<h2>Clauses</h2>\n");
    html("<input type=\"radio\" name=\"f\" id=\"f-all\" checked><label for=\"f-all\">all ");
    html(counts.get("clauses") + "</label>\n");
    for (Status status : Status.values()) {
      String label = status.label();
      html("<input type=\"radio\" name=\"f\" id=\"f-" + label + "\"><label for=\"f-" + label);
      html("\">" + label + " " + counts.get(label) + "</label>\n");
    }
    html("<p>" + counts.get("testable") + " of " + counts.get("clauses") + " are testable.</p>\n");
    html("<table class=\"clauses\">\n<tr><th>Clause</th><th>Status</th><th>Checks</th>");
    html("<th>Requirement, reason, tests</th></tr>\n");
    for (ClauseResult clause : result.clauses()) {
      clause(clause);
    }
    html("</table>\n");
  }

  private void clause(ClauseResult clause) {
    String label = clause.status().label();
    html("<tr class=\"row " + label + "\" id=\"").text(clause.id()).html("\"><td><code>");
    text(clause.id()).html("</code></td><td class=\"s\">" + label + "</td><td>");
    html(clause.checks() + "</td><td>").text(clause.requirement());
    if (!clause.reason().isEmpty()) {
      html("<div class=\"reason\">").text(clause.reason()).html("</div>");
    }
    if (!clause.tests().isEmpty()) {
      html("<div><code>").text(String.join(", ", clause.tests())).html("</code></div>");
    }
    if (clause.status() == Status.FAILED || clause.status() == Status.DEVIATION) {
      html("<div>Reproduce: <code>").text(result.reproduce(clause.id())).html("</code></div>");
    }
    html("</td></tr>\n");
  }

  private void tests() {
    html("<h2>Tests</h2>\n<table>\n<tr><th>Test</th><th>Outcome</th><th>ms</th>");
    html("<th>Message</th></tr>\n");
    for (TestResult test : result.tests()) {
      html("<tr><td><code>").text(test.name()).html("</code></td><td>");
      text(test.outcome().name().toLowerCase(Locale.ROOT));
      html("</td><td>" + test.nanos() / 1_000_000 + "</td><td class=\"reason\">");
      text(test.message()).html("</td></tr>\n");
    }
    html("</table>\n");
  }
}
