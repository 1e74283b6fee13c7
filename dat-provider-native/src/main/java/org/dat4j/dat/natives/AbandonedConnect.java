package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.EpState;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEvd;

/**
 * One endpoint of the library whose establishment was given up, on its way: it waits for an answer,
 * is disconnected, rests, and is freed. Used by one thread.
 */
final class AbandonedConnect {

  private static final System.Logger LOG = System.getLogger(AbandonedConnect.class.getName());

  private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** The pauses between looks grow with the time that has passed, to this part of it. */
  private static final int PART = 16;

  private final NativeIa adapter;
  private final long ep;

  /** Whether the library waits for an answer. */
  private final boolean pending;

  private final AbstractEvd told;
  private final boolean free;
  private final long began = System.nanoTime();
  private final Out status = new Out();

  /** From when on no answer can come. */
  private final long answered;

  /** What the library's thread may be doing after the end. */
  private long restsSince;

  private boolean rests;

  private AbandonedConnect(
      NativeIa adapter, long ep, boolean pending, long answered, AbstractEvd told, boolean free) {
    this.adapter = adapter;
    this.ep = ep;
    this.pending = pending;
    this.answered = answered;
    this.told = told;
    this.free = free;
  }

  /** One that waits for the answer to its connect, or to be told how its accept came out. */
  static AbandonedConnect pending(NativeIa adapter, long ep, AbstractEvd told, boolean free) {
    long end = System.nanoTime() + AbandonedConnects.KERNEL_ASKS_NANOS;
    return new AbandonedConnect(adapter, ep, true, end, told, free);
  }

  /** One that was disconnected while the kernel asked, which it goes on doing. */
  static AbandonedConnect answerable(
      NativeIa adapter, long ep, long since, AbstractEvd told, boolean free) {
    long end = since + AbandonedConnects.KERNEL_ASKS_NANOS;
    AbandonedConnect one = new AbandonedConnect(adapter, ep, false, end, told, free);
    one.rests = true;
    one.restsSince = since;
    return one;
  }

  /**
   * Goes on.
   *
   * @param now by {@link System#nanoTime}
   * @param hurry no answer is waited for any more
   * @return whether nothing is left to do
   */
  boolean isOver(long now, boolean hurry) {
    boolean late = hurry || now - answered >= 0;
    if (!rests) {
      boolean stillPending = isPending();
      if (!late && stillPending) {
        return false;
      }
      end(stillPending);
      return false;
    }
    if (now - restsSince < CmQuiet.PATIENCE_NANOS || !pending && !late) {
      return false;
    }
    // What was told under this handle, which the library will give to another one.
    EpQueues.settle(told);
    if (free) {
      int ret = adapter.freeEp(ep, true);
      if (!Ret.isSuccess(ret)) {
        LOG.log(System.Logger.Level.DEBUG, "dat_ep_free of an abandoned one answers {0}", ret);
      }
    }
    return true;
  }

  private boolean isPending() {
    int ret = LibDat.dat_ep_get_status(ep, status.address(0), status.address(1), status.address(2));
    int state = status.getInt(0);
    return Ret.isSuccess(ret)
        && (state == EpState.ACTIVE_CONNECTION_PENDING.value()
            || state == EpState.COMPLETION_PENDING.value());
  }

  /** How long to wait before the next look, in nanoseconds. */
  long nextLook(long now) {
    if (rests) {
      long left = restsSince + CmQuiet.PATIENCE_NANOS - now;
      return left > 0 ? left : CmQuiet.PATIENCE_NANOS;
    }
    return Math.max(FIRST_LOOK_NANOS, Math.min(LAST_LOOK_NANOS, (now - began) / PART));
  }

  /**
   * Ends the connection, for which the library's thread is needed, or the attempt, for which not.
   *
   * @param stillPending whether it is the attempt, and the library's call does not wait for it
   */
  void end(boolean stillPending) {
    IntSupplier call = () -> LibDat.dat_ep_disconnect(ep, CloseFlags.ABRUPT.value());
    int ret = stillPending ? adapter.cm().call(call) : call.getAsInt();
    if (!Ret.isSuccess(ret)) {
      LOG.log(System.Logger.Level.DEBUG, "dat_ep_disconnect of an abandoned one answers {0}", ret);
    }
    rests = true;
    restsSince = System.nanoTime();
  }
}
