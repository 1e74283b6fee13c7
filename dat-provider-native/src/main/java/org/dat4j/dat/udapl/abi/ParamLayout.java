package org.dat4j.dat.udapl.abi;

/**
 * The layout of the C structures for parameters and segments in the DAT 2.0 ABI (libdat2.so.2) on
 * LP64 systems, by which the native backend accesses them. Other small structures are here too.
 *
 * <p>One nested class for each C structure, named after it without {@code DAT_}: its size and the
 * {@link Field place} of every member, under the member's C name in capitals. A test compares them
 * with what the C compiler says about the headers. Pointers, handles, addresses and qualifiers have
 * 8 bytes; enumerations, booleans, counts and DAT_SEG_LENGTH have 4.
 *
 * <p>An {@code ia_handle} filled in by a query may be the provider's own pointer: never pass it to
 * a function.
 */
public final class ParamLayout {

  private ParamLayout() {}

  /** A union; by value it is two longs, of which a plain address uses the first. */
  public static final class RegionDescription {

    /** Bytes of DAT_REGION_DESCRIPTION. */
    public static final int SIZE = 16;

    /** DAT_SHARED_MEMORY for_shared_memory. */
    public static final Field FOR_SHARED_MEMORY = new Field(0, 16);

    /** DAT_PVOID for_va. */
    public static final Field FOR_VA = new Field(0, 8);

    /** DAT_LMR_HANDLE for_lmr_handle. */
    public static final Field FOR_LMR_HANDLE = new Field(0, 8);

    private RegionDescription() {}
  }

  /** A proxy agent; by value it is two longs in this order. */
  public static final class OsWaitProxyAgent {

    /** Bytes of DAT_OS_WAIT_PROXY_AGENT. */
    public static final int SIZE = 16;

    /** DAT_PVOID instance_data. */
    public static final Field INSTANCE_DATA = new Field(0, 8);

    /** DAT_AGENT_FUNC proxy_agent_func. */
    public static final Field PROXY_AGENT_FUNC = new Field(8, 8);

    private OsWaitProxyAgent() {}
  }

  /** A local segment. */
  public static final class LmrTriplet {

    /** Bytes of DAT_LMR_TRIPLET. */
    public static final int SIZE = Abi.pick(24, 16);

    /** DAT_VADDR virtual_address. */
    public static final Field VIRTUAL_ADDRESS = Field.pick(8, 8, 0, 8);

    /** DAT_SEG_LENGTH segment_length. */
    public static final Field SEGMENT_LENGTH = Field.pick(16, 8, 8, 4);

    /** DAT_LMR_CONTEXT lmr_context. */
    public static final Field LMR_CONTEXT = Field.pick(0, 4, 12, 4);

    private LmrTriplet() {}
  }

  /** A remote segment. */
  public static final class RmrTriplet {

    /** Bytes of DAT_RMR_TRIPLET. */
    public static final int SIZE = Abi.pick(24, 16);

    /** DAT_VADDR virtual_address. */
    public static final Field VIRTUAL_ADDRESS = Field.pick(8, 8, 0, 8);

    /** DAT_SEG_LENGTH segment_length. */
    public static final Field SEGMENT_LENGTH = Field.pick(16, 8, 8, 4);

    /** DAT_RMR_CONTEXT rmr_context. */
    public static final Field RMR_CONTEXT = Field.pick(0, 4, 12, 4);

    private RmrTriplet() {}
  }

  /** Entry of dat_registry_list_providers. */
  public static final class ProviderInfo {

    /** Bytes of DAT_PROVIDER_INFO. */
    public static final int SIZE = 268;

    /** char[DAT_NAME_MAX_LENGTH] ia_name. */
    public static final Field IA_NAME = new Field(0, 256);

    /** DAT_UINT32 dapl_version_major. */
    public static final Field DAPL_VERSION_MAJOR = new Field(256, 4);

    /** DAT_UINT32 dapl_version_minor. */
    public static final Field DAPL_VERSION_MINOR = new Field(260, 4);

    /** DAT_BOOLEAN is_thread_safe. */
    public static final Field IS_THREAD_SAFE = new Field(264, 4);

    private ProviderInfo() {}
  }

  /** Result of dat_pz_query. */
  public static final class PzParam {

    /** Bytes of DAT_PZ_PARAM. */
    public static final int SIZE = 8;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    private PzParam() {}
  }

  /** Result of dat_lmr_query. */
  public static final class LmrParam {

    /** Bytes of DAT_LMR_PARAM. */
    public static final int SIZE = 80;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_MEM_TYPE mem_type. */
    public static final Field MEM_TYPE = new Field(8, 4);

    /** DAT_REGION_DESCRIPTION region_desc. */
    public static final Field REGION_DESC = new Field(16, 16);

    /** DAT_VLEN length. */
    public static final Field LENGTH = new Field(32, 8);

    /** DAT_PZ_HANDLE pz_handle. */
    public static final Field PZ_HANDLE = new Field(40, 8);

    /** DAT_MEM_PRIV_FLAGS mem_priv. */
    public static final Field MEM_PRIV = new Field(48, 4);

    /** DAT_VA_TYPE va_type. */
    public static final Field VA_TYPE = Field.since2(52, 4);

    /** DAT_LMR_CONTEXT lmr_context. */
    public static final Field LMR_CONTEXT = Field.pick(52, 4, 56, 4);

    /** DAT_RMR_CONTEXT rmr_context. */
    public static final Field RMR_CONTEXT = Field.pick(56, 4, 60, 4);

    /** DAT_VLEN registered_size. */
    public static final Field REGISTERED_SIZE = new Field(64, 8);

    /** DAT_VADDR registered_address. */
    public static final Field REGISTERED_ADDRESS = new Field(72, 8);

    private LmrParam() {}
  }

  /** Result of dat_rmr_query. */
  public static final class RmrParam {

    /** Bytes of DAT_RMR_PARAM. */
    public static final int SIZE = 48;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_PZ_HANDLE pz_handle. */
    public static final Field PZ_HANDLE = new Field(8, 8);

    /** DAT_LMR_TRIPLET lmr_triplet. */
    public static final Field LMR_TRIPLET = Field.pick(16, 24, 16, 16);

    /** DAT_MEM_PRIV_FLAGS mem_priv. */
    public static final Field MEM_PRIV = Field.pick(40, 4, 32, 4);

    /** DAT_RMR_CONTEXT rmr_context. */
    public static final Field RMR_CONTEXT = Field.pick(44, 4, 36, 4);

    /** DAT_RMR_SCOPE rmr_scope. */
    public static final Field RMR_SCOPE = Field.since2(40, 4);

    /** DAT_VA_TYPE va_type. */
    public static final Field VA_TYPE = Field.since2(44, 4);

    private RmrParam() {}
  }

  /** Result of dat_evd_query. */
  public static final class EvdParam {

    /** Bytes of DAT_EVD_PARAM. */
    public static final int SIZE = 32;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_COUNT evd_qlen. */
    public static final Field EVD_QLEN = new Field(8, 4);

    /** DAT_EVD_STATE evd_state. */
    public static final Field EVD_STATE = new Field(12, 4);

    /** DAT_CNO_HANDLE cno_handle. */
    public static final Field CNO_HANDLE = new Field(16, 8);

    /** DAT_EVD_FLAGS evd_flags. */
    public static final Field EVD_FLAGS = new Field(24, 4);

    private EvdParam() {}
  }

  /** Result of dat_cno_query. */
  public static final class CnoParam {

    /** Bytes of DAT_CNO_PARAM. */
    public static final int SIZE = Abi.pick(24, 32);

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_PROXY_TYPE proxy_type. */
    public static final Field PROXY_TYPE = Field.since2(8, 4);

    /** DAT_OS_WAIT_PROXY_AGENT proxy.agent. */
    public static final Field PROXY_AGENT = Field.pick(8, 16, 16, 16);

    /** DAT_PVOID proxy.none. */
    public static final Field PROXY_NONE = Field.since2(16, 8);

    /** DAT_FD proxy.fd. */
    public static final Field PROXY_FD = Field.since2(16, 4);

    private CnoParam() {}
  }

  /** Argument of dat_ep_modify, result of dat_ep_query. */
  public static final class EpParam {

    /** Bytes of DAT_EP_PARAM. */
    public static final int SIZE = Abi.pick(192, 184);

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_EP_STATE ep_state. */
    public static final Field EP_STATE = new Field(8, 4);

    /** DAT_COMM comm. */
    public static final Field COMM = Field.since2(12, 12);

    /** DAT_IA_ADDRESS_PTR local_ia_address_ptr. */
    public static final Field LOCAL_IA_ADDRESS_PTR = Field.pick(16, 8, 24, 8);

    /** DAT_PORT_QUAL local_port_qual. */
    public static final Field LOCAL_PORT_QUAL = Field.pick(24, 8, 32, 8);

    /** DAT_IA_ADDRESS_PTR remote_ia_address_ptr. */
    public static final Field REMOTE_IA_ADDRESS_PTR = Field.pick(32, 8, 40, 8);

    /** DAT_PORT_QUAL remote_port_qual. */
    public static final Field REMOTE_PORT_QUAL = Field.pick(40, 8, 48, 8);

    /** DAT_PZ_HANDLE pz_handle. */
    public static final Field PZ_HANDLE = Field.pick(48, 8, 56, 8);

    /** DAT_EVD_HANDLE recv_evd_handle. */
    public static final Field RECV_EVD_HANDLE = Field.pick(56, 8, 64, 8);

    /** DAT_EVD_HANDLE request_evd_handle. */
    public static final Field REQUEST_EVD_HANDLE = Field.pick(64, 8, 72, 8);

    /** DAT_EVD_HANDLE connect_evd_handle. */
    public static final Field CONNECT_EVD_HANDLE = Field.pick(72, 8, 80, 8);

    /** DAT_SRQ_HANDLE srq_handle. */
    public static final Field SRQ_HANDLE = Field.pick(80, 8, 88, 8);

    /** DAT_EP_ATTR ep_attr. */
    public static final Field EP_ATTR = Field.pick(88, 104, 96, 88);

    private EpParam() {}
  }

  /** Result of dat_psp_query. */
  public static final class PspParam {

    /** Bytes of DAT_PSP_PARAM. */
    public static final int SIZE = 32;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_CONN_QUAL conn_qual. */
    public static final Field CONN_QUAL = new Field(8, 8);

    /** DAT_EVD_HANDLE evd_handle. */
    public static final Field EVD_HANDLE = new Field(16, 8);

    /** DAT_PSP_FLAGS psp_flags. */
    public static final Field PSP_FLAGS = new Field(24, 4);

    private PspParam() {}
  }

  /** Result of dat_rsp_query. */
  public static final class RspParam {

    /** Bytes of DAT_RSP_PARAM. */
    public static final int SIZE = 32;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_CONN_QUAL conn_qual. */
    public static final Field CONN_QUAL = new Field(8, 8);

    /** DAT_EVD_HANDLE evd_handle. */
    public static final Field EVD_HANDLE = new Field(16, 8);

    /** DAT_EP_HANDLE ep_handle. */
    public static final Field EP_HANDLE = new Field(24, 8);

    private RspParam() {}
  }

  /** Result of dat_cr_query. */
  public static final class CrParam {

    /** Bytes of DAT_CR_PARAM. */
    public static final int SIZE = 40;

    /** DAT_IA_ADDRESS_PTR remote_ia_address_ptr. */
    public static final Field REMOTE_IA_ADDRESS_PTR = new Field(0, 8);

    /** DAT_PORT_QUAL remote_port_qual. */
    public static final Field REMOTE_PORT_QUAL = new Field(8, 8);

    /** DAT_COUNT private_data_size. */
    public static final Field PRIVATE_DATA_SIZE = new Field(16, 4);

    /** DAT_PVOID private_data. */
    public static final Field PRIVATE_DATA = new Field(24, 8);

    /** DAT_EP_HANDLE local_ep_handle. */
    public static final Field LOCAL_EP_HANDLE = new Field(32, 8);

    private CrParam() {}
  }

  /** Result of dat_srq_query. */
  public static final class SrqParam {

    /** Bytes of DAT_SRQ_PARAM. */
    public static final int SIZE = 48;

    /** DAT_IA_HANDLE ia_handle. */
    public static final Field IA_HANDLE = new Field(0, 8);

    /** DAT_SRQ_STATE srq_state. */
    public static final Field SRQ_STATE = new Field(8, 4);

    /** DAT_PZ_HANDLE pz_handle. */
    public static final Field PZ_HANDLE = new Field(16, 8);

    /** DAT_COUNT max_recv_dtos. */
    public static final Field MAX_RECV_DTOS = new Field(24, 4);

    /** DAT_COUNT max_recv_iov. */
    public static final Field MAX_RECV_IOV = new Field(28, 4);

    /** DAT_COUNT low_watermark. */
    public static final Field LOW_WATERMARK = new Field(32, 4);

    /** DAT_COUNT available_dto_count. */
    public static final Field AVAILABLE_DTO_COUNT = new Field(36, 4);

    /** DAT_COUNT outstanding_dto_count. */
    public static final Field OUTSTANDING_DTO_COUNT = new Field(40, 4);

    private SrqParam() {}
  }
}
