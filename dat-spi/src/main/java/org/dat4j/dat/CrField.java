package org.dat4j.dat;

/**
 * Selects fields of a connection request ({@code DAT_CR_PARAM_MASK}, argument of {@code
 * dat_cr_query}).
 */
public final class CrField {
  /** {@code DAT_CR_FIELD_REMOTE_IA_ADDRESS_PTR}: address of the requester's IA. */
  public static final int REMOTE_IA_ADDRESS_PTR = 0x1;

  /** {@code DAT_CR_FIELD_REMOTE_PORT_QUAL}: port qualifier of the requester. */
  public static final int REMOTE_PORT_QUAL = 0x2;

  /** {@code DAT_CR_FIELD_PRIVATE_DATA_SIZE}: size of the private data in bytes. */
  public static final int PRIVATE_DATA_SIZE = 0x4;

  /** {@code DAT_CR_FIELD_PRIVATE_DATA}: the requester's private data. */
  public static final int PRIVATE_DATA = 0x8;

  /** {@code DAT_CR_FIELD_LOCAL_EP_HANDLE}: the endpoint the request came with, if any. */
  public static final int LOCAL_EP_HANDLE = 0x10;

  /** {@code DAT_CR_FIELD_ALL}: every field. */
  public static final int ALL = 0x1f;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(REMOTE_IA_ADDRESS_PTR, "REMOTE_IA_ADDRESS_PTR")
          .add(REMOTE_PORT_QUAL, "REMOTE_PORT_QUAL")
          .add(PRIVATE_DATA_SIZE, "PRIVATE_DATA_SIZE")
          .add(PRIVATE_DATA, "PRIVATE_DATA")
          .add(LOCAL_EP_HANDLE, "LOCAL_EP_HANDLE");

  private CrField() {}

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
