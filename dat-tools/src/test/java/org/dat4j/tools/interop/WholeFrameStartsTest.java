package org.dat4j.tools.interop;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WholeFrameStartsTest {
  private static final int FIRST = 1000;
  private static final int HEADERS = 14 + 20 + 20;
  private static final int FIN_ACK = 0x11;

  /** Where each FPDU of the stream begins. */
  private final List<Integer> begins = new ArrayList<>();

  private final byte[] stream = stream();
  private final List<PcapngFile.Packet> packets = new ArrayList<>();

  /** A start-up frame with 5 bytes of private data, then FPDUs of several lengths. */
  private byte[] stream() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes("MPA ID Req Frame".getBytes(StandardCharsets.US_ASCII));
    out.writeBytes(new byte[] {0x40, 1, 0, 5, 1, 2, 3, 4, 5});
    for (int length : new int[] {14, 15, 16, 17, 300, 18, 40}) {
      begins.add(out.size());
      byte[] fpdu = new byte[(2 + length + 3) / 4 * 4 + 4];
      new Random(length).nextBytes(fpdu);
      out.writeBytes(ByteBuffer.wrap(fpdu).putShort((short) length).array());
    }
    return out.toByteArray();
  }

  private void segment(int from, int to) {
    ByteBuffer frame = ByteBuffer.allocate(HEADERS + to - from);
    frame.putShort(12, (short) 0x0800).put(14, (byte) 0x45).put(23, (byte) 6);
    frame.putShort(16, (short) (40 + to - from));
    frame.putShort(34, (short) 10_000).putShort(36, (short) 4000).putInt(38, FIRST + from);
    frame.put(46, (byte) 0x50).put(47, (byte) (to == stream.length ? FIN_ACK : 0x10));
    frame.position(HEADERS).put(stream, from, to - from).clear();
    packets.add(new PcapngFile.Packet(new byte[12], frame));
  }

  private static List<CapturedSegment> segments(List<PcapngFile.Packet> packets) {
    return packets.stream().map(packet -> CapturedSegment.read(packet.frame())).toList();
  }

  /** The stream as the segments have it; each has to follow the one before. */
  private static byte[] joined(List<CapturedSegment> segments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (CapturedSegment segment : segments) {
      assertEquals(FIRST + out.size(), segment.sequence());
      out.writeBytes(segment.payload());
    }
    return out.toByteArray();
  }

  private void assertStartsAreWhole() {
    List<CapturedSegment> moved = segments(WholeFrameStarts.move(packets));
    assertArrayEquals(stream, joined(moved));
    for (CapturedSegment segment : moved) {
      int end = segment.sequence() - FIRST + segment.payload().length;
      boolean fin = (segment.flags() & 1) != 0;
      assertEquals(end == stream.length && segment == moved.get(moved.size() - 1), fin);
      for (int begin : begins) {
        assertTrue(
            segment.payload().length == 0 || end <= begin || end >= begin + 8,
            () -> "a segment ends at " + end + ", within the start at " + begin);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 8, 11})
  void theStartOfAFrameThatWasCutIsJoined(int bytes) {
    int last = 0;
    for (int begin : begins) {
      segment(last, begin + bytes);
      last = begin + bytes;
    }
    segment(last, stream.length);
    assertStartsAreWhole();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 5})
  void startsOfManySmallSegmentsAreJoined(int bytes) {
    segment(0, begins.get(0));
    for (int at = begins.get(0); at < stream.length; at += bytes) {
      segment(at, Math.min(at + bytes, stream.length));
    }
    List<CapturedSegment> moved = segments(WholeFrameStarts.move(packets));
    assertArrayEquals(stream, joined(moved));
    for (int begin : begins) {
      assertTrue(
          moved.stream()
              .anyMatch(
                  segment -> segment.sequence() - FIRST == begin && segment.payload().length >= 8),
          "no start at " + begin);
    }
  }

  @Test
  void segmentsWithWholeStartsStayAsTheyAre() {
    segment(0, begins.get(0));
    segment(begins.get(0), begins.get(3));
    segment(begins.get(3), begins.get(4) + 100);
    segment(begins.get(4) + 100, stream.length);
    List<PcapngFile.Packet> before = List.copyOf(packets);
    assertEquals(before, WholeFrameStarts.move(packets));
  }

  @Test
  void aSegmentThatIsSentTwiceStaysAsItIs() {
    segment(0, begins.get(1) + 3);
    segment(0, begins.get(1) + 3);
    segment(begins.get(1) + 3, stream.length);
    List<CapturedSegment> moved = segments(WholeFrameStarts.move(packets));
    assertEquals(4, moved.size());
    assertArrayEquals(
        Arrays.copyOf(stream, begins.get(1) + 3), moved.get(1).payload(), "the second copy");
    assertArrayEquals(
        Arrays.copyOfRange(stream, begins.get(1), begins.get(1) + 8), moved.get(2).payload());
  }

  @Test
  void aStreamOfAnotherProtocolStaysAsItIs() {
    Arrays.fill(stream, 0, 16, (byte) 'x');
    for (int at = 0; at < stream.length; at += 3) {
      segment(at, Math.min(at + 3, stream.length));
    }
    List<PcapngFile.Packet> before = List.copyOf(packets);
    assertEquals(before, WholeFrameStarts.move(packets));
  }
}
