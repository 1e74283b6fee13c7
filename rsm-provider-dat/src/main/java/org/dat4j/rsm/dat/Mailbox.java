package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;

/**
 * Registered memory for the messages of a control connection, and their posts. Places have numbers,
 * those of sends apart from those of receives.
 */
final class Mailbox {
  private final Engine engine;
  private final Ep ep;
  private final int size;
  private final Buffers receives;
  private final Buffers sends;
  private final ByteBuffer[] incoming;
  private final ByteBuffer[] outgoing;

  /**
   * Makes the memory; {@link #open} follows.
   *
   * @param engine whose
   * @param ep of the connection
   * @param receiving how many messages may come before their places are posted again
   * @param sending how many places there are for messages that go out
   * @param size of the longest message
   */
  Mailbox(Engine engine, Ep ep, int receiving, int sending, int size) {
    this.engine = engine;
    this.ep = ep;
    this.size = size;
    this.receives = Buffers.of(engine.adapter(), receiving * size, MemPriv.LOCAL_WRITE);
    try {
      this.sends = Buffers.of(engine.adapter(), sending * size, MemPriv.LOCAL_READ);
    } catch (DatException shortage) {
      engine.free(receives.lmr());
      throw shortage;
    }
    this.incoming = receives.slices(size);
    this.outgoing = sends.slices(size);
  }

  /** Posts all receives. */
  void open() {
    for (int i = 0; i < incoming.length; i++) {
      expect(i);
    }
  }

  /** Posts the receive of a place. */
  void expect(int place) {
    int code =
        ep.postRecv(
            receives.context(),
            receives.address(place * size),
            size,
            place,
            CompletionFlags.DEFAULT);
    if (code != DatReturn.SUCCESS) {
      throw new IllegalStateException(ep + " takes fewer receives than it has");
    }
  }

  /** The message that has come to a place. */
  ByteBuffer received(int place, int length) {
    return incoming[place].clear().limit(length);
  }

  /** Where a message that goes out is written. */
  ByteBuffer outgoing(int place) {
    return outgoing[place].clear();
  }

  /** Sends what is in a place up to its position; answers a return code of DAT. */
  int send(int place) {
    return ep.postSend(
        sends.context(),
        sends.address(place * size),
        outgoing[place].position(),
        place,
        CompletionFlags.SUPPRESS);
  }

  /** Gives the memory back; the endpoint is gone. */
  void free() {
    engine.free(receives.lmr());
    engine.free(sends.lmr());
  }
}
