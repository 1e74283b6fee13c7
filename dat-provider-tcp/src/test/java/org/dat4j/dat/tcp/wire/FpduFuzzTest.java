package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of the parser with random octets: the answer is a result, and nothing else is read. */
class FpduFuzzTest {
  private static final int OCTETS = 2_000_000;
  private static final int ROUND = 100_000;

  private final long seed = Long.getLong("test.seed", 20261120L);
  private final Random random = new Random(seed);
  private final ByteBuffer slab = ByteBuffer.allocateDirect(128);
  private int faults;
  private int good;

  /**
   * Two parsers see the same received octets but different ones behind them. A parser that looked
   * behind what was received would answer differently.
   */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void randomOctetsGiveResultsAndNothingBehindThemIsRead(boolean crc) {
    Frames zeros = new Frames(crc);
    Frames ones = new Frames(crc);
    for (int total = 0; total < OCTETS; total += ROUND) {
      byte[] octets = new byte[ROUND];
      random.nextBytes(octets);
      plantHeaders(octets);
      fill(zeros.staging, 0);
      fill(ones.staging, -1);
      int at = 0;
      int end = 0;
      while (end < ROUND) {
        int chunk = Math.min(ROUND - end, 1 + random.nextInt(1 << random.nextInt(14)));
        zeros.staging.put(end, octets, end, chunk);
        ones.staging.put(end, octets, end, chunk);
        end += chunk;
        int next;
        while ((next = step(zeros, ones, at, end)) > at) {
          at = Math.min(end, next);
        }
      }
    }
    assertTrue(faults > 1000, "seed " + seed + ": " + faults + " faults");
    assertTrue(crc || good > 1000, "seed " + seed + ": " + good + " without fault");
  }

  /** Makes about one position in fifty look like a header, so that the later checks are reached. */
  private void plantHeaders(byte[] octets) {
    for (int i = 0; i < octets.length - 20; i += 20 + random.nextInt(60)) {
      int opcode = random.nextInt(8);
      octets[i] = 0;
      octets[i + 2] = (byte) (random.nextInt(2) << 6 | (Opcode.isTagged(opcode) ? 0x81 : 1));
      octets[i + 3] = (byte) (0x40 | opcode);
      if (random.nextBoolean()) {
        octets[i + 8] = 0;
        octets[i + 9] = 0;
        octets[i + 10] = 0;
        octets[i + 11] = (byte) Opcode.queueNumber(opcode);
      }
    }
  }

  /** Parses once and says where to go on; the same place when more octets are needed. */
  private int step(Frames zeros, Frames ones, int at, int end) {
    int result = zeros.parser.parse(at, end);
    String which = "seed " + seed + ", at " + at + " of " + end;
    assertEquals(result, ones.parser.parse(at, end), which);
    assertEquals(zeros.parser.payloadLength(), ones.parser.payloadLength(), which);
    if (TerminateCode.isFault(result)) {
      faults++;
      assertNotNull(TerminateCode.of(result), which);
      Terminate.encode(slab, 0, result, zeros.staging, zeros.parser.start());
      return at + 1 + random.nextInt(16);
    }
    if (result == FpduParser.NEED_MORE) {
      assertTrue(zeros.parser.needed() > end - at, which);
      // A length nobody meant can ask for more than one round has; skip it now and then.
      return random.nextInt(8) == 0 ? Math.min(end, at + 1) : at;
    }
    good++;
    assertSane(zeros.parser, result, end, which);
    return result == FpduParser.OK ? zeros.parser.end() : at + 1 + random.nextInt(16);
  }

  private static void assertSane(FpduParser fpdu, int result, int end, String which) {
    assertTrue(result == FpduParser.OK || result == FpduParser.PARTIAL, which);
    assertTrue(fpdu.payloadLength() >= 0, which);
    assertTrue(fpdu.payloadOffset() > fpdu.start(), which);
    assertTrue(fpdu.payloadOffset() + fpdu.payloadPresent() <= end, which);
    assertEquals(
        fpdu.end(), fpdu.payloadOffset() + fpdu.payloadLength() + fpdu.trailerLength(), which);
    assertEquals(result == FpduParser.OK, fpdu.end() <= end, which);
    if (fpdu.opcode() == Opcode.TERMINATE) {
      TerminateTest.readAll(fpdu.terminate());
    }
  }

  private static void fill(ByteBuffer buffer, int octet) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) octet);
    }
  }

  /** Frames that were right once, with a few octets changed and the CRC made right again. */
  @Test
  void mutatedFramesGiveResults() {
    Frames frames = new Frames(true);
    Crc32c crc = new Crc32c();
    InboundChecks checks = new InboundChecks();
    int accepted = 0;
    int refused = 0;
    for (int i = 0; i < 200_000; i++) {
      byte[] octets = Golden.octets(Golden.FPDUS.get(random.nextInt(Golden.FPDUS.size())));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        octets[1 + random.nextInt(octets.length - 1)] = (byte) random.nextInt(256);
      }
      ByteBuffer staging = frames.staging.put(0, octets);
      int size = Fpdu.size(staging.getShort(0) & 0xFFFF);
      Crc32c.store(staging, size - 4, crc.of(staging, 0, size - 4));
      int result = frames.parser.parse(0, size);
      String which = "seed " + seed + ", frame " + i;
      if (result == FpduParser.OK) {
        assertSane(frames.parser, result, size, which);
        result = checks.check(frames.parser);
      }
      if (result == FpduParser.OK) {
        accepted++;
        continue;
      }
      refused++;
      assertTrue(TerminateCode.isFault(result), which);
      int length = Terminate.encode(slab, 0, result, staging, 0);
      assertEquals(0, length % 4, which);
      checks = new InboundChecks();
    }
    assertTrue(accepted > 1000 && refused > 1000, accepted + " and " + refused);
  }
}
