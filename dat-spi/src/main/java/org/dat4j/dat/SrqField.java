package org.dat4j.dat;

/**
 * Selects fields of a shared receive queue ({@code DAT_SRQ_PARAM_MASK}, argument of {@code
 * dat_srq_query}).
 */
public final class SrqField {
  /** {@code DAT_SRQ_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final int IA_HANDLE = 0x1;

  /** {@code DAT_SRQ_FIELD_SRQ_STATE}: state, see {@link SrqState}. */
  public static final int SRQ_STATE = 0x2;

  /** {@code DAT_SRQ_FIELD_PZ_HANDLE}: protection zone. */
  public static final int PZ_HANDLE = 0x4;

  /** {@code DAT_SRQ_FIELD_MAX_RECV_DTO}: number of buffers that fit. */
  public static final int MAX_RECV_DTO = 0x8;

  /** {@code DAT_SRQ_FIELD_MAX_RECV_IOV}: most segments per buffer. */
  public static final int MAX_RECV_IOV = 0x10;

  /** {@code DAT_SRQ_FIELD_LOW_WATERMARK}: low watermark in buffers. */
  public static final int LOW_WATERMARK = 0x20;

  /** {@code DAT_SRQ_FIELD_AVAILABLE_DTO_COUNT}: buffers on the queue. */
  public static final int AVAILABLE_DTO_COUNT = 0x40;

  /** {@code DAT_SRQ_FIELD_OUTSTANDING_DTO_COUNT}: buffers posted and not reaped. */
  public static final int OUTSTANDING_DTO_COUNT = 0x80;

  /** {@code DAT_SRQ_FIELD_ALL}: every field. */
  public static final int ALL = 0xff;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(SRQ_STATE, "SRQ_STATE")
          .add(PZ_HANDLE, "PZ_HANDLE")
          .add(MAX_RECV_DTO, "MAX_RECV_DTO")
          .add(MAX_RECV_IOV, "MAX_RECV_IOV")
          .add(LOW_WATERMARK, "LOW_WATERMARK")
          .add(AVAILABLE_DTO_COUNT, "AVAILABLE_DTO_COUNT")
          .add(OUTSTANDING_DTO_COUNT, "OUTSTANDING_DTO_COUNT");

  private SrqField() {}

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
