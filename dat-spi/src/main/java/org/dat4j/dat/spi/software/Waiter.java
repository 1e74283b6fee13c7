package org.dat4j.dat.spi.software;

/** A thread that is about to block in {@link Fabric#awaitIo(Waiter, long)}. */
public interface Waiter {

  /**
   * Whether there is no reason to block. Asked again after the fabric has made itself wakeable.
   *
   * @return true when the wait is over
   */
  boolean ready();
}
