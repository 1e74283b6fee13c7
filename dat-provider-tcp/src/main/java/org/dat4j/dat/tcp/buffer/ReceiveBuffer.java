package org.dat4j.dat.tcp.buffer;

import java.nio.ByteBuffer;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.tcp.wire.Fpdu;
import org.dat4j.dat.tcp.wire.FpduParser;

/**
 * The input buffer of an iWARP connection: bytes read from the socket and not yet placed in
 * registered memory, with the parsers for them.
 */
public final class ReceiveBuffer {

  /** Bytes of the buffer. */
  public static final int SIZE = 256 << 10;

  /** Fill level from which only the current segment is completed: it fits, and nothing is moved. */
  public static final int FULL = SIZE - Fpdu.MAX_LENGTH;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
  private final FpduParser checking = new FpduParser(buffer, true);
  private final FpduParser plain = new FpduParser(buffer, false);
  private final RegionSlice slice = new RegionSlice();

  /** {@return the memory of this buffer} */
  public ByteBuffer buffer() {
    return buffer;
  }

  /** {@return the slice that locates memory while a segment is placed} */
  public RegionSlice slice() {
    return slice;
  }

  /**
   * {@return the parser for connections with or without CRC}
   *
   * @param crc whether the connection uses CRCs
   */
  public FpduParser parser(boolean crc) {
    return crc ? checking : plain;
  }
}
