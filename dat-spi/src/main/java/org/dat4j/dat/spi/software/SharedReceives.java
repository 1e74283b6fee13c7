package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.FieldHandles;

/** What hardly ever changes. */
abstract class SharedReceivesShape {
  final ContextTable<Region> regions;
  final int maxSegments;
  final Stalled stalled = new Stalled();
  volatile SharedRing posting;
  volatile SharedRing taking;
  volatile int limit;

  /** As {@link SharedReceivesCount#reaped}, some time ago. */
  volatile long reapedSeen;

  SharedReceivesShape(ContextTable<Region> regions, int maxSegments) {
    this.regions = regions;
    this.maxSegments = maxSegments;
  }
}

/** What is written at every dequeue, on a line of its own. */
abstract class SharedReceivesCount extends SharedReceivesShape {
  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
  volatile long reaped;
  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;

  SharedReceivesCount(ContextTable<Region> regions, int maxSegments) {
    super(regions, maxSegments);
  }
}

/**
 * Receive buffers that several endpoints share. Posted buffers wait in a ring; an endpoint copies
 * one to its {@link BorrowedReceives} when a message needs it. A buffer is outstanding until its
 * completion was taken from the dispatcher, and no more are outstanding than the limit. Nobody
 * waits for anybody: a ring that became too small is closed and followed by a longer one.
 */
final class SharedReceives extends SharedReceivesCount {

  private static final VarHandle REAPED =
      FieldHandles.find(MethodHandles.lookup(), SharedReceivesCount.class, "reaped", long.class);
  private static final VarHandle TAKING =
      FieldHandles.find(
          MethodHandles.lookup(), SharedReceivesShape.class, "taking", SharedRing.class);

  /**
   * Makes an empty queue.
   *
   * @param regions memory by context
   * @param limit most buffers outstanding, positive
   * @param maxSegments per buffer
   */
  SharedReceives(ContextTable<Region> regions, int limit, int maxSegments) {
    super(regions, maxSegments);
    this.limit = limit;
    this.posting = new SharedRing(regions, limit, maxSegments);
    this.taking = posting;
  }

  /** Posts a buffer and serves who waits for one; false when too many are outstanding. */
  boolean post(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    for (; ; ) {
      SharedRing ring = posting;
      long position = ring.tail;
      if (position == SharedRing.CLOSED) {
        Thread.onSpinWait();
        continue;
      }
      if (position - reapedSeen >= limit) {
        long now = reaped;
        if (position - now >= limit) {
          return false;
        }
        reapedSeen = now;
      }
      if (ring.claimTail(position)) {
        long[] slots = ring.slots(false);
        int count = ring.putSegments(slots, position, iov, lmrContext, address);
        ring.put(slots, position, IovSlots.INFO, count);
        ring.put(slots, position, IovSlots.COOKIE, cookie);
        ring.put(slots, position, IovSlots.LENGTH, length);
        ring.publish(slots, position);
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
  boolean take(IovSlots own, long slot) {
    for (; ; ) {
      SharedRing ring = taking;
      long position = ring.head;
      if (ring.isPublished(position)) {
        own.copy(ring, position, own.slots(false), slot);
        if (ring.claimHead(position)) {
          return true;
        }
      } else if (position == ring.head) {
        SharedRing next = ring.after(position);
        if (next == null) {
          return false;
        }
        TAKING.compareAndSet(this, ring, next);
      }
    }
  }

  /** The completion of a buffer was taken from its dispatcher, or will never be. */
  void reaped() {
    REAPED.getAndAdd(this, 1L);
  }

  /** Buffers posted and not taken by an endpoint. */
  int available() {
    long taken = taking.head;
    return (int) (posted() - taken);
  }

  /** Buffers posted whose completion was not taken from a dispatcher. */
  int outstanding() {
    long gone = reaped;
    return (int) (posted() - gone);
  }

  private long posted() {
    for (; ; ) {
      long now = posting.tail;
      if (now != SharedRing.CLOSED) {
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
    SharedRing now = posting;
    if (wanted > now.capacity()) {
      SharedRing longer = new SharedRing(regions, wanted, maxSegments);
      now.continueIn(longer);
      posting = longer;
    }
    limit = wanted;
    return true;
  }
}
