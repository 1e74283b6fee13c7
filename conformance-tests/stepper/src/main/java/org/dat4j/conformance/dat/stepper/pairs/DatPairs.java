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
 * Runs the pairs of the DAT stepper: every two related calls on one adapter, made at once by two
 * threads. Run once; {@link #cancel()} may come from any thread.
 */
public final class DatPairs implements PairRun {
  private final PairOptions options;
  private final Supplier<Ia> opener;
  private final BiConsumer<Integer, Integer> progress;
  private volatile boolean cancelled;

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

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public PairsResult run() {
    PairExceptions exceptions =
        new PairExceptions(
            DatPairs.class, name -> AllowedReturns.parse(name).types().iterator().next());
    try (RenewedAdapter near = new RenewedAdapter(opener);
        RenewedAdapter far = new RenewedAdapter(opener)) {
      List<PairFamily<?, ?>> families = families(near, far);
      // An adapter with a call that does not return is left: its close might not return either.
      return new PairRuns(
              options, new PairKit("dat", DatReturn::name, exceptions), () -> cancelled, progress)
          .run(
              families,
              () -> {
                near.leave();
                far.leave();
              });
    }
  }

  private List<PairFamily<?, ?>> families(RenewedAdapter near, RenewedAdapter far) {
    DeclaredCapabilities capabilities =
        new DeclaredCapabilities(near.current().query(), options.without());
    ModelTables tables = new ModelTables(capabilities::meet);
    List<PairFamily<?, ?>> families = new ArrayList<>();
    families.add(EventPairs.family(near::current));
    families.add(TransferPairs.family(near::next, tables));
    families.add(ConnectPairs.family(near::next, tables));
    families.add(EventPairs.apart(near::current, far::current));
    families.add(TransferPairs.apart(near::next, far::next, tables));
    families.add(ConnectPairs.apart(near::next, far::next, tables));
    if (capabilities.has("rsp")) {
      families.add(RspPairs.family(near::next, tables));
    }
    if (capabilities.has("managed")) {
      // The page of dat_ia_close lets a handle that it ends fault in a library.
      families.add(ClosePairs.family(opener, near::next));
      families.add(ClosePairs.apart(opener, near::next, far::next));
    }
    if (capabilities.has("srq")) {
      families.add(SrqPairs.family(near::next, tables, capabilities));
    }
    if (capabilities.has("rmr")) {
      families.add(RmrPairs.family(near::next, tables));
    }
    return families;
  }

  /** An adapter for the scenes of many steps, opened again from time to time. */
  private static final class RenewedAdapter implements AutoCloseable {
    /**
     * Scenes with a connection that one adapter serves. Each of them may access memory that was
     * freed, and a backend may turn away an address after many such accesses.
     */
    private static final int SCENES = 50;

    private final Supplier<Ia> opener;
    private Ia ia;
    private int scenes;

    RenewedAdapter(Supplier<Ia> opener) {
      this.opener = opener;
    }

    /** Returns the adapter, whatever it has served. */
    Ia current() {
      if (ia == null) {
        ia = opener.get();
      }
      return ia;
    }

    /** Returns the adapter of the next scene with a connection. */
    Ia next() {
      if (++scenes % SCENES == 0) {
        close();
      }
      return current();
    }

    /** Leaves the adapter open, and opens another one for the next scene. */
    void leave() {
      ia = null;
    }

    @Override
    public void close() {
      if (ia != null) {
        ia.close();
        ia = null;
      }
    }
  }
}
