package org.dat4j.tools.perf.operation;

import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.StampedPayload;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The base class of the RDMA Write and the RDMA Read that {@code perf} measures: one side acts, the
 * other only checks its memory. The other side polls or waits. It checks when a message asks for
 * it, at defined points and at the end of the block.
 */
public abstract class OneSidedTransfer implements Exchange {

  private static final int RECEIVES = 2;
  private static final int MESSAGE_SIZE = 3 * Long.BYTES;
  private static final long CHECK = 1;
  private static final long CHECKED = 2;
  private static final long END = 3;

  final TransferConnection connection;
  final StampedPayload payload;
  final int slots;
  final int window;

  /** Number of the first operation that has not been checked. */
  long sequence;

  long verified;
  private final int messageSlot;
  private int receiveSlot;

  private long messageFrom;
  private long messageTo;

  /** Posts the Receives on an unconnected connection. */
  OneSidedTransfer(TransferConnection connection, MeasurementSpec spec) {
    this.connection = connection;
    this.payload = new StampedPayload(spec.size());
    this.slots = spec.slots();
    this.window = spec.window();
    this.messageSlot = window;
    for (int i = 0; i < RECEIVES; i++) {
      connection.postReceive(i);
    }
  }

  /**
   * Computes the buffers: a slot per operation in flight, one for messages, and the target's.
   *
   * @param spec the measurement
   * @return the sizes
   */
  public static TransferConnection.Sizes sizes(MeasurementSpec spec) {
    int size = Math.max(MESSAGE_SIZE, spec.size());
    return new TransferConnection.Sizes(size, spec.window() + 1, RECEIVES, spec.slots());
  }

  /** Marks the slot of an operation, so that its data differs from older data. */
  abstract void mark(int slot, long operation);

  /** Posts an operation from or into a slot. */
  abstract void post(int slot, long operation);

  /** Checks a completed operation on the measuring side. */
  abstract void completed(int slot, long operation);

  /** Checks the target of the operations from one number to before another. */
  abstract void check(long from, long to, boolean whole);

  /** Says whether the target must be checked before it is used again. */
  abstract boolean targetChanges();

  /** Computes the target's slot of an operation. */
  final int targetSlot(long operation) {
    return (int) (operation % slots);
  }

  @Override
  public final long initiate(long count, LatencyRecorder latencies) {
    long nanos = window == 1 ? oneByOne(count, latencies) : stream(count);
    sequence += count;
    long checked = Math.min(count, slots);
    message(END, sequence - checked, sequence);
    if (awaitMessage() != CHECKED) {
      throw new StalledException("the other side did not check its memory");
    }
    return nanos;
  }

  private long oneByOne(long count, LatencyRecorder latencies) {
    long nanos = 0;
    for (long i = 0; i < count; ) {
      long batch = Math.min(slots, count - i);
      for (long k = 0; k < batch; k++) {
        long operation = sequence + i + k;
        // Marks and their check are the measurement's, a line of memory each: not part of the trip.
        mark(0, operation);
        long begin = System.nanoTime();
        post(0, operation);
        connection.awaitRequest(0);
        long trip = System.nanoTime() - begin;
        latencies.record(trip);
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
      connection.awaitRequest(slot);
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
    int at = connection.offset(messageSlot);
    connection.out().putLong(at, kind);
    connection.out().putLong(at + Long.BYTES, from);
    connection.out().putLong(at + 2 * Long.BYTES, to);
    connection.postSend(messageSlot, MESSAGE_SIZE);
    connection.awaitRequest(messageSlot);
  }

  private long awaitMessage() {
    connection.awaitReceive(receiveSlot, MESSAGE_SIZE);
    int at = connection.offset(receiveSlot);
    long kind = connection.in().getLong(at);
    messageFrom = connection.in().getLong(at + Long.BYTES);
    messageTo = connection.in().getLong(at + 2 * Long.BYTES);
    connection.postReceive(receiveSlot);
    receiveSlot ^= 1;
    return kind;
  }

  @Override
  public final long verified() {
    return verified;
  }

  @Override
  public final void close() {
    connection.close();
  }
}
