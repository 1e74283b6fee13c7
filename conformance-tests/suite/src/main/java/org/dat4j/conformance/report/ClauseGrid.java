package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;

/**
 * The grid of clauses by manual page, for one run of the suite or for several runs on one backend.
 * A cell opens the text of its clause, the checks, what was seen, and how to reproduce it. The
 * filters are plain CSS. Not thread-safe.
 */
public final class ClauseGrid {
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
      .card p { margin: .3em 0; overflow-wrap: anywhere; }
      .passed > summary { background: #cdeed6; }
      .refused > summary { background: #d5e7f7; }
      .vacuous > summary, .untestable > summary { background: #ececec; color: #555; }
      .failed > summary { background: #a30000; color: #fff; }
      .deviation > summary, .notrun > summary, .untested > summary { background: #fbe7b5; }
      .failed > summary::after { content: " \\2717"; }
      .deviation > summary::after { content: " ~"; }
      .notrun > summary::after, .untested > summary::after { content: " \\2013"; }
      """;

  /** One clause in one of the runs. */
  private record Seen(SuiteResult run, ClauseResult clause) {
    /** Tells whether no test has checked the clause, and no absence says why. */
    private boolean isUnexplained() {
      return (clause.status() == Status.NOTRUN || clause.status() == Status.UNTESTED)
          && clause.absent().isEmpty();
    }

    /** Describes what was seen, apart from the run: runs that have seen the same share a line. */
    private List<Object> finding() {
      return List.of(clause.status(), clause.reason());
    }

    private String runName() {
      return run.conditions().placement() + " with seed " + run.seed();
    }
  }

  /** One clause in all runs that selected it. */
  private record Cell(String id, Status status, List<Seen> seen) {
    private static Cell of(List<Seen> seen) {
      return new Cell(seen.get(0).clause().id(), status(seen), seen);
    }

    /** Joins the statuses of a clause, as {@link ClauseGrid#statuses} says. */
    private static Status status(List<Seen> seen) {
      Set<Status> all = new TreeSet<>();
      seen.forEach(each -> all.add(each.clause().status()));
      if (!all.contains(Status.FAILED)) {
        for (Seen each : seen) {
          if (each.isUnexplained()) {
            return each.clause().status();
          }
        }
      }
      for (Status status :
          List.of(Status.FAILED, Status.DEVIATION, Status.PASSED, Status.REFUSED, Status.NOTRUN)) {
        if (all.contains(status)) {
          return status;
        }
      }
      return all.iterator().next();
    }

    private ClauseResult any() {
      return seen.get(0).clause();
    }

    /** Joins what the runs cover: what one of them varied is not left out. */
    private ClauseResult joined() {
      List<Coverage> coverage = new ArrayList<>();
      Map<DimensionKind, String> leftOut = new EnumMap<>(DimensionKind.class);
      for (Seen each : seen) {
        coverage.addAll(each.clause().coverage());
        leftOut.putAll(each.clause().leftOutKinds());
      }
      ClauseResult one = any();
      ClauseResult joined =
          new ClauseResult(
              id,
              status,
              one.checks(),
              one.tests(),
              one.reason(),
              one.requirement(),
              one.absent(),
              Coverage.merge(coverage),
              leftOut);
      leftOut.keySet().removeAll(joined.variedKinds());
      return joined;
    }

    private String page() {
      return any().page();
    }

    private String group() {
      String[] words = page().split("[_-]", 3);
      return words.length > 1 ? words[0] + "_" + words[1] : words[0];
    }
  }

  private final int runs;
  private final Map<String, List<Cell>> pages = new LinkedHashMap<>();
  private final HtmlPage page;

  private ClauseGrid(HtmlPage page, List<SuiteResult> results) {
    this.page = page;
    this.runs = results.size();
    for (Cell cell : cells(results)) {
      pages.computeIfAbsent(cell.page(), name -> new ArrayList<>()).add(cell);
    }
  }

  private static List<Cell> cells(List<SuiteResult> results) {
    Map<String, List<Seen>> byId = new LinkedHashMap<>();
    for (SuiteResult run : results) {
      for (ClauseResult clause : run.clauses()) {
        byId.computeIfAbsent(clause.id(), id -> new ArrayList<>()).add(new Seen(run, clause));
      }
    }
    return byId.values().stream().map(Cell::of).toList();
  }

  /**
   * Joins the statuses of each clause: the worst one of the runs. A run that cannot check a clause,
   * as an absence explains, does not count if another run has checked it.
   *
   * @param results runs of the suite on one backend
   * @return the status of each clause that a run selected, by id
   */
  public static Map<String, Status> statuses(List<SuiteResult> results) {
    Map<String, Status> statuses = new LinkedHashMap<>();
    cells(results).forEach(cell -> statuses.put(cell.id(), cell.status()));
    return statuses;
  }

  /**
   * Adds the grid to a page, under a heading.
   *
   * @param page gets the grid
   * @param results runs of the suite on one backend, of one catalogue; with none nothing is added
   */
  public static void show(HtmlPage page, List<SuiteResult> results) {
    if (!results.isEmpty()) {
      new ClauseGrid(page.style(STYLE), results).show();
    }
  }

  private void show() {
    Map<Status, Integer> counts = new TreeMap<>();
    Map<String, String> objects = new TreeMap<>();
    pages
        .values()
        .forEach(
            cells ->
                cells.forEach(
                    cell -> {
                      counts.merge(cell.status(), 1, Integer::sum);
                      objects.put(cell.group(), cell.group());
                    }));
    int all = counts.values().stream().mapToInt(Integer::intValue).sum();
    int beyondTests =
        counts.getOrDefault(Status.VACUOUS, 0) + counts.getOrDefault(Status.UNTESTABLE, 0);
    page.heading("Clauses by page");
    page.html("<p>" + (all - beyondTests) + " of " + all);
    page.html(" are testable. A cell opens its clause.");
    page.html(runs > 1 ? " It has the worst outcome of " + runs + " runs.</p>\n" : "</p>\n");
    Map<String, String> statuses = new LinkedHashMap<>();
    counts.forEach((status, count) -> statuses.put(status.label(), status.label() + " " + count));
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
    }
    Set<String> buttons = new TreeSet<>(names);
    buttons.add("all");
    for (String name : buttons) {
      String id = filter + "-" + name;
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

  private void cells(String name, List<Cell> cells) {
    Map<String, Integer> counts = new TreeMap<>();
    cells.forEach(cell -> counts.merge(cell.status().label(), 1, Integer::sum));
    List<String> texts = new ArrayList<>();
    counts.forEach((status, count) -> texts.add(count + " " + status));
    page.html("<section class=\"page g-" + cells.get(0).group() + "\"><h3>").text(name);
    page.html(" <small>")
        .text(String.join(", ", texts))
        .html("</small></h3><div class=\"cells\">\n");
    cells.forEach(this::cell);
    page.html("</div></section>\n");
  }

  private void cell(Cell cell) {
    String label = cell.status().label();
    String id = cell.id();
    page.html("<details class=\"c " + label + "\" id=\"").text(id);
    page.html("\"><summary title=\"").text(id + " " + label).html("\">");
    page.text(id.substring(id.lastIndexOf('.') + 1));
    page.html("</summary><div class=\"card\"><p><code>").text(id).html("</code> <b>");
    page.html(label + "</b></p><p>").text(cell.any().requirement()).html("</p>");
    Map<List<Object>, List<Seen>> findings = new LinkedHashMap<>();
    for (Seen each : cell.seen()) {
      findings.computeIfAbsent(each.finding(), key -> new ArrayList<>()).add(each);
    }
    findings.values().forEach(this::finding);
    for (String line : cell.joined().coverageLines()) {
      page.html("<p>").text(line).html("</p>");
    }
    if (!cell.any().tests().isEmpty()) {
      page.html("<p><code>").text(String.join(", ", cell.any().tests())).html("</code></p>");
    }
    page.html("</div></details>\n");
  }

  /** Writes what one run or several runs have seen alike, and how to see it again. */
  private void finding(List<Seen> alike) {
    Seen first = alike.get(0);
    page.html("<p>").text(where(alike) + first.clause().status().label() + ", ");
    page.html(checks(alike) + " checks</p>");
    if (!first.clause().reason().isEmpty()) {
      page.html("<p class=\"reason\">").text(first.clause().reason()).html("</p>");
    }
    if (!first.clause().tests().isEmpty()) {
      page.html("<p>Reproduce: <code>").text(first.run().reproduce(first.clause().id()));
      page.html("</code></p>");
    }
  }

  /** Returns the least and the largest number of checks. */
  private static String checks(List<Seen> alike) {
    IntSummaryStatistics checks =
        alike.stream().mapToInt(each -> each.clause().checks()).summaryStatistics();
    return checks.getMin() == checks.getMax()
        ? String.valueOf(checks.getMin())
        : checks.getMin() + " to " + checks.getMax();
  }

  private String where(List<Seen> alike) {
    if (runs == 1) {
      return "";
    }
    return alike.size() == runs
        ? "All runs: "
        : String.join("; ", alike.stream().map(Seen::runName).toList()) + ": ";
  }
}
