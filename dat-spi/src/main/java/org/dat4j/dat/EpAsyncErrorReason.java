package org.dat4j.dat;

/** Reason of an asynchronous event about an endpoint ({@code DAT_EP_ASYNC_ERROR_REASON}). */
public enum EpAsyncErrorReason {
  /** {@code DAT_EP_TRANSFER_TO_ERROR}: the endpoint went into the error state. */
  TRANSFER_TO_ERROR(0),

  /** {@code DAT_EP_OTHER_ERROR}: any other error. */
  OTHER_ERROR(1),

  /**
   * {@code DAT_SRQ_SOFT_HIGH_WATERMARK_EVENT}: the endpoint holds more buffers of its shared
   * receive queue than its soft high watermark; a notice, not an error.
   */
  SRQ_SOFT_HIGH_WATERMARK_EVENT(2);

  private static final EpAsyncErrorReason[] VALUES = values();

  private final int value;

  EpAsyncErrorReason(int value) {
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
  public static EpAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_EP_ASYNC_ERROR_REASON");
  }
}
