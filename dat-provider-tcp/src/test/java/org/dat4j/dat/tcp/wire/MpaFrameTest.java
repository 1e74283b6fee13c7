package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.dat4j.dat.tcp.wire.MpaFrame.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class MpaFrameTest {
  private static final byte[] NOTHING = {};
  private static final byte[] CAFEBABE = Golden.octets("cafebabe");
  private static final byte[] DEADBEEF = Golden.octets("deadbeef");
  private static final MpaFrame REQUEST = MpaFrame.request(true, null, CAFEBABE);
  private static final MpaFrame PEER_TO_PEER =
      MpaFrame.request(true, new MpaEnhanced(true, false, true, true, 16, 16), CAFEBABE);

  private static String encode(MpaFrame frame) {
    ByteBuffer out = ByteBuffer.allocate(frame.encodedLength());
    frame.encode(out);
    assertFalse(out.hasRemaining());
    return Golden.hex(out, 0, out.capacity());
  }

  private static MpaFrame decode(Kind kind, String hex) {
    MpaDecoder decoder = new MpaDecoder(kind);
    ByteBuffer in = ByteBuffer.wrap(Golden.octets(hex));
    assertEquals(MpaDecoder.DecodeStatus.FRAME, decoder.decode(in, false));
    assertFalse(in.hasRemaining());
    assertNull(decoder.fault());
    return decoder.frame();
  }

  private static void assertBothWays(String hex, MpaFrame frame) {
    assertEquals(hex, encode(frame));
    assertEquals(frame, decode(frame.kind(), hex));
  }

  private static void assertFault(MpaFault expected, Kind kind, byte[] octets) {
    MpaDecoder decoder = new MpaDecoder(kind);
    ByteBuffer in = ByteBuffer.wrap(octets);
    assertEquals(MpaDecoder.DecodeStatus.FAULT, decoder.decode(in, false));
    assertEquals(expected, decoder.fault());
    assertNull(decoder.frame());
    assertEquals(0, in.position());
  }

  private static byte[] request(int flags, int revision, int length) {
    byte[] octets = new byte[20 + Math.min(length, 600)];
    System.arraycopy(Golden.octets(Golden.MPA_REQUEST), 0, octets, 0, 16);
    octets[16] = (byte) flags;
    octets[17] = (byte) revision;
    octets[18] = (byte) (length >>> 8);
    octets[19] = (byte) length;
    return octets;
  }

  private static MpaFrame decodeRequest(int flags, int revision, int length) {
    MpaDecoder decoder = new MpaDecoder(Kind.REQUEST);
    ByteBuffer in = ByteBuffer.wrap(request(flags, revision, length));
    assertEquals(MpaDecoder.DecodeStatus.FRAME, decoder.decode(in, false));
    return decoder.frame();
  }

  @Test
  void framesOfRevision1MatchTheirVectors() {
    assertBothWays(Golden.MPA_REQUEST, REQUEST);
    assertBothWays(Golden.MPA_REPLY, MpaFrame.accept(REQUEST, true, null, DEADBEEF));
    byte[] no = {'n', 'o'};
    assertBothWays(Golden.MPA_REJECT, MpaFrame.reject(REQUEST, true, null, no));
  }

  @Test
  void framesOfRevision2MatchTheirVectors() {
    assertBothWays(Golden.MPA_REQUEST_PEER_TO_PEER, PEER_TO_PEER);
    assertBothWays(
        Golden.MPA_REPLY_PEER_TO_PEER,
        MpaFrame.accept(
            PEER_TO_PEER, true, new MpaEnhanced(true, false, true, false, 16, 16), DEADBEEF));
    assertBothWays(
        Golden.MPA_REQUEST_CLIENT_SERVER,
        MpaFrame.request(true, new MpaEnhanced(false, false, false, false, 8, 8), NOTHING));
  }

  @Test
  void everySplitNeedsMoreUntilTheFrameIsComplete() {
    byte[] octets = Golden.octets(Golden.MPA_REQUEST_PEER_TO_PEER);
    MpaDecoder decoder = new MpaDecoder(Kind.REQUEST);
    for (int present = 0; present < octets.length; present++) {
      ByteBuffer in = ByteBuffer.wrap(octets, 0, present);
      assertEquals(
          MpaDecoder.DecodeStatus.NEED_MORE, decoder.decode(in, false), "octets " + present);
      assertEquals(0, in.position());
    }
    assertEquals(MpaDecoder.DecodeStatus.FRAME, decoder.decode(ByteBuffer.wrap(octets), false));
    assertEquals(PEER_TO_PEER, decoder.frame());
  }

  @Test
  void everyPrematureEndIsTruncated() {
    byte[] octets = Golden.octets(Golden.MPA_REPLY);
    for (int present = 0; present < octets.length; present++) {
      MpaDecoder decoder = new MpaDecoder(Kind.REPLY);
      ByteBuffer in = ByteBuffer.wrap(octets, 0, present);
      assertEquals(MpaDecoder.DecodeStatus.FAULT, decoder.decode(in, true), "octets " + present);
      assertEquals(MpaFault.TRUNCATED, decoder.fault());
    }
    MpaDecoder decoder = new MpaDecoder(Kind.REPLY);
    assertEquals(MpaDecoder.DecodeStatus.FRAME, decoder.decode(ByteBuffer.wrap(octets), true));
  }

  @Test
  void octetsBehindTheFrameAreLeft() {
    byte[] octets = Golden.octets("ffff" + Golden.MPA_REPLY + Golden.RTR_WRITE);
    ByteBuffer in = ByteBuffer.allocateDirect(octets.length).put(octets).flip().position(2);
    MpaDecoder decoder = new MpaDecoder(Kind.REPLY);
    assertEquals(MpaDecoder.DecodeStatus.FRAME, decoder.decode(in, false));
    assertArrayEquals(DEADBEEF, decoder.frame().privateData());
    assertEquals(Golden.RTR_WRITE, Golden.hex(in, in.position(), in.remaining()));
  }

  @Test
  void otherProtocolsAreNoticedAtTheFirstWrongOctet() {
    assertFault(MpaFault.NOT_MPA, Kind.REQUEST, Golden.octets("16030100"));
    assertFault(MpaFault.NOT_MPA, Kind.REQUEST, Golden.octets("474554202f20485454502f312e310d0a"));
    byte[] octets = Golden.octets(Golden.MPA_REQUEST);
    for (int i = 0; i < 16; i++) {
      byte[] wrong = octets.clone();
      wrong[i] ^= 0x20;
      assertFault(MpaFault.NOT_MPA, Kind.REQUEST, Arrays.copyOf(wrong, i + 1));
      assertFault(MpaFault.NOT_MPA, Kind.REPLY, Arrays.copyOf(wrong, 16));
    }
  }

  @Test
  void keyOfTheOtherRoleIsNamed() {
    assertFault(MpaFault.BOTH_INITIATORS, Kind.REPLY, Golden.octets(Golden.MPA_REQUEST));
    assertFault(MpaFault.REPLY_WITHOUT_REQUEST, Kind.REQUEST, Golden.octets(Golden.MPA_REPLY));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 127, 128, 255})
  void otherRevisionsAreRefused(int revision) {
    assertFault(MpaFault.UNSUPPORTED_REVISION, Kind.REQUEST, request(0x40, revision, 0));
  }

  @Test
  void privateDataEndsAt512Octets() {
    assertEquals(512, decodeRequest(0x40, 1, 512).privateData().length);
    assertEquals(508, decodeRequest(0x50, 2, 512).privateData().length);
    assertFault(MpaFault.PRIVATE_DATA_TOO_LONG, Kind.REQUEST, request(0x40, 1, 513));
    assertFault(MpaFault.PRIVATE_DATA_TOO_LONG, Kind.REQUEST, request(0x40, 1, 65535));
    assertFault(MpaFault.PRIVATE_DATA_TOO_LONG, Kind.REQUEST, request(0x50, 2, 0x8000));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3})
  void enhancedFrameWithoutItsBlockIsRefused(int length) {
    assertFault(MpaFault.ENHANCED_BLOCK_MISSING, Kind.REQUEST, request(0x50, 2, length));
  }

  @Test
  void enhancedBitMeansNothingInRevision1() {
    MpaFrame frame = decodeRequest(0x10, 1, 2);
    assertNull(frame.enhanced());
    assertEquals(2, frame.privateData().length);
  }

  @Test
  void revision2WithoutEnhancedBlockIsPlain() {
    MpaFrame frame = decodeRequest(0x40, 2, 6);
    assertNull(frame.enhanced());
    assertEquals(2, frame.revision());
    assertEquals(6, frame.privateData().length);
  }

  @Test
  void flagsAreRead() {
    assertTrue(decodeRequest(0x80, 1, 0).markers());
    assertFalse(decodeRequest(0x80, 1, 0).crc());
    assertTrue(decodeRequest(0x40, 1, 0).crc());
    assertFalse(decodeRequest(0x40, 1, 0).markers());
    assertFalse(decodeRequest(0x20, 1, 0).rejected(), "a request cannot reject");
    MpaFrame reserved = decodeRequest(0x0F, 1, 0);
    assertFalse(reserved.markers() || reserved.crc() || reserved.rejected());
  }

  @Test
  void enhancedBlockIsReadBitByBit() {
    assertEquals(new MpaEnhanced(false, false, false, false, 0, 0), MpaEnhanced.decode(0));
    assertEquals(new MpaEnhanced(true, true, false, false, 0, 0), MpaEnhanced.decode(0xC0000000));
    assertEquals(new MpaEnhanced(true, false, true, false, 1, 2), MpaEnhanced.decode(0x80018002));
    assertEquals(
        new MpaEnhanced(true, false, false, true, 0x3FFF, 0), MpaEnhanced.decode(0xBFFF4000));
    assertEquals(
        new MpaEnhanced(false, false, false, false, 0, 0x3FFF),
        MpaEnhanced.decode(0x4000FFFF),
        "options without the peer-to-peer model are ignored");
    assertEquals(0xBFFF4001, MpaEnhanced.decode(0xBFFF4001).encode());
  }

  @Test
  void framesThatCannotBeSentAreRefused() {
    MpaEnhanced block = new MpaEnhanced(false, false, false, false, 1, 1);
    byte[] largest = new byte[512];
    assertEquals(532, MpaFrame.request(true, null, largest).encodedLength());
    assertThrows(IllegalArgumentException.class, () -> MpaFrame.request(true, null, new byte[513]));
    assertThrows(IllegalArgumentException.class, () -> MpaFrame.request(true, block, largest));
    assertThrows(
        IllegalArgumentException.class,
        () -> new MpaFrame(Kind.REQUEST, 1, false, true, false, block, NOTHING));
    assertThrows(
        IllegalArgumentException.class,
        () -> new MpaFrame(Kind.REQUEST, 1, false, true, true, null, NOTHING));
    assertThrows(
        IllegalArgumentException.class,
        () -> new MpaFrame(Kind.REPLY, 3, false, true, true, null, NOTHING));
    assertThrows(
        IllegalArgumentException.class, () -> new MpaEnhanced(true, false, true, false, 16384, 0));
    assertThrows(
        IllegalArgumentException.class, () -> new MpaEnhanced(true, false, true, false, 0, -1));
    assertThrows(
        IllegalArgumentException.class, () -> new MpaEnhanced(false, false, true, false, 0, 0));
  }

  @Test
  void privateDataIsCopied() {
    byte[] data = {1, 2, 3};
    MpaFrame frame = MpaFrame.request(true, null, data);
    data[0] = 9;
    frame.privateData()[1] = 9;
    assertArrayEquals(new byte[] {1, 2, 3}, frame.privateData());
    assertEquals(MpaFrame.request(true, null, new byte[] {1, 2, 3}), frame);
    assertEquals(MpaFrame.request(true, null, new byte[] {1, 2, 3}).hashCode(), frame.hashCode());
    assertNotEquals(MpaFrame.request(true, null, new byte[] {1, 2, 4}), frame);
    assertTrue(frame.toString().contains("3 bytes"));
  }

  @ParameterizedTest
  @EnumSource
  void everyFaultExplainsItself(MpaFault fault) {
    assertTrue(fault.text().length() > 40, "what is wrong and what to do");
  }

  @Test
  void randomOctetsGiveAResult() {
    long seed = Long.getLong("test.seed", 20261120L);
    Random random = new Random(seed);
    for (int i = 0; i < 50_000; i++) {
      byte[] octets = new byte[random.nextInt(600)];
      random.nextBytes(octets);
      byte[] key = Golden.octets(random.nextBoolean() ? Golden.MPA_REQUEST : Golden.MPA_REPLY);
      System.arraycopy(key, 0, octets, 0, Math.min(octets.length, random.nextInt(21)));
      if (octets.length > 18) {
        octets[18] &= 3;
      }
      MpaDecoder decoder = new MpaDecoder(random.nextBoolean() ? Kind.REQUEST : Kind.REPLY);
      ByteBuffer in = ByteBuffer.wrap(octets);
      boolean end = random.nextBoolean();
      MpaDecoder.DecodeStatus status = decoder.decode(in, end);
      String which = "seed " + seed + ", frame " + i;
      assertEquals(status == MpaDecoder.DecodeStatus.FAULT, decoder.fault() != null, which);
      assertEquals(status == MpaDecoder.DecodeStatus.FRAME, decoder.frame() != null, which);
      assertFalse(end && status == MpaDecoder.DecodeStatus.NEED_MORE, which);
      int consumed = decoder.frame() == null ? 0 : decoder.frame().encodedLength();
      assertEquals(consumed, in.position(), which);
    }
  }
}
