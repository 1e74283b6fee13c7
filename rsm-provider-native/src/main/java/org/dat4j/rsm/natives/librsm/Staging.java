package org.dat4j.rsm.natives.librsm;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** Off-heap memory of a thread, through which arrays go to and from the library. */
final class Staging {
  static final int OCTETS = 1 << 16;

  private static final ThreadLocal<Staging> OF_THREAD = ThreadLocal.withInitial(Staging::new);

  private final Block block = new Block(OCTETS);

  final long address = block.address;
  final ByteBuffer octets = block.octets;
  final ShortBuffer shorts = octets.asShortBuffer();
  final IntBuffer ints = octets.asIntBuffer();
  final LongBuffer longs = octets.asLongBuffer();

  private Staging() {}

  static Staging ofThread() {
    return OF_THREAD.get();
  }
}
