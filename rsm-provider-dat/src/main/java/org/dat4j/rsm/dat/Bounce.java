package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * Registered memory of an import, with views of its items: the first half for writes that are under
 * way, the second for a read. The order of the views is the exporter's, so that items are converted
 * as they are copied.
 */
final class Bounce {
  /** Octets of each half. */
  static final int HALF = 1 << 16;

  static final int SIZE = 2 * HALF + Long.BYTES;

  /** Where the flush reads to. */
  static final int SCRATCH = 2 * HALF;

  final ByteBuffer octets;
  ShortBuffer shorts;
  IntBuffer ints;
  LongBuffer longs;

  private final Buffers memory;

  Bounce(Buffers memory) {
    this.memory = memory;
    this.octets = memory.octets();
    order(ByteOrder.nativeOrder());
  }

  Buffers memory() {
    return memory;
  }

  void order(ByteOrder order) {
    octets.order(order);
    shorts = octets.asShortBuffer();
    ints = octets.asIntBuffer();
    longs = octets.asLongBuffer();
  }
}
