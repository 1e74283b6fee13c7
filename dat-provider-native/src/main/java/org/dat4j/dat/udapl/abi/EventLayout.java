package org.dat4j.dat.udapl.abi;

/**
 * The layout of the C structures for events in the DAT 2.0 ABI (libdat2.so.2) on LP64 systems, by
 * which the native backend accesses them.
 *
 * <p>Built as {@link ParamLayout} is.
 */
public final class EventLayout {

  private EventLayout() {}

  /** Data of a transfer completion. */
  public static final class DtoCompletionEventData {

    /** Bytes of DAT_DTO_COMPLETION_EVENT_DATA. */
    public static final int SIZE = 32;

    /** DAT_EP_HANDLE ep_handle. */
    public static final Field EP_HANDLE = new Field(0, 8);

    /** DAT_DTO_COOKIE user_cookie. */
    public static final Field USER_COOKIE = new Field(8, 8);

    /** DAT_DTO_COMPLETION_STATUS status. */
    public static final Field STATUS = new Field(16, 4);

    /** DAT_SEG_LENGTH transfered_length. */
    public static final Field TRANSFERED_LENGTH = Field.pick(24, 8, 20, 4);

    /** DAT_DTOS operation. */
    public static final Field OPERATION = Field.since2(24, 4);

    /** DAT_RMR_CONTEXT rmr_context. */
    public static final Field RMR_CONTEXT = Field.since2(28, 4);

    private DtoCompletionEventData() {}
  }

  /** Data of a bind completion. */
  public static final class RmrBindCompletionEventData {

    /** Bytes of DAT_RMR_BIND_COMPLETION_EVENT_DATA. */
    public static final int SIZE = 24;

    /** DAT_RMR_HANDLE rmr_handle. */
    public static final Field RMR_HANDLE = new Field(0, 8);

    /** DAT_RMR_COOKIE user_cookie. */
    public static final Field USER_COOKIE = new Field(8, 8);

    /** DAT_RMR_BIND_COMPLETION_STATUS status. */
    public static final Field STATUS = new Field(16, 4);

    private RmrBindCompletionEventData() {}
  }

  /** Data of a connection request. */
  public static final class CrArrivalEventData {

    /** Bytes of DAT_CR_ARRIVAL_EVENT_DATA. */
    public static final int SIZE = Abi.pick(32, 40);

    /** DAT_SP_HANDLE sp_handle. */
    public static final Field SP_HANDLE = new Field(0, 8);

    /** DAT_IA_ADDRESS_PTR local_ia_address_ptr. */
    public static final Field LOCAL_IA_ADDRESS_PTR = new Field(8, 8);

    /** DAT_CONN_QUAL conn_qual. */
    public static final Field CONN_QUAL = new Field(16, 8);

    /** DAT_CR_HANDLE cr_handle. */
    public static final Field CR_HANDLE = new Field(24, 8);

    /** DAT_BOOLEAN truncate_flag. */
    public static final Field TRUNCATE_FLAG = Field.since2(32, 4);

    private CrArrivalEventData() {}
  }

  /** Data of a connection event. */
  public static final class ConnectionEventData {

    /** Bytes of DAT_CONNECTION_EVENT_DATA. */
    public static final int SIZE = 24;

    /** DAT_EP_HANDLE ep_handle. */
    public static final Field EP_HANDLE = new Field(0, 8);

    /** DAT_COUNT private_data_size. */
    public static final Field PRIVATE_DATA_SIZE = new Field(8, 4);

    /** DAT_PVOID private_data. */
    public static final Field PRIVATE_DATA = new Field(16, 8);

    private ConnectionEventData() {}
  }

  /** Data of an asynchronous error. */
  public static final class AsynchErrorEventData {

    /** Bytes of DAT_ASYNCH_ERROR_EVENT_DATA. */
    public static final int SIZE = 16;

    /** DAT_HANDLE dat_handle. */
    public static final Field DAT_HANDLE = new Field(0, 8);

    /** DAT_COUNT reason. */
    public static final Field REASON = new Field(8, 4);

    private AsynchErrorEventData() {}
  }

  /** Data of a software event. */
  public static final class SoftwareEventData {

    /** Bytes of DAT_SOFTWARE_EVENT_DATA. */
    public static final int SIZE = 8;

    /** DAT_PVOID pointer. */
    public static final Field POINTER = new Field(0, 8);

    private SoftwareEventData() {}
  }

  /** An event; the members of the union are listed with the prefix of their kind. */
  public static final class Event {

    /** Bytes of DAT_EVENT. */
    public static final int SIZE = Abi.pick(48, 120);

    /** DAT_EVENT_NUMBER event_number. */
    public static final Field EVENT_NUMBER = new Field(0, 4);

    /** DAT_EVD_HANDLE evd_handle. */
    public static final Field EVD_HANDLE = new Field(8, 8);

    /** DAT_EVENT_DATA event_data. */
    public static final Field EVENT_DATA = Field.pick(16, 32, 16, 40);

    /** DAT_UINT64[8] event_extension_data. */
    public static final Field EVENT_EXTENSION_DATA = Field.since2(56, 64);

    /** event_data.dto_completion_event_data.ep_handle. */
    public static final Field DTO_EP_HANDLE = DtoCompletionEventData.EP_HANDLE.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.user_cookie. */
    public static final Field DTO_USER_COOKIE =
        DtoCompletionEventData.USER_COOKIE.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.status. */
    public static final Field DTO_STATUS = DtoCompletionEventData.STATUS.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.transfered_length. */
    public static final Field DTO_TRANSFERED_LENGTH =
        DtoCompletionEventData.TRANSFERED_LENGTH.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.operation. */
    public static final Field DTO_OPERATION = DtoCompletionEventData.OPERATION.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.rmr_context. */
    public static final Field DTO_RMR_CONTEXT =
        DtoCompletionEventData.RMR_CONTEXT.within(EVENT_DATA);

    /** event_data.rmr_completion_event_data.rmr_handle. */
    public static final Field RMR_HANDLE = RmrBindCompletionEventData.RMR_HANDLE.within(EVENT_DATA);

    /** event_data.rmr_completion_event_data.user_cookie. */
    public static final Field RMR_USER_COOKIE =
        RmrBindCompletionEventData.USER_COOKIE.within(EVENT_DATA);

    /** event_data.rmr_completion_event_data.status. */
    public static final Field RMR_STATUS = RmrBindCompletionEventData.STATUS.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.sp_handle. */
    public static final Field CR_SP_HANDLE = CrArrivalEventData.SP_HANDLE.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.local_ia_address_ptr. */
    public static final Field CR_LOCAL_IA_ADDRESS_PTR =
        CrArrivalEventData.LOCAL_IA_ADDRESS_PTR.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.conn_qual. */
    public static final Field CR_CONN_QUAL = CrArrivalEventData.CONN_QUAL.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.cr_handle. */
    public static final Field CR_HANDLE = CrArrivalEventData.CR_HANDLE.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.truncate_flag. */
    public static final Field CR_TRUNCATE_FLAG =
        CrArrivalEventData.TRUNCATE_FLAG.within(EVENT_DATA);

    /** event_data.connect_event_data.ep_handle. */
    public static final Field CONNECT_EP_HANDLE = ConnectionEventData.EP_HANDLE.within(EVENT_DATA);

    /** event_data.connect_event_data.private_data_size. */
    public static final Field CONNECT_PRIVATE_DATA_SIZE =
        ConnectionEventData.PRIVATE_DATA_SIZE.within(EVENT_DATA);

    /** event_data.connect_event_data.private_data. */
    public static final Field CONNECT_PRIVATE_DATA =
        ConnectionEventData.PRIVATE_DATA.within(EVENT_DATA);

    /** event_data.asynch_error_event_data.dat_handle. */
    public static final Field ASYNC_DAT_HANDLE = AsynchErrorEventData.DAT_HANDLE.within(EVENT_DATA);

    /** event_data.asynch_error_event_data.reason. */
    public static final Field ASYNC_REASON = AsynchErrorEventData.REASON.within(EVENT_DATA);

    /** event_data.software_event_data.pointer. */
    public static final Field SOFTWARE_POINTER = SoftwareEventData.POINTER.within(EVENT_DATA);

    private Event() {}
  }
}
