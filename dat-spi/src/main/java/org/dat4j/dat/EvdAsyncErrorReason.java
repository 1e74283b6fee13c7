package org.dat4j.dat;

/** Reason of an asynchronous event about an EVD ({@code DAT_EVD_ASYNC_ERROR_REASON}). */
public enum EvdAsyncErrorReason {
  /** {@code DAT_EVD_OVERFLOW_ERROR}: an event did not fit and is lost. */
  OVERFLOW_ERROR(0),

  /** {@code DAT_EVD_OTHER_ERROR}: any other error. */
  OTHER_ERROR(1);

  private static final EvdAsyncErrorReason[] VALUES = values();

  private final int value;

  EvdAsyncErrorReason(int value) {
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
   * @param value the C value, 0 to 1
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static EvdAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_EVD_ASYNC_ERROR_REASON");
  }
}
