package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.DatEvent;

/** Keeps the consumers' index off other lines. */
abstract class RingHead {
  long p01;
  long p02;
  long p03;
  long p04;
  long p05;
  long p06;
  long p07;
  volatile long head;
  long p11;
  long p12;
  long p13;
  long p14;
  long p15;
  long p16;
  long p17;
}

/** Keeps the producers' index, and their stale view of the head, off other lines. */
abstract class RingTail extends RingHead {
  volatile long tail;
  volatile long headSeen;
  long p21;
  long p22;
  long p23;
  long p24;
  long p25;
  long p26;
  long p27;
}

/**
 * A bounded queue of events for several producers and consumers. A slot is one line of primitives:
 * sequence, kind and status, cookie, length, feed; what is rare carries an object beside. A
 * consumer reads only the slot's line; producers look at the consumers' index only when the ring
 * may be full.
 */
final class EventRing extends RingTail {

  /** Kind of an event that has an object beside it. */
  static final int RARE = -1;

  private static final int STRIDE = 8;
  private static final VarHandle HEAD;
  private static final VarHandle TAIL;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      HEAD = lookup.findVarHandle(RingHead.class, "head", long.class);
      TAIL = lookup.findVarHandle(RingTail.class, "tail", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Takes the fields of one event. */
  interface Sink {
    void dto(DatEvent out, int feed, int status, long cookie, long length);

    void rare(DatEvent out, Object event);
  }

  private final int capacity;
  private final int mask;
  private final long[] slots;
  private final Object[] rare;

  EventRing(int capacity) {
    this.capacity = capacity;
    int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << 1;
    this.mask = length - 1;
    this.slots = new long[(length + 1) * STRIDE];
    this.rare = new Object[length];
  }

  int capacity() {
    return capacity;
  }

  /** Events queued, those being written included. */
  int count() {
    return (int) (tail - head);
  }

  /** Everything put in before has been taken out. */
  boolean passed(long position) {
    return head >= position;
  }

  long tail() {
    return tail;
  }

  /** Puts a DTO completion in; false when full. */
  boolean offer(int feed, int status, long cookie, long length) {
    long position = claim();
    if (position < 0) {
      return false;
    }
    int index = (int) position & mask;
    int base = index * STRIDE;
    slots[base + 1] = status;
    slots[base + 2] = cookie;
    slots[base + 3] = length;
    slots[base + 4] = feed;
    if (rare[index] != null) {
      rare[index] = null;
    }
    SLOT.setRelease(slots, base, position + 1);
    return true;
  }

  /** Puts an event with an object in; false when full. */
  boolean offer(Object event) {
    long position = claim();
    if (position < 0) {
      return false;
    }
    int index = (int) position & mask;
    int base = index * STRIDE;
    slots[base + 1] = RARE;
    rare[index] = event;
    SLOT.setRelease(slots, base, position + 1);
    return true;
  }

  private long claim() {
    for (; ; ) {
      long position = tail;
      if (position - headSeen >= capacity) {
        long now = head;
        if (position - now >= capacity) {
          return -1;
        }
        headSeen = now;
      }
      if (TAIL.compareAndSet(this, position, position + 1)) {
        return position;
      }
    }
  }

  /** Takes the oldest event out; false when there is none. */
  boolean poll(Sink sink, DatEvent out) {
    for (; ; ) {
      long position = head;
      int index = (int) position & mask;
      int base = index * STRIDE;
      if ((long) SLOT.getAcquire(slots, base) != position + 1) {
        if (position == head) {
          return false;
        }
        continue;
      }
      int status = (int) slots[base + 1];
      long cookie = slots[base + 2];
      long length = slots[base + 3];
      int feed = (int) slots[base + 4];
      Object object = status == RARE ? rare[index] : null;
      if (HEAD.compareAndSet(this, position, position + 1)) {
        if (status == RARE) {
          sink.rare(out, object);
        } else {
          sink.dto(out, feed, status, cookie, length);
        }
        return true;
      }
    }
  }
}
