package org.dat4j.dat.spi.software;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.spi.FieldHandles;

/** The padding between an object's header and the consumers' index of an event ring. */
abstract class EventRingPrePad {
  long p001, p002, p003, p004, p005, p006, p007;
}

/** The index of an event ring that consumers write. */
abstract class EventRingHead extends EventRingPrePad {
  volatile long head;

  /** Position up to which events have arrived, see {@link EventRing#known()}. */
  long known;
}

/** The padding between the consumers' and the producers' index of an event ring. */
abstract class EventRingMidPad extends EventRingHead {
  long p011, p012, p013, p014, p015, p016, p017;
}

/** The index of an event ring that producers write, and its limit. */
abstract class EventRingTail extends EventRingMidPad {
  volatile long tail;

  /** The tail may grow up to here without a look at the head; 0 while nothing is known. */
  volatile long limit;
}

/** The padding between the producers' index of an event ring and what follows it. */
abstract class EventRingPostPad extends EventRingTail {
  long p021, p022, p023, p024, p025, p026, p027;
}

/**
 * One piece of an {@link EventQueue}: a bounded ring of events for several producers and consumers.
 * A slot is two words: the user's cookie, and all the rest of a completion packed with the lap
 * number that tells a slot just written from one of the lap before. A consumer that polls thus
 * touches one line, wherever the array lies. What is rare carries an object beside. Producers look
 * at the consumers' index only when the ring may be full.
 *
 * <p>A ring that is replaced by a longer or shorter one is sealed: it takes no more events, and its
 * successor gives out its own only when the sealed one is empty. Places are numbered on from one
 * ring to the next; {@link #base()} is the number of a ring's first place. All fields that a thread
 * may find through an unsynchronised reference are final or begin with 0.
 */
final class EventRing extends EventRingPostPad {

  /** Most feeds that one ring can tell apart. */
  static final int MAX_FEEDS = 1 << 20;

  /** No ring is shorter. */
  static final int MIN_CAPACITY = 32;

  /** No place: full. */
  static final long FULL = -1;

  /** No place: the stream of the event suppresses completions. */
  static final long SUPPRESSED = -3;

  /** No place: a successor takes the events. */
  static final long SEALED = -2;

  /** Status of an event that has an object beside it. */
  static final int RARE = 15;

  /** Status of a software event; its pointer is beside it. */
  private static final int SOFTWARE = 14;

  /** Status of a place that holds no event. */
  private static final int NOTHING = 13;

  /** A pointer that was in the same place in the lap before. */
  private record Repeated(Object pointer) {}

  private static final int STRIDE = 4;
  private static final int COOKIE = 1;
  private static final int LAP_SHIFT = 56;
  private static final int STATUS_SHIFT = 52;
  private static final int FEED_SHIFT = 32;

  /** Added to the tail of a sealed ring: beyond every limit. */
  private static final long SEAL = 1L << 62;

  private static final VarHandle HEAD =
      FieldHandles.find(MethodHandles.lookup(), EventRingHead.class, "head", long.class);
  private static final VarHandle KNOWN =
      FieldHandles.find(MethodHandles.lookup(), EventRingHead.class, "known", long.class);
  private static final VarHandle TAIL =
      FieldHandles.find(MethodHandles.lookup(), EventRingTail.class, "tail", long.class);
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(long[].class);
  private static final VarHandle RARE_SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  /**
   * Takes the fields of one event. A call that answers false has dropped the event: the caller of
   * {@link #poll} finds none.
   */
  interface Sink {
    /**
     * Finds the endpoint that feeds the ring under a number. Asked before the event is taken: from
     * then on the number may become another endpoint's.
     */
    default FeedTable.Feed feed(int number) {
      return null;
    }

    boolean dto(
        DatEvent out, int number, FeedTable.Feed feed, int status, long cookie, long length);

    boolean software(DatEvent out, Object pointer);

    boolean rare(DatEvent out, Object event, long cookie, int status);
  }

  /** The arrays of a ring, which take the time to make one. */
  private record Room(int capacity, long[] slots, Object[] rare) {

    static Room of(int minimum) {
      int capacity = Math.max(minimum, MIN_CAPACITY);
      int length = Integer.highestOneBit(Math.max(1, capacity - 1)) << 1;
      return new Room(capacity, new long[length * STRIDE], new Object[length]);
    }
  }

  /** A reference that can be given up, behind a final field. */
  private static final class PreviousRef {
    volatile EventRing ring;
  }

  private final int capacity;
  private final int mask;
  private final int lapShift;
  final long base;
  private final long[] slots;
  private final Object[] rare;
  private final PreviousRef previous = new PreviousRef();
  private volatile EventRing next;

  /**
   * Makes an empty ring.
   *
   * @param minimum events it must hold; a short ring holds some more, as producers of a full one
   *     would have to look at the consumers' index each time
   */
  EventRing(int minimum) {
    this(Room.of(minimum), 0, null);
  }

  private EventRing(Room room, long base, EventRing previous) {
    this.capacity = room.capacity;
    this.slots = room.slots;
    this.rare = room.rare;
    this.mask = rare.length - 1;
    this.lapShift = Integer.numberOfTrailingZeros(rare.length);
    this.base = base;
    this.previous.ring = previous;
  }

  int capacity() {
    return capacity;
  }

  /** The number of the first place. */
  long base() {
    return base;
  }

  /** The number of the place to be given out next, or after the last one of a sealed ring. */
  long end() {
    return base + (tail & ~SEAL);
  }

  /** The number of the place to be taken next. */
  long start() {
    return base + head;
  }

  // --- replacing a ring

  /**
   * Seals this ring and makes the one that goes on. One thread at a time, once; {@link #open} lets
   * producers find the new ring.
   *
   * @param minimum events that both together must hold
   * @return the successor
   */
  EventRing replace(int minimum) {
    // Producers spin from the sealing on, so what takes time comes before.
    Room room = Room.of(minimum);
    long end;
    do {
      end = tail;
    } while (!TAIL.compareAndSet(this, end, end + SEAL));
    return new EventRing(room, base + end, this);
  }

  /** Lets threads that find this ring sealed go on to its successor. */
  void open(EventRing successor) {
    next = successor;
  }

  /** The successor, null when there is none yet. */
  EventRing next() {
    return next;
  }

  /** The ring before this one, null when it is empty for good. */
  EventRing previous() {
    return previous.ring;
  }

  /** The ring before this one is empty for good, and so are those before it. */
  void forgetPrevious() {
    previous.ring = null;
  }

  /** Takes rings that are empty for good out from between this one and its successors. */
  void skipDrained() {
    EventRing behind = next;
    while (behind != null && behind.next != null && behind.isDrained()) {
      behind = behind.next;
      behind.previous.ring = this;
      next = behind;
    }
    if (behind != null && isDrained()) {
      // A consumer may have gone on, and forgotten this one, before it was set again.
      behind.forgetPrevious();
    }
  }

  /** Sealed, and everything was taken out. */
  boolean isDrained() {
    long end = tail;
    return end >= SEAL && head == end - SEAL;
  }

  // --- producers

  /**
   * Takes a place for an event that a publish follows at once; FULL or SEALED when there is none.
   */
  long claim() {
    for (; ; ) {
      long position = tail;
      if (position >= limit) {
        if (position >= SEAL) {
          return SEALED;
        }
        long most = oldest() + capacity;
        if (position >= most) {
          return FULL;
        }
        limit = most;
      }
      if (TAIL.compareAndSet(this, position, position + 1)) {
        return position;
      }
    }
  }

  /**
   * Puts an event in.
   *
   * @param event beside it, null for a completion
   * @param feed number of the endpoint
   * @param status of the completion, or {@link #RARE}
   * @param cookie the user's
   * @param length below 2^32
   * @param stream the stream of the completion, or null; it suppresses completions before its
   *     number is given back, so that a place taken before that keeps the number
   * @return its place; FULL, SEALED or SUPPRESSED when there is none
   */
  long put(Object event, int feed, int status, long cookie, long length, CompletionStream stream) {
    long position = claim();
    if (position < 0) {
      return position;
    }
    try {
      int index = (int) position & mask;
      if (rare[index] != event) {
        rare[index] = event;
      }
      if (stream != null && stream.completionsSuppressed) {
        write(position, index, 0, NOTHING, 0, 0);
        return SUPPRESSED;
      }
      write(position, index, feed, status, cookie, length);
    } catch (Error e) {
      // As in spoil, and without a call: there may be no stack left for one.
      slots[((int) position & mask) * STRIDE] =
          (position >>> lapShift & 127) + 1 << LAP_SHIFT | (long) NOTHING << STATUS_SHIFT;
      throw e;
    }
    return position;
  }

  /**
   * The place of the oldest event that this or an earlier ring still has, counted from this base.
   */
  private long oldest() {
    EventRing before = previous.ring;
    return before == null ? head : before.oldest() + before.base - base;
  }

  /** Makes a claimed place a DTO completion; length is below 2^32. */
  void publish(long position, int feed, int status, long cookie, long length) {
    int index = (int) position & mask;
    if (rare[index] != null) {
      rare[index] = null;
    }
    write(position, index, feed, status, cookie, length);
  }

  /** Makes a claimed place an event with an object, a cookie and a status. */
  void publish(long position, Object event, long cookie, int status) {
    int index = (int) position & mask;
    rare[index] = event;
    write(position, index, 0, RARE, cookie, status);
  }

  /** Puts a software event in; its place, FULL or SEALED. */
  long putSoftware(Object pointer) {
    long position = claim();
    if (position < 0) {
      return position;
    }
    try {
      int index = (int) position & mask;
      // A consumer of the lap before may be about to clear the same pointer.
      boolean repeats = pointer != null && RARE_SLOT.getVolatile(rare, index) == pointer;
      rare[index] = repeats ? new Repeated(pointer) : pointer;
      write(position, index, 0, SOFTWARE, 0, 0);
    } catch (Error e) {
      // As in put.
      slots[((int) position & mask) * STRIDE] =
          (position >>> lapShift & 127) + 1 << LAP_SHIFT | (long) NOTHING << STATUS_SHIFT;
      throw e;
    }
    return position;
  }

  /**
   * Makes a claimed place one that consumers pass over, because an Error has kept its event from
   * being written.
   */
  void spoil(long position) {
    write(position, (int) position & mask, 0, NOTHING, 0, 0);
  }

  private void write(long position, int index, int feed, int status, long cookie, long length) {
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

  /** Whether a place holds its event; not to be asked for places taken long ago. */
  boolean isPublished(long position) {
    long word = (long) SLOT.getAcquire(slots, ((int) position & mask) * STRIDE);
    return (word ^ lap(position)) >>> LAP_SHIFT == 0;
  }

  // --- consumers

  /** The number of a place before which all places are known to have got their events. */
  long known() {
    return base + (long) KNOWN.getAcquire(this);
  }

  /**
   * Says that all places before one have got their events, so that they are not looked at again. Of
   * two threads that say so at a time the earlier place may remain, which is true as well.
   */
  void know(long place) {
    if (place - base > known) {
      KNOWN.setRelease(this, place - base);
    }
  }

  /** Takes the oldest event out; false when there is none or the sink has dropped it. */
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
      Object object = status >= SOFTWARE ? rare[index] : null;
      int number = (int) (word >>> FEED_SHIFT) & (MAX_FEEDS - 1);
      FeedTable.Feed feed = status < NOTHING ? sink.feed(number) : null;
      if (HEAD.compareAndSet(this, position, position + 1)) {
        if (status == NOTHING) {
          continue;
        }
        if (object != null) {
          // What was taken is not kept; a producer of the next lap may be faster.
          RARE_SLOT.compareAndSet(rare, index, object, (Object) null);
        }
        if (status < SOFTWARE) {
          return sink.dto(out, number, feed, status, cookie, word & 0xFFFF_FFFFL);
        } else if (status == SOFTWARE) {
          return sink.software(out, object instanceof Repeated again ? again.pointer : object);
        } else {
          return sink.rare(out, object, cookie, (int) word);
        }
      }
    }
  }
}
