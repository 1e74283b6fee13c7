package org.dat4j.dat;

/** Selects fields of an LMR ({@code DAT_LMR_PARAM_MASK}, argument of {@code dat_lmr_query}). */
public final class LmrField {
  /** {@code DAT_LMR_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_LMR_FIELD_MEM_TYPE}: kind of memory, see {@link MemType}. */
  public static final int MEM_TYPE = 0x2;

  /** {@code DAT_LMR_FIELD_REGION_DESC}: what was registered. */
  public static final int REGION_DESC = 0x4;

  /** {@code DAT_LMR_FIELD_LENGTH}: length that was asked for, in bytes. */
  public static final int LENGTH = 0x8;

  /** {@code DAT_LMR_FIELD_PZ_HANDLE}: protection zone. */
  public static final int PZ_HANDLE = 0x10;

  /** {@code DAT_LMR_FIELD_MEM_PRIV}: privileges, see {@link MemPriv}. */
  public static final int MEM_PRIV = 0x20;

  /** {@code DAT_LMR_FIELD_LMR_CONTEXT}: context for local segments. */
  public static final int LMR_CONTEXT = 0x40;

  /** {@code DAT_LMR_FIELD_RMR_CONTEXT}: context for peers. */
  public static final int RMR_CONTEXT = 0x80;

  /** {@code DAT_LMR_FIELD_REGISTERED_SIZE}: length of the registered range in bytes. */
  public static final int REGISTERED_SIZE = 0x100;

  /** {@code DAT_LMR_FIELD_REGISTERED_ADDRESS}: start of the registered range. */
  public static final int REGISTERED_ADDRESS = 0x200;

  /** {@code DAT_LMR_FIELD_ALL}: every field. */
  public static final int ALL = 0x3ff;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(MEM_TYPE, "MEM_TYPE")
          .add(REGION_DESC, "REGION_DESC")
          .add(LENGTH, "LENGTH")
          .add(PZ_HANDLE, "PZ_HANDLE")
          .add(MEM_PRIV, "MEM_PRIV")
          .add(LMR_CONTEXT, "LMR_CONTEXT")
          .add(RMR_CONTEXT, "RMR_CONTEXT")
          .add(REGISTERED_SIZE, "REGISTERED_SIZE")
          .add(REGISTERED_ADDRESS, "REGISTERED_ADDRESS");

  private LmrField() {}

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
