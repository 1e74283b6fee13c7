package org.dat4j.dat;

/** Reason of an asynchronous event about an IA ({@code DAT_IA_ASYNC_ERROR_REASON}). */
public enum IaAsyncErrorReason {
  /** {@code DAT_IA_CATASTROPHIC_ERROR}: the IA failed and can only be closed. */
  CATASTROPHIC_ERROR(0),

  /** {@code DAT_IA_OTHER_ERROR}: any other error. */
  OTHER_ERROR(1);

  private static final IaAsyncErrorReason[] VALUES = values();

  private final int value;

  IaAsyncErrorReason(int value) {
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
  public static IaAsyncErrorReason of(int value) {
    return EnumValues.at(VALUES, value, "DAT_IA_ASYNC_ERROR_REASON");
  }
}
