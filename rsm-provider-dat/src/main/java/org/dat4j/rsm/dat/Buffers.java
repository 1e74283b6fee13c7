package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.dat4j.dat.Lmr;

/**
 * Registered memory of this provider's own. Immutable but for its content.
 *
 * @param octets the memory, in the machine's byte order
 * @param lmr its registration
 */
record Buffers(ByteBuffer octets, Lmr lmr) {

  static Buffers of(Adapter adapter, int size, int privileges) {
    ByteBuffer octets = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    return new Buffers(octets, adapter.register(octets, privileges));
  }

  /** All of it in pieces of one size, big-endian as messages are. */
  ByteBuffer[] slices(int size) {
    ByteBuffer[] all = new ByteBuffer[octets.capacity() / size];
    for (int i = 0; i < all.length; i++) {
      all[i] = octets.slice(i * size, size).order(ByteOrder.BIG_ENDIAN);
    }
    return all;
  }

  int context() {
    return lmr.lmrContext();
  }

  long address(int offset) {
    return lmr.registeredAddress() + offset;
  }
}
