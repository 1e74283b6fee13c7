package org.dat4j.rsm.natives.librsm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.dat4j.rsm.natives.librsm.Layouts.PollfdT;

/**
 * The signals of a segment. While it is polled, {@link Watcher} takes them from the library and
 * counts them here, as who waits for several segments and channels waits in Java.
 */
final class Signals {
  /** A wait in the library cannot be interrupted, so it is done in slices. */
  private static final int SLICE_MILLIS = 50;

  private final Handle handle;
  private final Object segment;
  private final Runnable wakePollers;
  private final BooleanSupplier live;
  private final AtomicInteger taken = new AtomicInteger();
  private boolean watched;
  private int fd;

  Signals(Handle handle, Object segment, Runnable wakePollers, BooleanSupplier live) {
    this.handle = handle;
    this.segment = segment;
    this.wakePollers = wakePollers;
    this.live = live;
  }

  int post(boolean drop) {
    if (!handle.enter()) {
      throw Refusals.ended(segment);
    }
    try {
      return LibRsm.rsm_intr_signal_post(handle.value(), drop ? SignalFlags.NO_ACCUMULATE : 0);
    } finally {
      handle.leave();
    }
  }

  private int waitInLibrary(int millis) {
    if (!handle.enter()) {
      return RsmReturn.TIMEOUT;
    }
    try {
      return LibRsm.rsm_intr_signal_wait(handle.value(), millis);
    } finally {
      handle.leave();
    }
  }

  /** Takes a signal that {@link Watcher} has brought. */
  private boolean takeOwn() {
    int now;
    do {
      now = taken.get();
      if (now == 0) {
        return false;
      }
    } while (!taken.compareAndSet(now, now - 1));
    return true;
  }

  boolean take() {
    return takeOwn() || waitInLibrary(0) == RsmReturn.SUCCESS;
  }

  int await(int timeoutMillis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
    long left = 0;
    while (true) {
      if (takeOwn()) {
        return RsmReturn.SUCCESS;
      }
      int slice = timeoutMillis < 0 ? SLICE_MILLIS : (int) Math.min(left, SLICE_MILLIS);
      int code = Thread.currentThread().isInterrupted() ? waitInLibrary(0) : waitInLibrary(slice);
      if (code != RsmReturn.TIMEOUT && code != RsmReturn.INTERRUPTED) {
        return code;
      }
      if (Thread.currentThread().isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      // Up to a whole millisecond: the rest of one is waited for, not spent in polls.
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime() + 999_999);
      if (timeoutMillis >= 0 && left <= 0 || !live.getAsBoolean()) {
        return RsmReturn.TIMEOUT;
      }
    }
  }

  /** As the segment is told, in its lock. */
  void polled(boolean on) {
    if (on) {
      Block entry = new Block(PollfdT.SIZE);
      Refusals.check(
          LibRsm.rsm_memseg_get_pollfd(handle.value(), entry.address),
          segment + ".getPollfd",
          "rsm_memseg_get_pollfd");
      fd = entry.getInt(PollfdT.FD);
      watched = true;
      Watcher.SHARED.add(fd, this);
    } else {
      end();
    }
  }

  /** Before the segment ends: the library refuses to end one that is polled. */
  void end() {
    if (watched) {
      watched = false;
      Watcher.SHARED.remove(fd);
      LibRsm.rsm_memseg_release_pollfd(handle.value());
    }
  }

  /** A signal was taken from the library for this segment. */
  void arrived() {
    taken.incrementAndGet();
    wakePollers.run();
  }
}
