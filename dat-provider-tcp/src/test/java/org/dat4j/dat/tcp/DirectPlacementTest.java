package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of Writes without CRC, whose payload is read from the socket into its memory. */
@Timeout(240)
class DirectPlacementTest {

  private static final int PAYLOAD = 40_000;
  private static final int HEADER = 16;
  private static final int TRAILER = 4;

  private final RawPeer peer = new RawPeer("crc=off");

  @BeforeEach
  void connect() throws IOException {
    peer.connect(HostileScene.Role.RESPONDER, false);
  }

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  /** The bytes of a Write of one segment. */
  private static byte[] write(int stag, long offset, byte[] payload) {
    int covered = HEADER + payload.length;
    ByteBuffer out = ByteBuffer.allocate(covered + (-covered & 3) + TRAILER);
    out.putShort((short) (covered - 2)).putShort((short) 0xC140).putInt(stag).putLong(offset);
    out.put(payload);
    return out.array();
  }

  private static String ulpdu(byte[] write) {
    return HexFormat.of().formatHex(write, 2, HEADER + PAYLOAD);
  }

  private static byte[] random(int length, long seed) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private void send(byte[] bytes, int from, int to) throws IOException {
    peer.socket().getOutputStream().write(bytes, from, to - from);
  }

  private static void awaitByte(Region region, int index, byte expected) {
    long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
    while (region.buffer().get(index) != expected) {
      assertTrue(System.nanoTime() < deadline, "byte " + index + " was not placed");
      Thread.onSpinWait();
    }
  }

  @Test
  void writesInPiecesOfAnyLengthArePlacedWhole() throws IOException {
    long seed = System.nanoTime();
    Random lengths = new Random(seed);
    Region target = peer.end().register(2 * PAYLOAD);
    Region in = peer.end().register(8);
    peer.end().ep().postRecv(in.context(), in.address(), 8, 1, CompletionFlags.DEFAULT);
    byte[] first = random(PAYLOAD, seed);
    byte[] second = random(PAYLOAD - 3, seed + 1);
    byte[] one = write(target.context(), target.address(), first);
    byte[] two = write(target.context(), target.address() + PAYLOAD, second);
    byte[] both = Arrays.copyOf(one, one.length + two.length);
    System.arraycopy(two, 0, both, one.length, two.length);
    for (int at = 0; at < both.length; ) {
      int next = Math.min(both.length, at + 1 + lengths.nextInt(9000));
      send(both, at, next);
      at = next;
    }
    peer.write("001741430000000000000000000000010000000068656c6c6f00000000000000");
    assertEquals(5, Dats.awaitDto(peer.end().recvEvd(), 1, AdapterPair.LIMIT, new DatEvent()));
    byte[] placed = new byte[2 * PAYLOAD - 3];
    target.buffer().get(0, placed);
    byte[] expected = Arrays.copyOf(first, placed.length);
    System.arraycopy(second, 0, expected, PAYLOAD, second.length);
    assertTrue(Arrays.equals(expected, placed), "seed " + seed);
  }

  @Test
  void memoryFreedInTheMiddleOfASegmentIsNotTouchedAgain() throws IOException {
    Region target = peer.end().register(PAYLOAD);
    byte[] payload = new byte[PAYLOAD];
    Arrays.fill(payload, (byte) 1);
    byte[] bytes = write(target.context(), target.address(), payload);
    int half = HEADER + PAYLOAD / 2;
    send(bytes, 0, half);
    awaitByte(target, PAYLOAD / 2 - 1, (byte) 1);
    target.lmr().free();
    send(bytes, half, bytes.length);
    peer.expect(
        HexFrames.fpdu(HexFrames.terminate("1/1/00", HexFrames.Copy.HEADER, ulpdu(bytes)), false));
    peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    byte[] rest = new byte[PAYLOAD / 2];
    target.buffer().get(PAYLOAD / 2, rest);
    assertTrue(Arrays.equals(new byte[PAYLOAD / 2], rest), "bytes were placed after the free");
  }

  @Test
  void aSegmentThatDoesNotFitPlacesNothing() throws IOException {
    Region target = peer.end().register(PAYLOAD);
    byte[] payload = random(PAYLOAD, 7);
    byte[] bytes = write(target.context(), target.address() + 1, payload);
    send(bytes, 0, bytes.length / 2);
    peer.expect(
        HexFrames.fpdu(HexFrames.terminate("1/1/01", HexFrames.Copy.HEADER, ulpdu(bytes)), false));
    peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    assertEquals(ByteBuffer.allocate(PAYLOAD), target.buffer());
  }
}
