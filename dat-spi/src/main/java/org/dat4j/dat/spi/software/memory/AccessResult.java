package org.dat4j.dat.spi.software.memory;

/**
 * The result of the check whether memory may be read or written; transports map it to their own
 * error numbers. Each method that returns it says with which {@link org.dat4j.dat.DtoStatus} the
 * request then fails.
 */
public enum AccessResult {
  /** Permitted. */
  OK("permitted"),
  /** The context that a peer gave names no live memory. */
  UNKNOWN(
      "the context names no live memory: it was freed, or it has no remote privilege and so 0 as"
          + " its context for peers"),
  /** The memory is in another PZ. */
  OTHER_ZONE("the memory is in another PZ"),
  /** The memory lacks the privilege. */
  NO_RIGHT("the memory lacks the privilege (MemPriv) that the transfer needs"),
  /** The range leaves the memory. */
  OUT_OF_BOUNDS("the range leaves the memory"),
  /** The range wraps around the end of the address space. */
  WRAPS("the range wraps around the end of the address space"),
  /** The message is longer than the buffers posted for it. */
  TOO_LONG("the message is longer than the receive buffer"),
  /** The memory was freed, or its buffer threw, while it was about to be touched. */
  REVOKED("the memory was freed or can no longer be touched"),
  /** The memory of a request or Receive of this side was freed. */
  FREED("the memory was freed before the transfer was complete");

  private final String text;

  AccessResult(String text) {
    this.text = text;
  }

  /**
   * Returns the meaning.
   *
   * @return a short text
   */
  public String text() {
    return text;
  }
}
