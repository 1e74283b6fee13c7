package org.dat4j.conformance.rsm.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.Choice;
import org.dat4j.conformance.stepper.Difference;
import org.dat4j.conformance.stepper.Life;
import org.dat4j.conformance.stepper.StepOptions;

/** One thread on one controller, compared call by call. */
final class RsmLife implements Life {
  private static final int ENDING = -1;

  private final StepOptions options;
  private final Tables tables;
  private final RsmSource source;
  private final BooleanSupplier cancelled;

  RsmLife(StepOptions options, Tables tables, RsmSource source, BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.source = source;
    this.cancelled = cancelled;
  }

  @Override
  public Outcome live(List<Long> numbers, long patienceMillis) {
    World world = new World(tables, source, options.ia(), cancelled);
    Difference difference = null;
    try (world) {
      Steps steps = new Steps(world);
      for (long number : numbers) {
        if (world.cancelled()) {
          break;
        }
        steps.step(options.seed(), number);
      }
      if (!world.cancelled()) {
        steps.end(new Choice(options.seed() + ENDING, numbers.isEmpty() ? 0 : numbers.get(0)));
      }
    } catch (Difference e) {
      difference = e;
    }
    return new Outcome(
        difference, world.number(), world.history(), world.calls(), world.refusals());
  }
}
