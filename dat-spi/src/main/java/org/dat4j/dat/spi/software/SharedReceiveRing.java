package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/** The padding between the slots' fields and the posters' index. */
abstract class SharedReceiveRingPrePad extends WorkRequestSlots {
  /** Initial slots: a ring has all of its slots from the beginning. */
  private static final int ALL = Integer.MAX_VALUE;

  long p001, p002, p003, p004, p005, p006, p007;

  SharedReceiveRingPrePad(
      ContextTable<MemoryRegion> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, ALL, shift);
  }
}

/** The index of a shared receive ring that posters write. */
abstract class SharedReceiveRingTail extends SharedReceiveRingPrePad {
  volatile long tail;

  SharedReceiveRingTail(
      ContextTable<MemoryRegion> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, shift);
  }
}

/** The padding between the posters' and the takers' index. */
abstract class SharedReceiveRingMidPad extends SharedReceiveRingTail {
  long p011, p012, p013, p014, p015, p016, p017;

  SharedReceiveRingMidPad(
      ContextTable<MemoryRegion> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, shift);
  }
}

/** The index of a shared receive ring that takers write. */
abstract class SharedReceiveRingHead extends SharedReceiveRingMidPad {
  /** First position not taken. */
  volatile long head;

  SharedReceiveRingHead(
      ContextTable<MemoryRegion> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, shift);
  }
}

/** The padding between the takers' index and what follows it. */
abstract class SharedReceiveRingPostPad extends SharedReceiveRingHead {
  long p021, p022, p023, p024, p025, p026, p027;

  SharedReceiveRingPostPad(
      ContextTable<MemoryRegion> regions, int length, int maxSegments, int shift) {
    super(regions, length, maxSegments, shift);
  }
}

/**
 * The ring that holds the Receives of a {@link SharedReceiveQueue}, for several posters and several
 * takers. Positions are those of the whole {@link SharedReceiveQueue}, which sees to it that no
 * more buffers are outstanding than the ring has slots: so a slot is free when its turn comes. A
 * taker copies the slot first and claims it then; a copy that was overwritten meanwhile loses the
 * claim.
 */
final class SharedReceiveRing extends SharedReceiveRingPostPad {

  private static final int SHIFT = 3;

  /** Tail of a ring that takes no more. */
  static final long CLOSED = -1;

  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), SharedReceiveRingTail.class, "tail", long.class);
  private static final VarHandle HEAD =
      FieldHandles.find(MethodHandles.lookup(), SharedReceiveRingHead.class, "head", long.class);

  private volatile SharedReceiveRing next;
  private long start;

  /**
   * Makes an empty ring.
   *
   * @param regions memory by context
   * @param length buffers it must hold
   * @param maxSegments per buffer
   */
  SharedReceiveRing(ContextTable<MemoryRegion> regions, int length, int maxSegments) {
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

  /** Ends posting here; it goes on in another ring. Returns the tail. By one thread at a time. */
  long continueIn(SharedReceiveRing other) {
    long end = (long) TAIL.getAndSet(this, CLOSED);
    other.start = end;
    other.head = end;
    other.tail = end;
    next = other;
    return end;
  }

  /** The ring to go on with when everything before a position was taken; null when not yet. */
  SharedReceiveRing after(long position) {
    SharedReceiveRing other = next;
    return other != null && position == other.start ? other : null;
  }
}
