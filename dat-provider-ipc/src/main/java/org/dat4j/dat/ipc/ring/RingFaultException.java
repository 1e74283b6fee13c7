package org.dat4j.dat.ipc.ring;

/** An exception for words of a peer in shared memory that make no sense: its connection ends. */
public final class RingFaultException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes an exception.
   *
   * @param message what was found
   */
  public RingFaultException(String message) {
    super(message);
  }
}
