package org.dat4j.tools.perf.exchange;

/**
 * The parameters of one measurement of {@code perf}: operation, size, window, how both sides wait,
 * and the baseline.
 *
 * @param op the operation
 * @param size bytes of payload per operation, 1 or more
 * @param window operations in flight; 1 measures latency, more measures a stream
 * @param poll whether both sides poll their EVDs; otherwise they wait on them
 * @param baseline what the operation is compared with
 */
public record MeasurementSpec(Operation op, int size, int window, boolean poll, Baseline baseline) {

  /** Bytes of memory that stay in a core's cache while latency is measured. */
  private static final int CACHED = 256 * 1024;

  private static final int MAX_SLOTS = 1024;

  /** {@return whether several operations are in flight, so that a stream is measured} */
  public boolean stream() {
    return window > 1;
  }

  /**
   * Computes the slots in the target of one-sided operations. Latency has as many as stay cached:
   * many operations are checked at once, and none overwrites unchecked data. A stream has one for
   * each operation in flight.
   *
   * @return slots, 1 or more
   */
  public int slots() {
    return stream() ? window : Math.max(1, Math.min(MAX_SLOTS, CACHED / size));
  }

  /** {@return the same measurement without a baseline} */
  public MeasurementSpec withoutBaseline() {
    return new MeasurementSpec(op, size, window, poll, Baseline.NONE);
  }

  /** {@return the number by which a measured round trip is divided to give the latency} */
  public int divisor() {
    return op.tripsPerLatency();
  }
}
