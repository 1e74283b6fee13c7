package org.dat4j.conformance.rsm.stepper;

import org.dat4j.conformance.rsm.stepper.BarrierPairModel.BarrierSetup;
import org.dat4j.conformance.rsm.stepper.sides.ExportSide;
import org.dat4j.conformance.rsm.stepper.sides.LocalExportSide;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;

/**
 * An import with two barriers, and its export, on which the RSM stepper makes two calls at once to
 * check that both answers fit one order of the calls.
 */
final class BarrierPairScene implements PairScene<BarrierPairModel> {
  private final RsmModelTables tables;
  private final SegmentPairScene.Memory memory;
  private final BarrierSetup before;
  private final ExportSide exporter;
  private final ImportSegment segment;
  final RsmBarrier first;
  final RsmBarrier other;
  private volatile boolean withdrawn;
  private long[] seen;
  private boolean touched;
  private Answer firstEnd;
  private Answer otherEnd;
  private long[] seenAtEnd;

  BarrierPairScene(
      RsmModelTables tables,
      RsmController controller,
      ExportSide exporter,
      int node,
      SegmentPairScene.Memory memory,
      BarrierSetup before) {
    this.tables = tables;
    this.memory = memory;
    this.before = before;
    this.exporter = exporter;
    segment = controller.connectImportSegment(node, exporter.make(true), Permission.RDWR);
    other = segment.initBarrier(BarrierType.DEFAULT);
    first = segment.initBarrier(BarrierType.DEFAULT);
    if (before != BarrierSetup.IMPLICIT) {
      segment.setMode(BarrierMode.EXPLICIT);
    }
    if (before == BarrierSetup.EXPLICIT_OPEN) {
      first.open();
    }
  }

  @Override
  public BarrierPairModel model() {
    return new BarrierPairModel(tables, before);
  }

  static Answer on(String call, RsmBarrier barrier) {
    return LocalExportSide.call(() -> ImportSteps.onBarrier(call, barrier));
  }

  Answer create() {
    return LocalExportSide.run(() -> segment.initBarrier(BarrierType.DEFAULT));
  }

  Answer put() {
    return LocalExportSide.call(() -> segment.put(0, memory.source, 0, SegmentPairScene.LENGTH));
  }

  Answer get() {
    return LocalExportSide.call(() -> segment.get(0, memory.sink, 0, SegmentPairScene.LENGTH));
  }

  Answer disconnect() {
    return LocalExportSide.run(segment::disconnect);
  }

  Answer unpublish() {
    return withdrawn(Answer.of(exporter.unpublish()));
  }

  Answer destroy() {
    return withdrawn(Answer.of(exporter.destroy()));
  }

  Answer rebind() {
    return Answer.of(exporter.rebind());
  }

  Answer republish() {
    return Answer.of(exporter.republish());
  }

  private Answer withdrawn(Answer answer) {
    withdrawn |= answer.code() == RsmReturn.SUCCESS;
    return answer;
  }

  /** Closes both barriers: the codes tell the state in which the calls have left them. */
  @Override
  public void look() {
    seen = exporter.memory();
    firstEnd = on("close_barrier", first);
    otherEnd = on("close_barrier", other);
    seenAtEnd = exporter.memory();
    touched = withdrawn && (seenAtEnd[0] != ExportSide.CANARY || seenAtEnd[1] != ExportSide.CANARY);
  }

  @Override
  public String differs(BarrierPairModel model) {
    if (touched) {
      return "the memory was written after the withdrawal";
    }
    if (!isPlaced(model, seen)) {
      return "the data of a put is not in the export";
    }
    if (!model.close(model.first, firstEnd)) {
      return "a close of the first barrier gives " + RsmReturn.name(firstEnd.code());
    }
    if (!model.close(model.other, otherEnd)) {
      return "a close of the other barrier gives " + RsmReturn.name(otherEnd.code());
    }
    return !isPlaced(model, seenAtEnd)
        ? "the data of a put is not in the export after the close"
        : null;
  }

  private static boolean isPlaced(BarrierPairModel model, long[] seen) {
    boolean placed = true;
    for (int place = 0; place < seen.length; place++) {
      placed &= !model.isPlaced(place) || seen[place] == ExportSide.PUT;
    }
    return placed;
  }

  @Override
  public void close() {
    segment.close();
    exporter.close();
  }
}
