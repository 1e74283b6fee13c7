package org.dat4j.dat.spi.software;

/** A connection attempt of a transport, as the endpoint holds it to be able to give it up. */
public interface Connecting {

  /** Gives up and frees everything; no upcall follows. Called at most once, by any thread. */
  void abort();

  /**
   * Whether the peer's machine answered at all.
   *
   * @return tells a time-out (true) from an unreachable peer (false)
   */
  boolean reachedPeer();

  /**
   * The port qualifier of this side.
   *
   * @return the qualifier the peer will see, 0 when there is none
   */
  long localPort();
}
