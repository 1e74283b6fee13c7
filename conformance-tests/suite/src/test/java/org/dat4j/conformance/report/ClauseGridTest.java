package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;
import org.junit.jupiter.api.Test;

class ClauseGridTest {
  private static SuiteResult run(String placement, long seed, ClauseResult... clauses) {
    return new SuiteResult(
        "app0",
        "app0",
        "tcp 0.1",
        "dat",
        seed,
        "normal",
        null,
        false,
        "*",
        List.of(clauses),
        List.of(),
        List.of(),
        false,
        new RunConditions(
            placement,
            Instant.parse("2027-01-31T10:11:12Z"),
            Map.of("dat4j", "0.1"),
            Map.of("completion", "remote"),
            Map.of("max_rmrs", 3),
            List.of()));
  }

  private static ClauseResult clause(Status status, int checks, String reason, String absent) {
    Coverage sizes =
        new Coverage(
            Optional.of(DimensionKind.SIZE), "length", List.of("" + checks), Map.of("9", "big"));
    return new ClauseResult(
        "dat_ep_a.01",
        status,
        checks,
        List.of("A.x"),
        reason,
        "T <b>",
        absent,
        List.of(sizes),
        Map.of(DimensionKind.SIZE, "one", DimensionKind.MOMENT, "none"));
  }

  private static String grid(SuiteResult... runs) {
    HtmlPage page = new HtmlPage("x");
    ClauseGrid.show(page, List.of(runs));
    return page.document();
  }

  private static String status(ClauseResult one, ClauseResult other) {
    String page = grid(run("one-jvm", 1, one), run("two-jvms", 1, other));
    return page.replaceAll("(?s).*<details class=\"c (\\w+)\".*", "$1");
  }

  @Test
  void aCellHasTheWorstOutcomeOfItsRuns() {
    ClauseResult passed = clause(Status.PASSED, 2, "", "");
    assertEquals("failed", status(passed, clause(Status.FAILED, 1, "no event", "")));
    assertEquals("deviation", status(clause(Status.DEVIATION, 1, "known", ""), passed));
    assertEquals("notrun", status(passed, clause(Status.NOTRUN, 0, "left out", "")));
    assertEquals("untested", status(clause(Status.UNTESTED, 0, "", ""), passed));
  }

  @Test
  void aRunThatCannotCheckTheClauseDoesNotHideOneThatDid() {
    ClauseResult absent = clause(Status.NOTRUN, 0, "no second process", "other_process");
    assertEquals("passed", status(absent, clause(Status.PASSED, 2, "", "")));
    assertEquals("notrun", status(absent, absent));
  }

  @Test
  void runsThatHaveSeenTheSameShareALineAndACommand() {
    String page =
        grid(
            run("one-jvm", 1, clause(Status.PASSED, 2, "", "")),
            run("one-jvm", 2, clause(Status.PASSED, 5, "", "")),
            run("two-jvms", 1, clause(Status.FAILED, 1, "no event <c>", "")));
    assertTrue(page.contains("one-jvm with seed 1; one-jvm with seed 2: passed, 2 to 5 checks"));
    assertTrue(page.contains("two-jvms with seed 1: failed, 1 checks"), page);
    assertTrue(page.contains("no event &lt;c&gt;"), page);
    assertTrue(page.contains("--clauses 'dat_ep_a.01' --seed 1</code>"), page);
    assertTrue(page.contains("--clauses 'dat_ep_a.01' --seed 1 --two-jvms</code>"), page);
    assertFalse(page.contains("--seed 2"), page);
    assertTrue(page.contains("size, length: 2, 5, 1; left out 9: big"), page);
    assertTrue(page.contains("<p>left out: moment: none</p>"), page);
    assertFalse(page.contains("left out: size"), page);
    assertTrue(page.contains("1 of 1 are testable."), page);
  }

  @Test
  void noRunOfTheSuiteGivesNoGrid() {
    assertFalse(grid().contains("Clauses by page"));
  }

  @Test
  void aBundleIsReadBackAsItsResult() throws Exception {
    SuiteResult result = run("two-jvms", 7, clause(Status.REFUSED, 1, "absent", "max_srqs"));
    Map<String, Object> bundle = JSON.std.mapFrom(Reports.json(result));
    assertEquals(result, SuiteBundle.read(bundle, id -> "T <b>"));
  }
}
