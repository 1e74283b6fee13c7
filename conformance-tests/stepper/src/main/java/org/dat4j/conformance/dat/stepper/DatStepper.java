package org.dat4j.conformance.dat.stepper;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.dat.stepper.concurrent.ConcurrentDatSession;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.LeakCheck;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.DatPairs;
import org.dat4j.conformance.dat.stepper.pairs.sides.RenewedAdapter;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.spi.StepRun;
import org.dat4j.conformance.spi.StepperFactory;
import org.dat4j.conformance.stepper.ConcurrentRuns;
import org.dat4j.conformance.stepper.SequentialRun;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaParam;

/**
 * The stepper of DAT: makes random calls on an adapter and compares every answer and event with a
 * model of the manual pages. The model is written from the pages alone. One thread is compared call
 * by call. Several threads on the same objects are checked by what must be true in every order. Run
 * once; {@link #cancel()} may come from any thread.
 */
public final class DatStepper implements StepRun {
  private final StepOptions options;
  private final LongConsumer progress;
  private volatile boolean cancelled;

  /** The service that prepares runs on DAT. */
  public static final class Factory implements StepperFactory {
    /** For the service loader. */
    public Factory() {}

    @Override
    public String contract() {
      return "dat";
    }

    @Override
    public StepRun prepare(StepOptions options, LongConsumer progress) {
      return new DatStepper(options, progress);
    }

    @Override
    public PairRun preparePairs(PairOptions options, BiConsumer<Integer, Integer> progress) {
      return new DatPairs(options, RenewedAdapter.opener(options.ia(), options.mutant()), progress);
    }

    @Override
    public Set<String> without(Deviations deviations) {
      return DeclaredCapabilities.without(deviations);
    }
  }

  public DatStepper(StepOptions options, LongConsumer progress) {
    this.options = options;
    this.progress = progress;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public StepResult run() {
    Supplier<Ia> opener = RenewedAdapter.opener(options.ia(), options.mutant());
    DeclaredCapabilities capabilities;
    try (Ia ia = opener.get()) {
      IaParam param = ia.query();
      capabilities = new DeclaredCapabilities(param, options.without());
    }
    ModelTables tables = new ModelTables(capabilities::meet);
    LeakCheck leaks = new LeakCheck(capabilities.has(DeclaredCapabilities.CLOSED_LET_GO));
    StepResult result =
        options.threads() == 1
            ? new SequentialRun(
                    options,
                    new DatSession(options, tables, capabilities, opener, leaks, () -> cancelled),
                    () -> cancelled,
                    progress)
                .run()
            : ConcurrentRuns.run(
                options,
                new ConcurrentDatSession(
                    options, tables, capabilities, opener, leaks, () -> cancelled),
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
        List.of(),
        null);
  }
}
