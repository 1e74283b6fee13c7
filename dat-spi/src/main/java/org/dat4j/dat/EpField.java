package org.dat4j.dat;

/**
 * Selects fields of an endpoint ({@code DAT_EP_PARAM_MASK}, argument of {@code dat_ep_query} and
 * {@code dat_ep_modify}).
 *
 * <p>Bit 0x800 has no meaning.
 */
public final class EpField {
  /** {@code DAT_EP_FIELD_IA_HANDLE}: the IA the object belongs to. */
  public static final long IA_HANDLE = 0x1L;

  /** {@code DAT_EP_FIELD_EP_STATE}: state, see {@link EpState}. */
  public static final long EP_STATE = 0x2L;

  /** {@code DAT_EP_FIELD_LOCAL_IA_ADDRESS_PTR}: address of the local IA. */
  public static final long LOCAL_IA_ADDRESS_PTR = 0x4L;

  /** {@code DAT_EP_FIELD_LOCAL_PORT_QUAL}: local port qualifier. */
  public static final long LOCAL_PORT_QUAL = 0x8L;

  /** {@code DAT_EP_FIELD_REMOTE_IA_ADDRESS_PTR}: address of the remote IA. */
  public static final long REMOTE_IA_ADDRESS_PTR = 0x10L;

  /** {@code DAT_EP_FIELD_REMOTE_PORT_QUAL}: remote port qualifier. */
  public static final long REMOTE_PORT_QUAL = 0x20L;

  /** {@code DAT_EP_FIELD_PZ_HANDLE}: protection zone. */
  public static final long PZ_HANDLE = 0x40L;

  /** {@code DAT_EP_FIELD_RECV_EVD_HANDLE}: EVD of the Receive completions. */
  public static final long RECV_EVD_HANDLE = 0x80L;

  /** {@code DAT_EP_FIELD_REQUEST_EVD_HANDLE}: EVD of the request completions. */
  public static final long REQUEST_EVD_HANDLE = 0x100L;

  /** {@code DAT_EP_FIELD_CONNECT_EVD_HANDLE}: EVD of the connection events. */
  public static final long CONNECT_EVD_HANDLE = 0x200L;

  /** {@code DAT_EP_FIELD_SRQ_HANDLE}: shared receive queue. */
  public static final long SRQ_HANDLE = 0x400L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_SERVICE_TYPE}: attribute: kind of service, see {@link ServiceType}.
   */
  public static final long EP_ATTR_SERVICE_TYPE = 0x1000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_MAX_MESSAGE_SIZE}: attribute: longest Send in bytes. */
  public static final long EP_ATTR_MAX_MESSAGE_SIZE = 0x2000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_MAX_RDMA_SIZE}: attribute: longest RDMA Read or Write in bytes. */
  public static final long EP_ATTR_MAX_RDMA_SIZE = 0x4000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_QOS}: attribute: quality of service, see {@link Qos}. */
  public static final long EP_ATTR_QOS = 0x8000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_RECV_COMPLETION_FLAGS}: attribute: how Receives complete, see
   * {@link CompletionFlags}.
   */
  public static final long EP_ATTR_RECV_COMPLETION_FLAGS = 0x10000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_REQUEST_COMPLETION_FLAGS}: attribute: how requests complete, see
   * {@link CompletionFlags}.
   */
  public static final long EP_ATTR_REQUEST_COMPLETION_FLAGS = 0x20000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_MAX_RECV_DTOS}: attribute: number of Receives that fit. */
  public static final long EP_ATTR_MAX_RECV_DTOS = 0x40000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_MAX_REQUEST_DTOS}: attribute: number of requests that fit, binds
   * included.
   */
  public static final long EP_ATTR_MAX_REQUEST_DTOS = 0x80000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_MAX_RECV_IOV}: attribute: most segments per Receive. */
  public static final long EP_ATTR_MAX_RECV_IOV = 0x100000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_MAX_REQUEST_IOV}: attribute: most segments per Send. */
  public static final long EP_ATTR_MAX_REQUEST_IOV = 0x200000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_MAX_RDMA_READ_IN}: attribute: most outstanding RDMA Reads as the
   * target.
   */
  public static final long EP_ATTR_MAX_RDMA_READ_IN = 0x400000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_MAX_RDMA_READ_OUT}: attribute: most outstanding RDMA Reads as the
   * originator.
   */
  public static final long EP_ATTR_MAX_RDMA_READ_OUT = 0x800000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_SRQ_SOFT_HW}: attribute: soft high watermark of buffers taken from
   * the shared receive queue; -1 means none.
   */
  public static final long EP_ATTR_SRQ_SOFT_HW = 0x1000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_MAX_RDMA_READ_IOV}: attribute: most local segments per RDMA Read.
   */
  public static final long EP_ATTR_MAX_RDMA_READ_IOV = 0x2000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_MAX_RDMA_WRITE_IOV}: attribute: most local segments per RDMA Write.
   */
  public static final long EP_ATTR_MAX_RDMA_WRITE_IOV = 0x4000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_NUM_TRANSPORT_ATTR}: attribute: number of transport-specific
   * attributes.
   */
  public static final long EP_ATTR_NUM_TRANSPORT_ATTR = 0x8000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_TRANSPORT_SPECIFIC_ATTR}: attribute: the transport-specific
   * attributes, names and values.
   */
  public static final long EP_ATTR_TRANSPORT_SPECIFIC_ATTR = 0x10000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_NUM_PROVIDER_ATTR}: attribute: number of provider-specific
   * attributes.
   */
  public static final long EP_ATTR_NUM_PROVIDER_ATTR = 0x20000000L;

  /**
   * {@code DAT_EP_FIELD_EP_ATTR_PROVIDER_SPECIFIC_ATTR}: attribute: the provider-specific
   * attributes, names and values.
   */
  public static final long EP_ATTR_PROVIDER_SPECIFIC_ATTR = 0x40000000L;

  /** {@code DAT_EP_FIELD_EP_ATTR_ALL}: every attribute. */
  public static final long EP_ATTR_ALL = 0x7ffff000L;

  /** {@code DAT_EP_FIELD_ALL}: every field and every attribute. */
  public static final long ALL = 0x7ffff7ffL;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(EP_ATTR_ALL, "EP_ATTR_ALL")
          .add(IA_HANDLE, "IA_HANDLE")
          .add(EP_STATE, "EP_STATE")
          .add(LOCAL_IA_ADDRESS_PTR, "LOCAL_IA_ADDRESS_PTR")
          .add(LOCAL_PORT_QUAL, "LOCAL_PORT_QUAL")
          .add(REMOTE_IA_ADDRESS_PTR, "REMOTE_IA_ADDRESS_PTR")
          .add(REMOTE_PORT_QUAL, "REMOTE_PORT_QUAL")
          .add(PZ_HANDLE, "PZ_HANDLE")
          .add(RECV_EVD_HANDLE, "RECV_EVD_HANDLE")
          .add(REQUEST_EVD_HANDLE, "REQUEST_EVD_HANDLE")
          .add(CONNECT_EVD_HANDLE, "CONNECT_EVD_HANDLE")
          .add(SRQ_HANDLE, "SRQ_HANDLE")
          .add(EP_ATTR_SERVICE_TYPE, "EP_ATTR_SERVICE_TYPE")
          .add(EP_ATTR_MAX_MESSAGE_SIZE, "EP_ATTR_MAX_MESSAGE_SIZE")
          .add(EP_ATTR_MAX_RDMA_SIZE, "EP_ATTR_MAX_RDMA_SIZE")
          .add(EP_ATTR_QOS, "EP_ATTR_QOS")
          .add(EP_ATTR_RECV_COMPLETION_FLAGS, "EP_ATTR_RECV_COMPLETION_FLAGS")
          .add(EP_ATTR_REQUEST_COMPLETION_FLAGS, "EP_ATTR_REQUEST_COMPLETION_FLAGS")
          .add(EP_ATTR_MAX_RECV_DTOS, "EP_ATTR_MAX_RECV_DTOS")
          .add(EP_ATTR_MAX_REQUEST_DTOS, "EP_ATTR_MAX_REQUEST_DTOS")
          .add(EP_ATTR_MAX_RECV_IOV, "EP_ATTR_MAX_RECV_IOV")
          .add(EP_ATTR_MAX_REQUEST_IOV, "EP_ATTR_MAX_REQUEST_IOV")
          .add(EP_ATTR_MAX_RDMA_READ_IN, "EP_ATTR_MAX_RDMA_READ_IN")
          .add(EP_ATTR_MAX_RDMA_READ_OUT, "EP_ATTR_MAX_RDMA_READ_OUT")
          .add(EP_ATTR_SRQ_SOFT_HW, "EP_ATTR_SRQ_SOFT_HW")
          .add(EP_ATTR_MAX_RDMA_READ_IOV, "EP_ATTR_MAX_RDMA_READ_IOV")
          .add(EP_ATTR_MAX_RDMA_WRITE_IOV, "EP_ATTR_MAX_RDMA_WRITE_IOV")
          .add(EP_ATTR_NUM_TRANSPORT_ATTR, "EP_ATTR_NUM_TRANSPORT_ATTR")
          .add(EP_ATTR_TRANSPORT_SPECIFIC_ATTR, "EP_ATTR_TRANSPORT_SPECIFIC_ATTR")
          .add(EP_ATTR_NUM_PROVIDER_ATTR, "EP_ATTR_NUM_PROVIDER_ATTR")
          .add(EP_ATTR_PROVIDER_SPECIFIC_ATTR, "EP_ATTR_PROVIDER_SPECIFIC_ATTR");

  private EpField() {}

  /**
   * Prints a set as the names of its bits joined with {@code |}; zero prints as {@code 0},
   * undefined bits print as one hexadecimal number. For messages: allocates.
   *
   * @param bits the set, any value
   * @return the names, never empty
   */
  public static String toString(long bits) {
    return NAMES.format(bits);
  }
}
