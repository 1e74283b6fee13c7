package org.dat4j.dat.ipc;

import java.io.IOException;

/**
 * One connection of a link as one end has it, from the request until both ends have let go of its
 * slot.
 */
abstract class Call {

  private final Link link;
  private final int index;

  /** The connection, once it is established. */
  private volatile IpcWire wire;

  Call(Link link, int index) {
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

  final void sendRelease(boolean byGoodBye) {
    send(ControlFrame.Type.RELEASE, byGoodBye ? 1 : 0);
  }

  /** Takes a frame of the peer about this connection; by a thread that holds no turn. */
  abstract void received(ControlFrame frame) throws IOException;

  /** Lets go of the slot, which this side touches no longer, and tells the peer. */
  abstract void release(boolean byGoodBye);

  /** The link has failed: no frame comes any longer. By a thread that holds no turn. */
  final void linkFailed(Object reason) {
    IpcWire established = wire;
    if (established != null) {
      established.peerEnded(new IpcWire.PeerEnd(false, reason));
    } else {
      end(reason);
    }
  }

  /** Nothing comes of the request any longer, which was not established. */
  abstract void end(Object reason);

  static IOException unexpected(ControlFrame frame) {
    return new IOException("the peer sends " + frame.type() + " at a wrong time");
  }
}
