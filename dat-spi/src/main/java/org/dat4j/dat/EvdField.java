package org.dat4j.dat;

/** Selects fields of an EVD ({@code DAT_EVD_PARAM_MASK}, argument of {@code dat_evd_query}). */
public final class EvdField {
  /** {@code DAT_EVD_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_EVD_FIELD_EVD_QLEN}: number of events that fit. */
  public static final int EVD_QLEN = 0x2;

  /** {@code DAT_EVD_FIELD_EVD_STATE}: state, see {@link EvdState}. */
  public static final int EVD_STATE = 0x4;

  /** {@code DAT_EVD_FIELD_CNO}: the CNO it triggers. */
  public static final int CNO = 0x8;

  /** {@code DAT_EVD_FIELD_EVD_FLAGS}: the streams it takes, see {@link EvdFlags}. */
  public static final int EVD_FLAGS = 0x10;

  /** {@code DAT_EVD_FIELD_ALL}: every field. */
  public static final int ALL = 0x1f;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(EVD_QLEN, "EVD_QLEN")
          .add(EVD_STATE, "EVD_STATE")
          .add(CNO, "CNO")
          .add(EVD_FLAGS, "EVD_FLAGS");

  private EvdField() {}

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
