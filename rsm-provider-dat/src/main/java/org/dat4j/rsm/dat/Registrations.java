package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Lmr;

/**
 * Registrations of buffers that transfers of an import have used lately, so that long transfers
 * need no copy and repeated ones no registration. A buffer is known by its identity, as its memory
 * never changes, and let go some seconds after its last use. Used with the lock of the data path.
 */
final class Registrations {
  private static final int ENTRIES = 16;
  private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Engine engine;
  private final ByteBuffer[] buffers = new ByteBuffer[ENTRIES];
  private final Lmr[] lmrs = new Lmr[ENTRIES];
  private final long[] used = new long[ENTRIES];
  private int last;
  private int next;

  Registrations(Engine engine) {
    this.engine = engine;
  }

  /** The registration of a whole direct buffer that may be written, or null if there is none. */
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
      lmr = engine.adapter().register(buffer.duplicate().clear(), Backing.LOCAL);
    } catch (DatException shortage) {
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
      engine.free(lmrs[at]);
      lmrs[at] = null;
      buffers[at] = null;
    }
  }

  /** Lets go what was not used for a while. */
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
