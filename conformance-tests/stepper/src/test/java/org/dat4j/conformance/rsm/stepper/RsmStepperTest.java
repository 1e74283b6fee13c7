package org.dat4j.conformance.rsm.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dat4j.conformance.rsm.RsmKit;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.stepper.PrintedProgram;
import org.dat4j.conformance.stepper.StepRuns;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step} makes the long ones. */
@Tag("long")
class RsmStepperTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 40_000;

  /** Calls of a run that finds nothing; a lane makes many more. */
  private static final long SOUND_CALLS = CALLS / 4;

  /** A class that hides the entrance of the contract. */
  private static final String RSM =
      "import org.dat4j.rsm.*; public class Rsm {"
          + " public static java.util.function.Function<String, RsmController> door;"
          + " static RsmController getController(String name) { return door.apply(name); }"
          + " static int awaitPollfd(PollFd[] fds, int count, int timeout, int[] found) {"
          + " return org.dat4j.rsm.Rsm.awaitPollfd(fds, count, timeout, found); } }";

  private static final StepRuns RUNS =
      new StepRuns(options -> new RsmStepper(options, made -> {}).run());

  @TestFactory
  Stream<DynamicTest> oneThreadAgreesWithTheModelCallByCall() {
    return Stream.of("loopback", "shm0")
        .map(
            name ->
                DynamicTest.dynamicTest(
                    name, () -> RUNS.agrees(StepOptions.of(name, SOUND_CALLS, 1, SEED))));
  }

  @Test
  void fourThreadsKeepWhatEveryOrderHasToKeep() {
    RUNS.agrees(StepOptions.of("loopback", 2 * SOUND_CALLS, 4, SEED));
  }

  @TestFactory
  Stream<DynamicTest> knownFaultsAreFoundAndRepeatedFromAShorterHistory() {
    return Stream.of(
            "state.ExportSegment.PUBLISHED.publish",
            "placement.put16.shifted",
            "signals.up.doubled",
            "vectors.putv.residual-failed",
            "rules.barrier.shared-mode",
            "placement.get.fewer",
            "vectors.getv.last-missing",
            "signals.down.lost")
        .map(mutant -> DynamicTest.dynamicTest(mutant, () -> found(mutant)));
  }

  private static void found(String mutant) {
    repeated(RUNS.found("loopback", CALLS, SEED, mutant).first(), mutant);
  }

  /** The program shows the difference with the fault, and none without it. */
  private static void repeated(StepResult found, String mutant) {
    PrintedProgram program = new PrintedProgram(found.program(), Rsm.class);
    try (RsmSource source = new RsmKit().source(mutant, "loopback")) {
      RsmRegistryUnderTest registry = source.registry(RsmRegistry.builder());
      Function<String, RsmController> door = registry::getController;
      assertNotNull(program.run("Rsm", RSM, door), found::program);
    }
    assertNull(program.run(null, null, null), found::program);
  }

  @Test
  void aCancelledRunEndsEarly() {
    RsmStepper stepper =
        new RsmStepper(StepOptions.of("loopback", Long.MAX_VALUE, 1, SEED), made -> {});
    stepper.cancel();
    StepResult result = stepper.run();
    assertTrue(result.cancelled());
    assertTrue(result.agrees());
  }

  @Test
  void theTablesKnowEveryCallThatIsMade() {
    RsmModelTables tables = new RsmModelTables(Set.of());
    Set<String> unknown = new TreeSet<>(tables.made());
    unknown.removeAll(tables.answered());
    // What the program does to memory without a call.
    assertEquals(Set.of("load", "poke", "store"), unknown);
  }
}
