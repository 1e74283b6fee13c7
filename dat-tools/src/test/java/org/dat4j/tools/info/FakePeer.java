package org.dat4j.tools.info;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A server that answers the first bytes of each connection with fixed ones, then waits for its end.
 */
final class FakePeer implements Closeable {
  private static final int BACKLOG = 10;

  /** Flags of a start-up frame of MPA. */
  static final int CRC = 0x40;

  static final int REJECTED = 0x20;

  static final int ENHANCED = 0x10;

  private final ServerSocket socket;
  private final byte[] answer;
  private final boolean speaksFirst;

  /** Starts a server; without an answer it stays silent. */
  FakePeer(byte[] answer, boolean speaksFirst) throws IOException {
    this.socket = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    this.answer = answer;
    this.speaksFirst = speaksFirst;
    Thread thread = new Thread(this::serve, "fake-peer");
    thread.setDaemon(true);
    thread.start();
  }

  /** Makes a reply of MPA without private data. */
  static byte[] reply(int flags, int revision) {
    boolean enhanced = (flags & ENHANCED) != 0;
    ByteBuffer frame = ByteBuffer.allocate(enhanced ? 24 : 20);
    frame.put("MPA ID Rep Frame".getBytes(StandardCharsets.US_ASCII));
    frame.put((byte) flags).put((byte) revision).putShort((short) (enhanced ? 4 : 0));
    if (enhanced) {
      frame.putInt(0x80018001);
    }
    return frame.array();
  }

  int port() {
    return socket.getLocalPort();
  }

  private void serve() {
    while (!socket.isClosed()) {
      try (Socket peer = socket.accept()) {
        InputStream in = peer.getInputStream();
        if (answer != null && (speaksFirst || in.read() >= 0)) {
          peer.getOutputStream().write(answer);
        }
        in.transferTo(OutputStream.nullOutputStream());
      } catch (IOException ended) {
        // The command or the test has closed its side.
      }
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
