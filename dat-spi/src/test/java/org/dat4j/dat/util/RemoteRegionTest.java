package org.dat4j.dat.util;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.junit.jupiter.api.Test;

class RemoteRegionTest {

  private static final RemoteRegion REGION =
      new RemoteRegion(0x89ABCDEF, 0xFFFF_0000_1234_5678L, 0x1_0000_0001L);

  @Test
  void encodedRegionIsBigEndianAfterItsMagic() {
    byte[] expected = {
      'D',
      'A',
      'T',
      'S',
      (byte) 0x89,
      (byte) 0xAB,
      (byte) 0xCD,
      (byte) 0xEF,
      (byte) 0xFF,
      (byte) 0xFF,
      0,
      0,
      0x12,
      0x34,
      0x56,
      0x78,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1
    };
    assertArrayEquals(expected, REGION.encode());
  }

  @Test
  void paddingOfTheTransportIsIgnored() {
    byte[] padded = Arrays.copyOf(REGION.encode(), 512);
    assertEquals(REGION, RemoteRegion.ofPeer("test", padded));
  }

  @Test
  void otherPrivateDataIsRefused() {
    byte[] other = REGION.encode();
    other[0] = 'X';
    for (byte[] data : new byte[][] {null, {}, new byte[23], other}) {
      DatException e =
          assertThrows(DatException.class, () -> RemoteRegion.ofPeer("the caller", data));
      assertEquals(DatReturn.INVALID_STATE, e.type());
      assertTrue(e.getMessage().contains("the caller"), e::getMessage);
      assertTrue(e.getMessage().contains("call share"), e::getMessage);
    }
  }

  @Test
  void twoRegionsAndOtherDataShareAMessageOfAnyByteOrder() {
    RemoteRegion second = new RemoteRegion(7, 8, 9);
    ByteBuffer message = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN).putInt(42);
    REGION.encode(message);
    second.encode(message);
    assertEquals(4 + 2 * RemoteRegion.ENCODED_LENGTH, message.position());
    assertArrayEquals(REGION.encode(), Arrays.copyOfRange(message.array(), 4, 28));
    message.flip().position(4);
    assertEquals(REGION, RemoteRegion.decode(message));
    assertEquals(second, RemoteRegion.decode(message));
    assertEquals(0, message.remaining());
  }

  @Test
  void aBufferWithoutRegionIsRefusedAndStaysWhereItIs() {
    for (ByteBuffer in :
        List.of(ByteBuffer.allocate(100), ByteBuffer.wrap(REGION.encode()).limit(23))) {
      DatException e = assertThrows(DatException.class, () -> RemoteRegion.decode(in));
      assertEquals(DatReturn.INVALID_PARAMETER, e.type());
      assertEquals(0, in.position());
    }
  }
}
