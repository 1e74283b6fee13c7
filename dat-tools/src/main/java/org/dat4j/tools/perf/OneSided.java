package org.dat4j.tools.perf;

/**
 * What RDMA Write and Read have in common: the other side only polls or waits, and is asked by
 * message to check its memory at defined points and when the block is over.
 */
abstract class OneSided implements Exchange {

  private static final int RECEIVES = 2;
  private static final int MESSAGE_SIZE = 3 * Long.BYTES;
  private static final long CHECK = 1;
  private static final long CHECKED = 2;
  private static final long END = 3;

  final Link link;
  final Payload payload;
  final int slots;
  final int window;

  /** Number of the first operation that has not been checked. */
  long sequence;

  long verified;
  private final int messageSlot;
  private int receiveSlot;

  private long messageFrom;
  private long messageTo;

  /** Posts the receives on a link that is not connected yet. */
  OneSided(Link link, Spec spec) {
    this.link = link;
    this.payload = new Payload(spec.size());
    this.slots = spec.slots();
    this.window = spec.window();
    this.messageSlot = window;
    for (int i = 0; i < RECEIVES; i++) {
      link.postReceive(i);
    }
  }

  /** A place per operation in flight and one for messages; targets as the spec says. */
  static Link.Sizes sizes(Spec spec) {
    int size = Math.max(MESSAGE_SIZE, spec.size());
    return new Link.Sizes(size, spec.window() + 1, RECEIVES, spec.slots());
  }

  /** Marks the place of an operation, so that its data can be told from older data. */
  abstract void mark(int slot, long operation);

  /** Posts an operation from or into a place. */
  abstract void post(int slot, long operation);

  /** Called on the measuring side for each completed operation. */
  abstract void completed(int slot, long operation);

  /** Checks the target of the operations from one number to before another. */
  abstract void check(long from, long to, boolean whole);

  /** Whether the target must be checked before it is used again. */
  abstract boolean targetChanges();

  /** The place of the target that an operation uses. */
  final int targetSlot(long operation) {
    return (int) (operation % slots);
  }

  @Override
  public final long initiate(long count, Trips trips) {
    long nanos = window == 1 ? oneByOne(count, trips) : stream(count);
    sequence += count;
    long checked = Math.min(count, slots);
    message(END, sequence - checked, sequence);
    if (awaitMessage() != CHECKED) {
      throw new StalledException("the other side did not check its memory");
    }
    return nanos;
  }

  private long oneByOne(long count, Trips trips) {
    long nanos = 0;
    for (long i = 0; i < count; ) {
      long batch = Math.min(slots, count - i);
      for (long k = 0; k < batch; k++) {
        long operation = sequence + i + k;
        // Marks and their check are the measurement's, a line of memory each: not part of the trip.
        mark(0, operation);
        long begin = System.nanoTime();
        post(0, operation);
        link.awaitRequest(0);
        long trip = System.nanoTime() - begin;
        trips.record(trip);
        nanos += trip;
        completed(0, operation);
      }
      if (targetChanges()) {
        message(CHECK, sequence + i, sequence + i + batch);
        if (awaitMessage() != CHECKED) {
          throw new StalledException("the other side did not check its memory");
        }
      }
      i += batch;
    }
    return nanos;
  }

  private long stream(long count) {
    long begin = System.nanoTime();
    long posted = 0;
    for (long done = 0; done < count; done++) {
      while (posted < count && posted - done < window) {
        int slot = (int) ((sequence + posted) % window);
        mark(slot, sequence + posted);
        post(slot, sequence + posted);
        posted++;
      }
      int slot = (int) ((sequence + done) % window);
      link.awaitRequest(slot);
      completed(slot, sequence + done);
    }
    return System.nanoTime() - begin;
  }

  @Override
  public final void respond(long count) {
    boolean more = true;
    while (more) {
      more = awaitMessage() == CHECK;
      long from = messageFrom;
      long to = messageTo;
      check(from, to, !more);
      sequence = to;
      message(CHECKED, from, to);
    }
  }

  private void message(long kind, long from, long to) {
    int at = link.offset(messageSlot);
    link.out().putLong(at, kind);
    link.out().putLong(at + Long.BYTES, from);
    link.out().putLong(at + 2 * Long.BYTES, to);
    link.postSend(messageSlot, MESSAGE_SIZE);
    link.awaitRequest(messageSlot);
  }

  private long awaitMessage() {
    link.awaitReceive(receiveSlot, MESSAGE_SIZE);
    int at = link.offset(receiveSlot);
    long kind = link.in().getLong(at);
    messageFrom = link.in().getLong(at + Long.BYTES);
    messageTo = link.in().getLong(at + 2 * Long.BYTES);
    link.postReceive(receiveSlot);
    receiveSlot ^= 1;
    return kind;
  }

  @Override
  public final long verified() {
    return verified;
  }

  @Override
  public final void close() {
    link.close();
  }
}
