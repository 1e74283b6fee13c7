package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairReportTest {
  private static final PairOptions OPTIONS =
      new PairOptions("x0", 200, 7, null, 0, Set.of("srq"), "some.mutant", false);

  private static PairResult pair(String name, Verdict verdict, String problem) {
    return new PairResult(name, "evd", verdict, 200, 30, 10, 1, 2, 3, problem, 5, 900, 400);
  }

  private static PairsResult result() {
    return new PairsResult(
        OPTIONS,
        "rsm",
        List.of(
            pair("evd/empty/a+b", Verdict.PASSED, null),
            pair("evd/empty/b+a", Verdict.NOT_MET, null),
            pair("evd/empty/b+b", Verdict.FAILED, "an event <lost>")),
        4,
        false,
        20);
  }

  @Test
  void bothFormsNameEachPairWithItsCounts(@TempDir Path folder) throws IOException {
    Reports.writePairs(result(), folder);
    String page = Files.readString(folder.resolve("pairs.html"));
    assertTrue(page.contains("<td class=\"s\">not met</td><td>200</td><td>30</td><td>10</td>"));
    assertTrue(page.contains("an event &lt;lost&gt;"));
    String json = Files.readString(folder.resolve("pairs.json"));
    assertTrue(json.contains("\"inside\": 30"));
    assertTrue(json.contains("\"across\": 10"));
    assertTrue(json.contains("\"secondNanos\": 400"));
    assertTrue(json.contains("\"placement\": \"one-jvm\""));
    assertTrue(json.contains("\"left\": 4"));
    assertTrue(json.contains("\"verdict\": \"failed\""));
  }

  @Test
  void theRepeatLineMakesOnlyThePair() {
    assertEquals(
        "./dat4j step x0 --contract rsm --pairs --only 'evd/empty/b+b' --without srq"
            + " --mutant some.mutant --steps 200 --seed 7",
        PairReport.repeat(result(), "evd/empty/b+b"));
  }

  @Test
  void pairsInTwoJvmsSayWhereTheirCallsAre() {
    PairOptions options = new PairOptions("x0", 200, 7, null, 0, Set.of(), null, true);
    PairsResult result = new PairsResult(options, "dat", List.of(), 0, false, 20);
    assertEquals(
        "./dat4j step x0 --pairs --two-jvms --only 'a' --steps 200 --seed 7",
        PairReport.repeat(result, "a"));
    assertTrue(PairReport.json(result).contains("\"placement\": \"two-jvms\""));
    assertTrue(PairReport.page(result).contains("A thread of each of two JVMs makes a call, 200"));
  }

  @Test
  void onlyFaultsAccuseTheProvider() {
    assertFalse(result().agrees());
    assertEquals(1, result().count(Verdict.NOT_MET));
    assertFalse(pair("x", Verdict.NOT_MET, null).isFault());
    assertTrue(pair("x", Verdict.HUNG, "y").isFault());
  }

  @Test
  void optionsThatAreTooSmallAreRefused() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new PairOptions("x0", 0, 1, null, 0, Set.of(), null, false));
  }
}
