package org.dat4j.dat;

/**
 * Selects fields of the IA attributes ({@code DAT_IA_ATTR_MASK}, argument of {@code dat_ia_query}).
 *
 * <p>Counts are limits over all consumers of the IA.
 */
public final class IaField {
  /** {@code DAT_IA_FIELD_IA_ADAPTER_NAME}: name of the IA, at most 255 characters. */
  public static final long ADAPTER_NAME = 0x1L;

  /** {@code DAT_IA_FIELD_IA_VENDOR_NAME}: name of the vendor, at most 255 characters. */
  public static final long VENDOR_NAME = 0x2L;

  /** {@code DAT_IA_FIELD_IA_HARDWARE_MAJOR_VERSION}: major version of the hardware. */
  public static final long HARDWARE_MAJOR_VERSION = 0x4L;

  /** {@code DAT_IA_FIELD_IA_HARDWARE_MINOR_VERSION}: minor version of the hardware. */
  public static final long HARDWARE_MINOR_VERSION = 0x8L;

  /** {@code DAT_IA_FIELD_IA_FIRMWARE_MAJOR_VERSION}: major version of the firmware. */
  public static final long FIRMWARE_MAJOR_VERSION = 0x10L;

  /** {@code DAT_IA_FIELD_IA_FIRMWARE_MINOR_VERSION}: minor version of the firmware. */
  public static final long FIRMWARE_MINOR_VERSION = 0x20L;

  /** {@code DAT_IA_FIELD_IA_ADDRESS_PTR}: address of the IA. */
  public static final long ADDRESS_PTR = 0x40L;

  /** {@code DAT_IA_FIELD_IA_MAX_EPS}: most endpoints. */
  public static final long MAX_EPS = 0x80L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_DTO_PER_EP}: most outstanding requests, and as many Receives, per
   * endpoint.
   */
  public static final long MAX_DTO_PER_EP = 0x100L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_PER_EP_IN}: most outstanding RDMA Reads per endpoint as
   * the target.
   */
  public static final long MAX_RDMA_READ_PER_EP_IN = 0x200L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_PER_EP_OUT}: most outstanding RDMA Reads per endpoint as
   * the originator.
   */
  public static final long MAX_RDMA_READ_PER_EP_OUT = 0x400L;

  /** {@code DAT_IA_FIELD_IA_MAX_EVDS}: most EVDs. */
  public static final long MAX_EVDS = 0x800L;

  /** {@code DAT_IA_FIELD_IA_MAX_EVD_QLEN}: most events per EVD. */
  public static final long MAX_EVD_QLEN = 0x1000L;

  /** {@code DAT_IA_FIELD_IA_MAX_IOV_SEGMENTS_PER_DTO}: most segments per Send or Receive. */
  public static final long MAX_IOV_SEGMENTS_PER_DTO = 0x2000L;

  /** {@code DAT_IA_FIELD_IA_MAX_LMRS}: most LMRs. */
  public static final long MAX_LMRS = 0x4000L;

  /** {@code DAT_IA_FIELD_IA_MAX_LMR_BLOCK_SIZE}: longest registration in bytes. */
  public static final long MAX_LMR_BLOCK_SIZE = 0x8000L;

  /** {@code DAT_IA_FIELD_IA_MAX_LMR_VIRTUAL_ADDRESS}: highest address of an LMR. */
  public static final long MAX_LMR_VIRTUAL_ADDRESS = 0x10000L;

  /** {@code DAT_IA_FIELD_IA_MAX_PZS}: most protection zones. */
  public static final long MAX_PZS = 0x20000L;

  /** {@code DAT_IA_FIELD_IA_MAX_MESSAGE_SIZE}: longest Send in bytes. */
  public static final long MAX_MESSAGE_SIZE = 0x40000L;

  /** {@code DAT_IA_FIELD_IA_MAX_RDMA_SIZE}: longest RDMA Read or Write in bytes. */
  public static final long MAX_RDMA_SIZE = 0x80000L;

  /** {@code DAT_IA_FIELD_IA_MAX_RMRS}: most RMRs. */
  public static final long MAX_RMRS = 0x100000L;

  /** {@code DAT_IA_FIELD_IA_MAX_RMR_TARGET_ADDRESS}: highest address of an RMR. */
  public static final long MAX_RMR_TARGET_ADDRESS = 0x200000L;

  /** {@code DAT_IA_FIELD_IA_MAX_SRQS}: most shared receive queues. */
  public static final long MAX_SRQS = 0x400000L;

  /** {@code DAT_IA_FIELD_IA_MAX_EP_PER_SRQ}: most endpoints per shared receive queue. */
  public static final long MAX_EP_PER_SRQ = 0x800000L;

  /** {@code DAT_IA_FIELD_IA_MAX_RECV_PER_SRQ}: most buffers per shared receive queue. */
  public static final long MAX_RECV_PER_SRQ = 0x1000000L;

  /** {@code DAT_IA_FIELD_IA_MAX_IOV_SEGMENTS_PER_RDMA_READ}: most local segments per RDMA Read. */
  public static final long MAX_IOV_SEGMENTS_PER_RDMA_READ = 0x2000000L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_IOV_SEGMENTS_PER_RDMA_WRITE}: most local segments per RDMA Write.
   */
  public static final long MAX_IOV_SEGMENTS_PER_RDMA_WRITE = 0x4000000L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_IN}: most outstanding RDMA Reads of the whole IA as the
   * target.
   */
  public static final long MAX_RDMA_READ_IN = 0x8000000L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_OUT}: most outstanding RDMA Reads of the whole IA as the
   * originator.
   */
  public static final long MAX_RDMA_READ_OUT = 0x10000000L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_PER_EP_IN_GUARANTEED}: whether every endpoint gets its
   * incoming RDMA Reads at the same time.
   */
  public static final long MAX_RDMA_READ_PER_EP_IN_GUARANTEED = 0x20000000L;

  /**
   * {@code DAT_IA_FIELD_IA_MAX_RDMA_READ_PER_EP_OUT_GUARANTEED}: whether every endpoint gets its
   * outgoing RDMA Reads at the same time.
   */
  public static final long MAX_RDMA_READ_PER_EP_OUT_GUARANTEED = 0x40000000L;

  /** {@code DAT_IA_FIELD_IA_NUM_TRANSPORT_ATTR}: number of transport attributes. */
  public static final long NUM_TRANSPORT_ATTR = 0x80000000L;

  /** {@code DAT_IA_FIELD_IA_TRANSPORT_ATTR}: the transport attributes, names and values. */
  public static final long TRANSPORT_ATTR = 0x100000000L;

  /** {@code DAT_IA_FIELD_IA_NUM_VENDOR_ATTR}: number of vendor attributes. */
  public static final long NUM_VENDOR_ATTR = 0x200000000L;

  /** {@code DAT_IA_FIELD_IA_VENDOR_ATTR}: the vendor attributes, names and values. */
  public static final long VENDOR_ATTR = 0x400000000L;

  /** {@code DAT_IA_FIELD_ALL}: every field; {@code DAT_IA_ALL} is the same. */
  public static final long ALL = 0x7ffffffffL;

  /** {@code DAT_IA_FIELD_NONE}: no field. */
  public static final long NONE = 0x0L;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(ADAPTER_NAME, "ADAPTER_NAME")
          .add(VENDOR_NAME, "VENDOR_NAME")
          .add(HARDWARE_MAJOR_VERSION, "HARDWARE_MAJOR_VERSION")
          .add(HARDWARE_MINOR_VERSION, "HARDWARE_MINOR_VERSION")
          .add(FIRMWARE_MAJOR_VERSION, "FIRMWARE_MAJOR_VERSION")
          .add(FIRMWARE_MINOR_VERSION, "FIRMWARE_MINOR_VERSION")
          .add(ADDRESS_PTR, "ADDRESS_PTR")
          .add(MAX_EPS, "MAX_EPS")
          .add(MAX_DTO_PER_EP, "MAX_DTO_PER_EP")
          .add(MAX_RDMA_READ_PER_EP_IN, "MAX_RDMA_READ_PER_EP_IN")
          .add(MAX_RDMA_READ_PER_EP_OUT, "MAX_RDMA_READ_PER_EP_OUT")
          .add(MAX_EVDS, "MAX_EVDS")
          .add(MAX_EVD_QLEN, "MAX_EVD_QLEN")
          .add(MAX_IOV_SEGMENTS_PER_DTO, "MAX_IOV_SEGMENTS_PER_DTO")
          .add(MAX_LMRS, "MAX_LMRS")
          .add(MAX_LMR_BLOCK_SIZE, "MAX_LMR_BLOCK_SIZE")
          .add(MAX_LMR_VIRTUAL_ADDRESS, "MAX_LMR_VIRTUAL_ADDRESS")
          .add(MAX_PZS, "MAX_PZS")
          .add(MAX_MESSAGE_SIZE, "MAX_MESSAGE_SIZE")
          .add(MAX_RDMA_SIZE, "MAX_RDMA_SIZE")
          .add(MAX_RMRS, "MAX_RMRS")
          .add(MAX_RMR_TARGET_ADDRESS, "MAX_RMR_TARGET_ADDRESS")
          .add(MAX_SRQS, "MAX_SRQS")
          .add(MAX_EP_PER_SRQ, "MAX_EP_PER_SRQ")
          .add(MAX_RECV_PER_SRQ, "MAX_RECV_PER_SRQ")
          .add(MAX_IOV_SEGMENTS_PER_RDMA_READ, "MAX_IOV_SEGMENTS_PER_RDMA_READ")
          .add(MAX_IOV_SEGMENTS_PER_RDMA_WRITE, "MAX_IOV_SEGMENTS_PER_RDMA_WRITE")
          .add(MAX_RDMA_READ_IN, "MAX_RDMA_READ_IN")
          .add(MAX_RDMA_READ_OUT, "MAX_RDMA_READ_OUT")
          .add(MAX_RDMA_READ_PER_EP_IN_GUARANTEED, "MAX_RDMA_READ_PER_EP_IN_GUARANTEED")
          .add(MAX_RDMA_READ_PER_EP_OUT_GUARANTEED, "MAX_RDMA_READ_PER_EP_OUT_GUARANTEED")
          .add(NUM_TRANSPORT_ATTR, "NUM_TRANSPORT_ATTR")
          .add(TRANSPORT_ATTR, "TRANSPORT_ATTR")
          .add(NUM_VENDOR_ATTR, "NUM_VENDOR_ATTR")
          .add(VENDOR_ATTR, "VENDOR_ATTR")
          .add(NONE, "NONE");

  private IaField() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code NONE},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(long bits) {
    return NAMES.format(bits);
  }
}
