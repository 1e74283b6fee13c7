package org.dat4j.dat;

/** Reason of an asynchronous event about an RMR ({@code DAT_RMR_ASYNC_ERROR_REASON}). */
public enum RmrAsyncErrorReason {
  /** {@code DAT_RMR_OTHER_ERROR}: an error of the region. */
  OTHER_ERROR(0);

  private static final RmrAsyncErrorReason[] VALUES = values();

  private final int value;

  RmrAsyncErrorReason(int value) {
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
   * @param value the C value, 0, the only one defined
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static RmrAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_RMR_ASYNC_ERROR_REASON");
  }
}
