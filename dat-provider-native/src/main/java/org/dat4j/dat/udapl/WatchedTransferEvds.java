package org.dat4j.dat.udapl;

import java.util.Arrays;

/**
 * The EVDs that the native backend drains when a thread looks at another EVD, the watching one.
 *
 * <p>A connection EVD watches the transfer EVDs of its endpoints, with one entry for each queue of
 * an endpoint. libdapl notices that a connection is broken only when a failed DTO is taken from it.
 * Without the drain, a program that waits for connection events alone would not learn of the break.
 * An asynchronous EVD watches the EVDs that may overflow, because a drain notices an overflow.
 *
 * <p>Any thread may drain, without the monitor that guards changes.
 */
final class WatchedTransferEvds {

  private volatile NativeEvd[] evds = {};

  /** Takes the completions on these EVDs, without waiting. */
  void settle() {
    for (NativeEvd evd : evds) {
      evd.settleUnlessWaiting();
    }
  }

  synchronized void add(NativeEvd evd) {
    NativeEvd[] more = Arrays.copyOf(evds, evds.length + 1);
    more[more.length - 1] = evd;
    evds = more;
  }

  /** Undoes one {@link #add}. */
  synchronized void remove(NativeEvd evd) {
    NativeEvd[] now = evds;
    for (int i = 0; i < now.length; i++) {
      if (now[i] == evd) {
        NativeEvd[] less = Arrays.copyOf(now, now.length - 1);
        System.arraycopy(now, i + 1, less, i, less.length - i);
        evds = less;
        return;
      }
    }
  }
}
