package org.dat4j.dat.spi.software;

import java.net.InetAddress;

/**
 * The two ends of a connection, or of an attempt to make one, as an endpoint's query shows them.
 *
 * @param remoteAddress of the peer's adapter; null where there is no peer
 * @param remotePort the peer's port qualifier
 * @param localPort own port qualifier, 0 as long as it is not known
 */
record Peer(InetAddress remoteAddress, long remotePort, long localPort) {

  /** No connection and none under way. */
  static final Peer NONE = new Peer(null, 0, 0);

  /** Who asks for a connection at a qualifier. */
  static Peer of(Incoming incoming, long connQual) {
    return new Peer(incoming.remoteAddress(), incoming.remotePort(), connQual);
  }

  /** The same peer with the port qualifiers of the connection that was made. */
  Peer at(long local, long remote) {
    return new Peer(remoteAddress, remote, local);
  }
}
