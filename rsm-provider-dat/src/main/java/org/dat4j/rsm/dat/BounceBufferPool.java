package org.dat4j.rsm.dat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.dat.MemPriv;

/** A pool of registered bounce buffers that the RSM imports of one process share. */
final class BounceBufferPool {
  private static final int KEPT = 64;

  private final ProtectionZone zone;
  private final Deque<BounceBuffer> free = new ArrayDeque<>();

  BounceBufferPool(ProtectionZone zone) {
    this.zone = zone;
  }

  synchronized BounceBuffer take() {
    BounceBuffer kept = free.poll();
    return kept != null
        ? kept
        : new BounceBuffer(
            RegisteredBuffer.of(zone, BounceBuffer.SIZE, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE));
  }

  synchronized void giveBack(BounceBuffer bounce) {
    if (free.size() < KEPT) {
      free.push(bounce);
    } else {
      bounce.memory().lmr().free();
    }
  }
}
