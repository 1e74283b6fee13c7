package org.dat4j.tools.perf.operation;

import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The RDMA Read that {@code perf} measures: one side reads the other's memory, which does not
 * change, and checks each result.
 */
public final class RdmaRead extends OneSidedTransfer {

  private final boolean reader;

  /**
   * Makes one side on an unconnected connection.
   *
   * @param connection the connection
   * @param spec the measurement
   * @param reader whether this side reads
   */
  public RdmaRead(TransferConnection connection, MeasurementSpec spec, boolean reader) {
    super(connection, spec);
    this.reader = reader;
  }

  @Override
  public void prepare() {
    verified = 0;
    if (reader) {
      for (int i = 0; i < window; i++) {
        payload.clear(connection.out(), connection.offset(i));
      }
    } else {
      for (int i = 0; i < slots; i++) {
        payload.fill(connection.target(), connection.offset(i), i);
      }
    }
  }

  /** Overwrites the slot first: the result of an earlier Read must not pass for this one. */
  @Override
  void mark(int slot, long operation) {
    payload.stamp(connection.out(), connection.offset(slot), ~operation);
  }

  @Override
  void post(int slot, long operation) {
    connection.postRead(slot, targetSlot(operation), payload.size());
  }

  @Override
  void completed(int slot, long operation) {
    if (!payload.stamped(connection.out(), connection.offset(slot), targetSlot(operation))) {
      throw new CorruptDataException(Operation.READ, payload.size(), operation, "stamps");
    }
    verified++;
  }

  @Override
  boolean targetChanges() {
    return false;
  }

  /** The reader has checked the stamps of each Read; this checks that the source did not change. */
  @Override
  void check(long from, long to, boolean whole) {
    for (long i = from; i < to; i++) {
      int slot = targetSlot(i);
      if (!payload.whole(connection.target(), connection.offset(slot), slot)) {
        throw new CorruptDataException(Operation.READ, payload.size(), i, "source");
      }
    }
  }
}
