package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Writer of the result of a suite run as one HTML page: verdict, a cell for each clause by manual
 * page, capabilities and tests. The filters are plain CSS.
 */
final class HtmlReport {
  private static final String STYLE =
      """
      .filters { margin: .4em 0; }
      .filters label { display: inline-block; padding: .1em .5em; border: 1px solid #999;
        border-radius: 1em; margin: .15em .1em; cursor: pointer; }
      input.f { position: absolute; opacity: 0; }
      .page { border-top: 1px solid #ccc; padding: .3em 0; }
      .page h3 { font: bold 14px monospace; margin: .2em 0; overflow-wrap: anywhere; }
      .page h3 small { font: 13px sans-serif; color: #444; }
      .cells { display: flex; flex-wrap: wrap; gap: 4px; }
      details.c > summary { list-style: none; cursor: pointer; border-radius: 4px; padding: 0 .5em;
        min-width: 1.4em; text-align: center; border: 1px solid #999; }
      details.c > summary::-webkit-details-marker { display: none; }
      details.c[open] { flex-basis: 100%; }
      details.c[open] > summary { display: inline-block; font-weight: bold; }
      .card { border-left: 4px solid #999; padding: .2em .8em; margin: .3em 0 .6em; }
      .card p { margin: .3em 0; }
      .passed > summary { background: #cdeed6; }
      .refused > summary { background: #d5e7f7; }
      .vacuous > summary, .untestable > summary { background: #ececec; color: #555; }
      .failed > summary { background: #a30000; color: #fff; }
      .deviation > summary, .notrun > summary, .untested > summary { background: #fbe7b5; }
      .failed > summary::after { content: " \\2717"; }
      .deviation > summary::after { content: " ~"; }
      .notrun > summary::after, .untested > summary::after { content: " \\2013"; }
      """;

  private final SuiteResult result;
  private final Certificate certificate;
  private final HtmlPage page;

  private HtmlReport(SuiteResult result) {
    this.result = result;
    this.certificate = Reports.certificate(result);
    this.page = new HtmlPage("Conformance of " + result.ia() + " to " + result.contract());
  }

  static String page(SuiteResult result) {
    HtmlReport report = new HtmlReport(result);
    report.page.style(STYLE);
    report.summary();
    report.clauses();
    report.capabilities();
    report.tests();
    return report.page.document();
  }

  private void summary() {
    CertificateLevel level = certificate.level();
    page.verdict(level, level.label() + ": " + result.closingLine());
    page.list(certificate.failures());
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("Declared absent", certificate.absentText());
    facts.put("Covered", String.join("; ", certificate.covered()));
    facts.put("Not covered", String.join("; ", certificate.missing()));
    if (result.cancelled()) {
      facts.put(
          "Completeness",
          "cancelled, "
              + result.tests(TestResult.Outcome.NOT_RUN)
              + " tests not run, results are partial");
    }
    facts.put("Provider", result.provider());
    facts.put("Second party", result.peer() + ", " + result.conditions().placement());
    facts.put("Profile", result.profile());
    if (result.mutant() != null) {
      facts.put("In front of the provider", result.mutant());
    }
    facts.put("Seed", Long.toString(result.seed()));
    facts.put("Date", result.conditions().date().toString());
    result.conditions().versions().forEach((name, value) -> facts.put("Version: " + name, value));
    facts.put("Reproduce", result.reproduce(result.selection()));
    page.facts(facts);
    if (!certificate.deviations().isEmpty()) {
      page.heading("Deviations");
      page.list(certificate.deviationLines());
    }
  }

  private static String group(ClauseResult clause) {
    String[] words = clause.page().split("[_-]", 3);
    return words.length > 1 ? words[0] + "_" + words[1] : words[0];
  }

  private void clauses() {
    Map<String, Integer> counts = result.counts();
    Set<String> groups = new TreeSet<>();
    Map<String, List<ClauseResult>> pages = new LinkedHashMap<>();
    for (ClauseResult clause : result.clauses()) {
      groups.add(group(clause));
      pages.computeIfAbsent(clause.page(), name -> new ArrayList<>()).add(clause);
    }
    page.heading("Clauses by page");
    page.html("<p>" + counts.get("testable") + " of " + counts.get("clauses"));
    page.html(" are testable. A cell opens its clause.</p>\n");
    Map<String, String> statuses = new LinkedHashMap<>();
    for (Status status : Status.values()) {
      if (counts.get(status.label()) > 0) {
        statuses.put(status.label(), status.label() + " " + counts.get(status.label()));
      }
    }
    Map<String, String> objects = new LinkedHashMap<>();
    groups.forEach(group -> objects.put(group, group));
    page.html("<div>\n");
    inputs("s", statuses.keySet(), ".c:not(.%s), .page:not(:has(.%s))");
    inputs("g", objects.keySet(), ".page:not(.g-%s)");
    labels("s", statuses);
    labels("g", objects);
    page.html("<div class=\"grid\">\n");
    pages.forEach(this::cells);
    page.html("</div>\n</div>\n");
  }

  /** Writes the buttons of one filter, and the rules that hide what a button leaves out. */
  private void inputs(String filter, Set<String> names, String hidden) {
    page.html("<input class=\"f\" type=\"radio\" name=\"" + filter + "\" id=\"" + filter);
    page.html("-all\" checked>\n");
    for (String name : names) {
      String id = filter + "-" + name;
      page.html("<input class=\"f\" type=\"radio\" name=\"" + filter + "\" id=\"" + id + "\">\n");
      for (String rule : hidden.replace("%s", name).split(", ")) {
        page.style("#" + id + ":checked ~ .grid " + rule + " { display: none; }\n");
      }
      page.style("#" + id + ":checked ~ .filters label[for=" + id + "]");
      page.style(" { background: #333; color: #fff; }\n");
      page.style("#" + id + ":focus-visible ~ .filters label[for=" + id + "]");
      page.style(" { outline: 3px solid #06c; }\n");
    }
  }

  private void labels(String filter, Map<String, String> names) {
    page.html("<p class=\"filters\"><label for=\"" + filter + "-all\">all</label>\n");
    names.forEach(
        (name, label) ->
            page.html("<label for=\"" + filter + "-" + name + "\">")
                .text(label)
                .html("</label>\n"));
    page.html("</p>\n");
  }

  private void cells(String name, List<ClauseResult> clauses) {
    Map<String, Integer> counts = new TreeMap<>();
    clauses.forEach(clause -> counts.merge(clause.status().label(), 1, Integer::sum));
    List<String> texts = new ArrayList<>();
    counts.forEach((status, count) -> texts.add(count + " " + status));
    page.html("<section class=\"page g-" + group(clauses.get(0)) + "\"><h3>").text(name);
    page.html(" <small>")
        .text(String.join(", ", texts))
        .html("</small></h3><div class=\"cells\">\n");
    clauses.forEach(this::cell);
    page.html("</div></section>\n");
  }

  private void cell(ClauseResult clause) {
    String label = clause.status().label();
    page.html("<details class=\"c " + label + "\" id=\"").text(clause.id());
    page.html("\"><summary title=\"").text(clause.id() + " " + label).html("\">");
    page.text(clause.id().substring(clause.id().lastIndexOf('.') + 1));
    page.html("</summary><div class=\"card\"><p><code>").text(clause.id()).html("</code> ");
    page.html("<b>" + label + "</b>, " + clause.checks() + " checks</p><p>");
    page.text(clause.requirement()).html("</p>");
    if (!clause.reason().isEmpty()) {
      page.html("<p class=\"reason\">").text(clause.reason()).html("</p>");
    }
    for (String line : clause.coverageLines()) {
      page.html("<p>").text(line).html("</p>");
    }
    if (!clause.tests().isEmpty()) {
      page.html("<p><code>").text(String.join(", ", clause.tests())).html("</code></p>");
      page.html("<p>Reproduce: <code>").text(result.reproduce(clause.id())).html("</code></p>");
    }
    page.html("</div></details>\n");
  }

  private void capabilities() {
    page.heading("Capabilities")
        .capabilities(result.conditions().declared(), result.conditions().absent());
  }

  private void tests() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("Test", "Outcome", "ms", "Message"));
    for (TestResult test : result.tests()) {
      rows.add(
          List.of(
              test.name(),
              test.outcome().label(),
              Long.toString(test.nanos() / 1_000_000),
              test.fullMessage()));
    }
    page.heading("Tests").html("<details><summary>" + (rows.size() - 1) + " tests</summary>\n");
    page.table(rows).html("</details>\n");
  }
}
