package org.dat4j.dat.udapl.abi;

/**
 * Off-heap memory into which the uDAPL library writes one event (DAT_EVENT), with accessors for the
 * members of every kind of event.
 *
 * <p>Each EVD and thread that dequeues has an object of its own, and passes {@link #address()} to
 * {@code dat_evd_dequeue} or {@code dat_evd_wait}; afterwards every accessor is a plain load. Which
 * accessors are valid depends on {@link #number()}. Numbers are the library's own: see {@link
 * CodeTranslation}. Not thread-safe.
 */
public final class EventMemory {

  private final NativeMemory memory = NativeMemory.allocate(EventLayout.Event.SIZE);

  /**
   * Returns the address at which the library writes the event.
   *
   * @return the address
   */
  public long address() {
    return memory.address();
  }

  /**
   * Returns the event number, as the library has it.
   *
   * @return event_number
   */
  public int number() {
    return memory.getInt(EventLayout.Event.EVENT_NUMBER);
  }

  /**
   * Returns the cookie of a data transfer completion.
   *
   * @return dto_completion_event_data.user_cookie
   */
  public long dtoCookie() {
    return memory.getLong(EventLayout.Event.DTO_USER_COOKIE);
  }

  /**
   * Status of a data transfer completion.
   *
   * @return dto_completion_event_data.status
   */
  public int dtoStatus() {
    return memory.getInt(EventLayout.Event.DTO_STATUS);
  }

  /**
   * Bytes transferred; undefined unless the status is success.
   *
   * @return dto_completion_event_data.transfered_length; 0 to 2^32-1 in the 2.0 ABI
   */
  public long dtoLength() {
    return memory.getUnsigned(EventLayout.Event.DTO_TRANSFERED_LENGTH);
  }

  /**
   * Returns the service point of a connection request.
   *
   * @return cr_arrival_event_data.sp_handle
   */
  public long servicePoint() {
    return memory.getLong(EventLayout.Event.CR_SP_HANDLE);
  }

  /**
   * Address of the local IA's socket address, owned by the library.
   *
   * @return cr_arrival_event_data.local_ia_address_ptr
   */
  public long localAddress() {
    return memory.getLong(EventLayout.Event.CR_LOCAL_IA_ADDRESS_PTR);
  }

  /**
   * Returns the qualifier on which a connection request came.
   *
   * @return cr_arrival_event_data.conn_qual
   */
  public long connQual() {
    return memory.getLong(EventLayout.Event.CR_CONN_QUAL);
  }

  /**
   * Returns the connection request itself.
   *
   * @return cr_arrival_event_data.cr_handle
   */
  public long cr() {
    return memory.getLong(EventLayout.Event.CR_HANDLE);
  }

  /**
   * Returns the EP of a connection event.
   *
   * @return connect_event_data.ep_handle
   */
  public long connectEp() {
    return memory.getLong(EventLayout.Event.CONNECT_EP_HANDLE);
  }

  /**
   * Returns the private data of a connection event, copied out of the library's memory (allocates).
   *
   * @return the bytes; empty if there are none
   */
  public byte[] privateData() {
    return ForeignMemory.copy(
        memory.getLong(EventLayout.Event.CONNECT_PRIVATE_DATA),
        memory.getInt(EventLayout.Event.CONNECT_PRIVATE_DATA_SIZE));
  }

  /**
   * Returns the object of an asynchronous error, as the library names it: for an IA its own
   * pointer.
   *
   * @return asynch_error_event_data.dat_handle
   */
  public long asyncHandle() {
    return memory.getLong(EventLayout.Event.ASYNC_DAT_HANDLE);
  }

  /**
   * Returns the reason of an asynchronous error; libdapl leaves it unset for an overflow.
   *
   * @return asynch_error_event_data.reason
   */
  public int asyncReason() {
    return memory.getInt(EventLayout.Event.ASYNC_REASON);
  }
}
