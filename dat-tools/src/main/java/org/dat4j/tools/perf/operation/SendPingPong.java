package org.dat4j.tools.perf.operation;

import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.StampedPayload;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The ping-pong of Sends by which {@code perf} measures their latency. Each side writes its
 * message, takes both completions, checks what arrived and posts the Receive again.
 */
public final class SendPingPong implements Exchange {

  /** Receives per side: one is always posted while the other is in use. */
  private static final int RECEIVES = 2;

  private final TransferConnection connection;
  private final StampedPayload payload;
  private long sequence;
  private long verified;
  private int slot;

  /**
   * Posts the Receives on an unconnected connection.
   *
   * @param connection the connection
   * @param spec the measurement
   */
  public SendPingPong(TransferConnection connection, MeasurementSpec spec) {
    this.connection = connection;
    this.payload = new StampedPayload(spec.size());
    for (int i = 0; i < RECEIVES; i++) {
      connection.postReceive(i);
    }
  }

  /**
   * Computes the buffers of one side.
   *
   * @param spec the measurement
   * @return the sizes
   */
  public static TransferConnection.Sizes sizes(MeasurementSpec spec) {
    return new TransferConnection.Sizes(spec.size(), 1, RECEIVES, 1);
  }

  @Override
  public void prepare() {
    verified = 0;
    payload.fill(connection.out(), 0, sequence);
    for (int i = 0; i < RECEIVES; i++) {
      payload.clear(connection.in(), connection.offset(i));
    }
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      send();
      if (i > 0) {
        repost();
      }
      connection.awaitRequest(0);
      receive("reply");
      sequence++;
      long now = System.nanoTime();
      latencies.record(now - last);
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
      connection.awaitRequest(0);
      sequence++;
    }
    checkWhole();
  }

  private void send() {
    payload.stamp(connection.out(), 0, sequence);
    connection.postSend(0, payload.size());
  }

  private void receive(String what) {
    connection.awaitReceive(slot, payload.size());
    if (!payload.stamped(connection.in(), connection.offset(slot), sequence)) {
      throw new CorruptDataException(Operation.SEND, payload.size(), sequence, what);
    }
    slot ^= 1;
    verified++;
  }

  /** Posts the last used Receive again after the answer has left, so that it delays no message. */
  private void repost() {
    connection.postReceive(slot ^ 1);
  }

  /** Checks all bytes of the last message: its slot is posted again, but no later message came. */
  private void checkWhole() {
    if (!payload.whole(connection.in(), connection.offset(slot ^ 1), sequence - 1)) {
      throw new CorruptDataException(Operation.SEND, payload.size(), sequence - 1, "all bytes");
    }
  }

  @Override
  public long verified() {
    return verified;
  }

  @Override
  public void close() {
    connection.close();
  }
}
