package org.dat4j.dat.natives;

import java.util.Arrays;

/**
 * Dispatchers of transfers that another dispatcher looks after: libdapl finds out that a connection
 * is broken only when the failed transfer is taken from it. One entry for each endpoint.
 */
final class Watched {

  private volatile NativeEvd[] evds = {};

  /** Takes what has completed on them; waits for nobody. */
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
