package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.rsm.stepper.sides.ExportSide;
import org.dat4j.conformance.rsm.stepper.sides.LocalExportSide;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;

/**
 * An export and an import of it, on which the RSM stepper makes two calls at once to check that
 * both answers fit one order of the calls. The side that exports is on a controller of this JVM or
 * of the second JVM.
 */
final class SegmentPairScene implements PairScene<SegmentPairModel> {
  /** The memory of transfers: large, so that calls meet one. */
  static final class Memory {
    final ByteBuffer source;
    final ByteBuffer sink;

    Memory(int page) {
      source = LocalExportSide.buffer(page);
      sink = LocalExportSide.buffer(page);
      for (int i = 0; i < LENGTH; i += Long.BYTES) {
        source.putLong(i, ExportSide.PUT);
      }
    }
  }

  static final int LENGTH = ExportSide.LENGTH;
  private static final int WAIT_MILLIS = LocalExportSide.WAIT_MILLIS;

  private final RsmModelTables tables;
  private final RsmController controller;
  private final int node;
  private final Memory memory;
  private final ExportSide exporter;
  private final int id;
  private final ImportSegment segment;
  private final RsmBarrier barrier;
  private final boolean mapped;
  private final boolean apart;
  private final List<ImportSegment> further = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger owedAtExport = new AtomicInteger();
  private final AtomicInteger owedAtImport = new AtomicInteger();
  private volatile boolean withdrawn;
  private long[] seen;
  private int leftAtExport;
  private int leftAtImport;

  /**
   * Makes the segment and its import.
   *
   * @param controller of the import
   * @param exporter makes the segment
   * @param node of the segment
   * @param apart whether the exporter is in the second JVM
   */
  SegmentPairScene(
      RsmModelTables tables,
      RsmController controller,
      ExportSide exporter,
      int node,
      Memory memory,
      boolean mapped,
      boolean apart) {
    this.tables = tables;
    this.controller = controller;
    this.exporter = exporter;
    this.node = node;
    this.memory = memory;
    this.mapped = mapped;
    this.apart = apart;
    id = exporter.make(true);
    segment = controller.connectImportSegment(node, id, Permission.RDWR);
    barrier = segment.initBarrier(BarrierType.DEFAULT);
    if (mapped) {
      segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, LENGTH);
    }
  }

  @Override
  public SegmentPairModel model() {
    SegmentPairModel model = new SegmentPairModel(tables);
    model.mapped = mapped;
    model.apart = apart;
    return model;
  }

  ImportSegment segment() {
    return segment;
  }

  RsmBarrier barrier() {
    return barrier;
  }

  Answer put() {
    return LocalExportSide.call(() -> segment.put(0, memory.source, 0, LENGTH));
  }

  Answer get() {
    return LocalExportSide.call(() -> segment.get(0, memory.sink, 0, LENGTH));
  }

  Answer putVector() {
    return LocalExportSide.call(() -> segment.putv(vector(memory.source)));
  }

  Answer getVector() {
    return LocalExportSide.call(() -> segment.getv(vector(memory.sink)));
  }

  private static ScatGath vector(ByteBuffer local) {
    int half = LENGTH / 2;
    return new ScatGath(2).add(local, 0, 0, half).add(local, half, half, half);
  }

  Answer unpublish() {
    return withdrawn(Answer.of(exporter.unpublish()));
  }

  Answer destroy() {
    return withdrawn(Answer.of(exporter.destroy()));
  }

  private Answer withdrawn(Answer answer) {
    withdrawn |= answer.code() == RsmReturn.SUCCESS;
    return answer;
  }

  Answer rebind() {
    return Answer.of(exporter.rebind());
  }

  Answer republish() {
    return Answer.of(exporter.republish());
  }

  Answer postAtExport() {
    return counted(Answer.of(exporter.post()), owedAtImport, 1);
  }

  Answer postAtImport() {
    return counted(LocalExportSide.call(() -> segment.post(SignalFlags.NONE)), owedAtExport, 1);
  }

  /** Counts a signal that was posted or taken. */
  private static Answer counted(Answer answer, AtomicInteger owed, int signals) {
    if (answer.code() == RsmReturn.SUCCESS) {
      owed.addAndGet(signals);
    }
    return answer;
  }

  Answer map() {
    return LocalExportSide.run(() -> segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, LENGTH));
  }

  Answer connect() {
    return LocalExportSide.run(
        () -> further.add(controller.connectImportSegment(node, id, Permission.RDWR)));
  }

  Answer waitAtExport() {
    return counted(Answer.of(exporter.await()), owedAtExport, -1);
  }

  Answer waitAtImport() {
    return counted(LocalExportSide.call(() -> segment.await(WAIT_MILLIS)), owedAtImport, -1);
  }

  @Override
  public void look() {
    leftAtExport = exporter.signals(withdrawn ? 0 : owedAtExport.get());
    int owed = withdrawn ? 0 : owedAtImport.get();
    leftAtImport = LocalExportSide.left(() -> segment.await(WAIT_MILLIS), owed);
    seen = exporter.memory();
  }

  @Override
  public String differs(SegmentPairModel model) {
    boolean exportLives = leftAtExport >= 0;
    if (exportLives == model.exportGone) {
      return "the export is " + (exportLives ? "not destroyed" : "destroyed");
    }
    boolean importLives = leftAtImport >= 0;
    if (importLives == model.importGone) {
      return "the import is " + (importLives ? "not disconnected" : "disconnected");
    }
    if (differ(leftAtExport, model.atExport, model.unsure)) {
      return "at the export wait " + leftAtExport + " signals, not " + model.atExport;
    }
    if (differ(leftAtImport, model.atImport, model.unsure)) {
      return "at the import wait " + leftAtImport + " signals, not " + model.atImport;
    }
    boolean marked = seen[0] == ExportSide.CANARY && seen[1] == ExportSide.CANARY;
    if (withdrawn && !marked) {
      return "the memory was written after the withdrawal";
    }
    if (model.putFirst && !withdrawn && seen[0] != ExportSide.PUT) {
      return "the data of a put is not in the export";
    }
    if (model.putSecond && !withdrawn && seen[1] != ExportSide.PUT) {
      return "the data of a put is not in the memory of the rebind";
    }
    return null;
  }

  private static boolean differ(int left, int expected, boolean unsure) {
    return left >= 0 && (unsure ? left > expected : left != expected);
  }

  @Override
  public void close() {
    further.forEach(ImportSegment::close);
    segment.close();
    exporter.close();
  }
}
