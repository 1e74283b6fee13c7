package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FpduParserTest {
  private final Frames checked = new Frames(true);
  private final Frames unchecked = new Frames(false);

  private void assertBoth(TerminateCode expected, int withCrc, int withoutCrc, String which) {
    assertEquals(expected.fault(), withCrc, () -> which + ": " + TerminateCode.describe(withCrc));
    assertEquals(
        expected.fault(), withoutCrc, () -> which + ": " + TerminateCode.describe(withoutCrc));
  }

  private void assertOk(String golden) {
    assertEquals(FpduParser.OK, unchecked.parse(golden));
    assertEquals(FpduParser.OK, checked.parse(golden));
    assertEquals(0, checked.parser.start());
    assertEquals(golden.length() / 2, checked.parser.end());
  }

  private void assertTagged(
      String golden, int opcode, boolean last, int stag, long offset, String payload) {
    assertOk(golden);
    FpduParser fpdu = checked.parser;
    assertTrue(fpdu.tagged());
    assertEquals(opcode, fpdu.opcode());
    assertEquals(last, fpdu.last());
    assertEquals(stag, fpdu.stag());
    assertEquals(offset, fpdu.taggedOffset());
    assertPayload(payload);
  }

  private void assertSend(
      String golden, int opcode, boolean last, int stag, int msn, int mo, String payload) {
    assertOk(golden);
    FpduParser fpdu = checked.parser;
    assertFalse(fpdu.tagged());
    assertEquals(opcode, fpdu.opcode());
    assertEquals(last, fpdu.last());
    assertEquals(stag, fpdu.stag());
    assertEquals(msn, fpdu.msn());
    assertEquals(mo, fpdu.messageOffset());
    assertPayload(payload);
  }

  private void assertPayload(String payload) {
    FpduParser fpdu = checked.parser;
    byte[] octets = new byte[fpdu.payloadLength()];
    checked.staging.get(fpdu.payloadOffset(), octets);
    assertEquals(payload, new String(octets, StandardCharsets.ISO_8859_1));
    assertEquals(octets.length, fpdu.payloadPresent());
    assertEquals(0, fpdu.payloadMissing());
    assertEquals(fpdu.end() - fpdu.payloadOffset() - octets.length, fpdu.trailerLength());
  }

  private void assertRead(
      String golden, int sinkStag, long sinkOffset, long size, int sourceStag, long sourceOffset) {
    assertOk(golden);
    FpduParser fpdu = checked.parser;
    assertEquals(Opcode.READ_REQUEST, fpdu.opcode());
    assertTrue(fpdu.last());
    assertEquals(1, fpdu.msn());
    assertEquals(0, fpdu.messageOffset());
    assertEquals(sinkStag, fpdu.sinkStag());
    assertEquals(sinkOffset, fpdu.sinkOffset());
    assertEquals(size, fpdu.readSize());
    assertEquals(sourceStag, fpdu.sourceStag());
    assertEquals(sourceOffset, fpdu.sourceOffset());
  }

  @Test
  void vectorsOfTaggedMessagesGiveTheirFields() {
    assertTagged(Golden.RTR_WRITE, 0, true, 1, 0, "");
    assertTagged(Golden.RTR_READ_RESPONSE, 2, true, 1, 0, "");
    assertTagged(Golden.WRITE, 0, true, 0x00123401, 0x1000, "RDMAwrit");
    assertTagged(Golden.WRITE_FIRST_SEGMENT, 0, false, 0x00123401, 0x1000, "ABCD");
    assertTagged(Golden.WRITE_LAST_SEGMENT, 0, true, 0x00123401, 0x1004, "EF");
    assertTagged(Golden.READ_RESPONSE, 2, true, 0x00ABCD02, 0x2000, "RDMAwrit");
  }

  @Test
  void vectorsOfSendsGiveTheirFields() {
    assertSend(Golden.SEND_HELLO, 3, true, 0, 1, 0, "hello");
    assertSend(Golden.SEND_SOLICITED, 5, true, 0, 2, 0, "hello");
    assertSend(Golden.SEND_INVALIDATE, 4, true, 0x12345678, 3, 0, "done");
    assertSend(Golden.SEND_EMPTY, 3, true, 0, 4, 0, "");
    assertSend(Golden.SEND_FIRST_SEGMENT, 3, false, 0, 5, 0, "ABCDEFGH");
    assertSend(Golden.SEND_LAST_SEGMENT, 3, true, 0, 5, 8, "IJ");
    assertSend(Golden.SEND_SOLICITED_INVALIDATE, 6, true, 0xCAFE0107, 1, 0, "");
    assertSend(Golden.SEND_ZEROS, 3, true, 0, 1, 0, "\0".repeat(24));
  }

  @Test
  void vectorsOfReadRequestsGiveTheirFields() {
    assertRead(Golden.RTR_READ, 1, 0, 0, 1, 0);
    assertRead(Golden.READ_REQUEST, 0x00ABCD02, 0x2000, 8, 0x00123401, 0x1000);
  }

  @Test
  void opcodesTellWhatTheyDo() {
    assertOk(Golden.SEND_SOLICITED_INVALIDATE);
    assertTrue(Opcode.isSolicited(checked.parser.opcode()));
    assertTrue(Opcode.invalidates(checked.parser.opcode()));
    assertOk(Golden.SEND_INVALIDATE);
    assertFalse(Opcode.isSolicited(checked.parser.opcode()));
    assertTrue(Opcode.invalidates(checked.parser.opcode()));
    assertOk(Golden.SEND_SOLICITED);
    assertTrue(Opcode.isSolicited(checked.parser.opcode()));
    assertFalse(Opcode.invalidates(checked.parser.opcode()));
    assertFalse(Opcode.isSend(Opcode.TERMINATE) || Opcode.isSend(Opcode.READ_REQUEST));
  }

  @Test
  void everyCorruptedOctetIsFoundByTheCrc() {
    for (String golden : Golden.FPDUS) {
      byte[] octets = Golden.octets(golden);
      for (int i = 0; i < octets.length; i++) {
        for (int flip : new int[] {0x01, 0x10, 0x80, 0xFF}) {
          byte[] wrong = octets.clone();
          wrong[i] ^= (byte) flip;
          checked.staging.put(0, wrong);
          // Enough octets follow for any length the corruption may have made up.
          int result = checked.parser.parse(0, Fpdu.MAX_LENGTH);
          String which = golden + " octet " + i + " ^ " + flip;
          assertEquals(TerminateCode.MPA_CRC.fault(), result, which);
        }
      }
    }
  }

  @Test
  void crcInNetworkOrderIsRefused() {
    byte[] octets = Golden.octets(Golden.SEND_HELLO);
    checked.staging.put(0, octets);
    int at = octets.length - Fpdu.CRC_FIELD;
    checked.staging.putInt(at, Integer.reverseBytes(checked.staging.getInt(at)));
    assertEquals(TerminateCode.MPA_CRC.fault(), checked.parser.parse(0, octets.length));
  }

  @Test
  void crcIsNotLookedAtWhenNotInUse() {
    assertEquals(FpduParser.OK, unchecked.parse(Golden.SEND_HELLO_WITHOUT_CRC));
    byte[] octets = Golden.octets(Golden.SEND_HELLO);
    unchecked.staging.put(0, octets).putInt(octets.length - Fpdu.CRC_FIELD, 0xDEADBEEF);
    assertEquals(FpduParser.OK, unchecked.parser.parse(0, octets.length));
    assertEquals(TerminateCode.MPA_CRC.fault(), checked.parse(Golden.SEND_HELLO_WITHOUT_CRC));
  }

  @Test
  void padIsIgnoredButCoveredByTheCrc() {
    byte[] octets = Golden.octets(Golden.SEND_HELLO);
    int at = octets.length - Fpdu.CRC_FIELD;
    ByteBuffer staging = checked.staging.put(0, octets).put(at - 1, (byte) 0x5A);
    assertEquals(TerminateCode.MPA_CRC.fault(), checked.parser.parse(0, octets.length));
    Crc32c.store(staging, at, new Crc32c().of(staging, 0, at));
    assertEquals(FpduParser.OK, checked.parser.parse(0, octets.length));
  }

  @Test
  void strayMarkerIsFound() {
    String withMarker = "00000000" + Golden.SEND_HELLO;
    assertEquals(TerminateCode.MPA_CRC.fault(), checked.parse(withMarker));
    assertEquals(TerminateCode.DDP_LOCAL_CATASTROPHIC.fault(), unchecked.parse(withMarker));
  }

  @Test
  void lengthBelowTheHeaderIsRefused() {
    int[] shortest = {14, 46, 14, 18, 18, 18, 18, 22};
    for (int opcode = 0; opcode < shortest.length; opcode++) {
      int ddp = Opcode.isTagged(opcode) ? 0xC1 : 0x41;
      for (int length = 0; length < shortest[opcode]; length++) {
        assertBoth(
            TerminateCode.DDP_LOCAL_CATASTROPHIC,
            checked.parseControl(length, ddp, 0x40 | opcode),
            unchecked.parseControl(length, ddp, 0x40 | opcode),
            "opcode " + opcode + ", length " + length);
      }
    }
  }

  @Test
  void shortestLengthOfEachOpcodeIsAccepted() {
    for (int opcode = 0; opcode <= Opcode.MAX; opcode++) {
      if (Opcode.isTagged(opcode)) {
        assertEquals(FpduParser.OK, checked.parseControl(14, 0xC1, 0x40 | opcode));
        continue;
      }
      int payload = opcode == Opcode.READ_REQUEST ? 28 : opcode == Opcode.TERMINATE ? 4 : 0;
      int qn = opcode == Opcode.READ_REQUEST ? 1 : opcode == Opcode.TERMINATE ? 2 : 0;
      assertEquals(FpduParser.OK, checked.parseUntagged(opcode, true, 0, qn, 1, 0, payload));
    }
  }

  @Test
  void largestLengthIsAccepted() {
    assertEquals(FpduParser.OK, checked.parseWrite(true, 1, 0, 65521));
    assertEquals(65521, checked.parser.payloadLength());
    assertEquals(Fpdu.MAX_LENGTH, checked.parser.end());
    assertEquals(FpduParser.OK, checked.parseSend(true, 1, 0, 65517));
    assertEquals(65517, checked.parser.payloadLength());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void otherDdpVersionsAreRefused(int version) {
    assertBoth(
        TerminateCode.DDP_TAGGED_VERSION,
        checked.parseControl(30, 0xC0 | version, 0x40),
        unchecked.parseControl(30, 0xC0 | version, 0x40),
        "tagged");
    assertBoth(
        TerminateCode.DDP_UNTAGGED_VERSION,
        checked.parseControl(30, 0x40 | version, 0x43),
        unchecked.parseControl(30, 0x40 | version, 0x43),
        "untagged");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 2, 3})
  void otherRdmapVersionsAreRefused(int version) {
    assertBoth(
        TerminateCode.RDMAP_INVALID_VERSION,
        checked.parseControl(30, 0x41, version << 6 | Opcode.SEND),
        unchecked.parseControl(30, 0x41, version << 6 | Opcode.SEND),
        "version " + version);
  }

  @Test
  void taggedBitMustAgreeWithTheOpcode() {
    for (int opcode = 0; opcode < 16; opcode++) {
      boolean tagged = opcode == 0 || opcode == 2;
      for (int bit = 0; bit <= 0x80; bit += 0x80) {
        int length = 46;
        int result = checked.parseControl(length, 0x41 | bit, 0x40 | opcode);
        String which = "opcode " + opcode + ", T " + bit;
        if (opcode > 7 || tagged != (bit != 0)) {
          assertEquals(TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault(), result, which);
        } else {
          assertNotEquals(TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault(), result, which);
        }
        assertEquals(result, unchecked.parseControl(length, 0x41 | bit, 0x40 | opcode), which);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "3, 0", "4, 0", "5, 0", "6, 0", "1, 1", "7, 2",
  })
  void queueMustBelongToTheOpcode(int opcode, int proper) {
    for (int qn : new int[] {0, 1, 2, 3, -1}) {
      int expected = qn == proper ? FpduParser.OK : TerminateCode.DDP_INVALID_QN.fault();
      assertEquals(expected, checked.parseUntagged(opcode, true, 0, qn, 1, 0, 28), "QN " + qn);
      assertEquals(expected, unchecked.parseUntagged(opcode, true, 0, qn, 1, 0, 28), "QN " + qn);
    }
  }

  @Test
  void reservedBitsAreIgnored() {
    assertEquals(FpduParser.OK, checked.parseControl(18, 0x41 | 0x3C, 0x43 | 0x30));
    assertEquals(Opcode.SEND, checked.parser.opcode());
    assertEquals(FpduParser.OK, checked.parseControl(18, 0xC1 | 0x3C, 0x40 | 0x30));
    assertEquals(Opcode.WRITE, checked.parser.opcode());
    assertEquals(FpduParser.OK, checked.parseUntagged(Opcode.SEND, true, 0x55555555, 0, 1, 0, 0));
  }

  @Test
  void readRequestHasExactly28Octets() {
    assertBoth(
        TerminateCode.DDP_LOCAL_CATASTROPHIC,
        checked.parseUntagged(Opcode.READ_REQUEST, true, 0, 1, 1, 0, 27),
        unchecked.parseUntagged(Opcode.READ_REQUEST, true, 0, 1, 1, 0, 27),
        "27 bytes");
    assertBoth(
        TerminateCode.DDP_MESSAGE_TOO_LONG,
        checked.parseUntagged(Opcode.READ_REQUEST, true, 0, 1, 1, 0, 29),
        unchecked.parseUntagged(Opcode.READ_REQUEST, true, 0, 1, 1, 0, 29),
        "29 bytes");
  }

  @Test
  void readSizeIsUnsigned() {
    ByteBuffer staging = checked.staging;
    FpduEncoder.readRequest(staging, 0, 1, -1, -2L, -1, -3, -4L);
    assertEquals(
        FpduParser.OK, checked.parser.parse(0, FpduEncoder.seal(staging, 0, new Crc32c())));
    assertEquals(0xFFFFFFFFL, checked.parser.readSize());
    assertEquals(-1, checked.parser.sinkStag());
    assertEquals(-2L, checked.parser.sinkOffset());
    assertEquals(-3, checked.parser.sourceStag());
    assertEquals(-4L, checked.parser.sourceOffset());
  }

  @Test
  void withCrcNothingIsShownBeforeTheFpduIsComplete() {
    byte[] octets = Golden.octets(Golden.SEND_HELLO);
    checked.staging.put(0, octets);
    for (int present = 0; present < octets.length; present++) {
      assertEquals(FpduParser.NEED_MORE, checked.parser.parse(0, present), "octets " + present);
      assertEquals(present < 2 ? 2 : octets.length, checked.parser.needed());
      assertEquals(0, checked.parser.payloadLength());
    }
    assertEquals(FpduParser.OK, checked.parser.parse(0, octets.length));
  }

  @Test
  void withoutCrcTheHeaderIsShownBeforeThePayload() {
    byte[] octets = Golden.octets(Golden.SEND_ZEROS);
    unchecked.staging.put(3, octets);
    FpduParser fpdu = unchecked.parser;
    for (int present = 0; present < octets.length; present++) {
      int result = fpdu.parse(3, 3 + present);
      if (present < 20) {
        assertEquals(FpduParser.NEED_MORE, result, "octets " + present);
        assertEquals(present < 2 ? 2 : 20, fpdu.needed());
        continue;
      }
      assertEquals(FpduParser.PARTIAL, result, "octets " + present);
      assertEquals(Opcode.SEND, fpdu.opcode());
      assertEquals(23, fpdu.payloadOffset());
      assertEquals(24, fpdu.payloadLength());
      assertEquals(Math.min(24, present - 20), fpdu.payloadPresent());
      assertEquals(24 - Math.min(24, present - 20), fpdu.payloadMissing());
      assertEquals(4, fpdu.trailerLength());
      assertEquals(octets.length, fpdu.needed());
    }
    assertEquals(FpduParser.OK, fpdu.parse(3, 3 + octets.length));
  }

  @Test
  void withoutCrcAWrongHeaderIsRefusedBeforeThePayloadArrives() {
    unchecked.staging.putInt(0, 0xFFFF << 16 | 0x41 << 8 | 0x48);
    assertEquals(
        TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault(), unchecked.parser.parse(0, Fpdu.MIN_LENGTH));
  }

  @Test
  void messagesWithoutPlacedPayloadAreNeverPartial() {
    for (String golden : new String[] {Golden.READ_REQUEST, Golden.TERMINATE_READ}) {
      byte[] octets = Golden.octets(golden);
      unchecked.staging.put(0, octets);
      for (int present = 0; present < octets.length; present++) {
        assertEquals(FpduParser.NEED_MORE, unchecked.parser.parse(0, present));
      }
    }
  }

  @Test
  void longestLengthWaitsForItsOctets() {
    checked.staging.putShort(0, (short) -1);
    assertEquals(FpduParser.NEED_MORE, checked.parser.parse(0, 60_000));
    assertEquals(65535, checked.parser.ulpduLength());
    assertEquals(Fpdu.MAX_LENGTH, checked.parser.needed());
  }

  @Test
  void orderAndPositionOfTheStagingBufferDoNotMatter() {
    ByteBuffer staging = ByteBuffer.allocateDirect(Fpdu.MAX_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    staging.put(Golden.octets(Golden.WRITE)).limit(100).position(50);
    FpduParser parser = new FpduParser(staging, true);
    assertEquals(FpduParser.OK, parser.parse(0, 28));
    assertEquals(0x00123401, parser.stag());
    assertEquals(50, staging.position());
    assertEquals(100, staging.limit());
  }

  @Test
  void stagingBufferThatCannotHoldAnyFpduIsRefused() {
    ByteBuffer small = ByteBuffer.allocate(Fpdu.MAX_LENGTH - 1);
    assertThrows(IllegalArgumentException.class, () -> new FpduParser(small, true));
  }

  @Test
  void rangeOutsideTheBufferIsRefused() {
    int capacity = checked.staging.capacity();
    assertThrows(IndexOutOfBoundsException.class, () -> checked.parser.parse(-1, 5));
    assertThrows(IndexOutOfBoundsException.class, () -> checked.parser.parse(6, 5));
    assertThrows(IndexOutOfBoundsException.class, () -> checked.parser.parse(0, capacity + 1));
  }
}
