package org.dat4j.dat.spi.software;

/**
 * A service point in the transport of a software backend, which listens on a connection qualifier
 * until it is closed.
 */
public interface Listener {

  /**
   * The qualifier.
   *
   * @return what was asked for, or the one chosen
   */
  long connQual();

  /**
   * Stops listening; requests already delivered stay. The qualifier is free when this returns.
   * Never called inside of an upcall of the acceptor. It need not wait for an upcall that another
   * thread makes: the acceptor refuses what comes late.
   */
  void close();

  /**
   * Stops listening, called inside of an upcall of the acceptor: further requests are refused by
   * the acceptor until it is done. By default it closes at once, and runs {@code closed} on the
   * same thread. Override it if {@link #close()} cannot run there, for instance if it waits for
   * upcalls.
   *
   * @param closed to be run when the qualifier is free, now or later
   */
  default void closeInside(Runnable closed) {
    close();
    closed.run();
  }
}
