package org.dat4j.conformance.rsm.stepper;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntSupplier;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.conformance.stepper.pairs.PairScene;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;

/**
 * An export and an import of it on one controller, on which the RSM stepper makes two calls at once
 * to check that both answers fit one order of the calls.
 */
final class SegmentPairScene implements PairScene<SegmentPairModel> {
  /** The memory of segments and transfers: large, so that calls meet a transfer. */
  static final class Memory {
    final ByteBuffer first;
    private final ByteBuffer second;
    final ByteBuffer source;
    final ByteBuffer sink;

    Memory(int page) {
      first = buffer(page);
      second = buffer(page);
      source = buffer(page);
      sink = buffer(page);
      for (int i = 0; i < LENGTH; i += Long.BYTES) {
        source.putLong(i, PUT);
      }
    }

    void clear() {
      first.putLong(LAST, 0);
      second.putLong(LAST, 0);
    }

    /** Marks the memory as withdrawn. */
    void mark() {
      first.putLong(LAST, CANARY);
      second.putLong(LAST, CANARY);
    }

    boolean isMarked() {
      return first.getLong(LAST) == CANARY && second.getLong(LAST) == CANARY;
    }

    /** Returns whether a put has come to the first memory. */
    boolean isPut() {
      return first.getLong(LAST) == PUT;
    }

    private static ByteBuffer buffer(int page) {
      return ByteBuffer.allocateDirect(LENGTH + page)
          .alignedSlice(page)
          .slice(0, LENGTH)
          .order(ByteOrder.nativeOrder());
    }
  }

  static final int LENGTH = 1 << 18;
  private static final int LAST = LENGTH - Long.BYTES;
  private static final long PUT = 0x3333333333333333L;

  /** Marks memory that was withdrawn from importers. */
  private static final long CANARY = 0x7F7F7F7F7F7F7F7FL;

  /** How long a wait for a signal lasts, in milliseconds. */
  private static final int WAIT_MILLIS = 1;

  private final RsmModelTables tables;
  private final RsmController controller;
  private final int node;
  private final Memory memory;
  private final ExportSegment export;
  private final int id;
  private final ImportSegment segment;
  private final RsmBarrier barrier;
  private final boolean mapped;
  private final List<ImportSegment> further = Collections.synchronizedList(new ArrayList<>());
  private volatile boolean withdrawn;
  private int leftAtExport;
  private int leftAtImport;

  SegmentPairScene(
      RsmModelTables tables, RsmController controller, int node, Memory memory, boolean mapped) {
    this.tables = tables;
    this.controller = controller;
    this.node = node;
    this.memory = memory;
    this.mapped = mapped;
    memory.clear();
    export = controller.createExportSegment(memory.first, ExportFlags.ALLOW_REBIND);
    id = export.publish(0, null);
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
    return model;
  }

  static Answer call(IntSupplier deed) {
    try {
      return Answer.of(deed.getAsInt());
    } catch (RsmException e) {
      return Answer.of(e.code());
    }
  }

  static Answer run(Runnable deed) {
    return call(
        () -> {
          deed.run();
          return RsmReturn.SUCCESS;
        });
  }

  ExportSegment export() {
    return export;
  }

  ImportSegment segment() {
    return segment;
  }

  RsmBarrier barrier() {
    return barrier;
  }

  Answer put() {
    return call(() -> segment.put(0, memory.source, 0, LENGTH));
  }

  Answer get() {
    return call(() -> segment.get(0, memory.sink, 0, LENGTH));
  }

  Answer putVector() {
    return call(() -> segment.putv(vector(memory.source)));
  }

  Answer getVector() {
    return call(() -> segment.getv(vector(memory.sink)));
  }

  private static ScatGath vector(ByteBuffer local) {
    int half = LENGTH / 2;
    return new ScatGath(2).add(local, 0, 0, half).add(local, half, half, half);
  }

  /** Withdraws the segment, and marks its memory once the call has returned. */
  Answer withdraw(Runnable deed) {
    Answer answer = run(deed);
    if (answer.code() == RsmReturn.SUCCESS) {
      memory.mark();
      withdrawn = true;
    }
    return answer;
  }

  Answer rebind() {
    return run(() -> export.rebind(memory.second, 0));
  }

  Answer map() {
    return run(() -> segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, LENGTH));
  }

  Answer connect() {
    return run(() -> further.add(controller.connectImportSegment(node, id, Permission.RDWR)));
  }

  Answer waitAtExport() {
    return call(() -> export.await(WAIT_MILLIS));
  }

  Answer waitAtImport() {
    return call(() -> segment.await(WAIT_MILLIS));
  }

  @Override
  public void look() {
    leftAtExport = left(() -> export.await(WAIT_MILLIS));
    leftAtImport = left(() -> segment.await(WAIT_MILLIS));
  }

  /** Counts the signals that are left; -1 of a segment that has gone. */
  private static int left(IntSupplier deed) {
    int left = 0;
    while (true) {
      int code = call(deed).code();
      if (code == RsmReturn.BAD_SEG_HNDL) {
        return -1;
      }
      if (code != RsmReturn.SUCCESS) {
        return left;
      }
      left++;
    }
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
    if (withdrawn && !memory.isMarked()) {
      return "the memory was written after the withdrawal";
    }
    if (model.putFirst && !withdrawn && !memory.isPut()) {
      return "the data of a put is not in the export";
    }
    if (model.putSecond && !withdrawn && memory.second.getLong(LAST) != PUT) {
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
    export.close();
  }
}
