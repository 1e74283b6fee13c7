package org.dat4j.dat.udapl;

import java.util.Arrays;

/**
 * The EVDs for DTOs that are drained when a native connection EVD is read: libdapl notices a broken
 * connection only when a failed DTO is taken. One entry for each endpoint.
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
