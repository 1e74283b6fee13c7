package org.dat4j.tools.perf;

/**
 * Send rate: messages in one direction, as many in flight as the window says. The receiver checks
 * each and posts its receive again; every window of messages it acknowledges, so that the sender
 * never gets ahead of the receives.
 */
final class SendStream implements Exchange {

  /** Acknowledgements that can be on their way at once: two windows and the remainder, and one. */
  private static final int ACKS = 4;

  private static final int ACK_SIZE = Long.BYTES;

  /**
   * Most messages of which only the last is completed with an event, which says that those before
   * it are sent, too: whoever is out for a rate takes no event for each. A power of two.
   */
  private static final int GROUP = 16;

  /** Groups a window has at least, or the sender would wait for most of it each time. */
  private static final int GROUPS = 4;

  private final Link link;
  private final Payload payload;
  private final int window;
  private final int group;
  private final boolean sender;
  private long sequence;
  private long verified;
  private int ackSlot;

  /** Posts the receives on a link that is not connected yet. */
  SendStream(Link link, Spec spec, boolean sender) {
    this.link = link;
    this.payload = new Payload(spec.size());
    this.window = spec.window();
    this.group = group(window);
    this.sender = sender;
    int receives = sender ? ACKS : 2 * window;
    for (int i = 0; i < receives; i++) {
      link.postReceive(i);
    }
  }

  /** Divides the window: what the other side grants ends with a group. */
  private static int group(int window) {
    int most = Integer.highestOneBit(Math.max(1, window / GROUPS));
    return Math.min(Integer.lowestOneBit(window), Math.min(GROUP, most));
  }

  static Link.Sizes sizes(Spec spec) {
    int size = Math.max(ACK_SIZE, spec.size());
    int window = spec.window();
    return new Link.Sizes(size, Math.max(ACKS, window), Math.max(ACKS, 2 * window), 1);
  }

  @Override
  public void prepare() {
    verified = 0;
    for (int i = 0; i < window; i++) {
      if (sender) {
        payload.fill(link.out(), link.offset(i), sequence + i);
      } else {
        payload.clear(link.in(), link.offset(i));
        payload.clear(link.in(), link.offset(window + i));
      }
    }
  }

  @Override
  public long initiate(long count, Trips trips) {
    long begin = System.nanoTime();
    long posted = 0;
    long completed = 0;
    long granted = 2L * window;
    long acknowledged = 0;
    int postSlot = (int) (sequence % window);
    int completeSlot = postSlot;
    while (completed < count) {
      while (posted < count && posted < granted && posted - completed < window) {
        payload.stamp(link.out(), link.offset(postSlot), sequence + posted);
        posted++;
        if (posted % group == 0 || posted == count) {
          link.postSend(postSlot, payload.size());
        } else {
          link.postSendSuppressed(postSlot, payload.size());
        }
        postSlot = next(postSlot, window);
      }
      if (posted > completed) {
        int done = (int) Math.min(group, count - completed);
        int last = later(completeSlot, done - 1, window);
        link.awaitRequest(last);
        completeSlot = next(last, window);
        completed += done;
      } else {
        acknowledged = awaitAck(acknowledged, count);
        granted = acknowledged + 2L * window;
      }
    }
    while (acknowledged < count) {
      acknowledged = awaitAck(acknowledged, count);
    }
    sequence += count;
    return System.nanoTime() - begin;
  }

  /** The place behind another one. */
  private static int next(int slot, int slots) {
    return later(slot, 1, slots);
  }

  /** So many places on; a division would cost more than the rest of a message here. */
  private static int later(int slot, int places, int slots) {
    int at = slot + places;
    return at < slots ? at : at - slots;
  }

  private long awaitAck(long before, long count) {
    link.awaitReceive(ackSlot, ACK_SIZE);
    long acknowledged = link.in().getLong(link.offset(ackSlot));
    if (acknowledged != Math.min(before + window, count)) {
      throw new StalledException(
          "expected the acknowledgement of "
              + Math.min(before + window, count)
              + " messages, not of "
              + acknowledged);
    }
    link.postReceive(ackSlot);
    ackSlot = (ackSlot + 1) % ACKS;
    return acknowledged;
  }

  @Override
  public void respond(long count) {
    int receives = 2 * window;
    long acks = 0;
    int slot = (int) (sequence % receives);
    int inWindow = 0;
    for (long i = 0; i < count; i++) {
      link.awaitReceive(slot, payload.size());
      if (!payload.stamped(link.in(), link.offset(slot), sequence + i)) {
        throw new CorruptDataException(Op.SEND, payload.size(), sequence + i, "stream");
      }
      verified++;
      link.postReceive(slot);
      slot = next(slot, receives);
      inWindow = next(inWindow, window);
      long consumed = i + 1;
      if (inWindow == 0 || consumed == count) {
        // An acknowledgement is sent when the one before has left.
        if (acks > 0) {
          link.awaitRequest((int) ((acks - 1) % ACKS));
        }
        int ack = (int) (acks % ACKS);
        link.out().putLong(link.offset(ack), consumed);
        link.postSend(ack, ACK_SIZE);
        acks++;
      }
    }
    if (acks > 0) {
      link.awaitRequest((int) ((acks - 1) % ACKS));
    }
    sequence += count;
    checkWhole(Math.min(count, receives));
  }

  private void checkWhole(long messages) {
    int receives = 2 * window;
    for (long i = sequence - messages; i < sequence; i++) {
      if (!payload.whole(link.in(), link.offset((int) (i % receives)), i)) {
        throw new CorruptDataException(Op.SEND, payload.size(), i, "all octets");
      }
    }
  }

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {
    link.close();
  }
}
