package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;

/**
 * The registered send and receive buffers of a control connection of RSM over DAT, with their
 * posts. Buffers are numbered, those of sends apart from those of receives.
 */
final class MessageBuffers {
  private final LocalProcess process;
  private final Ep ep;
  private final int size;
  private final RegisteredBuffer receives;
  private final RegisteredBuffer sends;
  private final ByteBuffer[] incoming;
  private final ByteBuffer[] outgoing;

  /**
   * Allocates the buffers; {@link #open} has to be called next.
   *
   * @param process the process that the connection belongs to
   * @param ep endpoint of the connection
   * @param receiving number of messages that may arrive before their buffers are posted again
   * @param sending number of buffers for outgoing messages
   * @param size size of the longest message
   */
  MessageBuffers(LocalProcess process, Ep ep, int receiving, int sending, int size) {
    this.process = process;
    this.ep = ep;
    this.size = size;
    this.receives =
        RegisteredBuffer.of(process.adapter().control(), receiving * size, MemPriv.LOCAL_WRITE);
    try {
      this.sends =
          RegisteredBuffer.of(process.adapter().control(), sending * size, MemPriv.LOCAL_READ);
    } catch (DatException | Error shortage) {
      process.free(receives.lmr());
      throw shortage;
    }
    this.incoming = receives.slices(size);
    this.outgoing = sends.slices(size);
  }

  /** Posts all receives. */
  void open() {
    for (int i = 0; i < incoming.length; i++) {
      postReceive(i);
    }
  }

  /** Posts the receive of one buffer. */
  void postReceive(int place) {
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

  /** Returns the message that has arrived in a buffer. */
  ByteBuffer received(int place, int length) {
    return incoming[place].clear().limit(length);
  }

  /** Returns the buffer for an outgoing message. */
  ByteBuffer outgoing(int place) {
    return outgoing[place].clear();
  }

  /** Sends the content of a buffer up to its position; returns a return code of DAT. */
  int send(int place) {
    return ep.postSend(
        sends.context(),
        sends.address(place * size),
        outgoing[place].position(),
        place,
        CompletionFlags.SUPPRESS);
  }

  /** Frees the buffers after the endpoint was freed. */
  void free() {
    process.free(receives.lmr());
    process.free(sends.lmr());
  }
}
