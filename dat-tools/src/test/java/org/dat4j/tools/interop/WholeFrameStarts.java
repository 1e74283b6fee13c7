package org.dat4j.tools.interop;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Moves the start of each FPDU into one segment. tshark 4.0 loses its place in a connection where a
 * segment ends with one to seven bytes of an FPDU, which TCP may do at any time. Such bytes are
 * moved into a segment of their own, with the next ones. Nothing else is changed. Each connection
 * has to have ports of its own.
 */
final class WholeFrameStarts {
  /** The fewest bytes of an FPDU by which tshark knows it. */
  private static final int ENOUGH = 8;

  private static final int FIN = 0x01;

  /** The bytes that one side has sent so far. */
  private static final class Direction {
    private final MpaFrameBounds bounds = new MpaFrameBounds();
    private boolean known;
    private int next;

    /** Where the packet with the last bytes stands. */
    private int last;
  }

  private final List<PcapngFile.Packet> moved = new ArrayList<>();
  private final Map<Integer, Direction> directions = new HashMap<>();

  private WholeFrameStarts() {}

  /** Lists the packets of a capture after the move. */
  static List<PcapngFile.Packet> move(List<PcapngFile.Packet> packets) {
    WholeFrameStarts starts = new WholeFrameStarts();
    packets.forEach(starts::add);
    return starts.moved;
  }

  private void add(PcapngFile.Packet packet) {
    CapturedSegment segment = CapturedSegment.read(packet.frame());
    byte[] payload = segment == null ? new byte[0] : segment.payload();
    if (payload.length == 0) {
      moved.add(packet);
      return;
    }
    Direction direction =
        directions.computeIfAbsent(
            segment.sourcePort() << 16 | segment.targetPort(), ports -> new Direction());
    if (direction.known && segment.sequence() != direction.next) {
      // It was sent twice or has overtaken another one.
      moved.add(packet);
      return;
    }
    int early = direction.bounds.begun();
    boolean cut = early > 0 && early < ENOUGH;
    int late = cut ? Math.min(ENOUGH - early, payload.length) : 0;
    PcapngFile.Packet rest = packet;
    if (cut) {
      byte[] start = Arrays.copyOf(takeLast(direction.last, early), early + late);
      System.arraycopy(payload, 0, start, early, late);
      byte[] frame = segment.with(start, segment.sequence() - early);
      if (late < payload.length) {
        frame[segment.tcp() + CapturedSegment.FLAGS] &= ~FIN;
        moved.add(packet.with(frame));
        byte[] others = Arrays.copyOfRange(payload, late, payload.length);
        frame = segment.with(others, segment.sequence() + late);
      }
      rest = packet.with(frame);
    }
    direction.last = moved.size();
    moved.add(rest);
    direction.bounds.add(payload);
    direction.next = segment.sequence() + payload.length;
    direction.known = true;
  }

  /** Takes the last bytes of a packet out of it. */
  private byte[] takeLast(int index, int count) {
    PcapngFile.Packet packet = moved.get(index);
    CapturedSegment segment = CapturedSegment.read(packet.frame());
    byte[] payload = segment.payload();
    int left = payload.length - count;
    moved.set(index, packet.with(segment.with(Arrays.copyOf(payload, left), segment.sequence())));
    return Arrays.copyOfRange(payload, left, payload.length);
  }
}
