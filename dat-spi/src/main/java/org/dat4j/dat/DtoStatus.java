package org.dat4j.dat;

/**
 * Outcome of a data transfer or of an RMR bind ({@code DAT_DTO_COMPLETION_STATUS}), carried by the
 * completion event.
 *
 * <p>The transferred length of the event is defined for {@link #SUCCESS} only.
 */
public enum DtoStatus {
  /** {@code DAT_DTO_SUCCESS}: the operation did what was asked. */
  SUCCESS(0),

  /** {@code DAT_DTO_ERR_FLUSHED}: the connection ended before the operation was carried out. */
  ERR_FLUSHED(1),

  /**
   * {@code DAT_DTO_ERR_LOCAL_LENGTH}: the message is longer than the local buffers or than a limit
   * of the endpoint.
   */
  ERR_LOCAL_LENGTH(2),

  /** {@code DAT_DTO_ERR_LOCAL_EP}: the local endpoint met an internal error. */
  ERR_LOCAL_EP(3),

  /**
   * {@code DAT_DTO_ERR_LOCAL_PROTECTION}: a local segment lies outside its LMR, or its LMR is gone,
   * of another protection zone or without the privilege.
   */
  ERR_LOCAL_PROTECTION(4),

  /** {@code DAT_DTO_ERR_BAD_RESPONSE}: the other side's answer was malformed. */
  ERR_BAD_RESPONSE(5),

  /**
   * {@code DAT_DTO_ERR_REMOTE_ACCESS}: the other side refused access to its memory: context, range,
   * privilege or protection zone.
   */
  ERR_REMOTE_ACCESS(6),

  /**
   * {@code DAT_DTO_ERR_REMOTE_RESPONDER}: the other side could not carry out its part, for instance
   * because its Receive was too small.
   */
  ERR_REMOTE_RESPONDER(7),

  /** {@code DAT_DTO_ERR_TRANSPORT}: the link or the other side was lost. */
  ERR_TRANSPORT(8),

  /** {@code DAT_DTO_ERR_RECEIVER_NOT_READY}: the other side had no Receive posted. */
  ERR_RECEIVER_NOT_READY(9),

  /** {@code DAT_DTO_ERR_PARTIAL_PACKET}: a part of the message was lost. */
  ERR_PARTIAL_PACKET(10),

  /** {@code DAT_RMR_OPERATION_FAILED}: the bind failed after it was posted. */
  RMR_OPERATION_FAILED(11);

  /** {@code DAT_DTO_LENGTH_ERROR}: another name of {@link #ERR_LOCAL_LENGTH}. */
  public static final DtoStatus LENGTH_ERROR = ERR_LOCAL_LENGTH;

  /** {@code DAT_DTO_FAILURE}: another name of {@link #ERR_FLUSHED}. */
  public static final DtoStatus FAILURE = ERR_FLUSHED;

  /** {@code DAT_RMR_BIND_SUCCESS}: another name of {@link #SUCCESS}, for binds. */
  public static final DtoStatus RMR_BIND_SUCCESS = SUCCESS;

  /** {@code DAT_RMR_BIND_FAILURE}: another name of {@link #ERR_FLUSHED}, for binds. */
  public static final DtoStatus RMR_BIND_FAILURE = ERR_FLUSHED;

  private static final DtoStatus[] VALUES = values();

  private final int value;

  DtoStatus(int value) {
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
   * @param value the C value, 0 to 11
   * @return the constant, never null
   * @throws IllegalArgumentException if no constant has the number; names the C type and the number
   */
  public static DtoStatus of(int value) {
    return EnumValues.at(VALUES, value, "DAT_DTO_COMPLETION_STATUS");
  }
}
