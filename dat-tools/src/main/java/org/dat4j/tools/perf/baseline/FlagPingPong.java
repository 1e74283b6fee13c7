package org.dat4j.tools.perf.baseline;

import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SharedArea;
import org.dat4j.tools.perf.exchange.SpinDeadline;

/**
 * The baseline of {@code perf} for messages inside one JVM: two threads set flags for each other in
 * turn.
 */
public final class FlagPingPong implements Exchange {

  private final SharedArea shared;
  private final SpinDeadline deadline;
  private long value;

  /**
   * Makes one side.
   *
   * @param session the side
   */
  public FlagPingPong(PerfSession session) {
    shared = session.sharedArea();
    deadline = session.spinDeadline();
  }

  @Override
  public long initiate(long count, LatencyRecorder latencies) {
    long begin = System.nanoTime();
    long last = begin;
    for (long i = 0; i < count; i++) {
      shared.raise(SharedArea.INITIATOR, ++value);
      await(SharedArea.RESPONDER);
      long now = System.nanoTime();
      latencies.record(now - last);
      last = now;
    }
    return last - begin;
  }

  @Override
  public void respond(long count) {
    for (long i = 0; i < count; i++) {
      ++value;
      await(SharedArea.INITIATOR);
      shared.raise(SharedArea.RESPONDER, value);
    }
  }

  private void await(int flag) {
    deadline.renew();
    while (shared.flag(flag) != value) {
      deadline.spin();
    }
  }
}
