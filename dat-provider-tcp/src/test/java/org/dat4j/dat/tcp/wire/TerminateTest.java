package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TerminateTest {
  private final ByteBuffer slab = ByteBuffer.allocateDirect(128);
  private final Crc32c crc = new Crc32c();

  private String encode(TerminateCode code, ByteBuffer offending, int at) {
    int length = Terminate.encode(slab, 0, code.fault(), offending, at);
    int size = FpduEncoder.seal(slab, 0, crc);
    assertEquals(length + Fpdu.CRC_FIELD, size, "a Terminate needs no pad");
    return Golden.hex(slab, 0, size);
  }

  private static ByteBuffer buffer(String hex) {
    byte[] octets = Golden.octets(hex);
    return ByteBuffer.allocateDirect(octets.length).put(0, octets);
  }

  @Test
  void refusedWriteMatchesItsVector() {
    ByteBuffer offending = ByteBuffer.allocateDirect(64);
    FpduEncoder.write(offending, 10, true, 0x00123401, 0x999000, 8);
    assertEquals(Golden.TERMINATE_BOUNDS, encode(TerminateCode.DDP_BASE_OR_BOUNDS, offending, 10));
  }

  @Test
  void refusedReadMatchesItsVector() {
    assertEquals(
        Golden.TERMINATE_READ,
        encode(TerminateCode.RDMAP_ACCESS_RIGHTS, buffer(Golden.READ_REQUEST), 0));
  }

  @Test
  void refusedSendsMatchTheirVectors() {
    assertEquals(
        Golden.TERMINATE_NO_BUFFER,
        encode(TerminateCode.DDP_NO_BUFFER, buffer(Golden.SEND_HELLO), 0));
    ByteBuffer offending = ByteBuffer.allocateDirect(20);
    FpduEncoder.send(offending, 0, true, 7, 0, 100);
    assertEquals(
        Golden.TERMINATE_TOO_LONG, encode(TerminateCode.DDP_MESSAGE_TOO_LONG, offending, 0));
  }

  @Test
  void bareOnesMatchTheirVectors() {
    assertEquals(Golden.TERMINATE_CRC, encode(TerminateCode.MPA_CRC, null, 0));
    assertEquals(Golden.TERMINATE_IRD, encode(TerminateCode.MPA_INSUFFICIENT_IRD, null, 0));
    assertEquals(Golden.TERMINATE_RTR, encode(TerminateCode.MPA_NO_MATCHING_RTR, null, 0));
    assertEquals(
        Golden.TERMINATE_CATASTROPHIC, encode(TerminateCode.RDMAP_LOCAL_CATASTROPHIC, null, 0));
    assertEquals(Golden.TERMINATE_OPCODE, encode(TerminateCode.RDMAP_UNEXPECTED_OPCODE, null, 0));
  }

  /** The ULPDU length shows what was copied, for an offending Write, Send and Read Request. */
  @ParameterizedTest
  @CsvSource({
    "RDMAP_LOCAL_CATASTROPHIC, 22, 22, 22",
    "RDMAP_INVALID_STAG, 38, 42, 70",
    "RDMAP_TO_WRAP, 38, 42, 70",
    "RDMAP_PROTECTED_STAG, 38, 42, 70",
    "RDMAP_INVALID_VERSION, 22, 22, 22",
    "RDMAP_UNEXPECTED_OPCODE, 22, 22, 22",
    "RDMAP_CATASTROPHIC_STREAM, 38, 42, 42",
    "RDMAP_UNKNOWN_STAG, 38, 42, 42",
    "DDP_LOCAL_CATASTROPHIC, 22, 22, 22",
    "DDP_INVALID_STAG, 38, 42, 42",
    "DDP_TAGGED_VERSION, 22, 22, 22",
    "DDP_INVALID_QN, 38, 42, 42",
    "DDP_UNTAGGED_VERSION, 22, 22, 22",
    "MPA_CRC, 22, 22, 22",
    "MPA_LOCAL_CATASTROPHIC, 22, 22, 22",
  })
  void copiedHeadersFollowTheCode(TerminateCode code, int write, int send, int read) {
    encode(code, buffer(Golden.WRITE), 0);
    assertEquals(write, slab.getShort(0));
    encode(code, buffer(Golden.SEND_HELLO), 0);
    assertEquals(send, slab.getShort(0));
    encode(code, buffer(Golden.READ_REQUEST), 0);
    assertEquals(read, slab.getShort(0));
  }

  @Test
  void headerThatIsNotThereInFullIsNotCopied() {
    encode(TerminateCode.RDMAP_INVALID_STAG, buffer(Golden.READ_REQUEST).limit(47), 0);
    assertEquals(22, slab.getShort(0));
    encode(TerminateCode.DDP_INVALID_STAG, buffer(Golden.WRITE).limit(15), 0);
    assertEquals(22, slab.getShort(0));
  }

  @Test
  void headerOfUnknownLayoutIsNotCopied() {
    ByteBuffer contradiction = buffer(Golden.SEND_HELLO).put(Fpdu.DDP_CONTROL, (byte) 0xC1);
    encode(TerminateCode.DDP_INVALID_MO, contradiction, 0);
    assertEquals(22, slab.getShort(0));
    ByteBuffer unassigned = buffer(Golden.SEND_HELLO).put(Fpdu.RDMAP_CONTROL, (byte) 0x48);
    encode(TerminateCode.DDP_INVALID_MO, unassigned, 0);
    assertEquals(22, slab.getShort(0));
  }

  @ParameterizedTest
  @EnumSource
  void everyCodeComesBackThroughTheWire(TerminateCode code) {
    Frames frames = new Frames(true);
    assertEquals(FpduParser.OK, frames.parse(encode(code, null, 0)));
    TerminateView view = frames.parser.terminate();
    assertEquals(code.fault(), view.fault());
    assertEquals(code, TerminateCode.of(view.fault()));
    assertFalse(view.hasSegmentLength() || view.hasDdpHeader() || view.hasReadHeader());
    assertTrue(TerminateCode.isFault(code.fault()));
    assertTrue(TerminateCode.describe(code.fault()).contains(code.text()));
  }

  @Test
  void codesAreDistinct() {
    Set<Integer> faults = new HashSet<>();
    for (TerminateCode code : TerminateCode.values()) {
      assertTrue(faults.add(code.fault()), code + " repeats the numbers of another code");
    }
    assertFalse(TerminateCode.isFault(FpduParser.OK));
    assertFalse(TerminateCode.isFault(FpduParser.NEED_MORE));
    assertFalse(TerminateCode.isFault(FpduParser.PARTIAL));
  }

  @Test
  void descriptionsNameLayerTypeCodeAndNumbers() {
    assertEquals(
        "DDP, tagged buffer: base or bounds violation (1/1/01)",
        TerminateCode.describe(TerminateCode.fault(1, 1, 1)));
    assertEquals(
        "RDMAP, local catastrophic: local catastrophic error (0/0/2a)",
        TerminateCode.describe(TerminateCode.fault(0, 0, 0x2A)));
    assertEquals(
        "unassigned layer, unassigned type: unassigned code (15/15/ff)",
        TerminateCode.describe(TerminateCode.fault(15, 15, 255)));
    assertNull(TerminateCode.of(TerminateCode.fault(1, 3, 9)));
  }

  @Test
  void copiedTaggedHeaderIsShown() {
    Frames frames = new Frames(true);
    assertEquals(FpduParser.OK, frames.parse(Golden.TERMINATE_BOUNDS));
    TerminateView view = frames.parser.terminate();
    assertEquals(TerminateCode.DDP_BASE_OR_BOUNDS.fault(), view.fault());
    assertTrue(view.hasSegmentLength() && view.hasDdpHeader() && view.tagged());
    assertEquals(22, view.segmentLength());
    assertEquals(Opcode.WRITE, view.opcode());
    assertEquals(0x00123401, view.stag());
    assertEquals(0x999000, view.taggedOffset());
    assertFalse(view.hasReadHeader());
  }

  @Test
  void copiedReadRequestIsShown() {
    Frames frames = new Frames(true);
    assertEquals(FpduParser.OK, frames.parse(Golden.TERMINATE_READ));
    TerminateView view = frames.parser.terminate();
    assertEquals(TerminateCode.RDMAP_ACCESS_RIGHTS.fault(), view.fault());
    assertTrue(view.hasSegmentLength() && view.hasDdpHeader() && view.hasReadHeader());
    assertFalse(view.tagged());
    assertEquals(46, view.segmentLength());
    assertEquals(Opcode.READ_REQUEST, view.opcode());
    assertEquals(1, view.msn());
    assertEquals(0x00ABCD02, view.sinkStag());
    assertEquals(0x2000, view.sinkOffset());
    assertEquals(8, view.readSize());
    assertEquals(0x00123401, view.sourceStag());
    assertEquals(0x1000, view.sourceOffset());
  }

  @Test
  void copiedUntaggedHeaderIsShown() {
    Frames frames = new Frames(true);
    assertEquals(FpduParser.OK, frames.parse(Golden.TERMINATE_TOO_LONG));
    TerminateView view = frames.parser.terminate();
    assertEquals(TerminateCode.DDP_MESSAGE_TOO_LONG.fault(), view.fault());
    assertEquals(118, view.segmentLength());
    assertEquals(Opcode.SEND, view.opcode());
    assertEquals(7, view.msn());
    assertEquals(0, view.messageOffset());
    assertEquals(0, view.taggedOffset());
  }

  /** As Linux 6.1 sends it on x86: layer and type change places, the bits stand at the low end. */
  @Test
  void refusedReadOfSoftIwarpIsReadAsMeant() {
    Frames frames = new Frames(true);
    assertEquals(
        FpduParser.OK,
        frames.parse(
            "00464147000000000000000200000001000000001000070000004141000000000000000100000010"
                + "0000000002234fc30000000000000000000000100000000100007ff02c9f1bd09ad87e2a"));
    TerminateView view = frames.parser.terminate();
    assertEquals(TerminateCode.RDMAP_INVALID_STAG.fault(), view.fault());
    assertTrue(view.hasSegmentLength() && view.hasDdpHeader() && view.hasReadHeader());
    assertEquals(Opcode.READ_REQUEST, view.opcode());
    assertEquals(0x02234FC3, view.sinkStag());
    assertEquals(16, view.readSize());
    assertEquals(1, view.sourceStag());
    assertEquals(0x7FF02C9F1BD0L, view.sourceOffset());
  }

  /** Another one: the length is that of the payload. */
  @Test
  void refusedWriteOfSoftIwarpIsReadAsMeant() {
    Frames frames = new Frames(true);
    assertEquals(
        FpduParser.OK,
        frames.parse(
            "0026414700000000000000020000000100000000110003000040c140d19ac3000000560a2d752800"
                + "134f81ab"));
    TerminateView view = frames.parser.terminate();
    assertEquals(TerminateCode.DDP_INVALID_STAG.fault(), view.fault());
    assertTrue(view.hasDdpHeader() && view.tagged());
    assertFalse(view.hasReadHeader());
    assertEquals(64, view.segmentLength());
    assertEquals(Opcode.WRITE, view.opcode());
    assertEquals(0xD19AC300, view.stag());
    assertEquals(0x560A2D752800L, view.taggedOffset());
  }

  @Test
  void everyTruncationWithEveryContentFlagIsTolerated() {
    byte[] whole = Golden.octets(Golden.TERMINATE_READ);
    ByteBuffer octets = ByteBuffer.allocateDirect(whole.length).put(0, whole);
    TerminateView view = new TerminateView();
    for (int flags = 0; flags < 256; flags++) {
      octets.limit(whole.length).put(20 + Terminate.CONTENT, (byte) flags);
      for (int length = 4; length <= 52; length++) {
        String which = "flags " + flags + ", length " + length;
        octets.limit(20 + length);
        view.wrap(octets, 20, length);
        boolean mirrored = flags > 0 && flags < 8;
        int fault = mirrored ? TerminateCode.fault(1, 0, 2) : TerminateCode.fault(0, 1, 2);
        assertEquals(fault, view.fault(), which);
        boolean header = (flags & (mirrored ? 0x02 : Terminate.DDP_BIT)) != 0 && length >= 24;
        assertEquals(header, view.hasDdpHeader(), which);
        assertEquals(header ? 1 : 0, view.msn(), which);
        boolean valid = (flags & (mirrored ? 0x01 : Terminate.LENGTH_BIT)) != 0 && length >= 6;
        assertEquals(valid, view.hasSegmentLength(), which);
        if ((flags & 0xE0) == 0xE0 || flags == 0x07) {
          assertEquals(length == 52, view.hasReadHeader(), which);
          assertEquals(length == 52 ? 0x1000 : 0, view.sourceOffset(), which);
        }
        readAll(view);
      }
    }
    octets.limit(whole.length);
    assertThrows(IllegalArgumentException.class, () -> view.wrap(octets, 20, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> view.wrap(octets, 20, 57));
  }

  @Test
  void randomContentIsTolerated() {
    long seed = Long.getLong("test.seed", 20261120L);
    Random random = new Random(seed);
    TerminateView view = new TerminateView();
    for (int i = 0; i < 20_000; i++) {
      byte[] content = new byte[4 + random.nextInt(70)];
      random.nextBytes(content);
      readAll(view.wrap(ByteBuffer.wrap(content), 0, content.length));
      assertNotNull(TerminateCode.describe(view.fault()), "seed " + seed);
    }
  }

  /** Every accessor answers, whatever is there; an access out of bounds would throw. */
  static long readAll(TerminateView view) {
    long sum = view.fault() + view.segmentLength() + view.opcode() + view.stag();
    sum += view.taggedOffset() + view.msn() + view.messageOffset() + view.sinkStag();
    sum += view.sinkOffset() + view.readSize() + view.sourceStag() + view.sourceOffset();
    return sum + (view.tagged() ? 1 : 0);
  }
}
