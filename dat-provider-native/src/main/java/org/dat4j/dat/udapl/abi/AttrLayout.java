package org.dat4j.dat.udapl.abi;

/**
 * The layout of the C structures for attributes in the ABIs of DAT 1.2 and DAT 2.0 on LP64 systems,
 * by which the native backend accesses them.
 *
 * <p>Built as {@link ParamLayout} is.
 */
public final class AttrLayout {

  private AttrLayout() {}

  /** Two pointers to C strings. */
  public static final class NamedAttr {

    /** Bytes of DAT_NAMED_ATTR. */
    public static final int SIZE = 16;

    /** const char * name. */
    public static final Field NAME = new Field(0, 8);

    /** const char * value. */
    public static final Field VALUE = new Field(8, 8);

    private NamedAttr() {}
  }

  /** IA attributes of dat_ia_query. */
  public static final class IaAttr {

    /** Bytes of DAT_IA_ATTR. */
    public static final int SIZE = 688;

    /** char[DAT_NAME_MAX_LENGTH] adapter_name. */
    public static final Field ADAPTER_NAME = new Field(0, 256);

    /** char[DAT_NAME_MAX_LENGTH] vendor_name. */
    public static final Field VENDOR_NAME = new Field(256, 256);

    /** DAT_UINT32 hardware_version_major. */
    public static final Field HARDWARE_VERSION_MAJOR = new Field(512, 4);

    /** DAT_UINT32 hardware_version_minor. */
    public static final Field HARDWARE_VERSION_MINOR = new Field(516, 4);

    /** DAT_UINT32 firmware_version_major. */
    public static final Field FIRMWARE_VERSION_MAJOR = new Field(520, 4);

    /** DAT_UINT32 firmware_version_minor. */
    public static final Field FIRMWARE_VERSION_MINOR = new Field(524, 4);

    /** DAT_IA_ADDRESS_PTR ia_address_ptr. */
    public static final Field IA_ADDRESS_PTR = new Field(528, 8);

    /** DAT_COUNT max_eps. */
    public static final Field MAX_EPS = new Field(536, 4);

    /** DAT_COUNT max_dto_per_ep. */
    public static final Field MAX_DTO_PER_EP = new Field(540, 4);

    /** DAT_COUNT max_rdma_read_per_ep_in. */
    public static final Field MAX_RDMA_READ_PER_EP_IN = new Field(544, 4);

    /** DAT_COUNT max_rdma_read_per_ep_out. */
    public static final Field MAX_RDMA_READ_PER_EP_OUT = new Field(548, 4);

    /** DAT_COUNT max_evds. */
    public static final Field MAX_EVDS = new Field(552, 4);

    /** DAT_COUNT max_evd_qlen. */
    public static final Field MAX_EVD_QLEN = new Field(556, 4);

    /** DAT_COUNT max_iov_segments_per_dto. */
    public static final Field MAX_IOV_SEGMENTS_PER_DTO = new Field(560, 4);

    /** DAT_COUNT max_lmrs. */
    public static final Field MAX_LMRS = new Field(564, 4);

    /** DAT_SEG_LENGTH max_lmr_block_size. */
    public static final Field MAX_LMR_BLOCK_SIZE = Field.pick(568, 8, 568, 4);

    /** DAT_VADDR max_lmr_virtual_address. */
    public static final Field MAX_LMR_VIRTUAL_ADDRESS = new Field(576, 8);

    /** DAT_COUNT max_pzs. */
    public static final Field MAX_PZS = new Field(584, 4);

    /** DAT_SEG_LENGTH max_message_size. */
    public static final Field MAX_MESSAGE_SIZE = Field.pick(592, 8, 588, 4);

    /** DAT_SEG_LENGTH max_rdma_size. */
    public static final Field MAX_RDMA_SIZE = Field.pick(600, 8, 592, 4);

    /** DAT_COUNT max_iov_segments_per_rdma_read. */
    public static final Field MAX_IOV_SEGMENTS_PER_RDMA_READ = Field.pick(636, 4, 620, 4);

    /** DAT_COUNT max_iov_segments_per_rdma_write. */
    public static final Field MAX_IOV_SEGMENTS_PER_RDMA_WRITE = Field.pick(640, 4, 624, 4);

    /** DAT_COUNT max_rdma_read_in. */
    public static final Field MAX_RDMA_READ_IN = Field.pick(644, 4, 628, 4);

    /** DAT_COUNT max_rdma_read_out. */
    public static final Field MAX_RDMA_READ_OUT = Field.pick(648, 4, 632, 4);

    /** DAT_BOOLEAN max_rdma_read_per_ep_in_guaranteed. */
    public static final Field MAX_RDMA_READ_PER_EP_IN_GUARANTEED = Field.pick(652, 4, 636, 4);

    /** DAT_BOOLEAN max_rdma_read_per_ep_out_guaranteed. */
    public static final Field MAX_RDMA_READ_PER_EP_OUT_GUARANTEED = Field.pick(656, 4, 640, 4);

    /** DAT_COUNT num_transport_attr. */
    public static final Field NUM_TRANSPORT_ATTR = Field.pick(660, 4, 656, 4);

    /** DAT_NAMED_ATTR * transport_attr. */
    public static final Field TRANSPORT_ATTR = new Field(664, 8);

    /** DAT_COUNT num_vendor_attr. */
    public static final Field NUM_VENDOR_ATTR = new Field(672, 4);

    /** DAT_NAMED_ATTR * vendor_attr. */
    public static final Field VENDOR_ATTR = new Field(680, 8);

    private IaAttr() {}
  }

  /** Provider attributes of dat_ia_query; the merging matrix is 6 rows of 6 ints. */
  public static final class ProviderAttr {

    /** Bytes of DAT_PROVIDER_ATTR. */
    public static final int SIZE = Abi.pick(504, 520);

    /** char[DAT_NAME_MAX_LENGTH] provider_name. */
    public static final Field PROVIDER_NAME = new Field(0, 256);

    /** DAT_UINT32 provider_version_major. */
    public static final Field PROVIDER_VERSION_MAJOR = new Field(256, 4);

    /** DAT_UINT32 provider_version_minor. */
    public static final Field PROVIDER_VERSION_MINOR = new Field(260, 4);

    /** DAT_QOS dat_qos_supported. */
    public static final Field DAT_QOS_SUPPORTED = new Field(280, 4);

    /** DAT_COUNT max_private_data_size. */
    public static final Field MAX_PRIVATE_DATA_SIZE = new Field(292, 4);

    /** DAT_PZ_SUPPORT pz_support. */
    public static final Field PZ_SUPPORT = new Field(304, 4);

    /** DAT_UINT32 optimal_buffer_alignment. */
    public static final Field OPTIMAL_BUFFER_ALIGNMENT = new Field(308, 4);

    /** const DAT_BOOLEAN[6][6] evd_stream_merging_supported. */
    public static final Field EVD_STREAM_MERGING_SUPPORTED = new Field(312, 144);

    /** DAT_BOOLEAN lmr_sync_req. */
    public static final Field LMR_SYNC_REQ = new Field(476, 4);

    /** DAT_BOOLEAN rdma_write_for_rdma_read_req. */
    public static final Field RDMA_WRITE_FOR_RDMA_READ_REQ = new Field(484, 4);

    /** DAT_COUNT num_provider_specific_attr. */
    public static final Field NUM_PROVIDER_SPECIFIC_ATTR = Field.pick(488, 4, 508, 4);

    /** DAT_NAMED_ATTR * provider_specific_attr. */
    public static final Field PROVIDER_SPECIFIC_ATTR = Field.pick(496, 8, 512, 8);

    private ProviderAttr() {}
  }

  /** EP attributes. */
  public static final class EpAttr {

    /** Bytes of DAT_EP_ATTR. */
    public static final int SIZE = Abi.pick(104, 88);

    /** DAT_SERVICE_TYPE service_type. */
    public static final Field SERVICE_TYPE = new Field(0, 4);

    /** DAT_SEG_LENGTH max_message_size. */
    public static final Field MAX_MESSAGE_SIZE = Field.pick(8, 8, 4, 4);

    /** DAT_SEG_LENGTH max_rdma_size. */
    public static final Field MAX_RDMA_SIZE = Field.pick(16, 8, 8, 4);

    /** DAT_QOS qos. */
    public static final Field QOS = Field.pick(24, 4, 12, 4);

    /** DAT_COMPLETION_FLAGS recv_completion_flags. */
    public static final Field RECV_COMPLETION_FLAGS = Field.pick(28, 4, 16, 4);

    /** DAT_COMPLETION_FLAGS request_completion_flags. */
    public static final Field REQUEST_COMPLETION_FLAGS = Field.pick(32, 4, 20, 4);

    /** DAT_COUNT max_recv_dtos. */
    public static final Field MAX_RECV_DTOS = Field.pick(36, 4, 24, 4);

    /** DAT_COUNT max_request_dtos. */
    public static final Field MAX_REQUEST_DTOS = Field.pick(40, 4, 28, 4);

    /** DAT_COUNT max_recv_iov. */
    public static final Field MAX_RECV_IOV = Field.pick(44, 4, 32, 4);

    /** DAT_COUNT max_request_iov. */
    public static final Field MAX_REQUEST_IOV = Field.pick(48, 4, 36, 4);

    /** DAT_COUNT max_rdma_read_in. */
    public static final Field MAX_RDMA_READ_IN = Field.pick(52, 4, 40, 4);

    /** DAT_COUNT max_rdma_read_out. */
    public static final Field MAX_RDMA_READ_OUT = Field.pick(56, 4, 44, 4);

    /** DAT_COUNT srq_soft_hw. */
    public static final Field SRQ_SOFT_HW = Field.pick(60, 4, 48, 4);

    /** DAT_COUNT max_rdma_read_iov. */
    public static final Field MAX_RDMA_READ_IOV = Field.pick(64, 4, 52, 4);

    /** DAT_COUNT max_rdma_write_iov. */
    public static final Field MAX_RDMA_WRITE_IOV = Field.pick(68, 4, 56, 4);

    private EpAttr() {}
  }

  /** Argument of dat_srq_create. */
  public static final class SrqAttr {

    /** Bytes of DAT_SRQ_ATTR. */
    public static final int SIZE = 12;

    /** DAT_COUNT max_recv_dtos. */
    public static final Field MAX_RECV_DTOS = new Field(0, 4);

    /** DAT_COUNT max_recv_iov. */
    public static final Field MAX_RECV_IOV = new Field(4, 4);

    /** DAT_COUNT low_watermark. */
    public static final Field LOW_WATERMARK = new Field(8, 4);

    private SrqAttr() {}
  }
}
