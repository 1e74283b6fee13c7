package org.dat4j.conformance.stepper;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;

/** The results that the short runs of every contract's stepper must have. */
public final class StepRuns {
  private static final int SHORT = 60;

  private final Function<StepOptions, StepResult> stepper;

  /**
   * Makes the checks of one stepper.
   *
   * @param stepper runs it once
   */
  public StepRuns(Function<StepOptions, StepResult> stepper) {
    this.stepper = stepper;
  }

  /**
   * Checks that program and model agree.
   *
   * @param options the run
   */
  public void agrees(StepOptions options) {
    StepResult result = stepper.apply(options);
    assertTrue(
        result.agrees(),
        () ->
            options.ia()
                + " with "
                + options.threads()
                + " threads, seed "
                + options.seed()
                + ", step "
                + result.step()
                + ": "
                + result.difference()
                + "\n"
                + String.join("\n", result.history()));
    assertTrue(result.calls() >= options.calls(), () -> result.calls() + " calls");
    assertTrue(result.refusals() > result.calls() / 20, "wrong arguments are part of it");
  }

  /** A fault that was found, and what came of its shorter history. */
  public record Found(StepResult first, StepResult replay) {}

  /**
   * Checks that a fault is found, and not without it.
   *
   * @param ia the adapter or controller
   * @param calls of the first run
   * @param seed of all runs
   * @param mutant the fault
   * @return the first run and its replay
   */
  public Found found(String ia, long calls, long seed, String mutant) {
    StepResult first =
        unhurried(new StepOptions(ia, calls, 1, seed, 0, List.of(), Set.of(), mutant));
    assertFalse(first.agrees(), () -> mutant + " was not found with seed " + seed);
    assertTrue(first.replay().size() < SHORT, () -> "not short: " + first.replay());
    StepResult replay =
        stepper.apply(new StepOptions(ia, 1, 1, seed, 0, first.replay(), Set.of(), mutant));
    assertFalse(replay.agrees(), () -> "seed " + seed + ": not repeated " + first.replay());
    StepResult sound =
        stepper.apply(new StepOptions(ia, 1, 1, seed, 0, first.replay(), Set.of(), null));
    assertTrue(sound.agrees(), () -> "without the fault: " + sound.difference());
    return new Found(first, replay);
  }

  /** Makes a run that may shorten longer: each life without a lost signal waits for it. */
  private StepResult unhurried(StepOptions options) {
    String before = System.getProperty(TimeFactor.PROPERTY, "1");
    System.setProperty(TimeFactor.PROPERTY, "4");
    try {
      return stepper.apply(options);
    } finally {
      System.setProperty(TimeFactor.PROPERTY, before);
    }
  }
}
