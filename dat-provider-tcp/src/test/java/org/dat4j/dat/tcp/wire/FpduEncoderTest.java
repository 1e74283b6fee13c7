package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FpduEncoderTest {
  private static final int AT = 5;
  private static final byte UNTOUCHED = (byte) 0xA5;

  private final ByteBuffer slab = ByteBuffer.allocateDirect(256);
  private final Crc32c crc = new Crc32c();

  @BeforeEach
  void dirtySlab() {
    for (int i = 0; i < slab.capacity(); i++) {
      slab.put(i, UNTOUCHED);
    }
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** Puts the payload after the header, completes the FPDU and compares. */
  private void assertSealed(String expected, int headerLength, String payload) {
    slab.put(AT + headerLength, ascii(payload));
    int size = FpduEncoder.seal(slab, AT, crc);
    assertEquals(expected, Golden.hex(slab, AT, size));
    assertEquals(UNTOUCHED, slab.get(AT - 1));
    assertEquals(0, slab.position());
    assertEquals(256, slab.limit());
  }

  @Test
  void readyToReceiveMessagesMatchTheirVectors() {
    assertSealed(Golden.RTR_WRITE, FpduEncoder.write(slab, AT, true, 1, 0, 0), "");
    assertSealed(Golden.RTR_READ, FpduEncoder.readRequest(slab, AT, 1, 1, 0, 0, 1, 0), "");
    assertSealed(Golden.RTR_READ_RESPONSE, FpduEncoder.readResponse(slab, AT, true, 1, 0, 0), "");
  }

  @Test
  void sendsMatchTheirVectors() {
    assertSealed(Golden.SEND_HELLO, FpduEncoder.send(slab, AT, true, 1, 0, 5), "hello");
    assertSealed(
        Golden.SEND_SOLICITED, FpduEncoder.sendSolicited(slab, AT, true, 2, 0, 5), "hello");
    assertSealed(
        Golden.SEND_INVALIDATE,
        FpduEncoder.sendInvalidate(slab, AT, true, 0x12345678, 3, 0, 4),
        "done");
    assertSealed(Golden.SEND_EMPTY, FpduEncoder.send(slab, AT, true, 4, 0, 0), "");
    assertSealed(
        Golden.SEND_SOLICITED_INVALIDATE,
        FpduEncoder.sendSolicitedInvalidate(slab, AT, true, 0xCAFE0107, 1, 0, 0),
        "");
    assertSealed(Golden.SEND_ZEROS, FpduEncoder.send(slab, AT, true, 1, 0, 24), "\0".repeat(24));
  }

  @Test
  void segmentsOfASendMatchTheirVectors() {
    assertSealed(Golden.SEND_FIRST_SEGMENT, FpduEncoder.send(slab, AT, false, 5, 0, 8), "ABCDEFGH");
    assertSealed(Golden.SEND_LAST_SEGMENT, FpduEncoder.send(slab, AT, true, 5, 8, 2), "IJ");
  }

  @Test
  void oneSidedMessagesMatchTheirVectors() {
    int stag = 0x00123401;
    int sink = 0x00ABCD02;
    assertSealed(Golden.WRITE, FpduEncoder.write(slab, AT, true, stag, 0x1000, 8), "RDMAwrit");
    assertSealed(
        Golden.WRITE_FIRST_SEGMENT, FpduEncoder.write(slab, AT, false, stag, 0x1000, 4), "ABCD");
    assertSealed(
        Golden.WRITE_LAST_SEGMENT, FpduEncoder.write(slab, AT, true, stag, 0x1004, 2), "EF");
    assertSealed(
        Golden.READ_REQUEST,
        FpduEncoder.readRequest(slab, AT, 1, sink, 0x2000, 8, stag, 0x1000),
        "");
    assertSealed(
        Golden.READ_RESPONSE,
        FpduEncoder.readResponse(slab, AT, true, sink, 0x2000, 8),
        "RDMAwrit");
  }

  @Test
  void nothingBehindTheFpduIsTouched() {
    int header = FpduEncoder.write(slab, AT, true, 1, 0, 2);
    int size = FpduEncoder.seal(slab, AT, crc);
    assertEquals(header + 2 + 2 + 4, size);
    assertEquals(UNTOUCHED, slab.get(AT + size));
  }

  @Test
  void crcFieldIsZeroWhenCrcIsNotInUse() {
    int header = FpduEncoder.send(slab, AT, true, 1, 0, 5);
    slab.put(AT + header, ascii("hello"));
    int size = FpduEncoder.seal(slab, AT, null);
    assertEquals(Golden.SEND_HELLO_WITHOUT_CRC, Golden.hex(slab, AT, size));
  }

  @Test
  void trailerCompletesAnFpduWithItsPayloadElsewhere() {
    ByteBuffer payload = ByteBuffer.allocateDirect(16).put(7, ascii("hello"));
    int header = FpduEncoder.send(slab, AT, true, 1, 0, 5);
    int pad = Fpdu.pad(Fpdu.UNTAGGED_HEADER + 5);
    crc.reset();
    crc.update(slab, AT, header);
    crc.update(payload, 7, 5);
    crc.updateZeros(pad);
    int trailer = FpduEncoder.trailer(slab, AT + header, pad, crc.value());
    assertEquals(
        Golden.SEND_HELLO,
        Golden.hex(slab, AT, header)
            + Golden.hex(payload, 7, 5)
            + Golden.hex(slab, AT + header, trailer));
  }

  @Test
  void slabThatIsTooShortIsRefused() {
    ByteBuffer tiny = ByteBuffer.allocateDirect(19);
    assertThrows(IndexOutOfBoundsException.class, () -> FpduEncoder.send(tiny, 0, true, 1, 0, 0));
  }

  @Test
  void sizesFollowTheLengthOfTheUlpdu() {
    assertEquals(8, Fpdu.size(0));
    assertEquals(Fpdu.MIN_LENGTH, Fpdu.size(14));
    assertEquals(Fpdu.READ_REQUEST_SIZE, Fpdu.size(46));
    assertEquals(Fpdu.TERMINATE_SIZE, Fpdu.size(70));
    assertEquals(Fpdu.MAX_LENGTH, Fpdu.size(65535));
    assertEquals(3, Fpdu.pad(0x17));
    assertEquals(2, Fpdu.pad(0x10));
    assertEquals(0, Fpdu.pad(0x16));
  }
}
