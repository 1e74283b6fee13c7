package org.dat4j.tools.perf.exchange;

/**
 * An exchange that {@code perf} measures: a DAT operation or its baseline, which the two sides of a
 * run do together a given number of times. One side initiates, the other responds, both get the
 * same count. A block is: {@link #prepare()} on both sides, then {@link #initiate} and {@link
 * #respond} at the same time.
 *
 * <p>Neither allocates while it runs.
 */
public interface Exchange extends AutoCloseable {

  /** Prepares a block on both sides, outside of the measured time. */
  default void prepare() {}

  /**
   * Runs the measuring side.
   *
   * @param count operations of the block
   * @param latencies takes the latency of each operation that is measured by itself
   * @return nanoseconds of all operations, without checks that are not part of them
   */
  long initiate(long count, LatencyRecorder latencies);

  /**
   * Runs the other side.
   *
   * @param count operations of the block
   */
  void respond(long count);

  /** {@return how many operations of the last block this side has verified} */
  default long verified() {
    return 0;
  }

  @Override
  default void close() {}
}
