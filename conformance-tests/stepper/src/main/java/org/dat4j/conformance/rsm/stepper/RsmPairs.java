package org.dat4j.conformance.rsm.stepper;

import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.dat4j.conformance.rsm.fixture.RegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairExceptions;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.conformance.stepper.pairs.PairKit;
import org.dat4j.conformance.stepper.pairs.PairRuns;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;

/**
 * A run of the pairs of RSM: every two related calls on an export and an import of it. Run once;
 * {@link #cancel()} may come from any thread.
 */
final class RsmPairs implements PairRun {
  /** Calls whose effects do not depend on one another: pairs of two of them are left out. */
  private static final Set<String> LOOKS =
      Set.of("get", "getv", "get_mode", "set_mode", "open_barrier", "connect");

  private final PairOptions options;
  private final RsmSource source;
  private final BiConsumer<Integer, Integer> progress;
  private volatile boolean cancelled;
  private RsmController controller;

  /**
   * Prepares a run.
   *
   * @param source gives the registry; closed at the end
   */
  RsmPairs(PairOptions options, RsmSource source, BiConsumer<Integer, Integer> progress) {
    this.options = options;
    this.source = source;
    this.progress = progress;
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  @Override
  public PairsResult run() {
    RsmModelTables tables = new RsmModelTables(options.without());
    PairExceptions exceptions =
        new PairExceptions(
            RsmPairs.class, name -> AllowedCodes.parse(name).all().iterator().next());
    try (source) {
      RegistryUnderTest registry = source.registry(RsmRegistry.builder());
      int node = registry.getInterconnectTopology().localNodeId();
      controller = registry.getController(options.ia());
      try {
        PairKit kit = new PairKit("rsm", RsmReturn::name, exceptions);
        return new PairRuns(options, kit, () -> cancelled, progress)
            .run(
                List.of(family(tables, node)),
                () -> controller = registry.getController(options.ia()));
      } finally {
        controller.close();
      }
    }
  }

  private PairFamily<SegmentPairScene, SegmentPairModel> family(RsmModelTables tables, int node) {
    PairFamily<SegmentPairScene, SegmentPairModel> family = new PairFamily<>("segment");
    int page = (int) controller.getAttr().pageSize();
    SegmentPairScene.Memory memory = new SegmentPairScene.Memory(page);
    family.state("connected", () -> new SegmentPairScene(tables, controller, node, memory, false));
    boolean maps = controller.getAttr().maxImportMapSize() > 0;
    if (maps) {
      family.state("mapped", () -> new SegmentPairScene(tables, controller, node, memory, true));
    }
    family.related((first, second) -> !LOOKS.contains(first) || !LOOKS.contains(second));
    ofImport(family);
    ofExport(family);
    if (maps) {
      family.call(
          PairCall.of("map", SegmentPairScene::map, SegmentPairModel::map).where(m -> !m.mapped));
      on(family, "unmap", s -> s.segment().unmap(), SegmentPairModel::unmap, true);
    }
    return family;
  }

  /** A call without a result, as a row of {@link #on}. */
  private interface Deed {
    void run(SegmentPairScene scene);
  }

  /** What a call does to the model. */
  private interface Effect {
    boolean follow(SegmentPairModel model, Answer answer);
  }

  private static void on(
      PairFamily<SegmentPairScene, SegmentPairModel> family,
      String name,
      Deed deed,
      Effect effect,
      boolean mapped) {
    PairCall<SegmentPairScene, SegmentPairModel> call =
        PairCall.of(name, scene -> SegmentPairScene.run(() -> deed.run(scene)), effect::follow);
    family.call(mapped ? call.where(m -> m.mapped) : call);
  }

  private static void ofImport(PairFamily<SegmentPairScene, SegmentPairModel> family) {
    family.call(PairCall.of("put", SegmentPairScene::put, (m, a) -> m.put("put", a)));
    family.call(PairCall.of("putv", SegmentPairScene::putVector, (m, a) -> m.put("putv", a)));
    family.call(PairCall.of("get", SegmentPairScene::get, (m, a) -> m.get("get", a)));
    family.call(PairCall.of("getv", SegmentPairScene::getVector, (m, a) -> m.get("getv", a)));
    family.call(PairCall.of("connect", SegmentPairScene::connect, SegmentPairModel::connect));
    family.call(
        PairCall.of(
            "wait_at_import", SegmentPairScene::waitAtImport, SegmentPairModel::waitAtImport));
    family.call(
        PairCall.of(
            "post_import",
            (SegmentPairScene s) -> SegmentPairScene.call(() -> s.segment().post(SignalFlags.NONE)),
            SegmentPairModel::signalExport));
    family.call(
        PairCall.of(
                "disconnect",
                (SegmentPairScene s) -> SegmentPairScene.run(s.segment()::disconnect),
                SegmentPairModel::disconnect)
            .where(m -> !m.mapped));
    on(
        family,
        "set_mode",
        s -> s.segment().setMode(BarrierMode.IMPLICIT),
        (m, a) -> m.mode("set_mode", a),
        false);
    on(family, "get_mode", s -> s.segment().getMode(), (m, a) -> m.mode("get_mode", a), false);
    family.call(
        PairCall.of(
            "open_barrier",
            (SegmentPairScene s) -> SegmentPairScene.call(s.barrier()::open),
            SegmentPairModel::openBarrier));
  }

  private static void ofExport(PairFamily<SegmentPairScene, SegmentPairModel> family) {
    family.call(
        PairCall.of(
            "unpublish",
            (SegmentPairScene s) -> s.withdraw(s.export()::unpublish),
            (m, a) -> m.withdraw("unpublish", a)));
    family.call(
        PairCall.of(
            "destroy",
            (SegmentPairScene s) -> s.withdraw(s.export()::destroy),
            (m, a) -> m.withdraw("destroy", a)));
    family.call(PairCall.of("rebind", SegmentPairScene::rebind, SegmentPairModel::rebind));
    on(family, "republish", s -> s.export().republish(null), SegmentPairModel::republish, false);
    family.call(
        PairCall.of(
            "wait_at_export", SegmentPairScene::waitAtExport, SegmentPairModel::waitAtExport));
    family.call(
        PairCall.of(
            "post_export",
            (SegmentPairScene s) -> SegmentPairScene.call(() -> s.export().post(SignalFlags.NONE)),
            SegmentPairModel::signalImport));
  }
}
