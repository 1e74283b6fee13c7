package org.dat4j.dat.ipc.ring;

/**
 * The exception for invalid content that the peer of an ipc connection has written into shared
 * memory: the connection ends.
 */
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
