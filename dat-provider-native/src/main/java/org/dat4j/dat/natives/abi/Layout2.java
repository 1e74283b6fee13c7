package org.dat4j.dat.natives.abi;

/**
 * Layout of the structures of the DAT 2.0 ABI (libdat2.so.2) on LP64 systems.
 *
 * <p>One nested class for each C structure, named after it without {@code DAT_}: its size and the
 * {@link Field place} of every member, under the member's C name in capitals. A test compares them
 * with what the C compiler says about the headers. Pointers, handles, addresses and qualifiers have
 * 8 octets; enumerations, booleans, counts and DAT_SEG_LENGTH have 4. An {@code ia_handle} filled
 * in by a query may be the provider's own pointer: never pass it to a function.
 */
public final class Layout2 {

  private Layout2() {}

  /** Result of dat_evd_query. */
  public static final class EvdParam {
    /** Octets of DAT_EVD_PARAM. */
    public static final int SIZE = 32;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field EVD_QLEN = new Field(8, 4);
    public static final Field EVD_STATE = new Field(12, 4);
    public static final Field CNO_HANDLE = new Field(16, 8);
    public static final Field EVD_FLAGS = new Field(24, 4);

    private EvdParam() {}
  }

  /** A proxy agent; by value it is two longs in this order. */
  public static final class OsWaitProxyAgent {
    /** Octets of DAT_OS_WAIT_PROXY_AGENT. */
    public static final int SIZE = 16;

    public static final Field INSTANCE_DATA = new Field(0, 8);
    public static final Field PROXY_AGENT_FUNC = new Field(8, 8);

    private OsWaitProxyAgent() {}
  }

  /** A union; by value it is two longs, of which a plain address uses the first. */
  public static final class RegionDescription {
    /** Octets of DAT_REGION_DESCRIPTION. */
    public static final int SIZE = 16;

    public static final Field FOR_SHARED_MEMORY = new Field(0, 16);
    public static final Field FOR_VA = new Field(0, 8);
    public static final Field FOR_LMR_HANDLE = new Field(0, 8);

    private RegionDescription() {}
  }

  /** Result of dat_lmr_query. */
  public static final class LmrParam {
    /** Octets of DAT_LMR_PARAM. */
    public static final int SIZE = 80;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field MEM_TYPE = new Field(8, 4);
    public static final Field REGION_DESC = new Field(16, 16);
    public static final Field LENGTH = new Field(32, 8);
    public static final Field PZ_HANDLE = new Field(40, 8);
    public static final Field MEM_PRIV = new Field(48, 4);
    public static final Field VA_TYPE = new Field(52, 4);
    public static final Field LMR_CONTEXT = new Field(56, 4);
    public static final Field RMR_CONTEXT = new Field(60, 4);
    public static final Field REGISTERED_SIZE = new Field(64, 8);
    public static final Field REGISTERED_ADDRESS = new Field(72, 8);

    private LmrParam() {}
  }

  /** Result of dat_cno_query. */
  public static final class CnoParam {
    /** Octets of DAT_CNO_PARAM. */
    public static final int SIZE = 32;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field PROXY_TYPE = new Field(8, 4);
    public static final Field PROXY_AGENT = new Field(16, 16);
    public static final Field PROXY_NONE = new Field(16, 8);
    public static final Field PROXY_FD = new Field(16, 4);

    private CnoParam() {}
  }

  /** Provider attributes of dat_ia_query; the merging matrix is 6 rows of 6 ints. */
  public static final class ProviderAttr {
    /** Octets of DAT_PROVIDER_ATTR. */
    public static final int SIZE = 520;

    public static final Field PROVIDER_NAME = new Field(0, 256);
    public static final Field PROVIDER_VERSION_MAJOR = new Field(256, 4);
    public static final Field PROVIDER_VERSION_MINOR = new Field(260, 4);
    public static final Field DAPL_VERSION_MAJOR = new Field(264, 4);
    public static final Field DAPL_VERSION_MINOR = new Field(268, 4);
    public static final Field LMR_MEM_TYPES_SUPPORTED = new Field(272, 4);
    public static final Field IOV_OWNERSHIP_ON_RETURN = new Field(276, 4);
    public static final Field DAT_QOS_SUPPORTED = new Field(280, 4);
    public static final Field COMPLETION_FLAGS_SUPPORTED = new Field(284, 4);
    public static final Field IS_THREAD_SAFE = new Field(288, 4);
    public static final Field MAX_PRIVATE_DATA_SIZE = new Field(292, 4);
    public static final Field SUPPORTS_MULTIPATH = new Field(296, 4);
    public static final Field EP_CREATOR = new Field(300, 4);
    public static final Field PZ_SUPPORT = new Field(304, 4);
    public static final Field OPTIMAL_BUFFER_ALIGNMENT = new Field(308, 4);
    public static final Field EVD_STREAM_MERGING_SUPPORTED = new Field(312, 144);
    public static final Field SRQ_SUPPORTED = new Field(456, 4);
    public static final Field SRQ_WATERMARKS_SUPPORTED = new Field(460, 4);
    public static final Field SRQ_EP_PZ_DIFFERENCE_SUPPORTED = new Field(464, 4);
    public static final Field SRQ_INFO_SUPPORTED = new Field(468, 4);
    public static final Field EP_RECV_INFO_SUPPORTED = new Field(472, 4);
    public static final Field LMR_SYNC_REQ = new Field(476, 4);
    public static final Field DTO_ASYNC_RETURN_GUARANTEED = new Field(480, 4);
    public static final Field RDMA_WRITE_FOR_RDMA_READ_REQ = new Field(484, 4);
    public static final Field RDMA_READ_LMR_RMR_CONTEXT_EXPOSURE = new Field(488, 4);
    public static final Field RMR_SCOPE_SUPPORTED = new Field(492, 4);
    public static final Field IS_SIGNAL_SAFE = new Field(496, 4);
    public static final Field HA_SUPPORTED = new Field(500, 4);
    public static final Field HA_LOADBALANCING = new Field(504, 4);
    public static final Field NUM_PROVIDER_SPECIFIC_ATTR = new Field(508, 4);
    public static final Field PROVIDER_SPECIFIC_ATTR = new Field(512, 8);

    private ProviderAttr() {}
  }

  /** Two pointers to C strings. */
  public static final class NamedAttr {
    /** Octets of DAT_NAMED_ATTR. */
    public static final int SIZE = 16;

    public static final Field NAME = new Field(0, 8);
    public static final Field VALUE = new Field(8, 8);

    private NamedAttr() {}
  }

  /** A local segment. */
  public static final class LmrTriplet {
    /** Octets of DAT_LMR_TRIPLET. */
    public static final int SIZE = 16;

    public static final Field VIRTUAL_ADDRESS = new Field(0, 8);
    public static final Field SEGMENT_LENGTH = new Field(8, 4);
    public static final Field LMR_CONTEXT = new Field(12, 4);

    private LmrTriplet() {}
  }

  /** A remote segment. */
  public static final class RmrTriplet {
    /** Octets of DAT_RMR_TRIPLET. */
    public static final int SIZE = 16;

    public static final Field VIRTUAL_ADDRESS = new Field(0, 8);
    public static final Field SEGMENT_LENGTH = new Field(8, 4);
    public static final Field RMR_CONTEXT = new Field(12, 4);

    private RmrTriplet() {}
  }

  /** Result of dat_rmr_query. */
  public static final class RmrParam {
    /** Octets of DAT_RMR_PARAM. */
    public static final int SIZE = 48;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field PZ_HANDLE = new Field(8, 8);
    public static final Field LMR_TRIPLET = new Field(16, 16);
    public static final Field MEM_PRIV = new Field(32, 4);
    public static final Field RMR_CONTEXT = new Field(36, 4);
    public static final Field RMR_SCOPE = new Field(40, 4);
    public static final Field VA_TYPE = new Field(44, 4);

    private RmrParam() {}
  }

  /** IA attributes of dat_ia_query. */
  public static final class IaAttr {
    /** Octets of DAT_IA_ATTR. */
    public static final int SIZE = 688;

    public static final Field ADAPTER_NAME = new Field(0, 256);
    public static final Field VENDOR_NAME = new Field(256, 256);
    public static final Field HARDWARE_VERSION_MAJOR = new Field(512, 4);
    public static final Field HARDWARE_VERSION_MINOR = new Field(516, 4);
    public static final Field FIRMWARE_VERSION_MAJOR = new Field(520, 4);
    public static final Field FIRMWARE_VERSION_MINOR = new Field(524, 4);
    public static final Field IA_ADDRESS_PTR = new Field(528, 8);
    public static final Field MAX_EPS = new Field(536, 4);
    public static final Field MAX_DTO_PER_EP = new Field(540, 4);
    public static final Field MAX_RDMA_READ_PER_EP_IN = new Field(544, 4);
    public static final Field MAX_RDMA_READ_PER_EP_OUT = new Field(548, 4);
    public static final Field MAX_EVDS = new Field(552, 4);
    public static final Field MAX_EVD_QLEN = new Field(556, 4);
    public static final Field MAX_IOV_SEGMENTS_PER_DTO = new Field(560, 4);
    public static final Field MAX_LMRS = new Field(564, 4);
    public static final Field MAX_LMR_BLOCK_SIZE = new Field(568, 4);
    public static final Field MAX_LMR_VIRTUAL_ADDRESS = new Field(576, 8);
    public static final Field MAX_PZS = new Field(584, 4);
    public static final Field MAX_MESSAGE_SIZE = new Field(588, 4);
    public static final Field MAX_RDMA_SIZE = new Field(592, 4);
    public static final Field MAX_RMRS = new Field(596, 4);
    public static final Field MAX_RMR_TARGET_ADDRESS = new Field(600, 8);
    public static final Field MAX_SRQS = new Field(608, 4);
    public static final Field MAX_EP_PER_SRQ = new Field(612, 4);
    public static final Field MAX_RECV_PER_SRQ = new Field(616, 4);
    public static final Field MAX_IOV_SEGMENTS_PER_RDMA_READ = new Field(620, 4);
    public static final Field MAX_IOV_SEGMENTS_PER_RDMA_WRITE = new Field(624, 4);
    public static final Field MAX_RDMA_READ_IN = new Field(628, 4);
    public static final Field MAX_RDMA_READ_OUT = new Field(632, 4);
    public static final Field MAX_RDMA_READ_PER_EP_IN_GUARANTEED = new Field(636, 4);
    public static final Field MAX_RDMA_READ_PER_EP_OUT_GUARANTEED = new Field(640, 4);
    public static final Field ZB_SUPPORTED = new Field(644, 4);
    public static final Field EXTENSION_SUPPORTED = new Field(648, 4);
    public static final Field EXTENSION_VERSION = new Field(652, 4);
    public static final Field NUM_TRANSPORT_ATTR = new Field(656, 4);
    public static final Field TRANSPORT_ATTR = new Field(664, 8);
    public static final Field NUM_VENDOR_ATTR = new Field(672, 4);
    public static final Field VENDOR_ATTR = new Field(680, 8);

    private IaAttr() {}
  }

  /** EP attributes. */
  public static final class EpAttr {
    /** Octets of DAT_EP_ATTR. */
    public static final int SIZE = 88;

    public static final Field SERVICE_TYPE = new Field(0, 4);
    public static final Field MAX_MESSAGE_SIZE = new Field(4, 4);
    public static final Field MAX_RDMA_SIZE = new Field(8, 4);
    public static final Field QOS = new Field(12, 4);
    public static final Field RECV_COMPLETION_FLAGS = new Field(16, 4);
    public static final Field REQUEST_COMPLETION_FLAGS = new Field(20, 4);
    public static final Field MAX_RECV_DTOS = new Field(24, 4);
    public static final Field MAX_REQUEST_DTOS = new Field(28, 4);
    public static final Field MAX_RECV_IOV = new Field(32, 4);
    public static final Field MAX_REQUEST_IOV = new Field(36, 4);
    public static final Field MAX_RDMA_READ_IN = new Field(40, 4);
    public static final Field MAX_RDMA_READ_OUT = new Field(44, 4);
    public static final Field SRQ_SOFT_HW = new Field(48, 4);
    public static final Field MAX_RDMA_READ_IOV = new Field(52, 4);
    public static final Field MAX_RDMA_WRITE_IOV = new Field(56, 4);
    public static final Field EP_TRANSPORT_SPECIFIC_COUNT = new Field(60, 4);
    public static final Field EP_TRANSPORT_SPECIFIC = new Field(64, 8);
    public static final Field EP_PROVIDER_SPECIFIC_COUNT = new Field(72, 4);
    public static final Field EP_PROVIDER_SPECIFIC = new Field(80, 8);

    private EpAttr() {}
  }

  /** Argument of dat_ep_modify, result of dat_ep_query. */
  public static final class EpParam {
    /** Octets of DAT_EP_PARAM. */
    public static final int SIZE = 184;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field EP_STATE = new Field(8, 4);
    public static final Field COMM = new Field(12, 12);
    public static final Field LOCAL_IA_ADDRESS_PTR = new Field(24, 8);
    public static final Field LOCAL_PORT_QUAL = new Field(32, 8);
    public static final Field REMOTE_IA_ADDRESS_PTR = new Field(40, 8);
    public static final Field REMOTE_PORT_QUAL = new Field(48, 8);
    public static final Field PZ_HANDLE = new Field(56, 8);
    public static final Field RECV_EVD_HANDLE = new Field(64, 8);
    public static final Field REQUEST_EVD_HANDLE = new Field(72, 8);
    public static final Field CONNECT_EVD_HANDLE = new Field(80, 8);
    public static final Field SRQ_HANDLE = new Field(88, 8);
    public static final Field EP_ATTR = new Field(96, 88);

    private EpParam() {}
  }

  /** Argument of dat_srq_create. */
  public static final class SrqAttr {
    /** Octets of DAT_SRQ_ATTR. */
    public static final int SIZE = 12;

    public static final Field MAX_RECV_DTOS = new Field(0, 4);
    public static final Field MAX_RECV_IOV = new Field(4, 4);
    public static final Field LOW_WATERMARK = new Field(8, 4);

    private SrqAttr() {}
  }

  /** Result of dat_srq_query. */
  public static final class SrqParam {
    /** Octets of DAT_SRQ_PARAM. */
    public static final int SIZE = 48;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field SRQ_STATE = new Field(8, 4);
    public static final Field PZ_HANDLE = new Field(16, 8);
    public static final Field MAX_RECV_DTOS = new Field(24, 4);
    public static final Field MAX_RECV_IOV = new Field(28, 4);
    public static final Field LOW_WATERMARK = new Field(32, 4);
    public static final Field AVAILABLE_DTO_COUNT = new Field(36, 4);
    public static final Field OUTSTANDING_DTO_COUNT = new Field(40, 4);

    private SrqParam() {}
  }

  /** Result of dat_pz_query. */
  public static final class PzParam {
    /** Octets of DAT_PZ_PARAM. */
    public static final int SIZE = 8;

    public static final Field IA_HANDLE = new Field(0, 8);

    private PzParam() {}
  }

  /** Result of dat_psp_query. */
  public static final class PspParam {
    /** Octets of DAT_PSP_PARAM. */
    public static final int SIZE = 32;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field CONN_QUAL = new Field(8, 8);
    public static final Field EVD_HANDLE = new Field(16, 8);
    public static final Field PSP_FLAGS = new Field(24, 4);

    private PspParam() {}
  }

  /** Result of dat_rsp_query. */
  public static final class RspParam {
    /** Octets of DAT_RSP_PARAM. */
    public static final int SIZE = 32;

    public static final Field IA_HANDLE = new Field(0, 8);
    public static final Field CONN_QUAL = new Field(8, 8);
    public static final Field EVD_HANDLE = new Field(16, 8);
    public static final Field EP_HANDLE = new Field(24, 8);

    private RspParam() {}
  }

  /** Result of dat_cr_query. */
  public static final class CrParam {
    /** Octets of DAT_CR_PARAM. */
    public static final int SIZE = 40;

    public static final Field REMOTE_IA_ADDRESS_PTR = new Field(0, 8);
    public static final Field REMOTE_PORT_QUAL = new Field(8, 8);
    public static final Field PRIVATE_DATA_SIZE = new Field(16, 4);
    public static final Field PRIVATE_DATA = new Field(24, 8);
    public static final Field LOCAL_EP_HANDLE = new Field(32, 8);

    private CrParam() {}
  }

  /** Data of a transfer completion. */
  public static final class DtoCompletionEventData {
    /** Octets of DAT_DTO_COMPLETION_EVENT_DATA. */
    public static final int SIZE = 32;

    public static final Field EP_HANDLE = new Field(0, 8);
    public static final Field USER_COOKIE = new Field(8, 8);
    public static final Field STATUS = new Field(16, 4);
    public static final Field TRANSFERED_LENGTH = new Field(20, 4);
    public static final Field OPERATION = new Field(24, 4);
    public static final Field RMR_CONTEXT = new Field(28, 4);

    private DtoCompletionEventData() {}
  }

  /** Data of a bind completion. */
  public static final class RmrBindCompletionEventData {
    /** Octets of DAT_RMR_BIND_COMPLETION_EVENT_DATA. */
    public static final int SIZE = 24;

    public static final Field RMR_HANDLE = new Field(0, 8);
    public static final Field USER_COOKIE = new Field(8, 8);
    public static final Field STATUS = new Field(16, 4);

    private RmrBindCompletionEventData() {}
  }

  /** Data of a connection request. */
  public static final class CrArrivalEventData {
    /** Octets of DAT_CR_ARRIVAL_EVENT_DATA. */
    public static final int SIZE = 40;

    public static final Field SP_HANDLE = new Field(0, 8);
    public static final Field LOCAL_IA_ADDRESS_PTR = new Field(8, 8);
    public static final Field CONN_QUAL = new Field(16, 8);
    public static final Field CR_HANDLE = new Field(24, 8);
    public static final Field TRUNCATE_FLAG = new Field(32, 4);

    private CrArrivalEventData() {}
  }

  /** Data of a connection event. */
  public static final class ConnectionEventData {
    /** Octets of DAT_CONNECTION_EVENT_DATA. */
    public static final int SIZE = 24;

    public static final Field EP_HANDLE = new Field(0, 8);
    public static final Field PRIVATE_DATA_SIZE = new Field(8, 4);
    public static final Field PRIVATE_DATA = new Field(16, 8);

    private ConnectionEventData() {}
  }

  /** Data of an asynchronous error. */
  public static final class AsynchErrorEventData {
    /** Octets of DAT_ASYNCH_ERROR_EVENT_DATA. */
    public static final int SIZE = 16;

    public static final Field DAT_HANDLE = new Field(0, 8);
    public static final Field REASON = new Field(8, 4);

    private AsynchErrorEventData() {}
  }

  /** Data of a software event. */
  public static final class SoftwareEventData {
    /** Octets of DAT_SOFTWARE_EVENT_DATA. */
    public static final int SIZE = 8;

    public static final Field POINTER = new Field(0, 8);

    private SoftwareEventData() {}
  }

  /** Entry of dat_registry_list_providers. */
  public static final class ProviderInfo {
    /** Octets of DAT_PROVIDER_INFO. */
    public static final int SIZE = 268;

    public static final Field IA_NAME = new Field(0, 256);
    public static final Field DAPL_VERSION_MAJOR = new Field(256, 4);
    public static final Field DAPL_VERSION_MINOR = new Field(260, 4);
    public static final Field IS_THREAD_SAFE = new Field(264, 4);

    private ProviderInfo() {}
  }

  /** An event; the members of the union are listed with the prefix of their kind. */
  public static final class Event {
    /** Octets of DAT_EVENT. */
    public static final int SIZE = 120;

    public static final Field EVENT_NUMBER = new Field(0, 4);
    public static final Field EVD_HANDLE = new Field(8, 8);
    public static final Field EVENT_DATA = new Field(16, 40);
    public static final Field EVENT_EXTENSION_DATA = new Field(56, 64);

    public static final Field DTO_EP_HANDLE = DtoCompletionEventData.EP_HANDLE.within(EVENT_DATA);
    public static final Field DTO_USER_COOKIE =
        DtoCompletionEventData.USER_COOKIE.within(EVENT_DATA);
    public static final Field DTO_STATUS = DtoCompletionEventData.STATUS.within(EVENT_DATA);
    public static final Field DTO_TRANSFERED_LENGTH =
        DtoCompletionEventData.TRANSFERED_LENGTH.within(EVENT_DATA);
    public static final Field DTO_OPERATION = DtoCompletionEventData.OPERATION.within(EVENT_DATA);
    public static final Field DTO_RMR_CONTEXT =
        DtoCompletionEventData.RMR_CONTEXT.within(EVENT_DATA);
    public static final Field RMR_HANDLE = RmrBindCompletionEventData.RMR_HANDLE.within(EVENT_DATA);
    public static final Field RMR_USER_COOKIE =
        RmrBindCompletionEventData.USER_COOKIE.within(EVENT_DATA);
    public static final Field RMR_STATUS = RmrBindCompletionEventData.STATUS.within(EVENT_DATA);
    public static final Field CR_SP_HANDLE = CrArrivalEventData.SP_HANDLE.within(EVENT_DATA);
    public static final Field CR_LOCAL_IA_ADDRESS_PTR =
        CrArrivalEventData.LOCAL_IA_ADDRESS_PTR.within(EVENT_DATA);
    public static final Field CR_CONN_QUAL = CrArrivalEventData.CONN_QUAL.within(EVENT_DATA);
    public static final Field CR_HANDLE = CrArrivalEventData.CR_HANDLE.within(EVENT_DATA);
    public static final Field CR_TRUNCATE_FLAG =
        CrArrivalEventData.TRUNCATE_FLAG.within(EVENT_DATA);
    public static final Field CONNECT_EP_HANDLE = ConnectionEventData.EP_HANDLE.within(EVENT_DATA);
    public static final Field CONNECT_PRIVATE_DATA_SIZE =
        ConnectionEventData.PRIVATE_DATA_SIZE.within(EVENT_DATA);
    public static final Field CONNECT_PRIVATE_DATA =
        ConnectionEventData.PRIVATE_DATA.within(EVENT_DATA);
    public static final Field ASYNC_DAT_HANDLE = AsynchErrorEventData.DAT_HANDLE.within(EVENT_DATA);
    public static final Field ASYNC_REASON = AsynchErrorEventData.REASON.within(EVENT_DATA);
    public static final Field SOFTWARE_POINTER = SoftwareEventData.POINTER.within(EVENT_DATA);

    private Event() {}
  }
}
