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
 * A bounded queue of events for several producers and consumers. A slot is two words: the user's
 * cookie, and all the rest of a completion packed with the lap number that tells a slot just
 * written from one of the lap before. A consumer that polls thus touches one line, wherever the
 * array lies. What is rare carries an object beside. Producers look at the consumers' index only
 * when the ring may be full.
 */
final class EventRing extends RingTail {

  /** Most feeds that one ring can tell apart. */
  static final int MAX_FEEDS = 1 << 20;

  /** Status of an event that has an object beside it. */
  private static final int RARE = 15;

  private static final int SHORTEST = 32;
  private static final int STRIDE = 4;
  private static final int COOKIE = 1;
  private static final int LAP_SHIFT = 56;
  private static final int STATUS_SHIFT = 52;
  private static final int FEED_SHIFT = 32;
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
  private final int lapShift;
  private final long[] slots;
  private final Object[] rare;

  /**
   * Makes an empty ring.
   *
   * @param minimum events it must hold; a short ring holds some more, as producers of a full one
   *     would have to look at the consumers' index each time
   */
  EventRing(int minimum) {
    this.capacity = Math.max(minimum, SHORTEST);
    int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << 1;
    this.mask = length - 1;
    this.lapShift = Integer.numberOfTrailingZeros(length);
    this.slots = new long[length * STRIDE];
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
    publish(position, feed, status, cookie, length);
    return true;
  }

  /** Puts an event with an object in; false when full. */
  boolean offer(Object event) {
    long position = claim();
    if (position < 0) {
      return false;
    }
    rare[(int) position & mask] = event;
    publish(position, 0, RARE, 0, 0);
    return true;
  }

  /** Takes a place for an event that {@link #publish} follows at once; -1 when full. */
  long claim() {
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

  /** Makes a claimed place a DTO completion; length is below 2^32. */
  void publish(long position, int feed, int status, long cookie, long length) {
    int index = (int) position & mask;
    if (status != RARE && rare[index] != null) {
      rare[index] = null;
    }
    slots[index * STRIDE + COOKIE] = cookie;
    long word =
        lap(position)
            | (long) status << STATUS_SHIFT
            | (long) feed << FEED_SHIFT
            | (length & 0xFFFF_FFFFL);
    SLOT.setRelease(slots, index * STRIDE, word);
  }

  /** The lap of a position, never that of an empty slot or of the lap before. */
  private long lap(long position) {
    return ((position >>> lapShift & 127) + 1) << LAP_SHIFT;
  }

  /** Takes the oldest event out; false when there is none. */
  boolean poll(Sink sink, DatEvent out) {
    for (; ; ) {
      long position = head;
      int index = (int) position & mask;
      long word = (long) SLOT.getAcquire(slots, index * STRIDE);
      if ((word ^ lap(position)) >>> LAP_SHIFT != 0) {
        if (position == head) {
          return false;
        }
        continue;
      }
      int status = (int) (word >>> STATUS_SHIFT) & 15;
      long cookie = slots[index * STRIDE + COOKIE];
      Object object = status == RARE ? rare[index] : null;
      if (HEAD.compareAndSet(this, position, position + 1)) {
        if (status == RARE) {
          sink.rare(out, object);
        } else {
          int feed = (int) (word >>> FEED_SHIFT) & (MAX_FEEDS - 1);
          sink.dto(out, feed, status, cookie, word & 0xFFFF_FFFFL);
        }
        return true;
      }
    }
  }
}
