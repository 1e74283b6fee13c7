package org.dat4j.conformance.rsm.stepper.sides;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;

/**
 * The side that exports a segment in the RSM stepper's pairs (two calls at once), on a controller
 * of this JVM.
 */
public final class LocalExportSide implements ExportSide {
  /** How long a wait for a signal lasts, in milliseconds. */
  public static final int WAIT_MILLIS = 1;

  private static final int LAST = LENGTH - Long.BYTES;
  private static final long PATIENCE_MILLIS = 4_000;

  private final Supplier<RsmController> controllers;
  private ByteBuffer first;
  private ByteBuffer second;
  private ExportSegment export;

  /**
   * Makes a side without a scene.
   *
   * @param controllers gives the controller of a scene
   */
  public LocalExportSide(Supplier<RsmController> controllers) {
    this.controllers = controllers;
  }

  @Override
  public int make(boolean rebind) {
    RsmController controller = controllers.get();
    if (first == null) {
      first = buffer((int) controller.getAttr().pageSize());
      second = buffer((int) controller.getAttr().pageSize());
    }
    mark(0);
    int flags = rebind ? ExportFlags.ALLOW_REBIND : ExportFlags.NONE;
    export = controller.createExportSegment(first, flags);
    return export.publish(0, null);
  }

  /** Allocates memory of a segment or a transfer. */
  public static ByteBuffer buffer(int page) {
    return ByteBuffer.allocateDirect(LENGTH + page)
        .alignedSlice(page)
        .slice(0, LENGTH)
        .order(ByteOrder.nativeOrder());
  }

  private void mark(long value) {
    first.putLong(LAST, value);
    second.putLong(LAST, value);
  }

  @Override
  public int unpublish() {
    return withdraw(export::unpublish);
  }

  @Override
  public int destroy() {
    return withdraw(export::destroy);
  }

  private int withdraw(Runnable deed) {
    Answer answer = run(deed);
    if (answer.code() == RsmReturn.SUCCESS) {
      mark(CANARY);
    }
    return answer.code();
  }

  @Override
  public int rebind() {
    return run(() -> export.rebind(second, 0)).code();
  }

  @Override
  public int republish() {
    return run(() -> export.republish(null)).code();
  }

  @Override
  public int post() {
    return call(() -> export.post(SignalFlags.NONE)).code();
  }

  @Override
  public int await() {
    return call(() -> export.await(WAIT_MILLIS)).code();
  }

  @Override
  public long[] memory() {
    return new long[] {first.getLong(LAST), second.getLong(LAST)};
  }

  @Override
  public int signals(int owed) {
    return left(() -> export.await(WAIT_MILLIS), owed);
  }

  /**
   * Counts the signals that are left; -1 of a segment that has gone.
   *
   * @param owed how many have to come: a signal may still be under way when its post has returned
   */
  public static int left(IntSupplier deed, int owed) {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(PATIENCE_MILLIS);
    int left = 0;
    while (true) {
      int code = call(deed).code();
      if (code == RsmReturn.BAD_SEG_HNDL) {
        return -1;
      }
      if (code == RsmReturn.SUCCESS) {
        left++;
      } else if (left >= owed || limit.isOver()) {
        return left;
      }
    }
  }

  /** Makes a call that returns a code. */
  public static Answer call(IntSupplier deed) {
    try {
      return Answer.of(deed.getAsInt());
    } catch (RsmException e) {
      return Answer.of(e.code());
    }
  }

  /** Makes a call without a result. */
  public static Answer run(Runnable deed) {
    return call(
        () -> {
          deed.run();
          return RsmReturn.SUCCESS;
        });
  }

  @Override
  public void close() {
    export.close();
  }
}
