package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;
import org.dat4j.dat.spi.software.memory.MemoryRegion;

/** The fields of a shared receive queue that are rarely written. */
abstract class SharedReceiveQueueData {
  final ContextTable<MemoryRegion> regions;
  final int maxSegments;
  final StalledEndpoints stalled = new StalledEndpoints();
  volatile SharedReceiveRing posting;
  volatile SharedReceiveRing taking;
  volatile int limit;

  /** A former value of {@link SharedReceiveQueueReleases#released}. */
  volatile long releasedSeen;

  SharedReceiveQueueData(ContextTable<MemoryRegion> regions, int maxSegments) {
    this.regions = regions;
    this.maxSegments = maxSegments;
  }
}

/** The padding between the rarely written fields and the count of releases. */
abstract class SharedReceiveQueuePrePad extends SharedReceiveQueueData {
  long p001, p002, p003, p004, p005, p006, p007;

  SharedReceiveQueuePrePad(ContextTable<MemoryRegion> regions, int maxSegments) {
    super(regions, maxSegments);
  }
}

/** The count of a shared receive queue that is written at every dequeue. */
abstract class SharedReceiveQueueReleases extends SharedReceiveQueuePrePad {
  volatile long released;

  SharedReceiveQueueReleases(ContextTable<MemoryRegion> regions, int maxSegments) {
    super(regions, maxSegments);
  }
}

/** The padding between the count of releases and what follows it. */
abstract class SharedReceiveQueuePostPad extends SharedReceiveQueueReleases {
  long p011, p012, p013, p014, p015, p016, p017;

  SharedReceiveQueuePostPad(ContextTable<MemoryRegion> regions, int maxSegments) {
    super(regions, maxSegments);
  }
}

/**
 * The Receives of one shared receive queue (SRQ) of a software backend, from which several
 * endpoints take. Posted buffers wait in a ring; an endpoint copies one to its {@link
 * SrqReceiveQueue} when a message needs it. A buffer is outstanding until its completion was taken
 * from the EVD, and no more are outstanding than the limit. Nobody waits for anybody: a ring that
 * became too small is closed and followed by a longer one.
 */
final class SharedReceiveQueue extends SharedReceiveQueuePostPad {

  private static final VarHandle RELEASED =
      FieldHandles.find(
          MethodHandles.lookup(), SharedReceiveQueueReleases.class, "released", long.class);
  private static final VarHandle TAKING =
      FieldHandles.find(
          MethodHandles.lookup(), SharedReceiveQueueData.class, "taking", SharedReceiveRing.class);

  /**
   * Makes an empty queue.
   *
   * @param regions memory by context
   * @param limit most buffers outstanding, positive
   * @param maxSegments per buffer
   */
  SharedReceiveQueue(ContextTable<MemoryRegion> regions, int limit, int maxSegments) {
    super(regions, maxSegments);
    this.limit = limit;
    this.posting = new SharedReceiveRing(regions, limit, maxSegments);
    this.taking = posting;
  }

  /**
   * Posts a buffer and serves an endpoint that waits for one; false when too many are outstanding.
   */
  boolean post(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    for (; ; ) {
      SharedReceiveRing ring = posting;
      long position = ring.tail;
      if (position == SharedReceiveRing.CLOSED) {
        Thread.onSpinWait();
        continue;
      }
      if (position - releasedSeen >= limit) {
        long now = released;
        if (position - now >= limit) {
          return false;
        }
        releasedSeen = now;
      }
      long[] slots = ring.slots(false);
      if (ring.claimTail(position)) {
        try {
          int count = ring.putSegments(slots, position, iov, lmrContext, address);
          ring.put(slots, position, WorkRequestSlots.INFO, count);
          ring.put(slots, position, WorkRequestSlots.COOKIE, cookie);
          ring.put(slots, position, WorkRequestSlots.LENGTH, length);
          ring.publish(slots, position);
        } catch (Error e) {
          // Without a call: there may be no stack left for one.
          slots[((int) position << ring.shift & slots.length - 1) + WorkRequestSlots.SEQUENCE] =
              -position - 1;
          throw e;
        }
        break;
      }
    }
    VarHandle.fullFence();
    serve();
    return true;
  }

  /** Lets endpoints whose messages wait for a buffer try again, while there are buffers. */
  private void serve() {
    for (int left = stalled.count(); left > 0 && available() > 0; left--) {
      stalled.serveFirst();
    }
  }

  /**
   * Moves the oldest buffer to an endpoint.
   *
   * @param own slots of the endpoint
   * @param slot a free one of them
   * @return false when there is no buffer
   */
  boolean take(WorkRequestSlots own, long slot) {
    for (; ; ) {
      SharedReceiveRing ring = taking;
      long position = ring.head;
      if (ring.isPublished(position)) {
        own.copy(ring, position, own.slots(false), slot);
        if (ring.claimHead(position)) {
          return true;
        }
      } else if (ring.isVoid(position)) {
        if (ring.claimHead(position)) {
          release();
        }
      } else if (position == ring.head) {
        SharedReceiveRing next = ring.after(position);
        if (next == null) {
          return false;
        }
        TAKING.compareAndSet(this, ring, next);
      }
    }
  }

  /** The completion of a buffer was taken from its EVD, or will never be. */
  void release() {
    RELEASED.getAndAdd(this, 1L);
  }

  /** Buffers posted and not taken by an endpoint. */
  int available() {
    long taken = taking.head;
    return (int) (posted() - taken);
  }

  /** Buffers posted whose completion was not taken from an EVD. */
  int outstanding() {
    long gone = released;
    return (int) (posted() - gone);
  }

  private long posted() {
    for (; ; ) {
      long now = posting.tail;
      if (now != SharedReceiveRing.CLOSED) {
        return now;
      }
      Thread.onSpinWait();
    }
  }

  /** Most buffers outstanding. */
  int limit() {
    return limit;
  }

  /** Segments per buffer. */
  int maxSegments() {
    return maxSegments;
  }

  /**
   * Changes the limit; buffers and their order stay.
   *
   * @param wanted the new limit, positive
   * @return false when more are outstanding; nothing has changed then
   */
  synchronized boolean resize(int wanted) {
    if (outstanding() > wanted) {
      return false;
    }
    SharedReceiveRing now = posting;
    if (wanted >= limit && wanted <= now.capacity()) {
      limit = wanted;
      return true;
    }
    // With a lower limit, too: a post that has read the old one finds the ring closed.
    SharedReceiveRing next = new SharedReceiveRing(regions, Math.max(wanted, limit), maxSegments);
    long end = now.continueIn(next);
    boolean fits = end - released <= wanted;
    if (fits) {
      limit = wanted;
    }
    posting = next;
    return fits;
  }
}
