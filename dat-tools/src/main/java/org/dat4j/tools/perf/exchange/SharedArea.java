package org.dat4j.tools.perf.exchange;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The memory that the two sides of a {@code perf} run in one JVM share for baselines: a flag of
 * each, and a buffer reference.
 */
public final class SharedArea {

  private static final VarHandle FLAGS = MethodHandles.arrayElementVarHandle(long[].class);

  /** Elements between the flags, so that each has its own cache lines, prefetched ones included. */
  private static final int APART = 32;

  /** The flag of the initiating side. */
  public static final int INITIATOR = APART;

  /** The flag of the responding side. */
  public static final int RESPONDER = 2 * APART;

  private final long[] flags = new long[4 * APART];
  private volatile ByteBuffer memory;

  /**
   * Publishes a value in a flag.
   *
   * @param flag {@link #INITIATOR} or {@link #RESPONDER}
   * @param value the value
   */
  public void raise(int flag, long value) {
    FLAGS.setRelease(flags, flag, value);
  }

  /**
   * Reads a flag.
   *
   * @param flag {@link #INITIATOR} or {@link #RESPONDER}
   * @return its value
   */
  public long flag(int flag) {
    return (long) FLAGS.getAcquire(flags, flag);
  }

  /**
   * Publishes the buffer that the other side writes to or reads from.
   *
   * @param buffer the buffer
   */
  public void show(ByteBuffer buffer) {
    memory = buffer;
  }

  /** {@return the buffer that the other side published} */
  public ByteBuffer memory() {
    return memory;
  }
}
