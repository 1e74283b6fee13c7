package org.dat4j.dat.udapl.libdapl;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.EpState;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * A libdapl endpoint whose connect or accept the native backend has given up, until it can be
 * disconnected and freed safely. It waits for an answer, is disconnected, cools down, and is freed.
 * Used by one thread.
 */
final class AbandonedConnect {

  private static final System.Logger LOG = System.getLogger(AbandonedConnect.class.getName());

  private static final long FIRST_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LAST_POLL_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The pause between two polls is this part of the time that has passed. */
  private static final int PAUSE_PART = 16;

  private final DaplAdapter adapter;
  private final long ep;

  /** Whether the library waits for an answer. */
  private final boolean pending;

  private final Runnable readEvents;
  private final boolean free;
  private final long began = System.nanoTime();
  private final OutParams status = new OutParams();

  /** The time from which on no answer can come. */
  private final long deadline;

  private long disconnectedAt;

  /** The CM thread may still use the connection. */
  private boolean coolingDown;

  private AbandonedConnect(
      DaplAdapter adapter,
      long ep,
      boolean pending,
      long deadline,
      Runnable readEvents,
      boolean free) {
    this.adapter = adapter;
    this.ep = ep;
    this.pending = pending;
    this.deadline = deadline;
    this.readEvents = readEvents;
    this.free = free;
  }

  /** Makes one that waits for the answer to its connect, or for the result of its accept. */
  static AbandonedConnect pending(DaplAdapter adapter, long ep, Runnable readEvents, boolean free) {
    long end = System.nanoTime() + AbandonedConnects.KERNEL_ASKS_NANOS;
    return new AbandonedConnect(adapter, ep, true, end, readEvents, free);
  }

  /** Makes one that was disconnected while the kernel continues its connect. */
  static AbandonedConnect answerable(
      DaplAdapter adapter, long ep, long since, Runnable readEvents, boolean free) {
    long end = since + AbandonedConnects.KERNEL_ASKS_NANOS;
    AbandonedConnect one = new AbandonedConnect(adapter, ep, false, end, readEvents, free);
    one.coolingDown = true;
    one.disconnectedAt = since;
    return one;
  }

  /**
   * Does the next step, if it is due.
   *
   * @param now by {@link System#nanoTime}
   * @param closing no answer is awaited any longer
   * @return whether nothing is left to do
   */
  boolean isOver(long now, boolean closing) {
    boolean late = closing || now - deadline >= 0;
    if (!coolingDown) {
      boolean stillPending = isPending();
      if (!late && stillPending) {
        return false;
      }
      // On iWARP the call waits for the CM thread, which must not be stopped meanwhile.
      end(stillPending && !adapter.isIwarp());
      return false;
    }
    if (now - disconnectedAt < CmThreadTracker.PATIENCE_NANOS || !pending && !late) {
      return false;
    }
    // The library will give this handle to another endpoint.
    readEvents.run();
    if (free) {
      int ret = adapter.freeEp(ep, true);
      if (!ReturnCodes.isSuccess(ret)) {
        LOG.log(System.Logger.Level.DEBUG, "dat_ep_free of an abandoned one answers {0}", ret);
      }
    }
    return true;
  }

  private boolean isPending() {
    int ret = LibDat.dat_ep_get_status(ep, status.address(0), status.address(1), status.address(2));
    int state = status.getInt(0);
    return ReturnCodes.isSuccess(ret)
        && (state == EpState.ACTIVE_CONNECTION_PENDING.value()
            || state == EpState.COMPLETION_PENDING.value());
  }

  /** Returns how long to wait before the next poll, in nanoseconds. */
  long nextPoll(long now) {
    if (coolingDown) {
      long left = disconnectedAt + CmThreadTracker.PATIENCE_NANOS - now;
      return left > 0 ? left : CmThreadTracker.PATIENCE_NANOS;
    }
    return Math.max(FIRST_POLL_NANOS, Math.min(LAST_POLL_NANOS, (now - began) / PAUSE_PART));
  }

  /**
   * Ends the connection, which needs the CM thread, or the attempt, which does not.
   *
   * @param stillPending whether it is the attempt, and the library's call does not wait for it
   */
  void end(boolean stillPending) {
    IntSupplier call = () -> LibDat.dat_ep_disconnect(ep, CloseFlags.ABRUPT.value());
    int ret = stillPending ? adapter.cmGate().call(call) : call.getAsInt();
    if (!ReturnCodes.isSuccess(ret)) {
      LOG.log(System.Logger.Level.DEBUG, "dat_ep_disconnect of an abandoned one answers {0}", ret);
    }
    coolingDown = true;
    disconnectedAt = System.nanoTime();
  }
}
