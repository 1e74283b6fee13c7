package org.dat4j.tools.perf.operation;

import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The RDMA Write that {@code perf} measures: one side writes, and the other checks its own memory.
 */
public final class RdmaWrite extends OneSidedTransfer {

  private final boolean writer;

  /**
   * Makes one side on an unconnected connection.
   *
   * @param connection the connection
   * @param spec the measurement
   * @param writer whether this side writes
   */
  public RdmaWrite(TransferConnection connection, MeasurementSpec spec, boolean writer) {
    super(connection, spec);
    this.writer = writer;
  }

  @Override
  public void prepare() {
    verified = 0;
    if (writer) {
      for (int i = 0; i < window; i++) {
        payload.fill(connection.out(), connection.offset(i), sequence);
      }
    } else {
      for (int i = 0; i < slots; i++) {
        payload.clear(connection.target(), connection.offset(i));
      }
    }
  }

  @Override
  void mark(int slot, long operation) {
    payload.stamp(connection.out(), connection.offset(slot), operation);
  }

  @Override
  void post(int slot, long operation) {
    connection.postWrite(slot, targetSlot(operation), payload.size());
  }

  @Override
  void completed(int slot, long operation) {
    // The target checks.
  }

  @Override
  boolean targetChanges() {
    return true;
  }

  @Override
  void check(long from, long to, boolean whole) {
    for (long i = from; i < to; i++) {
      int at = connection.offset(targetSlot(i));
      boolean right =
          whole
              ? payload.whole(connection.target(), at, i)
              : payload.stamped(connection.target(), at, i);
      if (!right) {
        throw new CorruptDataException(
            Operation.WRITE, payload.size(), i, whole ? "all bytes" : "stamps");
      }
    }
    // In a stream only the last window is left to check; one by one, the end checks again.
    if (!whole || window > 1) {
      verified += to - from;
    }
  }
}
