package org.dat4j.conformance.rsm.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Supplier;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.Target;
import org.dat4j.conformance.rsm.fixture.RsmEnvironment;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.rsm.stepper.sides.ExportSide;
import org.dat4j.conformance.rsm.stepper.sides.LocalExportSide;
import org.dat4j.conformance.rsm.stepper.sides.RsmFarSides;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairRun;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.FarJvm;
import org.dat4j.conformance.stepper.pairs.FarSides;
import org.dat4j.conformance.stepper.pairs.PairCall;
import org.dat4j.conformance.stepper.pairs.PairExceptions;
import org.dat4j.conformance.stepper.pairs.PairFamily;
import org.dat4j.conformance.stepper.pairs.PairKit;
import org.dat4j.conformance.stepper.pairs.PairRuns;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;

/**
 * Runs the pairs of the RSM stepper: every two related calls on an export and its import. Two
 * threads make them at once, both of this JVM or one of the second JVM. Run once; {@link #cancel()}
 * may come from any thread.
 */
final class RsmPairs implements PairRun {
  /** Calls whose effects do not depend on one another: pairs of two of them are left out. */
  private static final Set<String> LOOKS =
      Set.of("get", "getv", "get_mode", "set_mode", "open_barrier", "connect");

  /** Calls that are tested beside the same ones on another segment. */
  private static final Set<String> APART =
      Set.of(
          "put",
          "get",
          "unpublish",
          "destroy",
          "disconnect",
          "post_import",
          "wait_at_export",
          "open_barrier");

  private final PairOptions options;
  private final RsmSource source;
  private final Class<? extends FarSides> sides;
  private final BiConsumer<Integer, Integer> progress;
  private volatile boolean cancelled;
  private RsmController controller;
  private int farNode;

  /** Another one of the same name, for the calls that have nothing to do with each other. */
  private RsmController far;

  /**
   * Prepares a run.
   *
   * @param source gives the registry; closed at the end
   */
  RsmPairs(PairOptions options, RsmSource source, BiConsumer<Integer, Integer> progress) {
    this(options, source, RsmFarSides.class, progress);
  }

  RsmPairs(
      PairOptions options,
      RsmSource source,
      Class<? extends FarSides> sides,
      BiConsumer<Integer, Integer> progress) {
    this.options = options;
    this.source = source;
    this.sides = sides;
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
    try (source;
        FarJvm jvm = options.twoJvms() ? farJvm() : null) {
      RsmRegistryUnderTest registry = source.registry(RsmRegistry.builder());
      int node = registry.getInterconnectTopology().localNodeId();
      open(registry);
      try {
        PairKit kit = new PairKit("rsm", RsmReturn::name, exceptions);
        PairRuns runs = new PairRuns(options, kit, () -> cancelled, progress);
        if (jvm == null) {
          return runs.run(families(tables, node), () -> open(registry));
        }
        return runs.run(
            acrossJvms(tables, jvm),
            () -> {
              open(registry);
              jvm.kill();
            });
      } finally {
        controller.close();
        far.close();
      }
    }
  }

  /** Prepares the second JVM, on a node that this one reaches. */
  private FarJvm farJvm() {
    String name = options.ia();
    Target target = new Target(name, name, Profile.NORMAL, Placement.TWO_JVMS, null);
    try (RsmEnvironment environment = new RsmEnvironment(target, RsmSource.PLAIN)) {
      farNode = environment.peerNode();
    }
    List<String> arguments = new ArrayList<>(List.of(name, Integer.toString(farNode)));
    if (options.mutant() != null) {
      arguments.add(options.mutant());
    }
    return new FarJvm(sides, List.of("-D" + RsmPeer.NODE + "=" + farNode), arguments);
  }

  private List<PairFamily<?, ?>> families(RsmModelTables tables, int node) {
    ExportSide exporter = new LocalExportSide(() -> controller);
    return List.of(
        family("segment", tables, node, () -> controller, exporter),
        barriers("barrier", tables, node, exporter),
        apart(tables, node));
  }

  /** The calls of the importer beside those of an exporter in the second JVM. */
  private List<PairFamily<?, ?>> acrossJvms(RsmModelTables tables, FarJvm jvm) {
    ExportSide exporter = jvm.side(ExportSide.class);
    return List.of(
        family("segment" + PairFamily.TWO_JVMS, tables, farNode, () -> controller, exporter)
            .acrossJvms(),
        barriers("barrier" + PairFamily.TWO_JVMS, tables, farNode, exporter).acrossJvms());
  }

  private void open(RsmRegistryUnderTest registry) {
    controller = registry.getController(options.ia());
    far = registry.getController(options.ia());
  }

  private SegmentPairScene.Memory memory() {
    return new SegmentPairScene.Memory((int) controller.getAttr().pageSize());
  }

  private PairFamily<SegmentPairScene, SegmentPairModel> family(
      String name,
      RsmModelTables tables,
      int node,
      Supplier<RsmController> controllers,
      ExportSide exporter) {
    PairFamily<SegmentPairScene, SegmentPairModel> family = new PairFamily<>(name);
    SegmentPairScene.Memory memory = memory();
    boolean twoJvms = options.twoJvms();
    Function<Boolean, SegmentPairScene> scenes =
        mapped ->
            new SegmentPairScene(
                tables, controllers.get(), exporter, node, memory, mapped, twoJvms);
    family.state("connected", () -> scenes.apply(false));
    boolean maps = controller.getAttr().maxImportMapSize() > 0;
    if (maps) {
      family.state("mapped", () -> scenes.apply(true));
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

  /** The calls on two barriers of one import, beside each other and beside transfers. */
  private PairFamily<BarrierPairScene, BarrierPairModel> barriers(
      String name, RsmModelTables tables, int node, ExportSide exporter) {
    PairFamily<BarrierPairScene, BarrierPairModel> family = new PairFamily<>(name);
    SegmentPairScene.Memory memory = memory();
    for (BarrierPairModel.BarrierSetup before : BarrierPairModel.BarrierSetup.values()) {
      family.state(
          before.state(),
          () -> new BarrierPairScene(tables, controller, exporter, node, memory, before));
    }
    if (!options.twoJvms()) {
      family.related((first, second) -> isOfBarrier(first) || isOfBarrier(second));
    }
    ofBarrier(family, "", s -> s.first, m -> m.first);
    ofBarrier(family, "other_", s -> s.other, m -> m.other);
    family.call(PairCall.of("put", BarrierPairScene::put, BarrierPairModel::put));
    family.call(
        PairCall.of("get", BarrierPairScene::get, (m, answer) -> m.transfer("get", answer)));
    family.call(PairCall.of("init_barrier", BarrierPairScene::create, BarrierPairModel::create));
    family.call(
        PairCall.of(
                "unpublish",
                BarrierPairScene::unpublish,
                (BarrierPairModel m, Answer a) -> m.withdraw("unpublish", a))
            .far());
    family.call(
        PairCall.of(
                "destroy",
                BarrierPairScene::destroy,
                (BarrierPairModel m, Answer a) -> m.withdraw("destroy", a))
            .far());
    family.call(PairCall.of("rebind", BarrierPairScene::rebind, BarrierPairModel::rebind).far());
    family.call(
        PairCall.of("republish", BarrierPairScene::republish, BarrierPairModel::republish).far());
    family.call(
        PairCall.of("disconnect", BarrierPairScene::disconnect, BarrierPairModel::disconnect));
    return family;
  }

  private static boolean isOfBarrier(String call) {
    return call.endsWith("open") || call.endsWith("order") || call.endsWith("_barrier");
  }

  private static void ofBarrier(
      PairFamily<BarrierPairScene, BarrierPairModel> family,
      String prefix,
      Function<BarrierPairScene, RsmBarrier> barrier,
      Function<BarrierPairModel, BarrierPairModel.PairBarrier> span) {
    barrierCall(family, prefix, "open", barrier, (m, a) -> m.open(span.apply(m), a));
    barrierCall(family, prefix, "order", barrier, (m, a) -> m.order(span.apply(m), a));
    barrierCall(family, prefix, "close_barrier", barrier, (m, a) -> m.close(span.apply(m), a));
    barrierCall(family, prefix, "destroy_barrier", barrier, (m, a) -> m.destroy(span.apply(m), a));
  }

  private static void barrierCall(
      PairFamily<BarrierPairScene, BarrierPairModel> family,
      String prefix,
      String call,
      Function<BarrierPairScene, RsmBarrier> barrier,
      BiPredicate<BarrierPairModel, Answer> effect) {
    family.call(
        PairCall.of(
            prefix + call, scene -> BarrierPairScene.on(call, barrier.apply(scene)), effect));
  }

  /** The calls on a segment beside those on a segment of another controller. */
  private PairFamily<?, ?> apart(RsmModelTables tables, int node) {
    return PairFamily.apart(
        family("segment", tables, node, () -> controller, new LocalExportSide(() -> controller)),
        family("segment", tables, node, () -> far, new LocalExportSide(() -> far)),
        List.of("connected"),
        APART);
  }

  /** A call without a result, as a row of {@link #on}. */
  private interface SegmentCall {
    void run(SegmentPairScene scene);
  }

  /** The effect of a call on the model. */
  private interface Effect {
    boolean follow(SegmentPairModel model, Answer answer);
  }

  private static void on(
      PairFamily<SegmentPairScene, SegmentPairModel> family,
      String name,
      SegmentCall deed,
      Effect effect,
      boolean mapped) {
    PairCall<SegmentPairScene, SegmentPairModel> call =
        PairCall.of(name, scene -> LocalExportSide.run(() -> deed.run(scene)), effect::follow);
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
        PairCall.of("post_import", SegmentPairScene::postAtImport, SegmentPairModel::signalExport));
    family.call(
        PairCall.of(
                "disconnect",
                (SegmentPairScene s) -> LocalExportSide.run(s.segment()::disconnect),
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
            (SegmentPairScene s) -> LocalExportSide.call(s.barrier()::open),
            SegmentPairModel::openBarrier));
  }

  private static void ofExport(PairFamily<SegmentPairScene, SegmentPairModel> family) {
    exportCall(
        family, "unpublish", SegmentPairScene::unpublish, (m, a) -> m.withdraw("unpublish", a));
    exportCall(family, "destroy", SegmentPairScene::destroy, (m, a) -> m.withdraw("destroy", a));
    exportCall(family, "rebind", SegmentPairScene::rebind, SegmentPairModel::rebind);
    exportCall(family, "republish", SegmentPairScene::republish, SegmentPairModel::republish);
    exportCall(
        family, "wait_at_export", SegmentPairScene::waitAtExport, SegmentPairModel::waitAtExport);
    exportCall(
        family, "post_export", SegmentPairScene::postAtExport, SegmentPairModel::signalImport);
  }

  private static void exportCall(
      PairFamily<SegmentPairScene, SegmentPairModel> family,
      String name,
      Function<SegmentPairScene, Answer> deed,
      BiPredicate<SegmentPairModel, Answer> effect) {
    family.call(PairCall.of(name, deed, effect).far());
  }
}
