package org.dat4j.dat;

/**
 * The ways in which a posted operation completes ({@code DAT_COMPLETION_FLAGS}), an argument of the
 * posts and an endpoint attribute.
 */
public final class CompletionFlags {
  /** {@code DAT_COMPLETION_DEFAULT_FLAG}: one completion event that notifies. */
  public static final int DEFAULT = 0x0;

  /**
   * {@code DAT_COMPLETION_SUPPRESS_FLAG}: no event when the operation succeeds; failures and
   * flushes always report. Sends, RDMA and binds only.
   */
  public static final int SUPPRESS = 0x1;

  /**
   * {@code DAT_COMPLETION_SOLICITED_WAIT_FLAG}: the other side's Receive completion notifies when
   * its endpoint waits for solicited events. Sends only.
   */
  public static final int SOLICITED_WAIT = 0x2;

  /**
   * {@code DAT_COMPLETION_UNSIGNALLED_FLAG}: the completion is queued and wakes nobody; only where
   * the endpoint was made for it.
   */
  public static final int UNSIGNALLED = 0x4;

  /**
   * {@code DAT_COMPLETION_BARRIER_FENCE_FLAG}: starts when the earlier RDMA Reads of the endpoint
   * are done. Sends, RDMA and binds only.
   */
  public static final int BARRIER_FENCE = 0x8;

  /**
   * {@code DAT_COMPLETION_EVD_THRESHOLD_FLAG}: the threshold of {@code dat_evd_wait} decides when a
   * waiter wakes. Endpoint attribute only.
   */
  public static final int EVD_THRESHOLD = 0x10;

  private static final BitNames NAMES =
      new BitNames()
          .add(DEFAULT, "DEFAULT")
          .add(SUPPRESS, "SUPPRESS")
          .add(SOLICITED_WAIT, "SOLICITED_WAIT")
          .add(UNSIGNALLED, "UNSIGNALLED")
          .add(BARRIER_FENCE, "BARRIER_FENCE")
          .add(EVD_THRESHOLD, "EVD_THRESHOLD");

  private CompletionFlags() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code DEFAULT},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
