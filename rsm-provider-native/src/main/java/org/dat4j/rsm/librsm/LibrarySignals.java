package org.dat4j.rsm.librsm;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.dat4j.rsm.librsm.StructLayouts.PollfdT;

/**
 * The signals of one RSM segment over librsm: posts them, and waits for them in librsm or in Java.
 * While the segment is polled, {@link SignalThread} takes them from the library and counts them
 * here. A thread that waits for several segments and channels waits in Java.
 */
final class LibrarySignals {
  /**
   * The length of one wait in the library, which cannot be interrupted and is therefore done in
   * slices.
   */
  private static final int SLICE_MILLIS = 50;

  private final LibraryHandle handle;
  private final Object segment;
  private final Runnable wakePollers;
  private final BooleanSupplier live;
  private final AtomicInteger taken = new AtomicInteger();
  private boolean watched;
  private int fd;

  LibrarySignals(LibraryHandle handle, Object segment, Runnable wakePollers, BooleanSupplier live) {
    this.handle = handle;
    this.segment = segment;
    this.wakePollers = wakePollers;
    this.live = live;
  }

  int post(boolean drop) {
    if (!handle.enter()) {
      throw LibraryFailures.ended(segment);
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

  /** Takes a signal that {@link SignalThread} has brought. */
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
      // Rounded up to a whole millisecond, so that the rest of one is waited for and not spent in
      // polls.
      left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime() + 999_999);
      if (timeoutMillis >= 0 && left <= 0 || !live.getAsBoolean()) {
        return RsmReturn.TIMEOUT;
      }
    }
  }

  /** Starts or stops polling; called under the lock of the segment. */
  void polled(boolean on) {
    if (on) {
      NativeBlock entry = new NativeBlock(PollfdT.SIZE);
      LibraryFailures.check(
          LibRsm.rsm_memseg_get_pollfd(handle.value(), entry.address),
          segment + ".getPollfd",
          "rsm_memseg_get_pollfd");
      fd = entry.getInt(PollfdT.FD);
      watched = true;
      SignalThread.SHARED.add(fd, this);
    } else {
      end();
    }
  }

  /**
   * Stops polling before the segment ends, because the library refuses to end one that is polled.
   */
  void end() {
    if (watched) {
      watched = false;
      SignalThread.SHARED.remove(fd);
      LibRsm.rsm_memseg_release_pollfd(handle.value());
    }
  }

  /** Counts a signal that {@link SignalThread} has taken from the library for this segment. */
  void arrived() {
    taken.incrementAndGet();
    wakePollers.run();
  }
}
