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
  private boolean placed;
  private boolean touched;
  private Answer firstEnd;
  private Answer otherEnd;
  private boolean placedAtEnd;

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
    segment = controller.connectImportSegment(node, exporter.make(false), Permission.RDWR);
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
    Answer answer = Answer.of(exporter.unpublish());
    withdrawn |= answer.code() == RsmReturn.SUCCESS;
    return answer;
  }

  /** Closes both barriers: the codes tell the state in which the calls have left them. */
  @Override
  public void look() {
    placed = exporter.memory()[0] == ExportSide.PUT;
    firstEnd = on("close_barrier", first);
    otherEnd = on("close_barrier", other);
    long[] seen = exporter.memory();
    placedAtEnd = seen[0] == ExportSide.PUT;
    touched = withdrawn && (seen[0] != ExportSide.CANARY || seen[1] != ExportSide.CANARY);
  }

  @Override
  public String differs(BarrierPairModel model) {
    if (touched) {
      return "the memory was written after the withdrawal";
    }
    if (model.isPlaced() && !placed) {
      return "the data of a put is not in the export";
    }
    if (!model.close(model.first, firstEnd)) {
      return "a close of the first barrier gives " + RsmReturn.name(firstEnd.code());
    }
    if (!model.close(model.other, otherEnd)) {
      return "a close of the other barrier gives " + RsmReturn.name(otherEnd.code());
    }
    return model.isPlaced() && !placedAtEnd
        ? "the data of a put is not in the export after the close"
        : null;
  }

  @Override
  public void close() {
    segment.close();
    exporter.close();
  }
}
