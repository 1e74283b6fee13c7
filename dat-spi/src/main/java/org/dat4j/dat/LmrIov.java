package org.dat4j.dat;

/**
 * A list of segments of registered memory for a post (an array of DAT_LMR_TRIPLET), owned and
 * reused by the caller. Posts copy it; it may be changed as soon as the post has returned. For one
 * thread at a time.
 */
public final class LmrIov {

  private final long[] addresses;
  private final long[] lengths;
  private final int[] contexts;
  private int count;

  /**
   * Creates an empty list.
   *
   * @param capacity most segments it can hold, 0 or more
   */
  public LmrIov(int capacity) {
    addresses = new long[capacity];
    lengths = new long[capacity];
    contexts = new int[capacity];
  }

  /**
   * Empties the list.
   *
   * @return this
   */
  public LmrIov clear() {
    count = 0;
    return this;
  }

  /**
   * Appends a segment. Nothing is checked before the post.
   *
   * @param lmrContext registration it lies in
   * @param address first byte, as {@link Lmr#registeredAddress()} counts
   * @param length bytes
   * @return this
   * @throws IllegalStateException when the capacity is used up
   */
  public LmrIov add(int lmrContext, long address, long length) {
    if (count == contexts.length) {
      throw new IllegalStateException(
          "LmrIov.add: all " + count + " segments are used: create it with a larger capacity");
    }
    contexts[count] = lmrContext;
    addresses[count] = address;
    lengths[count] = length;
    count++;
    return this;
  }

  /**
   * The number of segments.
   *
   * @return 0 to the capacity
   */
  public int count() {
    return count;
  }

  /**
   * Registration of a segment.
   *
   * @param index 0 to count() - 1
   * @return its LMR context
   */
  public int lmrContext(int index) {
    return contexts[index];
  }

  /**
   * First byte of a segment.
   *
   * @param index 0 to count() - 1
   * @return its address
   */
  public long address(int index) {
    return addresses[index];
  }

  /**
   * Length of a segment.
   *
   * @param index 0 to count() - 1
   * @return bytes
   */
  public long length(int index) {
    return lengths[index];
  }
}
