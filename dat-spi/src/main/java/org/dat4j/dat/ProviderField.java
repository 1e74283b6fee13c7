package org.dat4j.dat;

/**
 * Selects fields of the provider attributes ({@code DAT_PROVIDER_ATTR_MASK}, argument of {@code
 * dat_ia_query}).
 */
public final class ProviderField {
  /** {@code DAT_PROVIDER_FIELD_PROVIDER_NAME}: name of the provider, at most 255 characters. */
  public static final long PROVIDER_NAME = 0x1L;

  /** {@code DAT_PROVIDER_FIELD_PROVIDER_VERSION_MAJOR}: major version of the provider. */
  public static final long PROVIDER_VERSION_MAJOR = 0x2L;

  /** {@code DAT_PROVIDER_FIELD_PROVIDER_VERSION_MINOR}: minor version of the provider. */
  public static final long PROVIDER_VERSION_MINOR = 0x4L;

  /** {@code DAT_PROVIDER_FIELD_DAPL_VERSION_MAJOR}: major version of the contract. */
  public static final long DAPL_VERSION_MAJOR = 0x8L;

  /** {@code DAT_PROVIDER_FIELD_DAPL_VERSION_MINOR}: minor version of the contract. */
  public static final long DAPL_VERSION_MINOR = 0x10L;

  /** {@code DAT_PROVIDER_FIELD_LMR_MEM_TYPE_SUPPORTED}: kinds of memory an LMR can be made of. */
  public static final long LMR_MEM_TYPE_SUPPORTED = 0x20L;

  /**
   * {@code DAT_PROVIDER_FIELD_IOV_OWNERSHIP}: who owns segment lists after a post, see {@link
   * IovOwnership}.
   */
  public static final long IOV_OWNERSHIP = 0x40L;

  /** {@code DAT_PROVIDER_FIELD_DAT_QOS_SUPPORTED}: qualities of service, see {@link Qos}. */
  public static final long DAT_QOS_SUPPORTED = 0x80L;

  /**
   * {@code DAT_PROVIDER_FIELD_COMPLETION_FLAGS_SUPPORTED}: completion flags, see {@link
   * CompletionFlags}.
   */
  public static final long COMPLETION_FLAGS_SUPPORTED = 0x100L;

  /** {@code DAT_PROVIDER_FIELD_IS_THREAD_SAFE}: whether every call is safe with every other. */
  public static final long IS_THREAD_SAFE = 0x200L;

  /** {@code DAT_PROVIDER_FIELD_MAX_PRIVATE_DATA_SIZE}: most private data in bytes, at least 64. */
  public static final long MAX_PRIVATE_DATA_SIZE = 0x400L;

  /**
   * {@code DAT_PROVIDER_FIELD_SUPPORTS_MULTIPATH}: whether {@link ConnectFlags#MULTIPATH} has an
   * effect.
   */
  public static final long SUPPORTS_MULTIPATH = 0x800L;

  /**
   * {@code DAT_PROVIDER_FIELD_EP_CREATOR}: who makes endpoints for requests, see {@link
   * EpCreatorForPsp}.
   */
  public static final long EP_CREATOR = 0x1000L;

  /** {@code DAT_PROVIDER_FIELD_PZ_SUPPORT}: kind of protection zones, see {@link PzSupport}. */
  public static final long PZ_SUPPORT = 0x2000L;

  /**
   * {@code DAT_PROVIDER_FIELD_OPTIMAL_BUFFER_ALIGNMENT}: best alignment of buffers in bytes, a
   * divisor of 256.
   */
  public static final long OPTIMAL_BUFFER_ALIGNMENT = 0x4000L;

  /**
   * {@code DAT_PROVIDER_FIELD_EVD_STREAM_MERGING_SUPPORTED}: which event streams may share an EVD.
   */
  public static final long EVD_STREAM_MERGING_SUPPORTED = 0x8000L;

  /** {@code DAT_PROVIDER_FIELD_SRQ_SUPPORTED}: whether there are shared receive queues. */
  public static final long SRQ_SUPPORTED = 0x10000L;

  /**
   * {@code DAT_PROVIDER_FIELD_SRQ_WATERMARKS_SUPPORTED}: which watermarks of shared receive queues
   * there are; 0 means none.
   */
  public static final long SRQ_WATERMARKS_SUPPORTED = 0x20000L;

  /**
   * {@code DAT_PROVIDER_FIELD_SRQ_EP_PZ_DIFFERENCE_SUPPORTED}: whether an endpoint and its shared
   * receive queue may have different protection zones.
   */
  public static final long SRQ_EP_PZ_DIFFERENCE_SUPPORTED = 0x40000L;

  /**
   * {@code DAT_PROVIDER_FIELD_SRQ_INFO_SUPPORTED}: which counts of a shared receive queue can be
   * queried; 0 means none.
   */
  public static final long SRQ_INFO_SUPPORTED = 0x80000L;

  /**
   * {@code DAT_PROVIDER_FIELD_EP_RECV_INFO_SUPPORTED}: which counts of an endpoint's Receives can
   * be queried; 0 means none.
   */
  public static final long EP_RECV_INFO_SUPPORTED = 0x100000L;

  /**
   * {@code DAT_PROVIDER_FIELD_LMR_SYNC_REQ}: whether {@code dat_lmr_sync_rdma_read} and {@code
   * dat_lmr_sync_rdma_write} are needed.
   */
  public static final long LMR_SYNC_REQ = 0x200000L;

  /**
   * {@code DAT_PROVIDER_FIELD_DTO_ASYNC_RETURN_GUARANTEED}: whether errors of memory are always
   * reported by completions, never by posts.
   */
  public static final long DTO_ASYNC_RETURN_GUARANTEED = 0x400000L;

  /**
   * {@code DAT_PROVIDER_FIELD_RDMA_WRITE_FOR_RDMA_READ_REQ}: whether the local buffer of an RDMA
   * Read needs {@link MemPriv#REMOTE_WRITE}.
   */
  public static final long RDMA_WRITE_FOR_RDMA_READ_REQ = 0x800000L;

  /**
   * {@code DAT_PROVIDER_FIELD_NUM_PROVIDER_SPECIFIC_ATTR}: number of provider-specific attributes.
   */
  public static final long NUM_PROVIDER_SPECIFIC_ATTR = 0x1000000L;

  /**
   * {@code DAT_PROVIDER_FIELD_PROVIDER_SPECIFIC_ATTR}: the provider-specific attributes, names and
   * values.
   */
  public static final long PROVIDER_SPECIFIC_ATTR = 0x2000000L;

  /** {@code DAT_PROVIDER_FIELD_ALL}: every field. */
  public static final long ALL = 0x3ffffffL;

  /** {@code DAT_PROVIDER_FIELD_NONE}: no field. */
  public static final long NONE = 0x0L;

  private static final BitNames NAMES =
      new BitNames()
          .add(ALL, "ALL")
          .add(PROVIDER_NAME, "PROVIDER_NAME")
          .add(PROVIDER_VERSION_MAJOR, "PROVIDER_VERSION_MAJOR")
          .add(PROVIDER_VERSION_MINOR, "PROVIDER_VERSION_MINOR")
          .add(DAPL_VERSION_MAJOR, "DAPL_VERSION_MAJOR")
          .add(DAPL_VERSION_MINOR, "DAPL_VERSION_MINOR")
          .add(LMR_MEM_TYPE_SUPPORTED, "LMR_MEM_TYPE_SUPPORTED")
          .add(IOV_OWNERSHIP, "IOV_OWNERSHIP")
          .add(DAT_QOS_SUPPORTED, "DAT_QOS_SUPPORTED")
          .add(COMPLETION_FLAGS_SUPPORTED, "COMPLETION_FLAGS_SUPPORTED")
          .add(IS_THREAD_SAFE, "IS_THREAD_SAFE")
          .add(MAX_PRIVATE_DATA_SIZE, "MAX_PRIVATE_DATA_SIZE")
          .add(SUPPORTS_MULTIPATH, "SUPPORTS_MULTIPATH")
          .add(EP_CREATOR, "EP_CREATOR")
          .add(PZ_SUPPORT, "PZ_SUPPORT")
          .add(OPTIMAL_BUFFER_ALIGNMENT, "OPTIMAL_BUFFER_ALIGNMENT")
          .add(EVD_STREAM_MERGING_SUPPORTED, "EVD_STREAM_MERGING_SUPPORTED")
          .add(SRQ_SUPPORTED, "SRQ_SUPPORTED")
          .add(SRQ_WATERMARKS_SUPPORTED, "SRQ_WATERMARKS_SUPPORTED")
          .add(SRQ_EP_PZ_DIFFERENCE_SUPPORTED, "SRQ_EP_PZ_DIFFERENCE_SUPPORTED")
          .add(SRQ_INFO_SUPPORTED, "SRQ_INFO_SUPPORTED")
          .add(EP_RECV_INFO_SUPPORTED, "EP_RECV_INFO_SUPPORTED")
          .add(LMR_SYNC_REQ, "LMR_SYNC_REQ")
          .add(DTO_ASYNC_RETURN_GUARANTEED, "DTO_ASYNC_RETURN_GUARANTEED")
          .add(RDMA_WRITE_FOR_RDMA_READ_REQ, "RDMA_WRITE_FOR_RDMA_READ_REQ")
          .add(NUM_PROVIDER_SPECIFIC_ATTR, "NUM_PROVIDER_SPECIFIC_ATTR")
          .add(PROVIDER_SPECIFIC_ATTR, "PROVIDER_SPECIFIC_ATTR")
          .add(NONE, "NONE");

  private ProviderField() {}

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
