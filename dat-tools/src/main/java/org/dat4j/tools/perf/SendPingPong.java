package org.dat4j.tools.perf;

/**
 * Send latency: a message there and one back. Each side writes its message, takes both completions,
 * checks what arrived and posts the receive again.
 */
final class SendPingPong implements Exchange {

  /** One receive is always posted while the other is being used. */
  private static final int RECEIVES = 2;

  private final Link link;
  private final Payload payload;
  private long sequence;
  private long verified;
  private int slot;

  /** Posts the receives on a link that is not connected yet. */
  SendPingPong(Link link, Spec spec) {
    this.link = link;
    this.payload = new Payload(spec.size());
    for (int i = 0; i < RECEIVES; i++) {
      link.postReceive(i);
    }
  }

  static Link.Sizes sizes(Spec spec) {
    return new Link.Sizes(spec.size(), 1, RECEIVES, 1);
  }

  @Override
  public void prepare() {
    verified = 0;
    payload.fill(link.out(), 0, sequence);
    for (int i = 0; i < RECEIVES; i++) {
      payload.clear(link.in(), link.offset(i));
    }
  }

  @Override
  public long initiate(long count, Trips trips) {
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      send();
      if (i > 0) {
        repost();
      }
      link.awaitRequest(0);
      receive("reply");
      sequence++;
      long now = System.nanoTime();
      trips.record(now - last);
      last = now;
    }
    if (count > 0) {
      repost();
    }
    checkWhole();
    return last - begin;
  }

  @Override
  public void respond(long count) {
    for (long i = 0; i < count; i++) {
      receive("message");
      send();
      repost();
      link.awaitRequest(0);
      sequence++;
    }
    checkWhole();
  }

  private void send() {
    payload.stamp(link.out(), 0, sequence);
    link.postSend(0, payload.size());
  }

  private void receive(String what) {
    link.awaitReceive(slot, payload.size());
    if (!payload.stamped(link.in(), link.offset(slot), sequence)) {
      throw new CorruptDataException(Op.SEND, payload.size(), sequence, what);
    }
    slot ^= 1;
    verified++;
  }

  /** Posts the receive used last again, off the way of the message: when the answer is out. */
  private void repost() {
    link.postReceive(slot ^ 1);
  }

  /** The place used last still holds the last message: posting it again does not change it. */
  private void checkWhole() {
    if (!payload.whole(link.in(), link.offset(slot ^ 1), sequence - 1)) {
      throw new CorruptDataException(Op.SEND, payload.size(), sequence - 1, "all octets");
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
