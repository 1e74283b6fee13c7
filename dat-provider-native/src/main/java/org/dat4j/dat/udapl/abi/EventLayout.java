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

    /** DAT_DTO_COOKIE user_cookie. */
    public static final Field USER_COOKIE = new Field(8, 8);

    /** DAT_DTO_COMPLETION_STATUS status. */
    public static final Field STATUS = new Field(16, 4);

    /** DAT_SEG_LENGTH transfered_length. */
    public static final Field TRANSFERED_LENGTH = Field.pick(24, 8, 20, 4);

    private DtoCompletionEventData() {}
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

  /** An event; the members of the union are listed with the prefix of their kind. */
  public static final class Event {

    /** Bytes of DAT_EVENT. */
    public static final int SIZE = Abi.pick(48, 120);

    /** DAT_EVENT_NUMBER event_number. */
    public static final Field EVENT_NUMBER = new Field(0, 4);

    /** DAT_EVENT_DATA event_data. */
    public static final Field EVENT_DATA = Field.pick(16, 32, 16, 40);

    /** event_data.dto_completion_event_data.user_cookie. */
    public static final Field DTO_USER_COOKIE =
        DtoCompletionEventData.USER_COOKIE.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.status. */
    public static final Field DTO_STATUS = DtoCompletionEventData.STATUS.within(EVENT_DATA);

    /** event_data.dto_completion_event_data.transfered_length. */
    public static final Field DTO_TRANSFERED_LENGTH =
        DtoCompletionEventData.TRANSFERED_LENGTH.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.sp_handle. */
    public static final Field CR_SP_HANDLE = CrArrivalEventData.SP_HANDLE.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.local_ia_address_ptr. */
    public static final Field CR_LOCAL_IA_ADDRESS_PTR =
        CrArrivalEventData.LOCAL_IA_ADDRESS_PTR.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.conn_qual. */
    public static final Field CR_CONN_QUAL = CrArrivalEventData.CONN_QUAL.within(EVENT_DATA);

    /** event_data.cr_arrival_event_data.cr_handle. */
    public static final Field CR_HANDLE = CrArrivalEventData.CR_HANDLE.within(EVENT_DATA);

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

    private Event() {}
  }
}
