package org.dat4j.dat.spi.software;

/**
 * The handle of a connection attempt in a transport, by which the endpoint of a software backend
 * can give the attempt up.
 */
public interface Connecting {

  /**
   * Gives the attempt up: closes what the transport holds for it, and makes no upcall. The layer
   * has decided the attempt before, so {@link Attempt#claim()} answers false from then on.
   *
   * <p>Any thread may call this, also inside of {@link Fabric#connect}, before that has returned
   * the handle to its caller. The layer calls it at most once. It also calls it where the attempt
   * was decided before {@link Fabric#connect} returned. A transport that holds nothing for the
   * attempt does nothing. Where the attempt became a connection, {@link Wire#shutdown} closes its
   * parts, and this method leaves them alone.
   */
  void abort();

  /**
   * Whether the peer's machine answered at all. Asked when the time given to connect is over: the
   * layer then refuses the attempt itself.
   *
   * @return true leads to CONNECTION_EVENT_TIMED_OUT, false to CONNECTION_EVENT_UNREACHABLE
   */
  boolean reachedPeer();

  /**
   * The port qualifier of this side. Called while the endpoint is locked: it takes no lock and does
   * not block.
   *
   * @return the qualifier the peer will see, 0 when there is none
   */
  long localPort();
}
