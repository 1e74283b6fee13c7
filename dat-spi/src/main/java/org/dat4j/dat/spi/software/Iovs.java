package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;

/** What posters write, on lines of its own. */
abstract class IovsPosters extends IovSlots {
  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
  volatile long tail;
  long completedSeen;
  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  IovsPosters(ContextTable<Region> regions, int limit, int maxSegments, int stride) {
    super(regions, limit, maxSegments, stride);
  }
}

/**
 * The ring of posted requests or receives of one endpoint. Posters claim a slot and publish it;
 * whoever holds the turn works from the oldest on and gives slots back. Posters look at what was
 * given back only when the ring may be full: the two sides write to different lines.
 */
abstract class Iovs extends IovsPosters {

  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), IovsPosters.class, "tail", long.class);
  private static final VarHandle COMPLETED =
      FieldHandles.find(MethodHandles.lookup(), Iovs.class, "completed", long.class);

  private volatile long completed;

  /**
   * Makes an empty ring.
   *
   * @param regions memory by context
   * @param limit most entries outstanding
   * @param maxSegments per entry
   * @param stride words from slot to slot, at least 8
   */
  Iovs(ContextTable<Region> regions, int limit, int maxSegments, int stride) {
    super(regions, limit, maxSegments, stride);
  }

  /** Claims a slot; -1 when the ring is full. */
  final long claimSlot() {
    for (; ; ) {
      long position = tail;
      if (position - completedSeen >= limit) {
        long now = completed;
        if (position - now >= limit) {
          return -1;
        }
        completedSeen = now;
      }
      if (TAIL.compareAndSet(this, position, position + 1)) {
        return position;
      }
    }
  }

  /** Entries before this position are complete and their slots free. */
  final long completed() {
    return completed;
  }

  /** Completes the oldest entry; by the turn's holder. */
  final void advance() {
    COMPLETED.setRelease(this, completed + 1);
  }

  /** Everything posted is complete. */
  final boolean isIdle() {
    return completed == tail;
  }

  /** Something was posted at some time. */
  final boolean wasUsed() {
    return tail != 0;
  }

  /** Entries posted and not complete. */
  final int outstanding() {
    return (int) (tail - completed);
  }
}
