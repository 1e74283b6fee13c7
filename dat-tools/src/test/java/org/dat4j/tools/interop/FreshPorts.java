package org.dat4j.tools.interop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives each connection of a capture a port of its own in place of the connecting side's. tshark
 * takes a connection between two ports that had one before for its continuation, and finds its
 * start-up malformed; captures of hundreds of connects to one port could not be judged. Checksums
 * are left as they are: tshark does not look at them, and on a loopback interface they are not
 * filled in. For pcapng with Ethernet headers, as dumpcap writes it for such an interface.
 */
final class FreshPorts {

  private static final int SECTION = 0x0A0D0D0A;
  private static final int ORDER = 0x1A2B3C4D;
  private static final int PACKET = 6;
  private static final int BLOCK_HEADER = 8;
  private static final int PACKET_HEADER = BLOCK_HEADER + 20;
  private static final int ETHERNET = 14;
  private static final int IPV4 = 0x0800;
  private static final int IPV6 = 0x86DD;
  private static final int IPV6_HEADER = 40;
  private static final int TCP = 6;
  private static final int TCP_HEADER = 20;
  private static final int SYN = 0x02;
  private static final int ACK = 0x10;
  private static final int LOWEST = 10_000;
  private static final int HIGHEST = 65_535;

  /** Two ports of two addresses, as one side sends. */
  private record Ends(ByteBuffer from, int fromPort, ByteBuffer to, int toPort) {
    Ends turned() {
      return new Ends(to, toPort, from, fromPort);
    }
  }

  /** A connection under way between two ends. */
  private record Connection(int sequence, int port) {}

  private final ByteBuffer capture;
  private final Map<Ends, Connection> connections = new HashMap<>();
  private int next = LOWEST;

  private FreshPorts(byte[] capture) {
    this.capture = ByteBuffer.wrap(capture);
  }

  /**
   * Copies a capture.
   *
   * @param from a pcapng file
   * @param to written anew
   * @throws IOException also when the file is none, or has more connections than there are ports
   */
  static void copy(Path from, Path to) throws IOException {
    byte[] octets = Files.readAllBytes(from);
    new FreshPorts(octets).blocks();
    Files.write(to, octets);
  }

  private void blocks() throws IOException {
    int at = 0;
    while (at < capture.limit()) {
      if (capture.limit() - at < BLOCK_HEADER + 4) {
        throw new IOException("the capture ends within a block at " + at);
      }
      if (capture.getInt(at) == SECTION) {
        boolean big = capture.order(ByteOrder.BIG_ENDIAN).getInt(at + BLOCK_HEADER) == ORDER;
        capture.order(big ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
      }
      int length = capture.getInt(at + 4);
      if (length < BLOCK_HEADER + 4 || length > capture.limit() - at) {
        throw new IOException("no pcapng block at " + at);
      }
      if (capture.getInt(at) == PACKET) {
        int octets = capture.getInt(at + PACKET_HEADER - 8);
        // A slice has the network's order whatever the blocks have.
        packet(capture.slice(at + PACKET_HEADER, octets));
      }
      at += length;
    }
  }

  /** In the order of the network. */
  private void packet(ByteBuffer frame) throws IOException {
    int type = frame.limit() < ETHERNET ? 0 : frame.getShort(ETHERNET - 2) & 0xFFFF;
    if (type == IPV4) {
      int header = (frame.get(ETHERNET) & 0xF) * 4;
      segment(frame, frame.get(ETHERNET + 9), ETHERNET + 12, 4, ETHERNET + header);
    } else if (type == IPV6) {
      segment(frame, frame.get(ETHERNET + 6), ETHERNET + 8, 16, ETHERNET + IPV6_HEADER);
    }
  }

  private void segment(ByteBuffer frame, int protocol, int addresses, int size, int at)
      throws IOException {
    if (protocol != TCP || frame.limit() < at + TCP_HEADER) {
      return;
    }
    Ends sent =
        new Ends(
            address(frame, addresses, size),
            frame.getShort(at) & 0xFFFF,
            address(frame, addresses + size, size),
            frame.getShort(at + 2) & 0xFFFF);
    int flags = frame.get(at + 13);
    Connection known = connections.get(sent);
    if ((flags & (SYN | ACK)) == SYN) {
      int sequence = frame.getInt(at + 4);
      if (known == null || known.sequence() != sequence) {
        known = new Connection(sequence, fresh(sent.toPort()));
        connections.put(sent, known);
        connections.remove(sent.turned());
      }
    }
    if (known != null) {
      frame.putShort(at, (short) known.port());
    } else if (connections.containsKey(sent.turned())) {
      frame.putShort(at + 2, (short) connections.get(sent.turned()).port());
    }
  }

  private static ByteBuffer address(ByteBuffer frame, int at, int size) {
    byte[] octets = new byte[size];
    frame.get(at, octets);
    return ByteBuffer.wrap(octets);
  }

  private int fresh(int peer) throws IOException {
    if (next == peer) {
      next++;
    }
    if (next > HIGHEST) {
      throw new IOException("more than " + (HIGHEST - LOWEST) + " connections in one capture");
    }
    return next++;
  }
}
