package org.dat4j.dat;

/**
 * Kind of a DAT event ({@code DAT_EVENT_NUMBER}). It tells which fields of the event are defined.
 */
public enum EventNumber {
  /** {@code DAT_DTO_COMPLETION_EVENT}: a Send, Receive, RDMA Read or RDMA Write completed. */
  DTO_COMPLETION_EVENT(0x1),

  /** {@code DAT_RMR_BIND_COMPLETION_EVENT}: an RMR bind completed. */
  RMR_BIND_COMPLETION_EVENT(0x1001),

  /** {@code DAT_CONNECTION_REQUEST_EVENT}: a connection request arrived at a service point. */
  CONNECTION_REQUEST_EVENT(0x2001),

  /** {@code DAT_CONNECTION_EVENT_ESTABLISHED}: the connection is established. */
  CONNECTION_EVENT_ESTABLISHED(0x4001),

  /**
   * {@code DAT_CONNECTION_EVENT_PEER_REJECTED}: the consumer at the other side rejected the
   * request.
   */
  CONNECTION_EVENT_PEER_REJECTED(0x4002),

  /**
   * {@code DAT_CONNECTION_EVENT_NON_PEER_REJECTED}: the request was refused without a consumer's
   * decision, for instance because nobody listens.
   */
  CONNECTION_EVENT_NON_PEER_REJECTED(0x4003),

  /**
   * {@code DAT_CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR}: the request was accepted here, but the
   * establishment did not complete.
   */
  CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR(0x4004),

  /**
   * {@code DAT_CONNECTION_EVENT_DISCONNECTED}: the connection was ended by one of its two sides.
   */
  CONNECTION_EVENT_DISCONNECTED(0x4005),

  /** {@code DAT_CONNECTION_EVENT_BROKEN}: the connection ended because of an error. */
  CONNECTION_EVENT_BROKEN(0x4006),

  /**
   * {@code DAT_CONNECTION_EVENT_TIMED_OUT}: no answer arrived within the time limit of the connect
   * call.
   */
  CONNECTION_EVENT_TIMED_OUT(0x4007),

  /** {@code DAT_CONNECTION_EVENT_UNREACHABLE}: the remote address cannot be reached. */
  CONNECTION_EVENT_UNREACHABLE(0x4008),

  /** {@code DAT_ASYNC_ERROR_EVD_OVERFLOW}: an event did not fit into its EVD. */
  ASYNC_ERROR_EVD_OVERFLOW(0x8001),

  /** {@code DAT_ASYNC_ERROR_IA_CATASTROPHIC}: the IA failed and can only be closed. */
  ASYNC_ERROR_IA_CATASTROPHIC(0x8002),

  /** {@code DAT_ASYNC_ERROR_EP_BROKEN}: an endpoint failed outside of any completion. */
  ASYNC_ERROR_EP_BROKEN(0x8003),

  /** {@code DAT_ASYNC_ERROR_TIMED_OUT}: an operation inside the provider ran out of time. */
  ASYNC_ERROR_TIMED_OUT(0x8004),

  /** {@code DAT_ASYNC_ERROR_PROVIDER_INTERNAL_ERROR}: the provider met an error of its own. */
  ASYNC_ERROR_PROVIDER_INTERNAL_ERROR(0x8005),

  /**
   * {@code DAT_SOFTWARE_EVENT}: the consumer posted the event itself with {@code dat_evd_post_se}.
   */
  SOFTWARE_EVENT(0x10001);

  private final int value;

  EventNumber(int value) {
    this.value = value;
  }

  /**
   * Returns the number the contract gives this constant.
   *
   * @return the C value
   */
  public int value() {
    return value;
  }

  /**
   * Returns the constant that has a number. Any thread; allocates nothing when the number is
   * defined.
   *
   * @param value the C value, one of those in the contract
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static EventNumber of(int value) {
    return switch (value) {
      case 0x1 -> DTO_COMPLETION_EVENT;
      case 0x1001 -> RMR_BIND_COMPLETION_EVENT;
      case 0x2001 -> CONNECTION_REQUEST_EVENT;
      case 0x4001 -> CONNECTION_EVENT_ESTABLISHED;
      case 0x4002 -> CONNECTION_EVENT_PEER_REJECTED;
      case 0x4003 -> CONNECTION_EVENT_NON_PEER_REJECTED;
      case 0x4004 -> CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR;
      case 0x4005 -> CONNECTION_EVENT_DISCONNECTED;
      case 0x4006 -> CONNECTION_EVENT_BROKEN;
      case 0x4007 -> CONNECTION_EVENT_TIMED_OUT;
      case 0x4008 -> CONNECTION_EVENT_UNREACHABLE;
      case 0x8001 -> ASYNC_ERROR_EVD_OVERFLOW;
      case 0x8002 -> ASYNC_ERROR_IA_CATASTROPHIC;
      case 0x8003 -> ASYNC_ERROR_EP_BROKEN;
      case 0x8004 -> ASYNC_ERROR_TIMED_OUT;
      case 0x8005 -> ASYNC_ERROR_PROVIDER_INTERNAL_ERROR;
      case 0x10001 -> SOFTWARE_EVENT;
      default -> throw EnumValues.undefined(value, "DAT_EVENT_NUMBER");
    };
  }
}
