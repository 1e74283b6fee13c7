package org.dat4j.dat.spi.software.memory;

/**
 * The RMR bind that made a window over an LMR: decides whether a peer may end the use of the
 * window.
 */
public interface WindowBind {

  /**
   * Ends the use of the window, if the peer of a connection may do that.
   *
   * @param connection the connection whose peer asks
   * @return {@link AccessResult#OK}, also when the peer has done so before
   */
  AccessResult invalidate(Object connection);
}
