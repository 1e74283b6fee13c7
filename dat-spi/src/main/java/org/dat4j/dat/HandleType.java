package org.dat4j.dat;

/**
 * Kind of an object of the contract ({@code DAT_HANDLE_TYPE}), as {@code dat_get_handle_type} tells
 * it.
 */
public enum HandleType {
  /** {@code DAT_HANDLE_TYPE_CR}: connection request. */
  CR(0),

  /** {@code DAT_HANDLE_TYPE_EP}: endpoint. */
  EP(1),

  /** {@code DAT_HANDLE_TYPE_EVD}: event dispatcher. */
  EVD(2),

  /** {@code DAT_HANDLE_TYPE_IA}: interface adapter. */
  IA(3),

  /** {@code DAT_HANDLE_TYPE_LMR}: local memory region. */
  LMR(4),

  /** {@code DAT_HANDLE_TYPE_PSP}: public service point. */
  PSP(5),

  /** {@code DAT_HANDLE_TYPE_PZ}: protection zone. */
  PZ(6),

  /** {@code DAT_HANDLE_TYPE_RMR}: remote memory region. */
  RMR(7),

  /** {@code DAT_HANDLE_TYPE_RSP}: reserved service point. */
  RSP(8),

  /** {@code DAT_HANDLE_TYPE_CNO}: consumer notification object. */
  CNO(9),

  /** {@code DAT_HANDLE_TYPE_SRQ}: shared receive queue. */
  SRQ(10);

  private static final HandleType[] VALUES = values();

  private final int value;

  HandleType(int value) {
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
   * @param value the C value, 0 to 10
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static HandleType of(int value) {
    return EnumValues.at(VALUES, value, "DAT_HANDLE_TYPE");
  }
}
