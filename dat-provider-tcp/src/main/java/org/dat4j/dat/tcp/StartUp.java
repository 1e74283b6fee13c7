package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.tcp.wire.Crc32c;
import org.dat4j.dat.tcp.wire.FpduEncoder;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.dat4j.dat.tcp.wire.Terminate;
import org.dat4j.dat.tcp.wire.TerminateCode;

/** What both sides of start-up do. */
final class StartUp {

  private static final System.Logger LOG = System.getLogger(StartUp.class.getName());
  private static final int TERMINATE_ROOM = 32;

  private StartUp() {}

  /** Sends a frame in one write; it is the first or only thing in the socket's buffer. */
  static void write(SocketChannel channel, MpaFrame frame) throws IOException {
    ByteBuffer out = ByteBuffer.allocate(frame.encodedLength());
    frame.encode(out);
    channel.write(out.flip());
    if (out.hasRemaining()) {
      throw new IOException("the socket does not take an MPA frame of " + out.limit() + " octets");
    }
  }

  /** Tells the peer why a connection cannot be, if that is still possible. */
  static void terminate(SocketChannel channel, boolean crc, TerminateCode code) {
    ByteBuffer out = ByteBuffer.allocate(TERMINATE_ROOM);
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
    return fabric.mulpdu(local.getAddress(), Sockets.remote(channel).getAddress());
  }
}
