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
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step --contract rsm --pairs} makes the long ones. */
class RsmPairsTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final int STEPS = 10;

  /** Steps in which a faulty meeting is looked for; the first one that is found ends them. */
  private static final int STEPS_FOR_A_FAULT = 200;

  private static PairsResult run(String controller, String only, String mutant) {
    RsmSource source = mutant == null ? RsmSource.PLAIN : new RsmKit().source(mutant, controller);
    return run(controller, only, mutant, source);
  }

  private static PairsResult run(String controller, String only, String mutant, RsmSource source) {
    return run(controller, only, mutant, source, STEPS);
  }

  private static PairsResult run(
      String controller, String only, String mutant, RsmSource source, int steps) {
    boolean twoJvms = only.contains("-two-jvms");
    PairOptions options =
        new PairOptions(controller, steps, SEED, only, 0, Set.of(), mutant, twoJvms);
    return new RsmPairs(options, source, (made, all) -> {}).run();
  }

  @TestFactory
  Stream<DynamicTest> honestBackendsAgree() {
    return Stream.of(
            "loopback segment/mapped/*+put",
            "shm0 segment/connected/*+un*",
            "dattcp0 segment/connected/put+un*",
            "shm0 segment-two-jvms/connected/*+un*",
            "dattcp0 segment-two-jvms/connected/put+*",
            "shm0 barrier-two-jvms/implicit/*+unpublish",
            "loopback barrier/*/close_barrier+*",
            "loopback barrier/*/re*+close_barrier",
            "loopback segment-apart/*/*put+*")
        .map(line -> DynamicTest.dynamicTest(line, () -> agrees(line.split(" "))));
  }

  private static void agrees(String... words) {
    PairsResult result = run(words[0], words[1], null);
    assertTrue(result.agrees(), () -> "seed " + SEED + ": " + result);
  }

  @TestFactory
  Stream<DynamicTest> mutantsAreFound() {
    return Stream.of(
            "loopback signals.up.doubled segment/connected/post_import+put",
            "loopback rules.barrier.one-span barrier/explicit-open/other_open+order",
            "loopback rules.barrier.span-loses-puts barrier/explicit-open/put+other_open",
            "shm0 signals.up.doubled segment-two-jvms/connected/post_import+republish",
            "shm0 signals.down.lost segment-two-jvms/connected/put+post_export")
        .map(line -> DynamicTest.dynamicTest(line, () -> finds(line.split(" "))));
  }

  private static void finds(String... words) {
    PairsResult result = run(words[0], words[2], words[1]);
    assertEquals(
        Verdict.FAILED, result.pairs().get(0).verdict(), () -> "seed " + SEED + ": " + result);
  }

  @TestFactory
  Stream<DynamicTest> faultsOfMeetingsAreFound() {
    return Stream.of(
            "shm0 CLOSE_LEAVES_SPAN barrier-two-jvms/explicit-open/close_barrier+unpublish",
            "loopback CLOSE_LEAVES_SPAN barrier/explicit-open/close_barrier+destroy",
            "loopback UNPUBLISH_LOSES_OTHER_PUT segment-apart/connected/near_unpublish+far_put")
        .map(line -> DynamicTest.dynamicTest(line, () -> findsFault(line.split(" "))));
  }

  private static void findsFault(String... words) {
    FaultyRsmMeetings.MeetingFault fault = FaultyRsmMeetings.MeetingFault.valueOf(words[1]);
    PairsResult result =
        run(words[0], words[2], null, new FaultyRsmMeetings(fault), STEPS_FOR_A_FAULT);
    assertEquals(
        Verdict.FAILED, result.pairs().get(0).verdict(), () -> "seed " + SEED + ": " + result);
  }
}
