package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.dat4j.conformance.catalogue.Deviation;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Element;

class ReportsTest {
  private static final List<Coverage> SIZES =
      List.of(
          new Coverage(
              Optional.of(DimensionKind.SIZE),
              "size",
              List.of("0", "64"),
              Map.of("4194304", "the maximum is less")));

  private static final SuiteResult RESULT =
      new SuiteResult(
          "app0",
          "app1",
          "tcp 0.1",
          "dat",
          42,
          "strict",
          null,
          false,
          "dat_a*",
          List.of(
              new ClauseResult(
                  "dat_a.01",
                  Status.PASSED,
                  3,
                  List.of("A.x", "A.y"),
                  "",
                  "T1",
                  "",
                  SIZES,
                  Map.of(DimensionKind.NUMBER, "one call", DimensionKind.MOMENT, "one call")),
              new ClauseResult(
                  "dat_a.02",
                  Status.FAILED,
                  1,
                  List.of("A.y"),
                  "is \"2\" < 3\n\\\u0001",
                  "T2 <b>",
                  "",
                  List.of(),
                  Map.of()),
              new ClauseResult(
                  "dat_a.03",
                  Status.UNTESTABLE,
                  0,
                  List.of(),
                  "left open",
                  "T3",
                  "",
                  List.of(),
                  Map.of())),
          List.of(
              new TestResult(
                  "A",
                  "x",
                  TestResult.Outcome.PASSED,
                  1_500_000,
                  "",
                  List.of(),
                  List.of("1 ms <b>")),
              new TestResult(
                  "A",
                  "y",
                  TestResult.Outcome.FAILED,
                  0,
                  "is \"2\" < 3\u0001",
                  List.of("dat_x.01"),
                  List.of()),
              new TestResult(
                  "A", "z", TestResult.Outcome.SKIPPED, 0, "gate", List.of(), List.of())),
          List.of("found 2 of 3"),
          false,
          new RunConditions(
              "two-jvms",
              Instant.parse("2027-01-31T10:11:12Z"),
              Map.of(
                  "dat4j",
                  "0.1",
                  "catalogue",
                  "3",
                  "provider",
                  "tcp 0.1",
                  "device",
                  "",
                  "jdk",
                  "17",
                  "os",
                  "Linux"),
              Map.of("max_rmrs", 0L, "completion", "remote"),
              Map.of("max_rmrs", 3),
              List.of(
                  new Deviation(
                      "dat_a.04",
                      "late",
                      "vendor",
                      LocalDate.of(2099, 1, 1),
                      Deviation.Kind.DEFECT,
                      2))));

  @Test
  void linesTellWhatFailedHowToRepeatItAndTheCounts() {
    assertEquals(
        List.of(
            "failed dat_a.02: T2 <b>",
            "    is \"2\" < 3\n    \\\u0001",
            "    repeat: ./dat4j conform app0 --contract dat --clauses 'dat_a.02' --seed 42"
                + " --strict --two-jvms --peer app1",
            "failed dat_x.01 (outside of the selection): in A.y",
            "    is \"2\" < 3\u0001",
            "    repeat: ./dat4j conform app0 --contract dat --clauses 'dat_x.01' --seed 42"
                + " --strict --two-jvms --peer app1",
            "repeated A.x: passed",
            "    attempt 1: 1 ms <b>",
            "problem: found 2 of 3",
            "clauses: clauses 3, testable 2, passed 1, failed 1, refused 0, vacuous 0, deviation 0,"
                + " notrun 0, untested 0, untestable 1; outside of the selection: failed 1",
            "dimensions: 1 clauses, values covered 2, left out 1; clauses varied in size 1,"
                + " occurrence 0, number 0, attributes 0, moment 0, other side 0 of 2",
            "1 passed, 2 failed, 1 skipped"),
        RESULT.lines());
  }

  @Test
  void aMessageIsTakenApartByTheClausesThatFailed() {
    TestResult test =
        new TestResult(
            "A",
            "x",
            TestResult.Outcome.FAILED,
            0,
            "dat_a.01: one\nmore\ndat_b.01: two\ndat_a.01: three",
            List.of("dat_a.01", "dat_b.01"),
            List.of());
    assertEquals("one\nmore\nthree", test.message("dat_a.01"));
    assertEquals("two", test.message("dat_b.01"));
  }

  @Test
  void jsonHasExactlyThePublishedShape() throws Exception {
    Map<String, Object> root = JSON.std.mapFrom(Reports.json(RESULT));
    assertEquals(
        List.of(
            "version",
            "kind",
            "verdict",
            "ia",
            "peer",
            "provider",
            "contract",
            "placement",
            "date",
            "seed",
            "profile",
            "selection",
            "deep",
            "limits",
            "cancelled",
            "successful",
            "problems",
            "versions",
            "capabilities",
            "absent",
            "deviations",
            "counts",
            "varied",
            "clauses",
            "repeated"),
        List.copyOf(root.keySet()));
    assertEquals(42, root.get("seed"));
    assertEquals(
        "{clauses=3, testable=2, passed=1, failed=1, refused=0, vacuous=0, deviation=0, notrun=0,"
            + " untested=0, untestable=1}",
        root.get("counts").toString());
    List<?> clauses = (List<?>) root.get("clauses");
    Map<?, ?> second = (Map<?, ?>) clauses.get(1);
    assertEquals(
        "[{name=size, kind=size, covered=[0, 64], leftOut={4194304=the maximum is less}}]",
        ((Map<?, ?>) clauses.get(0)).get("dimensions").toString());
    assertEquals(
        Map.of("number", "one call", "moment", "one call"),
        ((Map<?, ?>) clauses.get(0)).get("leftOutKinds"));
    assertEquals(
        "{clauses=2, size=1, occurrence=0, number=0, attributes=0, moment=0, other side=0}",
        root.get("varied").toString());
    assertEquals("[id, status, checks, tests, reason, absent]", second.keySet().toString());
    assertEquals("failed", second.get("status"));
    assertEquals("is \"2\" < 3\n\\\u0001", second.get("reason"));
    assertEquals(List.of("A.x", "A.y"), ((Map<?, ?>) clauses.get(0)).get("tests"));
    assertEquals(
        "[{test=A.x, attempts=[1 ms <b>], outcome=passed}]", root.get("repeated").toString());
  }

  @Test
  void jsonOfNullIsNoText() throws Exception {
    Map<String, Object> value = new HashMap<>();
    value.put("a", null);
    value.put("b", Arrays.asList(null, "null"));
    assertEquals(value, JSON.std.mapFrom(Reports.json(value)));
  }

  @Test
  void jsonKeepsItsSchema() throws Exception {
    Map<String, Object> schema;
    try (InputStream in = BundleContent.class.getResourceAsStream(BundleContent.SCHEMA)) {
      schema = JSON.std.mapFrom(in);
    }
    Map<String, Object> root = JSON.std.mapFrom(Reports.json(RESULT));
    assertEquals(List.of(), SchemaCheck.errors(root, schema));
    root.put("seed", "42");
    root.remove("date");
    assertEquals(
        List.of("$: required " + schema.get("required"), "$.seed: type integer"),
        SchemaCheck.errors(root, schema));
  }

  @Test
  void jsonIsReadAsTheRunOfACertificate() throws Exception {
    Map<String, Object> root = JSON.std.mapFrom(Reports.json(RESULT));
    CertifiedRun run = BundleContent.run(root);
    assertEquals("suite, two-jvms, seed 42", run.name());
    assertEquals(List.of("dat_a.02", "found 2 of 3"), run.failures());
    assertEquals(List.of("only the clauses dat_a*", "with app1 as the second party"), run.limits());
    assertEquals("1 of 2 testable clauses", run.decided());
    assertEquals("2099-01-01", run.deviations().get(0).expiry().toString());
    assertEquals(Map.of("max_rmrs", 3), run.absent());
    assertEquals(CertificateLevel.FAILED, Reports.certificate(RESULT).level());
  }

  @Test
  void jsonOfAnotherFormIsRefusedInWords() throws Exception {
    Map<String, Object> root = JSON.std.mapFrom(Reports.json(RESULT));
    Map<String, Object> newer = new HashMap<>(root);
    newer.put("version", 99);
    assertRefused(newer, "version 99, and this dat4j reads version 2: use a newer dat4j");
    Map<String, Object> other = new HashMap<>(root);
    other.put("kind", "perf");
    assertRefused(other, "kind is 'perf'");
    Map<String, Object> spelled = new HashMap<>(root);
    spelled.put("clauses", List.of(Map.of("id", "dat_a.01", "status", "FAILED")));
    assertRefused(spelled, "the status of a clause is 'FAILED', which is unknown");
    for (String name : List.of("version", "ia", "seed", "cancelled", "clauses", "deviations")) {
      Map<String, Object> without = new HashMap<>(root);
      without.remove(name);
      assertRefused(without, "the member '" + name + "' is missing");
      without.put(name, new Object());
      assertRefused(without, "the member '" + name + "' should be ");
    }
  }

  private static void assertRefused(Map<String, Object> bundle, String words) {
    String message =
        assertThrows(BundleException.class, () -> BundleContent.run(bundle)).getMessage();
    assertTrue(message.contains(words), message);
  }

  @Test
  void xmlNamesClausesAndCountsProblemsAsFailures(@TempDir Path directory) throws Exception {
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
    Element second = (Element) suite.getElementsByTagName("testcase").item(1);
    assertEquals("dat_a.02", second.getAttribute("name"));
    assertEquals("dat_a", second.getAttribute("classname"));
    assertEquals(
        "repeated A.x\nattempt 1: 1 ms <b>",
        suite.getElementsByTagName("system-out").item(0).getTextContent());
    Element failure = (Element) suite.getElementsByTagName("failure").item(0);
    assertTrue(failure.getAttribute("message").contains("is \"2\" < 3\n\\?"));
    assertTrue(failure.getAttribute("message").contains("repeat: ./dat4j conform app0"));
    assertEquals(List.of(), HashList.check(directory.resolve("new")));
  }

  @Test
  void pageIsSelfContainedAndEscaped(@TempDir Path directory) throws Exception {
    Reports.writeAll(RESULT, directory);
    String page = Files.readString(directory.resolve("conformance.html"));
    assertTrue(page.contains("T2 &lt;b&gt;"));
    assertTrue(page.contains("attempt 1: 1 ms &lt;b&gt;"));
    assertTrue(page.contains("size: 0, 64; left out 4194304: the maximum is less"));
    assertFalse(page.contains("T2 <b>"));
    assertTrue(page.contains("failed: 1 passed, 2 failed, 1 skipped"));
    assertTrue(page.contains("<details class=\"c failed\" id=\"dat_a.02\">"));
    assertTrue(page.contains("<td>max_rmrs</td><td>0</td><td>3</td>"));
    assertTrue(page.contains("dat_a.04 (defect, until 2099-01-01, vendor): late"));
    assertFalse(page.matches("(?s).*(src=|href=|https?://|<script).*"), "external resource");
    assertTrue(page.contains("./dat4j conform app0 --contract dat --clauses 'dat_a.02' --seed 42"));
    assertTrue(page.contains("#s-failed:checked"));
  }
}
