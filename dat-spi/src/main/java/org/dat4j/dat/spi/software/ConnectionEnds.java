package org.dat4j.dat.spi.software;

import java.net.InetAddress;

/**
 * The addresses and port qualifiers of the two ends of a software backend's connection or
 * connection attempt, as an endpoint's query shows them.
 *
 * @param remoteAddress of the peer's adapter; null where there is no peer
 * @param remotePort the peer's port qualifier
 * @param localPort own port qualifier, 0 as long as it is not known
 */
record ConnectionEnds(InetAddress remoteAddress, long remotePort, long localPort) {

  /** No connection and none under way. */
  static final ConnectionEnds NONE = new ConnectionEnds(null, 0, 0);

  /** The ends of a request for a connection at a qualifier. */
  static ConnectionEnds of(Incoming incoming, long connQual) {
    return new ConnectionEnds(incoming.remoteAddress(), incoming.remotePort(), connQual);
  }

  /** The same peer with the port qualifiers of the connection that was made. */
  ConnectionEnds at(long local, long remote) {
    return new ConnectionEnds(remoteAddress, remote, local);
  }
}
