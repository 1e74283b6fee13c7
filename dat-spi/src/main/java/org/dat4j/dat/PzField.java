package org.dat4j.dat;

/**
 * Selects fields of a protection zone ({@code DAT_PZ_PARAM_MASK}, argument of {@code
 * dat_pz_query}).
 */
public final class PzField {
  /** {@code DAT_PZ_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_PZ_FIELD_ALL}: every field, which is the one above. */
  public static final int ALL = 0x1;

  private static final BitNames NAMES = new BitNames().add(IA_HANDLE, "IA_HANDLE");

  private PzField() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code 0},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(int bits) {
    return NAMES.format(Integer.toUnsignedLong(bits));
  }
}
