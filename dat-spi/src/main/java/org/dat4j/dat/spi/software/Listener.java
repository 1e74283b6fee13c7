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
   *
   * <p>A request that was on its way, or is sent again, must not reach a later service point of the
   * same qualifier. It is refused, as if nobody listened: {@link Fabric#connect}.
   */
  void close();

  /**
   * Stops listening, called inside of an upcall of the acceptor: further requests are refused by
   * the acceptor until it is done. By default it closes at once, and runs {@code closed} on the
   * same thread. Override it if {@link #close()} cannot run there, for instance if it waits for
   * upcalls, or takes long.
   *
   * <p>Returns at once, and makes no call of the system that may block. Until it returns, the
   * program does not see events that are posted to the EVD of the connection requests: neither a
   * wait nor a dequeue finds them. So a thread of the transport deletes the file, or closes the
   * socket, and then runs {@code closed}. A new service point of this adapter on the qualifier
   * waits for that, up to two seconds.
   *
   * @param closed to be run when the qualifier is free, now or later
   */
  default void closeInside(Runnable closed) {
    close();
    closed.run();
  }
}
