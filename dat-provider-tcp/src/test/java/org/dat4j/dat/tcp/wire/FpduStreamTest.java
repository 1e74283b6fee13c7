package org.dat4j.dat.tcp.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class FpduStreamTest {
  private static final String STREAM =
      Golden.RTR_WRITE
          + Golden.SEND_HELLO
          + Golden.SEND_SOLICITED
          + Golden.WRITE_FIRST_SEGMENT
          + Golden.SEND_INVALIDATE
          + Golden.WRITE_LAST_SEGMENT
          + Golden.READ_REQUEST
          + Golden.SEND_EMPTY
          + Golden.SEND_FIRST_SEGMENT
          + Golden.WRITE
          + Golden.SEND_LAST_SEGMENT
          + Golden.READ_RESPONSE
          + Golden.TERMINATE_BOUNDS;

  private static final List<String> MEANING =
      List.of(
          "0 last 1:0@0 first ",
          "3 last 0:1+0@0 first 68656c6c6f",
          "5 last 0:2+0@0 first 68656c6c6f",
          "0 123401:1000@0 first 41424344",
          "4 last 12345678:3+0@0 first 646f6e65",
          "0 last 123401:1004@4 4546",
          "1 last 0:1+0@0 first 00abcd02000000000000200000000008001234010000000000001000",
          "3 last 0:4+0@0 first ",
          "3 0:5+0@0 first 4142434445464748",
          "0 last 123401:1000@0 first 52444d4177726974",
          "3 last 0:5+8@8 494a",
          "2 last abcd02:2000@0 first 52444d4177726974",
          "7 last 0:1+0@0 first 1101c0000016c140001234010000000000999000");

  private static void assertMeaning(String which, byte[] stream, int... cuts) {
    for (int mode = 0; mode < 3; mode++) {
      StreamReceiver receiver = new StreamReceiver(mode == 0, mode == 2);
      int from = 0;
      for (int cut : cuts) {
        receiver.receive(stream, from, cut);
        from = cut;
      }
      receiver.receive(stream, from, stream.length);
      assertEquals(MEANING, receiver.seen, which + ", mode " + mode);
    }
  }

  @Test
  void everySplitGivesTheSameMessages() {
    byte[] stream = Golden.octets(STREAM);
    for (int cut = 0; cut <= stream.length; cut++) {
      assertMeaning("cut at " + cut, stream, cut);
    }
  }

  @Test
  void everyPairOfSplitsOfTwoFpdusGivesTheSameMessages() {
    byte[] two = Golden.octets(Golden.SEND_HELLO + Golden.WRITE);
    for (int a = 0; a <= two.length; a++) {
      for (int b = a; b <= two.length; b++) {
        for (int mode = 0; mode < 3; mode++) {
          StreamReceiver receiver = new StreamReceiver(mode == 0, mode == 2);
          receiver.receive(two, 0, a);
          receiver.receive(two, a, b);
          receiver.receive(two, b, two.length);
          assertEquals(
              List.of(MEANING.get(1), MEANING.get(9)), receiver.seen, a + ", " + b + ", " + mode);
        }
      }
    }
  }

  @Test
  void singleOctetsGiveTheSameMessages() {
    byte[] stream = Golden.octets(STREAM);
    int[] cuts = new int[stream.length];
    for (int i = 0; i < cuts.length; i++) {
      cuts[i] = i;
    }
    assertMeaning("single octets", stream, cuts);
  }

  @Test
  void randomPiecesGiveTheSameMessages() {
    long seed = Long.getLong("test.seed", 20261120L);
    Random random = new Random(seed);
    byte[] stream = Golden.octets(STREAM);
    for (int round = 0; round < 300; round++) {
      int[] cuts = random.ints(random.nextInt(30), 0, stream.length).sorted().toArray();
      assertMeaning("seed " + seed + ", round " + round, stream, cuts);
    }
  }

  @Test
  void thousandFpdusInOnePieceAreAllFound() {
    Frames frames = new Frames(true);
    Crc32c crc = new Crc32c();
    int end = 0;
    for (int msn = 1; msn <= 1000; msn++) {
      FpduEncoder.send(frames.staging, end, true, msn, 0, msn % 60);
      end += FpduEncoder.seal(frames.staging, end, crc);
    }
    InboundChecks checks = new InboundChecks();
    int at = 0;
    for (int msn = 1; msn <= 1000; msn++) {
      assertEquals(FpduParser.OK, frames.parser.parse(at, end), "message " + msn);
      assertEquals(FpduParser.OK, checks.check(frames.parser), "message " + msn);
      assertEquals(msn, frames.parser.msn());
      at = frames.parser.end();
    }
    assertEquals(end, at);
    assertEquals(FpduParser.NEED_MORE, frames.parser.parse(at, end));
  }

  @Test
  void faultEndsTheStreamAtTheSameMessageHoweverItIsCut() {
    byte[] stream = Golden.octets(Golden.SEND_HELLO + Golden.SEND_HELLO + Golden.SEND_SOLICITED);
    String fault = TerminateCode.describe(TerminateCode.DDP_MSN_RANGE.fault());
    for (int cut = 0; cut <= stream.length; cut++) {
      for (int mode = 0; mode < 3; mode++) {
        StreamReceiver receiver = new StreamReceiver(mode == 0, mode == 2);
        receiver.receive(stream, 0, cut);
        receiver.receive(stream, cut, stream.length);
        assertEquals(List.of(MEANING.get(1), fault), receiver.seen, cut + ", mode " + mode);
      }
    }
  }

  @Test
  void largestFpdusPassInAnyPieces() {
    ByteBuffer out = ByteBuffer.allocate(2 * Fpdu.MAX_LENGTH);
    Crc32c crc = new Crc32c();
    FpduEncoder.write(out, 0, false, 1, 0, 65521);
    int first = FpduEncoder.seal(out, 0, crc);
    FpduEncoder.write(out, first, true, 1, 65521, 65521);
    int length = first + FpduEncoder.seal(out, first, crc);
    for (int mode = 0; mode < 3; mode++) {
      for (int piece : new int[] {1460, 47_616, 131_088}) {
        StreamReceiver receiver = new StreamReceiver(mode == 0, mode == 2);
        for (int from = 0; from < length; from += piece) {
          receiver.receive(out.array(), from, Math.min(length, from + piece));
        }
        assertEquals(2, receiver.seen.size(), "mode " + mode + ", pieces of " + piece);
        assertEquals("0 1:0@0 first " + "00".repeat(65521), receiver.seen.get(0), "mode " + mode);
        assertEquals(
            "0 last 1:fff1@65521 " + "00".repeat(65521), receiver.seen.get(1), "mode " + mode);
      }
    }
  }
}
