package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportsTest {
  private static final SuiteResult RESULT =
      new SuiteResult(
          "app0",
          "app1",
          "tcp 0.1",
          "dat",
          42,
          "strict",
          "dat_a*",
          List.of(
              new ClauseResult("dat_a.01", Status.PASSED, 3, List.of("A.x", "A.y"), "", "T1"),
              new ClauseResult(
                  "dat_a.02", Status.FAILED, 1, List.of("A.y"), "is \"2\" < 3\n\\\u0001", "T2 <b>"),
              new ClauseResult("dat_a.03", Status.UNTESTABLE, 0, List.of(), "left open", "T3")),
          List.of(
              new TestResult("A", "x", TestResult.Outcome.PASSED, 1_500_000, "", List.of()),
              new TestResult(
                  "A",
                  "y",
                  TestResult.Outcome.FAILED,
                  0,
                  "is \"2\" < 3\u0001",
                  List.of("dat_x.01")),
              new TestResult("A", "z", TestResult.Outcome.SKIPPED, 0, "gate", List.of())),
          List.of("found 2 of 3"),
          false);

  @Test
  void linesTellWhatFailedHowToRepeatItAndTheCounts() {
    assertEquals(
        List.of(
            "failed dat_a.02: T2 <b>",
            "    is \"2\" < 3\n    \\\u0001",
            "    repeat: ./dat4j conform app0 --contract dat --clauses 'dat_a.02' --seed 42"
                + " --strict --peer app1",
            "problem: found 2 of 3",
            "clauses: clauses 3, testable 2, passed 1, failed 1, refused 0, vacuous 0, deviation 0,"
                + " notrun 0, untested 0, untestable 1",
            "1 passed, 2 failed, 1 skipped"),
        RESULT.lines());
  }

  @Test
  void jsonHasExactlyThePublishedShape() throws Exception {
    Map<String, Object> root = JSON.std.mapFrom(Reports.json(RESULT));
    assertEquals(
        List.of("version", "ia", "provider", "contract", "seed", "profile", "counts", "clauses"),
        List.copyOf(root.keySet()));
    assertEquals(42, root.get("seed"));
    assertEquals(
        "{clauses=3, testable=2, passed=1, failed=1, refused=0, vacuous=0, deviation=0, notrun=0,"
            + " untested=0, untestable=1}",
        root.get("counts").toString());
    List<?> clauses = (List<?>) root.get("clauses");
    Map<?, ?> second = (Map<?, ?>) clauses.get(1);
    assertEquals("[id, status, checks, tests, reason]", second.keySet().toString());
    assertEquals("failed", second.get("status"));
    assertEquals("is \"2\" < 3\n\\\u0001", second.get("reason"));
    assertEquals(List.of("A.x", "A.y"), ((Map<?, ?>) clauses.get(0)).get("tests"));
  }

  @Test
  void xmlIsWellFormedAndCountsProblemsAsFailures(@TempDir Path directory) throws Exception {
    Reports.writeAll(RESULT, directory.resolve("new"));
    Path file = directory.resolve("new/TEST-conformance.xml");
    Element suite =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getDocumentElement();
    assertEquals("4", suite.getAttribute("tests"));
    assertEquals("2", suite.getAttribute("failures"));
    assertEquals("1", suite.getAttribute("skipped"));
    assertEquals(4, suite.getElementsByTagName("testcase").getLength());
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertEquals("is \"2\" < 3?", failure.getAttribute("message"));
  }

  @Test
  void pageIsSelfContainedAndEscaped(@TempDir Path directory) throws Exception {
    Reports.writeAll(RESULT, directory);
    String page = Files.readString(directory.resolve("conformance.html"));
    assertTrue(page.contains("T2 &lt;b&gt;"));
    assertFalse(page.contains("<b>"));
    assertFalse(page.matches("(?s).*(src=|href=|https?://|<script).*"), "external resource");
    assertTrue(page.contains("./dat4j conform app0 --contract dat --clauses 'dat_a.02' --seed 42"));
    assertTrue(page.contains("#f-failed:checked"));
  }
}
