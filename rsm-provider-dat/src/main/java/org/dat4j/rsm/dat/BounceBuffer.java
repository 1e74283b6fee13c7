package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/**
 * A registered buffer through which an RSM import over DAT copies items that are not in registered
 * memory. The first half holds writes that are under way, the second half a read. Its views have
 * the exporter's byte order, so that items are converted while they are copied.
 */
final class BounceBuffer {
  /** Bytes of each half. */
  static final int HALF = 1 << 16;

  static final int SIZE = 2 * HALF + Long.BYTES;

  /** The offset of the bytes into which a flush reads. */
  static final int SCRATCH = 2 * HALF;

  final ByteBuffer bytes;
  ShortBuffer shorts;
  IntBuffer ints;
  LongBuffer longs;

  private final RegisteredBuffer memory;

  BounceBuffer(RegisteredBuffer memory) {
    this.memory = memory;
    this.bytes = memory.bytes();
    order(ByteOrder.nativeOrder());
  }

  RegisteredBuffer memory() {
    return memory;
  }

  void order(ByteOrder order) {
    bytes.order(order);
    shorts = bytes.asShortBuffer();
    ints = bytes.asIntBuffer();
    longs = bytes.asLongBuffer();
  }
}
