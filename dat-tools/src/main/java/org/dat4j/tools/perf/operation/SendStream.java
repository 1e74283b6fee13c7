package org.dat4j.tools.perf.operation;

import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.StampedPayload;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The stream of Sends in one direction by which {@code perf} measures their rate. A window of
 * messages is in flight. The receiver checks each message, posts its Receive again and acknowledges
 * every window, so that the sender never exceeds the posted Receives.
 */
public final class SendStream implements Exchange {

  /** Acknowledgements that can be in flight at once: two windows, the remainder, and one. */
  private static final int ACKS = 4;

  private static final int ACK_SIZE = Long.BYTES;

  /**
   * Most messages that one event completes: only the last of a group is not suppressed. A power of
   * two.
   */
  private static final int GROUP = 16;

  /**
   * Least groups of a window; with fewer the sender would wait for most of the window each time.
   */
  private static final int GROUPS = 4;

  private final TransferConnection connection;
  private final StampedPayload payload;
  private final int window;
  private final int group;
  private final boolean sender;
  private long sequence;
  private long verified;
  private int ackSlot;

  /**
   * Posts the Receives on an unconnected connection.
   *
   * @param connection the connection
   * @param spec the measurement
   * @param sender whether this side sends
   */
  public SendStream(TransferConnection connection, MeasurementSpec spec, boolean sender) {
    this.connection = connection;
    this.payload = new StampedPayload(spec.size());
    this.window = spec.window();
    this.group = group(window);
    this.sender = sender;
    int receives = sender ? ACKS : 2 * window;
    for (int i = 0; i < receives; i++) {
      connection.postReceive(i);
    }
  }

  /**
   * Computes a group's length, which divides the window: each grant of the receiver ends a group.
   */
  private static int group(int window) {
    int most = Integer.highestOneBit(Math.max(1, window / GROUPS));
    return Math.min(Integer.lowestOneBit(window), Math.min(GROUP, most));
  }

  /**
   * Computes the buffers of one side.
   *
   * @param spec the measurement
   * @return the sizes
   */
  public static TransferConnection.Sizes sizes(MeasurementSpec spec) {
    int size = Math.max(ACK_SIZE, spec.size());
    int window = spec.window();
    return new TransferConnection.Sizes(
        size, Math.max(ACKS, window), Math.max(ACKS, 2 * window), 1);
  }

  @Override
  public void prepare() {
    verified = 0;
    for (int i = 0; i < window; i++) {
      if (sender) {
        payload.fill(connection.out(), connection.offset(i), sequence + i);
      } else {
        payload.clear(connection.in(), connection.offset(i));
        payload.clear(connection.in(), connection.offset(window + i));
      }
    }
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    long begin = System.nanoTime();
    long posted = 0;
    long completed = 0;
    long granted = 2L * window;
    long acknowledged = 0;
    int postSlot = (int) (sequence % window);
    int completeSlot = postSlot;
    while (completed < count) {
      while (posted < count && posted < granted && posted - completed < window) {
        payload.stamp(connection.out(), connection.offset(postSlot), sequence + posted);
        posted++;
        if (posted % group == 0 || posted == count) {
          connection.postSend(postSlot, payload.size());
        } else {
          connection.postSendSuppressed(postSlot, payload.size());
        }
        postSlot = next(postSlot, window);
      }
      if (posted > completed) {
        int done = (int) Math.min(group, count - completed);
        int last = later(completeSlot, done - 1, window);
        connection.awaitRequest(last);
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

  /** Gives the slot after another one. */
  private static int next(int slot, int slots) {
    return later(slot, 1, slots);
  }

  /**
   * Gives the slot a number of slots later. A division would cost more than the rest of a message.
   */
  private static int later(int slot, int places, int slots) {
    int at = slot + places;
    return at < slots ? at : at - slots;
  }

  private long awaitAck(long before, long count) {
    connection.awaitReceive(ackSlot, ACK_SIZE);
    long acknowledged = connection.in().getLong(connection.offset(ackSlot));
    if (acknowledged != Math.min(before + window, count)) {
      throw new StalledException(
          "expected the acknowledgement of "
              + Math.min(before + window, count)
              + " messages, not of "
              + acknowledged);
    }
    connection.postReceive(ackSlot);
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
      connection.awaitReceive(slot, payload.size());
      if (!payload.stamped(connection.in(), connection.offset(slot), sequence + i)) {
        throw new CorruptDataException(Operation.SEND, payload.size(), sequence + i, "stream");
      }
      verified++;
      connection.postReceive(slot);
      slot = next(slot, receives);
      inWindow = next(inWindow, window);
      long consumed = i + 1;
      if (inWindow == 0 || consumed == count) {
        // An acknowledgement is sent when the one before has left.
        if (acks > 0) {
          connection.awaitRequest((int) ((acks - 1) % ACKS));
        }
        int ack = (int) (acks % ACKS);
        connection.out().putLong(connection.offset(ack), consumed);
        connection.postSend(ack, ACK_SIZE);
        acks++;
      }
    }
    if (acks > 0) {
      connection.awaitRequest((int) ((acks - 1) % ACKS));
    }
    sequence += count;
    checkWhole(Math.min(count, receives));
  }

  private void checkWhole(long messages) {
    int receives = 2 * window;
    for (long i = sequence - messages; i < sequence; i++) {
      if (!payload.whole(connection.in(), connection.offset((int) (i % receives)), i)) {
        throw new CorruptDataException(Operation.SEND, payload.size(), i, "all bytes");
      }
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
