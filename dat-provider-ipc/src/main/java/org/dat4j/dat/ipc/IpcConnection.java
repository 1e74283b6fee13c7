package org.dat4j.dat.ipc;

import java.io.IOException;

/**
 * One end of a connection between two ipc adapters, from its request until both ends have let go of
 * its slot in the shared memory.
 */
abstract class IpcConnection {

  private final Link link;
  private final int index;

  /** The connection, once it is established. */
  private volatile IpcWire wire;

  IpcConnection(Link link, int index) {
    this.link = link;
    this.index = index;
  }

  final Link link() {
    return link;
  }

  final int index() {
    return index;
  }

  /** The connection; null as long as it is not established. */
  final IpcWire wire() {
    return wire;
  }

  final void setWire(IpcWire established) {
    wire = established;
  }

  final void send(ControlFrame.Type type, long first) {
    link.send(ControlFrame.of(type, index, first, 0));
  }

  /** Takes a frame of the peer about this connection; by a thread that holds no turn. */
  abstract void received(ControlFrame frame) throws IOException;

  /**
   * Lets go of the slot, which this side touches no longer, and tells the peer.
   *
   * @param told what the peer is told, made before: an Error there changes nothing
   */
  abstract void release(ControlFrame told);

  /** Lets go of the slot of a request that was not established. */
  final void giveUp() {
    release(PeerEnd.frame(index, false, null));
  }

  /** The link has failed: no frame comes any longer. By a thread that holds no turn. */
  final void linkFailed(Object reason) {
    IpcWire established = wire;
    if (established != null) {
      established.peerEnded(PeerEnd.fault(reason));
    } else {
      end(reason);
    }
  }

  /** Ends this connection for a fault of this side; the others of the link go on. */
  final void fail(Throwable fault) {
    IpcWire established = wire;
    if (established != null) {
      established.peerEnded(PeerEnd.fault(fault));
      return;
    }
    try {
      giveUp();
    } finally {
      end(fault);
    }
  }

  /** Nothing comes of the request any longer, which was not established. */
  abstract void end(Object reason);

  static IOException unexpected(ControlFrame frame) {
    return new IOException("the peer sends " + frame.type() + " at a wrong time");
  }
}
