package org.dat4j.dat;

/**
 * The ways to close an IA or to end a connection ({@code DAT_CLOSE_FLAGS}, argument of {@code
 * dat_ia_close} and {@code dat_ep_disconnect}).
 */
public enum CloseFlags {
  /**
   * {@code DAT_CLOSE_ABRUPT_FLAG}: at once: whatever is under way is abandoned, and an IA takes all
   * its objects with it.
   */
  ABRUPT(0),

  /**
   * {@code DAT_CLOSE_GRACEFUL_FLAG}: requests under way are finished first; an IA that still has
   * objects refuses.
   */
  GRACEFUL(1);

  /** {@code DAT_CLOSE_DEFAULT}: what is meant when nothing is chosen, {@link #ABRUPT}. */
  public static final CloseFlags DEFAULT = ABRUPT;

  private static final CloseFlags[] VALUES = values();

  private final int value;

  CloseFlags(int value) {
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
  public static CloseFlags of(int value) {
    return EnumValues.at(VALUES, value, "DAT_CLOSE_FLAGS");
  }
}
