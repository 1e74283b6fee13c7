package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.fixture.RegistrySource;
import org.dat4j.conformance.dat.mutant.DatMutants;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaParam;

/**
 * Makes random calls on an adapter and compares every answer and event with a model that was
 * written from the pages alone. One thread: call by call. Several threads on the same objects: what
 * must be true in every order. Run once; {@link #cancel()} may come from any thread.
 */
public final class Stepper implements StepRun {
  private static final int ASYNC_LENGTH = 8;

  private final StepOptions options;
  private final LongConsumer progress;
  private volatile boolean cancelled;

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param progress told the number of calls made so far, now and then, by the running thread
   */
  public Stepper(StepOptions options, LongConsumer progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * What to leave out on an adapter that is known to break clauses of the contract.
   *
   * @param deviations of the adapter
   * @return names of abilities, for {@link StepOptions#without()}
   */
  public static Set<String> without(Deviations deviations) {
    return Abilities.without(deviations);
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  private Supplier<Ia> opener() {
    if (options.mutant() == null) {
      return () -> Dat.openIa(options.ia());
    }
    DatKit kit = new DatKit();
    DatMutants mutants = new DatMutants(kit.catalogue(), kit.index());
    if (mutants.find(options.mutant()).isEmpty()) {
      throw new IllegalArgumentException("no mutant '" + options.mutant() + "'");
    }
    IaSource source = mutants.inFrontOf(options.mutant(), new RegistrySource(), options.ia());
    return () -> source.open(options.ia(), ASYNC_LENGTH, null);
  }

  @Override
  public StepResult run() {
    Supplier<Ia> opener = opener();
    Abilities abilities;
    try (Ia ia = opener.get()) {
      IaParam param = ia.query();
      abilities = new Abilities(param, options.without());
    }
    Tables tables = new Tables(abilities::meet);
    Leaks leaks = new Leaks(abilities.has(Abilities.CLOSED_LET_GO));
    StepResult result =
        options.threads() == 1
            ? new SingleRun(
                    options,
                    new DatLife(options, tables, abilities, opener, leaks, () -> cancelled),
                    () -> cancelled,
                    progress)
                .run()
            : Epochs.run(
                options,
                new CrowdRun(options, abilities, opener, leaks, () -> cancelled),
                () -> cancelled,
                progress);
    String leak = result.agrees() && !cancelled ? leaks.found() : null;
    if (leak == null) {
      return result;
    }
    return new StepResult(
        result.calls(),
        result.refusals(),
        false,
        leak,
        result.step(),
        options.from(),
        options.calls(),
        List.of(),
        List.of());
  }
}
