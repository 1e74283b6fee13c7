package org.dat4j.conformance.dat.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.spi.Mutants;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.stepper.PrintedProgram;
import org.dat4j.conformance.stepper.StepRuns;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step} makes the long ones. */
class DatStepperTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 40_000;

  /** Calls of a run that finds nothing; a lane makes many more. */
  private static final long SOUND_CALLS = CALLS / 4;

  /** A class that hides the entrance of the contract. */
  private static final String DAT =
      "import org.dat4j.dat.Ia; public class Dat { public static"
          + " java.util.function.Function<String, Ia> door; static Ia openIa(String name) { return"
          + " door.apply(name); } }";

  private static final StepRuns RUNS =
      new StepRuns(options -> new DatStepper(options, made -> {}).run());

  @Test
  void oneThreadAgreesWithTheModelCallByCall() {
    RUNS.agrees(StepOptions.of("loopback0", SOUND_CALLS, 1, SEED));
  }

  @Test
  void fourThreadsKeepWhatEveryOrderHasToKeep() {
    RUNS.agrees(StepOptions.of("loopback0", 2 * SOUND_CALLS, 4, SEED));
  }

  @Test
  void severalThreadsMayFreeAnObjectTwiceWithSuccessWherePagesAllowIt() {
    String variant =
        Mutants.HONEST + "PZ_FREED_TWICE,LMR_FREED_TWICE,RMR_FREED_TWICE,EP_FREED_TWICE";
    RUNS.agrees(
        new StepOptions("loopback0", 2 * SOUND_CALLS, 4, SEED, 0, List.of(), Set.of(), variant));
  }

  @TestFactory
  Stream<DynamicTest> knownFaultsAreFoundAndRepeatedFromAShorterHistory() {
    return Stream.of(
            "return.dat_pz_free.04",
            "code.dat_evd_dequeue.04",
            "return.dat_evd_wait.05",
            "ep.UNCONNECTED.dat_ep_get_status",
            "field.dat_ep_query.pz",
            "silent.dat_evd_resize")
        .map(mutant -> DynamicTest.dynamicTest(mutant, () -> found(mutant)));
  }

  private static void found(String mutant) {
    StepRuns.Found found = RUNS.found("loopback0", CALLS, SEED, mutant);
    assertEquals(found.first().difference(), found.replay().difference());
    repeated(found.first(), mutant);
  }

  /** The program shows the difference with the fault, and none without it. */
  private static void repeated(StepResult found, String mutant) {
    PrintedProgram program = new PrintedProgram(found.program(), Ia.class);
    try (IaSource source = new DatKit().source(mutant, "loopback0")) {
      Function<String, Ia> door = name -> source.open(name, 8, null);
      assertNotNull(program.run("Dat", DAT, door), found::program);
    }
    assertNull(program.run(null, null, null), found::program);
  }

  @Test
  void aCancelledRunEndsEarly() {
    DatStepper stepper =
        new DatStepper(StepOptions.of("loopback0", Long.MAX_VALUE, 1, SEED), made -> {});
    stepper.cancel();
    StepResult result = stepper.run();
    assertTrue(result.cancelled());
    assertTrue(result.agrees());
  }

  @Test
  void aRunWithoutCallsIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> StepOptions.of("loopback0", 0, 1, SEED));
  }
}
