package org.dat4j.tools.perf;

/**
 * One thing to measure.
 *
 * @param op the operation
 * @param size octets of payload per operation, 1 or more
 * @param window operations in flight; 1 measures latency, more a stream
 * @param poll whether both sides poll their dispatchers, or else wait on them
 * @param limit what it is compared with
 */
record Spec(Op op, int size, int window, boolean poll, Limit limit) {

  /** Octets of memory that stay in a core's cache while latency is measured. */
  private static final int CACHED = 256 * 1024;

  private static final int MOST_SLOTS = 1024;

  /** Whether operations are kept in flight instead of awaited one by one. */
  boolean stream() {
    return window > 1;
  }

  /**
   * Places in the target of one-sided operations. Latency: as many as stay cached, so that many
   * operations are checked at once and none overwrites what was not checked. Stream: one per
   * operation in flight.
   */
  int slots() {
    return stream() ? window : Math.max(1, Math.min(MOST_SLOTS, CACHED / size));
  }

  /** Whether a message there and back over the same adapter is measured beside it. */
  boolean hasCompanion() {
    return op == Op.READ && !stream() && limit.socket();
  }

  /** The message there and back. */
  Spec companion() {
    return new Spec(Op.SEND, size, 1, poll, Limit.NONE);
  }

  /** The same without anything to compare it with. */
  Spec withoutLimit() {
    return new Spec(op, size, window, poll, Limit.NONE);
  }

  /** What a measured trip is divided by to give the latency. */
  int divisor() {
    return op.tripsPerLatency();
  }
}
