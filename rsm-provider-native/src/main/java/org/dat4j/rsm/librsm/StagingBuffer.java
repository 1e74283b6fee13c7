package org.dat4j.rsm.librsm;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** An off-heap buffer of a thread, through which arrays are copied to and from librsm. */
final class StagingBuffer {
  static final int BYTES = 1 << 16;

  private static final ThreadLocal<StagingBuffer> OF_THREAD =
      ThreadLocal.withInitial(StagingBuffer::new);

  private final NativeBlock block = new NativeBlock(BYTES);

  final long address = block.address;
  final ByteBuffer bytes = block.bytes;
  final ShortBuffer shorts = bytes.asShortBuffer();
  final IntBuffer ints = bytes.asIntBuffer();
  final LongBuffer longs = bytes.asLongBuffer();

  private StagingBuffer() {}

  static StagingBuffer ofThread() {
    return OF_THREAD.get();
  }
}
