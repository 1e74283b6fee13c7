package org.dat4j.dat;

/** Reason of an asynchronous event about a protection zone ({@code DAT_PZ_ASYNC_ERROR_REASON}). */
public enum PzAsyncErrorReason {
  /** {@code DAT_PZ_OTHER_ERROR}: an error of the protection zone. */
  OTHER_ERROR(0);

  private static final PzAsyncErrorReason[] VALUES = values();

  private final int value;

  PzAsyncErrorReason(int value) {
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
  public static PzAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_PZ_ASYNC_ERROR_REASON");
  }
}
