package org.dat4j.rsm.dat;

import java.util.ArrayDeque;
import java.util.Deque;
import org.dat4j.dat.MemPriv;

/** Registered memory that transfers of memory which cannot be registered go through. */
final class BouncePool {
  private static final int KEPT = 64;

  private final Adapter adapter;
  private final Deque<Bounce> free = new ArrayDeque<>();

  BouncePool(Adapter adapter) {
    this.adapter = adapter;
  }

  synchronized Bounce take() {
    Bounce kept = free.poll();
    return kept != null
        ? kept
        : new Bounce(Buffers.of(adapter, Bounce.SIZE, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE));
  }

  synchronized void giveBack(Bounce bounce) {
    if (free.size() < KEPT) {
      free.push(bounce);
    } else {
      bounce.memory().lmr().free();
    }
  }
}
