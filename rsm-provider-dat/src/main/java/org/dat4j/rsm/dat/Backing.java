package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;

/**
 * Memory of a segment and its registration, which gives nothing to peers: windows do. Immutable.
 *
 * @param memory from 0 to its capacity
 * @param lmr with local rights
 */
record Backing(ByteBuffer memory, Lmr lmr) {
  static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  static Backing of(Engine engine, ByteBuffer memory, Object where) {
    try {
      return new Backing(memory, engine.adapter().register(memory, LOCAL));
    } catch (DatException e) {
      throw Failures.adapter(where, "memory", e);
    }
  }

  long length() {
    return memory.capacity();
  }
}
