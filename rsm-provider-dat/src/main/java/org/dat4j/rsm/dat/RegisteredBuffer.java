package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.dat4j.dat.Lmr;

/**
 * A buffer that the RSM provider over DAT has allocated for itself, with its registration as an
 * LMR. Immutable except for its content.
 *
 * @param bytes the memory, in the machine's byte order
 * @param lmr its registration
 */
record RegisteredBuffer(ByteBuffer bytes, Lmr lmr) {

  static RegisteredBuffer of(ProtectionZone zone, int size, int privileges) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(size).order(ByteOrder.nativeOrder());
    return new RegisteredBuffer(bytes, zone.register(bytes, privileges));
  }

  /** Returns the whole buffer in pieces of one size, big-endian as messages are. */
  ByteBuffer[] slices(int size) {
    ByteBuffer[] all = new ByteBuffer[bytes.capacity() / size];
    for (int i = 0; i < all.length; i++) {
      all[i] = bytes.slice(i * size, size).order(ByteOrder.BIG_ENDIAN);
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
