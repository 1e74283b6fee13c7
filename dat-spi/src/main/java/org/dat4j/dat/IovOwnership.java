package org.dat4j.dat;

/**
 * Provider attribute: the owner of the list of local segments after a post has returned ({@code
 * DAT_IOV_OWNERSHIP}).
 */
public enum IovOwnership {
  /** {@code DAT_IOV_CONSUMER}: the consumer; it may change and reuse the list at once. */
  CONSUMER(0),

  /**
   * {@code DAT_IOV_PROVIDER_NOMOD}: the provider until the completion; it leaves the list as it
   * was.
   */
  PROVIDER_NOMOD(1),

  /** {@code DAT_IOV_PROVIDER_MOD}: the provider until the completion; it may change the list. */
  PROVIDER_MOD(2);

  private static final IovOwnership[] VALUES = values();

  private final int value;

  IovOwnership(int value) {
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
  public static IovOwnership of(int value) {
    return EnumValues.at(VALUES, value, "DAT_IOV_OWNERSHIP");
  }
}
