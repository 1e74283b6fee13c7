package org.dat4j.tools.interop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives each connection of a capture a port of its own in place of the connecting side's. tshark
 * takes a connection between two ports that had one before for its continuation, and finds its
 * start-up malformed; captures of hundreds of connects to one port could not be judged. Checksums
 * stay as they are: tshark does not look at them, and a loopback interface does not fill them in.
 */
final class FreshPorts {

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

  private final Map<Ends, Connection> connections = new HashMap<>();
  private int next = LOWEST;

  private FreshPorts() {}

  /**
   * Changes the ports in the packets of a capture.
   *
   * @throws IOException when it has more connections than there are ports
   */
  static void give(List<PcapngFile.Packet> packets) throws IOException {
    FreshPorts ports = new FreshPorts();
    for (PcapngFile.Packet packet : packets) {
      CapturedSegment segment = CapturedSegment.read(packet.frame());
      if (segment != null) {
        ports.change(segment);
      }
    }
  }

  private void change(CapturedSegment segment) throws IOException {
    Ends sent =
        new Ends(segment.source(), segment.sourcePort(), segment.target(), segment.targetPort());
    Connection known = connections.get(sent);
    if ((segment.flags() & (SYN | ACK)) == SYN) {
      int sequence = segment.sequence();
      if (known == null || known.sequence() != sequence) {
        known = new Connection(sequence, fresh(sent.toPort()));
        connections.put(sent, known);
        connections.remove(sent.turned());
      }
    }
    ByteBuffer frame = segment.frame();
    if (known != null) {
      frame.putShort(segment.tcp(), (short) known.port());
    } else if (connections.containsKey(sent.turned())) {
      frame.putShort(segment.tcp() + 2, (short) connections.get(sent.turned()).port());
    }
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
