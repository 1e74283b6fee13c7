package org.dat4j.tools.perf.baseline;

import java.nio.ByteBuffer;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SharedArea;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The baseline of {@code perf} for streams and RDMA Reads inside one JVM: one thread copies between
 * the operation's buffers, the other does nothing. Single RDMA Writes have {@link CheckedCopy}.
 */
public final class MemoryCopy implements Exchange {

  private final MeasurementSpec spec;
  private final SharedArea shared;
  private final TransferConnection own;

  /**
   * Makes one side.
   *
   * @param session the side
   * @param spec the measurement
   * @param own the operation's buffers of the initiating side; the other side has published its own
   */
  public MemoryCopy(PerfSession session, MeasurementSpec spec, TransferConnection own) {
    this.spec = spec;
    this.shared = session.sharedArea();
    this.own = own;
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    ByteBuffer local = own.out();
    ByteBuffer remote = shared.memory();
    boolean read = spec.op() == Operation.READ;
    ByteBuffer from = read ? remote : local;
    ByteBuffer to = read ? local : remote;
    int remoteSlots = spec.op() == Operation.SEND ? 2 * spec.window() : spec.slots();
    int fromSlots = read ? remoteSlots : spec.window();
    int toSlots = read ? spec.window() : remoteSlots;
    int size = spec.size();
    boolean each = !spec.stream();
    int fromSlot = 0;
    int toSlot = 0;
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      to.put(own.offset(toSlot), from, own.offset(fromSlot), size);
      fromSlot = ++fromSlot == fromSlots ? 0 : fromSlot;
      toSlot = ++toSlot == toSlots ? 0 : toSlot;
      if (each) {
        long now = System.nanoTime();
        latencies.record(now - last);
        last = now;
      }
    }
    return System.nanoTime() - begin;
  }

  @Override
  public void respond(long count) {
    // The other thread copies.
  }
}
