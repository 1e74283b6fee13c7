package org.dat4j.tools.perf.baseline;

import java.nio.ByteBuffer;
import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SharedArea;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StampedPayload;
import org.dat4j.tools.perf.exchange.TransferConnection;

/**
 * The baseline of {@code perf} for single RDMA Writes inside one JVM: one thread copies between the
 * operation's buffers, the other checks the copy. Without the check all lines of the target would
 * stay in the copying thread's cache.
 */
public final class CheckedCopy implements Exchange {

  private final SharedArea shared;
  private final TransferConnection own;
  private final SpinDeadline deadline;
  private final StampedPayload payload;
  private final int slots;

  /** Number of the last requested check. */
  private long checks;

  /**
   * Makes one side.
   *
   * @param session the side
   * @param spec the measurement
   * @param own the operation's buffers of this side; the target has published its own
   */
  public CheckedCopy(PerfSession session, MeasurementSpec spec, TransferConnection own) {
    this.shared = session.sharedArea();
    this.own = own;
    this.deadline = session.spinDeadline();
    this.payload = new StampedPayload(spec.size());
    this.slots = spec.slots();
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    ByteBuffer from = own.out();
    ByteBuffer to = shared.memory();
    int size = payload.size();
    int at = own.offset(0);
    long nanos = 0;
    for (long i = 0; i < count; ) {
      long batch = Math.min(slots, count - i);
      for (int slot = 0; slot < batch; slot++, i++) {
        payload.stamp(from, at, i);
        long begin = System.nanoTime();
        to.put(own.offset(slot), from, at, size);
        long trip = System.nanoTime() - begin;
        latencies.record(trip);
        nanos += trip;
      }
      shared.raise(SharedArea.INITIATOR, ++checks);
      await(SharedArea.RESPONDER);
    }
    return nanos;
  }

  @Override
  public void respond(long count) {
    ByteBuffer target = own.target();
    for (long i = 0; i < count; ) {
      checks++;
      await(SharedArea.INITIATOR);
      long batch = Math.min(slots, count - i);
      for (int slot = 0; slot < batch; slot++, i++) {
        if (!payload.stamped(target, own.offset(slot), i)) {
          throw new CorruptDataException(Operation.WRITE, payload.size(), i, "stamps of the copy");
        }
      }
      shared.raise(SharedArea.RESPONDER, checks);
    }
  }

  private void await(int flag) {
    deadline.renew();
    while (shared.flag(flag) != checks) {
      deadline.spin();
    }
  }
}
