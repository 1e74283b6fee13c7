package org.dat4j.rsm.util;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The entry point of the helpers for small RSM programs: connects until the exporter is there, and
 * turns codes into exceptions and exceptions into codes.
 *
 * <pre>{@code
 * ImportSegment board =
 *     Rsms.connectUntil(controller, node, ID, Permission.RDWR, Duration.ofMinutes(1));
 * board.initBarrier(BarrierType.DEFAULT); // or the first transfer is refused
 * ImportedWords words = new ImportedWords(board);
 * words.put64(0, words.get64(0) + 1);
 * Rsms.check(board.post(SignalFlags.NONE), "post");
 * if (Rsms.awaitSignal(board, Duration.ofSeconds(10))) { ... }
 * }</pre>
 */
public final class Rsms {

  private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(10);
  private static final long MAX_PAUSE = TimeUnit.MILLISECONDS.toNanos(500);

  private Rsms() {}

  /**
   * Imports a segment, and tries again until a time limit: while it is not published, its node
   * cannot be reached, or an exporter that died has not been replaced.
   *
   * @param controller of this process
   * @param nodeId node of the exporter
   * @param segmentId id it is published with
   * @param perm what this import may do, of {@link org.dat4j.rsm.Permission}
   * @param limit of all tries together
   * @return the import, to be closed by the caller
   * @throws RsmException as {@link RsmController#connectImportSegment}; after the limit the refusal
   *     of the last try; RSMERR_INTERRUPTED, with the thread's flag still set
   */
  public static ImportSegment connectUntil(
      RsmController controller, int nodeId, int segmentId, int perm, Duration limit) {
    given(controller, "Rsms.connectUntil", "controller", RsmReturn.BAD_CTLR_HNDL);
    given(limit, "Rsms.connectUntil", "limit", RsmReturn.BAD_ADDR);
    boolean isLong = limit.compareTo(Duration.ofNanos(Long.MAX_VALUE / 2)) >= 0;
    long deadline = System.nanoTime() + (isLong ? Long.MAX_VALUE / 2 : limit.toNanos());
    for (long pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, MAX_PAUSE)) {
      try {
        return controller.connectImportSegment(nodeId, segmentId, perm);
      } catch (RsmException e) {
        long rest = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
        if (!isTransient(e.code()) || deadline - System.nanoTime() <= rest) {
          throw e;
        }
        pause(rest);
      }
    }
  }

  private static boolean isTransient(int code) {
    return code == RsmReturn.SEG_NOT_PUBLISHED
        || code == RsmReturn.REMOTE_NODE_UNREACHABLE
        || code == RsmReturn.CONN_ABORTED;
  }

  private static void pause(long nanos) {
    long end = System.nanoTime() + nanos;
    for (long left = nanos; left > 0; left = end - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.currentThread().isInterrupted()) {
        throw new RsmException(
            RsmReturn.INTERRUPTED,
            "Rsms.connectUntil",
            "pause",
            TimeUnit.NANOSECONDS.toMillis(nanos) + " ms",
            "the thread was interrupted");
      }
    }
  }

  /**
   * Waits for a signal of the exporter, and notices its end.
   *
   * @param segment an import of a controller that reports aborts
   * @param limit at most some 24 days; longer ones are without limit
   * @return whether a signal was taken; false when the time is over
   * @throws RsmException RSMERR_CONN_ABORTED when the exporter has withdrawn the segment or died;
   *     RSMERR_INTERRUPTED; as {@link ImportSegment#awaitOrAborted}
   */
  public static boolean awaitSignal(ImportSegment segment, Duration limit) {
    given(segment, "Rsms.awaitSignal", "segment", RsmReturn.BAD_SEG_HNDL);
    given(limit, "Rsms.awaitSignal", "limit", RsmReturn.BAD_ADDR);
    boolean isLong = limit.compareTo(Duration.ofMillis(Integer.MAX_VALUE)) > 0;
    long millis = isLong ? -1 : Math.max(0, (limit.toNanos() + 999_999) / 1_000_000);
    int code = segment.awaitOrAborted((int) millis);
    if (code == RsmReturn.TIMEOUT) {
      return false;
    }
    check(code, "awaitSignal");
    return true;
  }

  /**
   * Checks what a transfer, a barrier, a post or a wait has returned.
   *
   * @param code a constant of {@link RsmReturn}
   * @param call what was called, for the exception
   * @throws RsmException unless the code is RSM_SUCCESS; it has that code
   */
  public static void check(int code, String call) {
    if (code != RsmReturn.SUCCESS) {
      String remedy =
          code == RsmReturn.CONN_ABORTED
              ? "the exporter has withdrawn the segment or died: disconnect, then connect again"
              : "errors.md has advice for each code";
      throw new RsmException(code, call, null, null, remedy);
    }
  }

  /**
   * Makes a call that throws, and returns what the C function would: for programs that look at
   * codes, and for teardowns that go on after a failure.
   *
   * @param call for example {@code segment::unpublish}
   * @return {@link RsmReturn#SUCCESS}, or the exception's code
   */
  public static int codeOf(Runnable call) {
    given(call, "Rsms.codeOf", "call", RsmReturn.BAD_ADDR);
    try {
      call.run();
      return RsmReturn.SUCCESS;
    } catch (RsmException e) {
      return e.code();
    }
  }

  /** Refuses a null, which has no meaning here, as the calls of the contract do. */
  static void given(Object value, String where, String argument, int code) {
    if (value == null) {
      throw new RsmException(code, where, argument, null, "give one; null has no meaning");
    }
  }
}
