package org.dat4j.dat;

/**
 * State of an endpoint ({@code DAT_EP_STATE}), as {@code dat_ep_get_status} and {@code
 * dat_ep_query} report it.
 *
 * <p>The four {@code UNCONFIGURED_*} states are in the contract's header only; no call reports
 * them.
 */
public enum EpState {
  /**
   * {@code DAT_EP_STATE_UNCONNECTED}: no connection and none under way; the endpoint can be
   * connected.
   */
  UNCONNECTED(0),

  /**
   * {@code DAT_EP_STATE_UNCONFIGURED_UNCONNECTED}: unconnected and not configured; never reported.
   */
  UNCONFIGURED_UNCONNECTED(1),

  /**
   * {@code DAT_EP_STATE_RESERVED}: held for a reserved service point that waits for its one
   * request.
   */
  RESERVED(2),

  /** {@code DAT_EP_STATE_UNCONFIGURED_RESERVED}: reserved and not configured; never reported. */
  UNCONFIGURED_RESERVED(3),

  /**
   * {@code DAT_EP_STATE_PASSIVE_CONNECTION_PENDING}: a request arrived at the endpoint's reserved
   * service point and is not answered yet.
   */
  PASSIVE_CONNECTION_PENDING(4),

  /**
   * {@code DAT_EP_STATE_UNCONFIGURED_PASSIVE}: passive pending and not configured; never reported.
   */
  UNCONFIGURED_PASSIVE(5),

  /**
   * {@code DAT_EP_STATE_ACTIVE_CONNECTION_PENDING}: this side asked for a connection and waits for
   * the answer.
   */
  ACTIVE_CONNECTION_PENDING(6),

  /**
   * {@code DAT_EP_STATE_TENTATIVE_CONNECTION_PENDING}: made by the provider for a request that the
   * consumer has not answered yet.
   */
  TENTATIVE_CONNECTION_PENDING(7),

  /**
   * {@code DAT_EP_STATE_UNCONFIGURED_TENTATIVE}: tentative pending and not configured; never
   * reported.
   */
  UNCONFIGURED_TENTATIVE(8),

  /**
   * {@code DAT_EP_STATE_CONNECTED}: the connection is established; requests and Receives are
   * carried out.
   */
  CONNECTED(9),

  /**
   * {@code DAT_EP_STATE_DISCONNECT_PENDING}: a graceful disconnect is draining the requests posted
   * before it.
   */
  DISCONNECT_PENDING(10),

  /**
   * {@code DAT_EP_STATE_DISCONNECTED}: the connection ended or was never made; everything posted is
   * flushed.
   */
  DISCONNECTED(11),

  /**
   * {@code DAT_EP_STATE_COMPLETION_PENDING}: the request was accepted on this side and the
   * establishment is not complete yet.
   */
  COMPLETION_PENDING(12);

  /** {@code DAT_EP_STATE_ERROR}: another name of {@link #DISCONNECTED}. */
  public static final EpState ERROR = DISCONNECTED;

  private static final EpState[] VALUES = values();

  private final int value;

  EpState(int value) {
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
   * @param value the C value, 0 to 12
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static EpState of(int value) {
    return EnumValues.at(VALUES, value, "DAT_EP_STATE");
  }
}
