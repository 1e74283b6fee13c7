package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.pairs.PairExceptions;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.conformance.stepper.pairs.PairKit;
import org.dat4j.conformance.stepper.pairs.PairRuns;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;

/**
 * A run of the pairs of DAT on one adapter. Run once; {@link #cancel()} may come from any thread.
 */
public final class DatPairs implements PairRun {
  /**
   * Scenes with a connection that one adapter serves. Each of them may access memory that was
   * freed, and a backend may turn away an address after many such accesses.
   */
  private static final int SCENES_PER_ADAPTER = 50;

  private final PairOptions options;
  private final Supplier<Ia> opener;
  private final BiConsumer<Integer, Integer> progress;
  private volatile boolean cancelled;
  private Ia ia;
  private int scenes;

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param opener opens the adapter
   * @param progress told the number of pairs made, and of all
   */
  public DatPairs(PairOptions options, Supplier<Ia> opener, BiConsumer<Integer, Integer> progress) {
    this.options = options;
    this.opener = opener;
    this.progress = progress;
  }

  /** Returns the adapter of the next scene; a new one after each {@link #SCENES_PER_ADAPTER}. */
  private Ia adapter() {
    if (++scenes % SCENES_PER_ADAPTER == 0) {
      ia.close();
      ia = opener.get();
    }
    return ia;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public PairsResult run() {
    PairExceptions exceptions =
        new PairExceptions(
            DatPairs.class, name -> AllowedReturns.parse(name).types().iterator().next());
    List<PairFamily<?, ?>> families = new ArrayList<>();
    ia = opener.get();
    try {
      DeclaredCapabilities capabilities = new DeclaredCapabilities(ia.query(), options.without());
      families.add(EventPairs.family(() -> ia));
      ModelTables tables = new ModelTables(capabilities::meet);
      families.add(TransferPairs.family(this::adapter, tables));
      families.add(ConnectPairs.family(this::adapter, tables));
      if (capabilities.has("srq")) {
        families.add(SrqPairs.family(this::adapter, tables, capabilities));
      }
      if (capabilities.has("rmr")) {
        families.add(RmrPairs.family(this::adapter, tables));
      }
      // An adapter with a call that does not return is left: its close might not return either.
      return new PairRuns(
              options, new PairKit("dat", DatReturn::name, exceptions), () -> cancelled, progress)
          .run(families, () -> ia = opener.get());
    } finally {
      ia.close();
    }
  }
}
