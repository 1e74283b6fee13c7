package org.dat4j.dat;

/** Selects fields of a CNO ({@code DAT_CNO_PARAM_MASK}, argument of {@code dat_cno_query}). */
public final class CnoField {
  /** {@code DAT_CNO_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_CNO_FIELD_AGENT}: the proxy agent. */
  public static final int AGENT = 0x2;

  /** {@code DAT_CNO_FIELD_ALL}: every field. */
  public static final int ALL = 0x3;

  private static final BitNames NAMES =
      new BitNames().add(ALL, "ALL").add(IA_HANDLE, "IA_HANDLE").add(AGENT, "AGENT");

  private CnoField() {}

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
