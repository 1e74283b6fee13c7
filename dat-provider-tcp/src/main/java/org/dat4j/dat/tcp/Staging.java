package org.dat4j.dat.tcp;

import java.nio.ByteBuffer;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;

/** Room for received octets that are not placed yet, and what looks at them and places them. */
final class Staging {

  /** Octets of room. */
  static final int SIZE = 256 << 10;

  /** Filled so far, only the segment that has begun is completed: it fits, and nothing is moved. */
  static final int FULL = SIZE - Fpdu.LARGEST;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
  private final FpduParser checking = new FpduParser(buffer, true);
  private final FpduParser plain = new FpduParser(buffer, false);
  private final Span found = new Span();

  ByteBuffer buffer() {
    return buffer;
  }

  /** For memory that a segment goes to while it is placed. */
  Span found() {
    return found;
  }

  /** The parser for connections with or without CRC. */
  FpduParser parser(boolean crc) {
    return crc ? checking : plain;
  }
}
