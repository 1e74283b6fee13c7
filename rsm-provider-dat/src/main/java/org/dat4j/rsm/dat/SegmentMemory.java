package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;

/**
 * The memory of an RSM segment over DAT, registered with local rights only: peers reach it through
 * RMRs over it. Immutable.
 *
 * @param memory the memory, from 0 to its capacity
 * @param lmr the registration, with local rights
 */
record SegmentMemory(ByteBuffer memory, Lmr lmr) {
  static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  static SegmentMemory of(LocalProcess process, ByteBuffer memory, Object where) {
    try {
      return new SegmentMemory(memory, process.adapter().local().register(memory, LOCAL));
    } catch (DatException e) {
      throw DatRsmFailures.adapter(where, "memory", e);
    } catch (OutOfMemoryError e) {
      throw DatRsmFailures.shortage(where, e);
    }
  }

  long length() {
    return memory.capacity();
  }
}
