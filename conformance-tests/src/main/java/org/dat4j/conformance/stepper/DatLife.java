package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.dat4j.dat.Ia;

/** One thread on one adapter: a world from its beginning to its end. */
final class DatLife implements Life {
  private static final int ENDING = -1;

  private final StepOptions options;
  private final Tables tables;
  private final Abilities abilities;
  private final Supplier<Ia> opener;
  private final Leaks leaks;
  private final BooleanSupplier cancelled;

  DatLife(
      StepOptions options,
      Tables tables,
      Abilities abilities,
      Supplier<Ia> opener,
      Leaks leaks,
      BooleanSupplier cancelled) {
    this.options = options;
    this.tables = tables;
    this.abilities = abilities;
    this.opener = opener;
    this.leaks = leaks;
    this.cancelled = cancelled;
  }

  @Override
  public Outcome live(List<Long> numbers, long patienceMillis) {
    World world = new World(tables, abilities, opener, cancelled);
    world.patience = patienceMillis;
    Difference difference = null;
    try {
      lived(world, numbers);
    } catch (Difference e) {
      difference = e;
    } finally {
      world.dispose();
      leaks.closed(world.ia);
    }
    return new Outcome(
        difference, world.number(), world.history(), world.calls(), world.refusals());
  }

  private void lived(World world, List<Long> numbers) {
    new Foreign(world).make();
    Steps steps = new Steps(world, options.without());
    for (long number : numbers) {
      if (cancelled.getAsBoolean()) {
        return;
      }
      steps.step(options.seed(), number);
    }
    long first = numbers.isEmpty() ? 0 : numbers.get(0);
    new Ending(world, steps, new Choice(options.seed() + ENDING, first / SingleRun.STEPS)).end();
  }
}
