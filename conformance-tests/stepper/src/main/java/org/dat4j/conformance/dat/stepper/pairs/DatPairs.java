package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.AllowedReturns;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.sides.AnsweringSide;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatFarSides;
import org.dat4j.conformance.dat.stepper.pairs.sides.RenewedAdapter;
import org.dat4j.conformance.dat.stepper.pairs.sides.TransferPeer;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.pairs.FarJvm;
import org.dat4j.conformance.stepper.pairs.FarSides;
import org.dat4j.conformance.stepper.pairs.PairExceptions;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.conformance.stepper.pairs.PairKit;
import org.dat4j.conformance.stepper.pairs.PairRuns;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;

/**
 * Runs the pairs of the DAT stepper: every two related calls, made at once by two threads of this
 * JVM, or by one of this JVM and one of the second JVM. Run once; {@link #cancel()} may come from
 * any thread.
 */
public final class DatPairs implements PairRun {
  private final PairOptions options;
  private final Supplier<Ia> opener;
  private final Class<? extends FarSides> sides;
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
    this(options, opener, DatFarSides.class, progress);
  }

  DatPairs(
      PairOptions options,
      Supplier<Ia> opener,
      Class<? extends FarSides> sides,
      BiConsumer<Integer, Integer> progress) {
    this.options = options;
    this.opener = opener;
    this.sides = sides;
    this.progress = progress;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public PairsResult run() {
    boolean twoJvms = options.twoJvms();
    if (twoJvms && !Dat.registry().reachesOtherProcesses(options.ia())) {
      throw new UsageException(
          "adapters of '" + options.ia() + "' meet within one JVM only: leave out --two-jvms");
    }
    PairExceptions exceptions =
        new PairExceptions(
            DatPairs.class, name -> AllowedReturns.parse(name).types().iterator().next());
    try (RenewedAdapter near = new RenewedAdapter(opener);
        RenewedAdapter far = new RenewedAdapter(opener);
        FarJvm jvm = new FarJvm(sides, List.of(), arguments())) {
      List<PairFamily<?, ?>> families = twoJvms ? families(near, jvm) : families(near, far);
      // An adapter with a call that does not return is left: its close might not return either.
      return new PairRuns(
              options, new PairKit("dat", DatReturn::name, exceptions), () -> cancelled, progress)
          .run(
              families,
              () -> {
                near.leave();
                far.leave();
                jvm.kill();
              });
    }
  }

  private List<String> arguments() {
    return options.mutant() == null
        ? List.of(options.ia())
        : List.of(options.ia(), options.mutant());
  }

  private DeclaredCapabilities capabilities(RenewedAdapter adapter) {
    return new DeclaredCapabilities(adapter.current().query(), options.without());
  }

  private List<PairFamily<?, ?>> families(RenewedAdapter near, FarJvm jvm) {
    DeclaredCapabilities capabilities = capabilities(near);
    ModelTables tables = new ModelTables(capabilities::meet);
    TransferPeer peer = jvm.side(TransferPeer.class);
    List<PairFamily<?, ?>> families = new ArrayList<>();
    families.add(TransferPairs.acrossJvms(near, peer, tables));
    families.add(ConnectPairs.acrossJvms(near::next, jvm.side(AnsweringSide.class), tables));
    if (capabilities.has("rmr")) {
      families.add(RmrPairs.acrossJvms(near, peer, tables));
    }
    return families;
  }

  private List<PairFamily<?, ?>> families(RenewedAdapter near, RenewedAdapter far) {
    DeclaredCapabilities capabilities = capabilities(near);
    ModelTables tables = new ModelTables(capabilities::meet);
    List<PairFamily<?, ?>> families = new ArrayList<>();
    families.add(EventPairs.family(near::current));
    families.add(TransferPairs.family(near, tables));
    families.add(ConnectPairs.family(near::next, tables));
    families.add(EventPairs.apart(near::current, far::current));
    families.add(TransferPairs.apart(near, far, tables));
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
      families.add(RmrPairs.family(near, tables));
    }
    return families;
  }
}
