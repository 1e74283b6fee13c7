package org.dat4j.rsm.dat.message;

/** An exception for a message by which a peer breaks the protocol of RSM over DAT. */
public final class MalformedException extends Exception {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param why what is wrong with the message
   */
  public MalformedException(String why) {
    super(why);
  }
}
