package org.dat4j.dat.tcp.setup;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.tcp.socket.TcpSockets;
import org.dat4j.dat.tcp.wire.Crc32c;
import org.dat4j.dat.tcp.wire.FpduEncoder;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.Terminate;
import org.dat4j.dat.tcp.wire.TerminateCode;

/**
 * Functions that the connecting and the accepting side of the MPA handshake share, by which an
 * iWARP connection is set up.
 */
final class MpaHandshake {

  private static final System.Logger LOG = System.getLogger(MpaHandshake.class.getName());
  private static final int MAX_TERMINATE_BYTES = 32;
  private static final byte[] NOTHING = new byte[0];

  private MpaHandshake() {}

  /** Sends a frame in one write; it is the first or only content of the socket's buffer. */
  static void write(SocketChannel channel, MpaFrame frame) throws IOException {
    write(channel, frame, NOTHING);
  }

  /** Sends a frame and what follows it in one write. */
  static void write(SocketChannel channel, MpaFrame frame, byte[] following) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(frame.encodedLength() + following.length);
    frame.encode(out);
    out.put(following);
    channel.write(out.flip());
    if (out.hasRemaining()) {
      throw new IOException("the socket does not take an MPA frame of " + out.limit() + " bytes");
    }
  }

  /** Tells the peer why a connection is impossible, if that can still be sent. */
  static void terminate(SocketChannel channel, boolean crc, TerminateCode code) {
    ByteBuffer out = ByteBuffer.allocate(MAX_TERMINATE_BYTES);
    Terminate.encode(out, 0, code.fault(), null, 0);
    out.limit(FpduEncoder.seal(out, 0, crc ? new Crc32c() : null));
    try {
      channel.write(out);
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "the peer is gone already", e);
    }
  }

  static int mulpdu(TcpFabric fabric, SocketChannel channel) throws IOException {
    InetSocketAddress local = (InetSocketAddress) channel.getLocalAddress();
    return fabric.mulpdu(local.getAddress(), TcpSockets.remote(channel).getAddress());
  }
}
