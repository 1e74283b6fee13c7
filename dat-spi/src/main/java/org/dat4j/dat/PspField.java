package org.dat4j.dat;

/**
 * Selects fields of a public service point ({@code DAT_PSP_PARAM_MASK}, argument of {@code
 * dat_psp_query}).
 */
public final class PspField {
  /** {@code DAT_PSP_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_PSP_FIELD_CONN_QUAL}: connection qualifier it listens on. */
  public static final int CONN_QUAL = 0x2;

  /** {@code DAT_PSP_FIELD_EVD_HANDLE}: EVD of its connection requests. */
  public static final int EVD_HANDLE = 0x4;

  /** {@code DAT_PSP_FIELD_PSP_FLAGS}: who provides the endpoints, see {@link PspFlags}. */
  public static final int PSP_FLAGS = 0x8;

  /** {@code DAT_PSP_FIELD_ALL}: every field. */
  public static final int ALL = 0xf;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(CONN_QUAL, "CONN_QUAL")
          .add(EVD_HANDLE, "EVD_HANDLE")
          .add(PSP_FLAGS, "PSP_FLAGS");

  private PspField() {}

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
