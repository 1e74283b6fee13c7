package org.dat4j.tools.perf;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** What the two sides share when they are threads of one JVM: two flags, and a look at memory. */
final class Common {

  private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Elements between the flags, so that each has cache lines of its own, prefetched ones too. */
  private static final int APART = 32;

  static final int INITIATOR = APART;
  static final int RESPONDER = 2 * APART;

  private final long[] flags = new long[4 * APART];
  private volatile ByteBuffer memory;

  /** Publishes a value in the flag of one side. */
  void raise(int flag, long value) {
    FLAGS.setRelease(flags, flag, value);
  }

  /** Reads the flag of one side. */
  long flag(int flag) {
    return (long) FLAGS.getAcquire(flags, flag);
  }

  /** Shows the other side the memory it writes to or reads from. */
  void show(ByteBuffer buffer) {
    memory = buffer;
  }

  /** The memory the other side has shown. */
  ByteBuffer memory() {
    return memory;
  }
}
