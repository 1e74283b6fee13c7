package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Lmr;

/**
 * A cache of the DAT registrations of program buffers that an RSM import transferred recently. Long
 * transfers need no copy, and repeated ones no new registration. A buffer is found by its identity,
 * as its memory never changes, and is released some seconds after its last use. Used with the lock
 * of the data path.
 */
final class RegistrationCache {
  private static final int ENTRIES = 16;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final LocalProcess process;
  private final ByteBuffer[] buffers = new ByteBuffer[ENTRIES];
  private final Lmr[] lmrs = new Lmr[ENTRIES];
  private final long[] used = new long[ENTRIES];
  private int last;
  private int next;

  RegistrationCache(LocalProcess process) {
    this.process = process;
  }

  /**
   * Returns the registration of a whole writable direct buffer, or null if it cannot be registered.
   */
  Lmr of(ByteBuffer buffer) {
    if (buffers[last] != buffer && !find(buffer)) {
      return add(buffer);
    }
    used[last] = System.nanoTime();
    return lmrs[last];
  }

  private boolean find(ByteBuffer buffer) {
    for (int i = 0; i < ENTRIES; i++) {
      if (buffers[i] == buffer) {
        last = i;
        return true;
      }
    }
    return false;
  }

  private Lmr add(ByteBuffer buffer) {
    Lmr lmr;
    try {
      lmr = process.adapter().local().register(buffer.duplicate().clear(), SegmentMemory.LOCAL);
    } catch (DatException | OutOfMemoryError shortage) {
      return null;
    }
    int at = next;
    next = (next + 1) % ENTRIES;
    free(at);
    buffers[at] = buffer;
    lmrs[at] = lmr;
    used[at] = System.nanoTime();
    last = at;
    return lmr;
  }

  private void free(int at) {
    if (lmrs[at] != null) {
      process.free(lmrs[at]);
      lmrs[at] = null;
      buffers[at] = null;
    }
  }

  /** Frees registrations that were not used for a while. */
  void trim() {
    long now = System.nanoTime();
    for (int i = 0; i < ENTRIES; i++) {
      if (lmrs[i] != null && now - used[i] > IDLE_NANOS) {
        free(i);
      }
    }
  }

  void clear() {
    for (int i = 0; i < ENTRIES; i++) {
      free(i);
    }
  }
}
