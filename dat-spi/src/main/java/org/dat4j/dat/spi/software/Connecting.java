package org.dat4j.dat.spi.software;

/**
 * The handle of a connection attempt in a transport, by which the endpoint of a software backend
 * can give the attempt up.
 */
public interface Connecting {

  /**
   * Gives up and frees everything; no upcall follows. The layer has won {@link Attempt#claim()}
   * before, so a later claim of the transport answers false. A transport that holds nothing for an
   * attempt has nothing to do. Called at most once, by any thread. It is also called when the
   * attempt had ended before {@link Fabric#connect} returned this handle. The parts of an
   * established connection are left to {@link Wire#shutdown}.
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
