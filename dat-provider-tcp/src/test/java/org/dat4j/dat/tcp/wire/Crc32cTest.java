package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class Crc32cTest {
  private final Crc32c crc = new Crc32c();

  private String onTheWire(String hex) {
    byte[] octets = Golden.octets(hex);
    ByteBuffer out = ByteBuffer.allocate(4);
    Crc32c.store(out, 0, crc.of(ByteBuffer.wrap(octets), 0, octets.length));
    return Golden.hex(out, 0, 4);
  }

  @Test
  void polynomialIsCastagnoli() {
    byte[] check = "123456789".getBytes(StandardCharsets.US_ASCII);
    assertEquals(0xE3069283, crc.of(ByteBuffer.wrap(check), 0, check.length));
  }

  @Test
  void firstExampleOfRfc5044Reproduces() {
    String header = "002a4143" + "00000000" + "00000000" + "00000001" + "00000000";
    assertEquals("52239983", onTheWire("00000000" + header + "00".repeat(24)));
  }

  @Test
  void secondExampleOfRfc5044Reproduces() {
    String header = "002a4143" + "00000000" + "00000000" + "00000002" + "00000000";
    assertEquals("84925898", onTheWire(header + "00000014" + "00".repeat(24)));
  }

  @Test
  void piecesGiveTheCrcOfTheWhole() {
    byte[] send = Golden.octets(Golden.SEND_HELLO);
    ByteBuffer direct = ByteBuffer.allocateDirect(send.length).put(0, send);
    ByteBuffer heap = ByteBuffer.wrap(send);
    crc.reset();
    crc.update(direct, 0, 20);
    crc.update(heap, 20, 5);
    crc.updateZeros(3);
    assertEquals(Crc32c.load(heap, 28), crc.value());
  }

  @Test
  void positionAndLimitStayWhereTheyAre() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(64).limit(40).position(30);
    crc.of(buffer, 4, 20);
    assertEquals(30, buffer.position());
    assertEquals(40, buffer.limit());
    assertThrows(IndexOutOfBoundsException.class, () -> crc.update(buffer, 30, 11));
    assertEquals(30, buffer.position());
    assertEquals(40, buffer.limit());
  }

  @Test
  void crcTravelsLeastSignificantOctetFirst() {
    ByteBuffer buffer = ByteBuffer.allocate(8);
    Crc32c.store(buffer, 2, 0x01020304);
    assertEquals("04030201", Golden.hex(buffer, 2, 4));
    assertEquals(0x01020304, Crc32c.load(buffer, 2));
  }
}
