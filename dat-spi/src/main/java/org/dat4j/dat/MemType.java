package org.dat4j.dat;

/** Kind of memory an LMR is made of ({@code DAT_MEM_TYPE}, argument of {@code dat_lmr_create}). */
public enum MemType {
  /** {@code DAT_MEM_TYPE_VIRTUAL}: memory of this process. */
  VIRTUAL(0),

  /** {@code DAT_MEM_TYPE_LMR}: the memory of an existing LMR, registered once more. */
  LMR(1),

  /**
   * {@code DAT_MEM_TYPE_SHARED_VIRTUAL}: memory shared between processes, recognised by a cookie of
   * {@link DatConstants#LMR_COOKIE_SIZE} bytes.
   */
  SHARED_VIRTUAL(2),

  /**
   * {@code DAT_MEM_TYPE_SO_VIRTUAL}: memory of this process with strongly ordered access, where the
   * platform relaxes the order otherwise.
   */
  SO_VIRTUAL(3);

  private static final MemType[] VALUES = values();

  private final int value;

  MemType(int value) {
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
   * @param value the C value, 0 to 3
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static MemType of(int value) {
    return EnumValues.at(VALUES, value, "DAT_MEM_TYPE");
  }
}
