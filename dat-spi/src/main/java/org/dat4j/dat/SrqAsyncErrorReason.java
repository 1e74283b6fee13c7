package org.dat4j.dat;

/**
 * Reason of an asynchronous event about a shared receive queue ({@code
 * DAT_SRQ_ASYNC_ERROR_REASON}).
 */
public enum SrqAsyncErrorReason {
  /** {@code DAT_SRQ_TRANSFER_TO_ERROR}: the queue went into the error state. */
  TRANSFER_TO_ERROR(0),

  /** {@code DAT_SRQ_OTHER_ERROR}: any other error. */
  OTHER_ERROR(1),

  /**
   * {@code DAT_SRQ_LOW_WATERMARK_EVENT}: fewer buffers are left than the low watermark; a notice,
   * not an error.
   */
  LOW_WATERMARK_EVENT(2);

  private static final SrqAsyncErrorReason[] VALUES = values();

  private final int value;

  SrqAsyncErrorReason(int value) {
    this.value = value;
  }

  /**
   * Returns the number the contract gives this constant.
   *
   * @return the C value
   */
  public int value() {
    return value;
  }

  /**
   * Returns the constant that has a number. Any thread; allocates nothing when the number is
   * defined.
   *
   * @param value the C value, 0 to 2
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static SrqAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_SRQ_ASYNC_ERROR_REASON");
  }
}
