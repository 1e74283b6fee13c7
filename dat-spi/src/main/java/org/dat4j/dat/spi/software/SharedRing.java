package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;

/** What posters write, on lines of its own. */
abstract class SharedRingTail extends IovSlots {
  private static final int ALL = Integer.MAX_VALUE;

  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
  volatile long tail;
  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  SharedRingTail(ContextTable<Region> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, ALL, shift);
  }
}

/**
 * A ring of receive buffers for several posters and several takers. Positions are those of the
 * whole {@link SharedReceives}, which sees to it that no more buffers are outstanding than the ring
 * has slots: so a slot is free when its turn comes. A taker copies the slot first and claims it
 * then; a copy that was overwritten meanwhile loses the claim.
 */
final class SharedRing extends SharedRingTail {

  private static final int SHIFT = 3;

  /** Tail of a ring that takes no more. */
  static final long CLOSED = -1;

  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), SharedRingTail.class, "tail", long.class);
  private static final VarHandle HEAD =
      FieldHandles.find(MethodHandles.lookup(), SharedRing.class, "head", long.class);

  /** First position not taken. */
  volatile long head;

  long p21;
  long p22;
  long p23;
  long p24;
  long p25;
  long p26;
  long p27;

  private volatile SharedRing next;
  private long start;

  /**
   * Makes an empty ring.
   *
   * @param regions memory by context
   * @param length buffers it must hold
   * @param maxSegments per buffer
   */
  SharedRing(ContextTable<Region> regions, int length, int maxSegments) {
    super(regions, length, maxSegments, SHIFT);
  }

  /** Buffers it can hold. */
  int capacity() {
    return mask + 1;
  }

  /** Claims the tail for a post; false when somebody was faster or the ring was closed. */
  boolean claimTail(long position) {
    return TAIL.compareAndSet(this, position, position + 1);
  }

  /** Claims the head for a taker; false when somebody was faster. */
  boolean claimHead(long position) {
    return HEAD.compareAndSet(this, position, position + 1);
  }

  /** Ends posting here; it goes on in another ring. By one thread at a time. */
  void continueIn(SharedRing other) {
    long end = (long) TAIL.getAndSet(this, CLOSED);
    other.start = end;
    other.head = end;
    other.tail = end;
    next = other;
  }

  /** The ring to go on with when everything before a position was taken; null when not yet. */
  SharedRing after(long position) {
    SharedRing other = next;
    return other != null && position == other.start ? other : null;
  }
}
