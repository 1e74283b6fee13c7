package org.dat4j.tools.perf;

/**
 * Something that two sides do together a number of times: an operation or a limit. One side
 * initiates, the other responds, both are told the same count. A block is: {@link #prepare()} on
 * both sides, then {@link #initiate} and {@link #respond} at the same time.
 *
 * <p>Neither allocates while it runs.
 */
interface Exchange extends AutoCloseable {

  /** Done on both sides before a block, outside of what is measured. */
  default void prepare() {}

  /**
   * The side that measures.
   *
   * @param count how often
   * @param trips takes the duration of each, for those that are measured one by one
   * @return nanoseconds for all of them, checks that are no part of the operation left out
   */
  long initiate(long count, Trips trips);

  /**
   * The other side.
   *
   * @param count how often
   */
  void respond(long count);

  /** How many operations of the last block this side has verified. */
  default long verified() {
    return 0;
  }

  @Override
  default void close() {}
}
