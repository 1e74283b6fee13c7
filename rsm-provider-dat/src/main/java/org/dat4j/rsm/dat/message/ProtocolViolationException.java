package org.dat4j.rsm.dat.message;

/** An exception for a message by which a peer breaks the protocol of RSM over DAT. */
public final class ProtocolViolationException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param why what is wrong with the message
   */
  public ProtocolViolationException(String why) {
    super(why);
  }
}
