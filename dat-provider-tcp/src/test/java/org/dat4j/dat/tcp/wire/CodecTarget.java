package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Fuzz target: the codec. The first octet of the input chooses what the rest is: an MPA request or
 * reply (0, 1), FPDUs without CRC (2), FPDUs whose CRC is made right before they are read (3); the
 * second where it is cut in two.
 *
 * <p>Whatever comes: no exception, the same meaning however it is cut, and what can be read can be
 * written again.
 */
public final class CodecTarget {

  private static final int CHOICES = 4;
  private static final int FIRST = 2;

  private CodecTarget() {}

  /** The entry point of the fuzzer. */
  public static void fuzzerTestOneInput(byte[] input) {
    if (input.length < FIRST) {
      return;
    }
    byte[] octets = Arrays.copyOfRange(input, FIRST, input.length);
    int cut = Math.min(octets.length, input[1] & 0xFF);
    switch ((input[0] & 0xFF) % CHOICES) {
      case 0 -> startUp(MpaFrame.Kind.REQUEST, octets, cut);
      case 1 -> startUp(MpaFrame.Kind.REPLY, octets, cut);
      case 2 -> stream(octets, cut, false);
      default -> stream(sealed(octets), cut, true);
    }
  }

  private static void startUp(MpaFrame.Kind kind, byte[] octets, int cut) {
    ByteBuffer in = ByteBuffer.wrap(octets);
    MpaDecoder whole = new MpaDecoder(kind);
    MpaDecoder.DecodeStatus status = whole.decode(in, true);
    check(status != MpaDecoder.DecodeStatus.NEED_MORE, "more is needed at the end");
    MpaDecoder parts = new MpaDecoder(kind);
    MpaDecoder.DecodeStatus early = parts.decode(ByteBuffer.wrap(octets, 0, cut), false);
    check(
        early != MpaDecoder.DecodeStatus.FAULT || status == early, "the beginning is refused only");
    check(
        early != MpaDecoder.DecodeStatus.FRAME || status == early, "the beginning is a frame only");
    if (status == MpaDecoder.DecodeStatus.FAULT) {
      check(!whole.fault().text().isEmpty(), "a fault without a text");
      return;
    }
    MpaFrame frame = whole.frame();
    check(frame.encodedLength() == in.position(), "length of " + frame);
    ByteBuffer out = ByteBuffer.allocate(MpaFrame.MAX_LENGTH);
    frame.encode(out);
    check(new MpaDecoder(kind).decode(out.flip(), true) == status, "written " + frame);
    if (kind == MpaFrame.Kind.REQUEST) {
      answer(frame);
    }
  }

  private static void answer(MpaFrame request) {
    MpaNegotiation.checkRequest(request, 0);
    MpaEnhanced offer = request.enhanced();
    MpaEnhanced answer = offer == null ? null : MpaNegotiation.answer(offer, 16, 16);
    MpaFrame reply = MpaFrame.accept(request, true, answer, new byte[0]);
    MpaFault fault = MpaNegotiation.checkReply(request, reply);
    boolean sendOnly = offer != null && offer.peerToPeer() && !offer.writeRtr() && !offer.readRtr();
    check(fault == null || fault == MpaFault.NO_COMMON_RTR && sendOnly, "own answer: " + fault);
  }

  private static void stream(byte[] octets, int cut, boolean crc) {
    StreamReceiver whole = new StreamReceiver(crc, false);
    whole.receive(octets, 0, octets.length);
    for (boolean straight : new boolean[] {false, true}) {
      StreamReceiver parts = new StreamReceiver(crc, straight);
      parts.receive(octets, 0, cut);
      parts.receive(octets, cut, octets.length);
      int same = Math.min(whole.seen.size(), parts.seen.size());
      check(
          whole.seen.subList(0, same).equals(parts.seen.subList(0, same))
              && parts.seen.size() - same <= (straight ? 1 : 0)
              && whole.seen.size() == same,
          "cut at " + cut + ": " + whole.seen + " against " + parts.seen);
    }
  }

  /** Makes the CRCs right of all that is a whole FPDU by its length. */
  private static byte[] sealed(byte[] octets) {
    ByteBuffer view = ByteBuffer.wrap(octets);
    Crc32c crc = new Crc32c();
    for (int at = 0; octets.length - at >= Fpdu.LENGTH_FIELD; ) {
      int size = Fpdu.size(view.getShort(at) & 0xFFFF);
      if (octets.length - at < size) {
        break;
      }
      int trailer = at + size - Fpdu.CRC_FIELD;
      Crc32c.store(view, trailer, crc.of(view, at, size - Fpdu.CRC_FIELD));
      at += size;
    }
    return octets;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
