package org.dat4j.dat;

/** Selects fields of an RMR ({@code DAT_RMR_PARAM_MASK}, argument of {@code dat_rmr_query}). */
public final class RmrField {
  /** {@code DAT_RMR_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_RMR_FIELD_PZ_HANDLE}: protection zone. */
  public static final int PZ_HANDLE = 0x2;

  /** {@code DAT_RMR_FIELD_LMR_TRIPLET}: the range it is bound to. */
  public static final int LMR_TRIPLET = 0x4;

  /** {@code DAT_RMR_FIELD_MEM_PRIV}: privileges, see {@link MemPriv}. */
  public static final int MEM_PRIV = 0x8;

  /** {@code DAT_RMR_FIELD_RMR_CONTEXT}: context for peers. */
  public static final int RMR_CONTEXT = 0x10;

  /** {@code DAT_RMR_FIELD_ALL}: every field. */
  public static final int ALL = 0x1f;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(PZ_HANDLE, "PZ_HANDLE")
          .add(LMR_TRIPLET, "LMR_TRIPLET")
          .add(MEM_PRIV, "MEM_PRIV")
          .add(RMR_CONTEXT, "RMR_CONTEXT");

  private RmrField() {}

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
