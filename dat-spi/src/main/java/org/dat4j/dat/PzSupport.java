package org.dat4j.dat;

/**
 * Provider attribute: whether protection zones of several processes can be the same or shared
 * ({@code DAT_PZ_SUPPORT}).
 */
public enum PzSupport {
  /** {@code DAT_PZ_UNIQUE}: every protection zone is different. */
  UNIQUE(0),

  /** {@code DAT_PZ_SAME}: protection zones of several processes can be the same. */
  SAME(1),

  /** {@code DAT_PZ_SHAREABLE}: a protection zone can be shared between processes. */
  SHAREABLE(2);

  private static final PzSupport[] VALUES = values();

  private final int value;

  PzSupport(int value) {
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
  public static PzSupport of(int value) {
    return EnumValues.at(VALUES, value, "DAT_PZ_SUPPORT");
  }
}
