package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * A receiver that consumes a stream as a connection does, in pieces of any size, and records the
 * messages.
 *
 * <p>With {@code straight} the payload of an FPDU that is not complete is taken past the parser.
 */
final class StreamReceiver {
  final List<String> seen = new ArrayList<>();
  private final ByteBuffer staging = ByteBuffer.allocateDirect(Fpdu.MAX_LENGTH);
  private final FpduParser parser;
  private final InboundChecks checks = new InboundChecks();
  private final boolean straight;
  private int end;
  private StringBuilder payload;
  private String header;
  private int payloadMissing;
  private int trailerMissing;
  private boolean faulty;

  StreamReceiver(boolean crc, boolean straight) {
    this.parser = new FpduParser(staging, crc);
    this.straight = straight;
  }

  void receive(byte[] stream, int from, int to) {
    for (int next = from; next < to && !faulty; ) {
      next = takePast(stream, next, to);
      int count = Math.min(to - next, staging.capacity() - end);
      staging.put(end, stream, next, count);
      end += count;
      next += count;
      int consumed = parseAll();
      staging.put(0, staging.duplicate(), consumed, end - consumed);
      end -= consumed;
    }
  }

  private int takePast(byte[] stream, int from, int to) {
    int placed = Math.min(to - from, payloadMissing);
    if (placed > 0) {
      payload.append(HexFormat.of().formatHex(stream, from, from + placed));
      payloadMissing -= placed;
    }
    int dropped = Math.min(to - from - placed, trailerMissing);
    if (header != null && payloadMissing == 0) {
      seen.add(header + payload);
      header = null;
    }
    trailerMissing -= dropped;
    return from + placed + dropped;
  }

  private int parseAll() {
    int at = 0;
    while (at < end) {
      int result = parser.parse(at, end);
      boolean partial = result == FpduParser.PARTIAL;
      if (result == FpduParser.NEED_MORE || partial && !straight) {
        return at;
      }
      if (TerminateCode.isFault(result)) {
        return fault(result);
      }
      int check = checks.check(parser);
      if (check != FpduParser.OK) {
        return fault(check);
      }
      payload = new StringBuilder(payloadHex());
      if (partial) {
        header = describe();
        payloadMissing = parser.payloadMissing();
        int behind = end - parser.payloadOffset() - parser.payloadPresent();
        trailerMissing = parser.trailerLength() - behind;
        if (payloadMissing == 0) {
          seen.add(header + payload);
          header = null;
        }
        return end;
      }
      seen.add(describe() + payload);
      at = parser.end();
    }
    return at;
  }

  private int fault(int fault) {
    seen.add(TerminateCode.describe(fault));
    faulty = true;
    return end;
  }

  private String payloadHex() {
    return Golden.hex(staging, parser.payloadOffset(), parser.payloadPresent());
  }

  private String describe() {
    String fields =
        parser.tagged()
            ? Long.toHexString(parser.taggedOffset())
            : parser.msn() + "+" + parser.messageOffset();
    return parser.opcode()
        + (parser.last() ? " last " : " ")
        + Integer.toHexString(parser.stag())
        + ":"
        + fields
        + "@"
        + checks.messageOffset()
        + (checks.startsMessage() ? " first " : " ");
  }
}
