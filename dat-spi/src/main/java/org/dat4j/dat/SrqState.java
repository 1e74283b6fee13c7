package org.dat4j.dat;

/** State of a shared receive queue ({@code DAT_SRQ_STATE}), as {@code dat_srq_query} reports it. */
public enum SrqState {
  /** {@code DAT_SRQ_STATE_OPERATIONAL}: the queue takes and hands out buffers. */
  OPERATIONAL(0),

  /** {@code DAT_SRQ_STATE_ERROR}: the queue failed and is of no further use. */
  ERROR(1);

  private static final SrqState[] VALUES = values();

  private final int value;

  SrqState(int value) {
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
  public static SrqState of(int value) {
    return EnumValues.at(VALUES, value, "DAT_SRQ_STATE");
  }
}
