package org.dat4j.conformance.rsm.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.conformance.stepper.StepSession;

/**
 * A session of the RSM stepper with one thread: opens a controller, makes random calls on it one by
 * one, and closes it.
 */
final class RsmSession implements StepSession {
  private static final int ENDING = -1;

  private final StepOptions options;
  private final RsmModelTables tables;
  private final RsmSource source;
  private final BooleanSupplier cancelled;

  RsmSession(
      StepOptions options, RsmModelTables tables, RsmSource source, BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.source = source;
    this.cancelled = cancelled;
  }

  @Override
  public Outcome live(List<Long> numbers, long patienceMillis) {
    return live(numbers, (RsmRecorder) null);
  }

  @Override
  public Outcome recorded(List<Long> numbers, long patienceMillis) {
    return live(numbers, new RsmRecorder(options.ia()));
  }

  private Outcome live(List<Long> numbers, RsmRecorder recorder) {
    ControllerModel world = new ControllerModel(tables, source, options.ia(), recorder, cancelled);
    String program = null;
    Difference difference = null;
    try {
      RsmSteps steps = new RsmSteps(world);
      for (long number : numbers) {
        if (world.cancelled()) {
          break;
        }
        steps.step(options.seed(), number);
      }
      if (!world.cancelled()) {
        steps.end(
            new RandomChoice(options.seed() + ENDING, numbers.isEmpty() ? 0 : numbers.get(0)));
      }
    } catch (Difference e) {
      difference = e;
      program = recorder == null ? null : recorder.program(e, "StepDifference.txt", options.ia());
    } finally {
      world.close();
    }
    return new Outcome(
        difference, world.number(), world.history(), world.calls(), world.refusals(), program);
  }
}
