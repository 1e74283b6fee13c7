package org.dat4j.dat.spi.software;

/**
 * A thread that waits for events, as the transport of a software backend sees it: {@link
 * Fabric#awaitIo(Waiter, long)} asks it whether to block.
 */
public interface Waiter {

  /**
   * Whether there is no reason to block. Asked again after the fabric has made itself wakeable.
   *
   * @return true when the wait is over
   */
  boolean ready();
}
