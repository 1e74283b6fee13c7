package org.dat4j.conformance.rsm.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.stream.Stream;
import org.dat4j.conformance.rsm.RsmKit;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step --contract rsm --pairs} makes the long ones. */
class RsmPairsTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final int STEPS = 10;

  private static PairsResult run(String controller, String only, String mutant) {
    RsmSource source = mutant == null ? RsmSource.PLAIN : new RsmKit().source(mutant, controller);
    PairOptions options = new PairOptions(controller, STEPS, SEED, only, 0, Set.of(), mutant);
    return new RsmPairs(options, source, (made, all) -> {}).run();
  }

  @TestFactory
  Stream<DynamicTest> honestBackendsAgree() {
    return Stream.of("loopback mapped/*+put", "shm0 connected/*+un*", "dattcp0 connected/put+un*")
        .map(line -> DynamicTest.dynamicTest(line, () -> agrees(line.split(" "))));
  }

  private static void agrees(String... words) {
    PairsResult result = run(words[0], "segment/" + words[1], null);
    assertTrue(result.agrees(), () -> "seed " + SEED + ": " + result);
  }

  @Test
  void doubledSignalsAreFound() {
    PairsResult result = run("loopback", "segment/connected/post_import+put", "signals.up.doubled");
    assertEquals(Verdict.FAILED, result.pairs().get(0).verdict(), () -> "seed " + SEED);
  }
}
