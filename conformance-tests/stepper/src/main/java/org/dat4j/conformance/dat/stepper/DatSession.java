package org.dat4j.conformance.dat.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.AdapterModel;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ForeignObjects;
import org.dat4j.conformance.dat.stepper.model.LeakCheck;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.program.DatRecorder;
import org.dat4j.conformance.dat.stepper.steps.DatSteps;
import org.dat4j.conformance.dat.stepper.steps.Teardown;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.conformance.stepper.SequentialRun;
import org.dat4j.conformance.stepper.StepSession;
import org.dat4j.dat.Ia;

/**
 * A session of the DAT stepper with one thread: opens an adapter, makes random calls on it one by
 * one, and frees and closes everything.
 */
final class DatSession implements StepSession {
  private static final int ENDING = -1;

  private final StepOptions options;
  private final ModelTables tables;
  private final DeclaredCapabilities capabilities;
  private final Supplier<Ia> opener;
  private final LeakCheck leaks;
  private final BooleanSupplier cancelled;

  DatSession(
      StepOptions options,
      ModelTables tables,
      DeclaredCapabilities capabilities,
      Supplier<Ia> opener,
      LeakCheck leaks,
      BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.capabilities = capabilities;
    this.opener = opener;
    this.leaks = leaks;
    this.cancelled = cancelled;
  }

  @Override
  public Outcome live(List<Long> numbers, long patienceMillis) {
    return live(numbers, patienceMillis, null);
  }

  @Override
  public Outcome recorded(List<Long> numbers, long patienceMillis) {
    return live(numbers, patienceMillis, new DatRecorder());
  }

  private Outcome live(List<Long> numbers, long patienceMillis, DatRecorder recorder) {
    AdapterModel world = new AdapterModel(tables, capabilities, opener, recorder, cancelled);
    world.patience = patienceMillis;
    Difference difference = null;
    String program = null;
    try {
      lived(world, numbers);
    } catch (Difference e) {
      difference = e;
      program = recorder == null ? null : recorder.program(e, "StepDifference.txt", options.ia());
    } finally {
      world.dispose();
      leaks.closed(world.ia);
    }
    return new Outcome(
        difference, world.number(), world.history(), world.calls(), world.refusals(), program);
  }

  private void lived(AdapterModel world, List<Long> numbers) {
    new ForeignObjects(world).make();
    if (world.recorder != null) {
      world.recorder.begin();
    }
    DatSteps steps = new DatSteps(world, options.without());
    for (long number : numbers) {
      if (cancelled.getAsBoolean()) {
        return;
      }
      steps.step(options.seed(), number);
    }
    long first = numbers.isEmpty() ? 0 : numbers.get(0);
    new Teardown(
            world, steps, new RandomChoice(options.seed() + ENDING, first / SequentialRun.STEPS))
        .end();
  }
}
