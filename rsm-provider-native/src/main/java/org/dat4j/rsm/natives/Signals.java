package org.dat4j.rsm.natives;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;

/**
 * The signals of one segment or import: a word with a tag above the count of pending ones, the
 * number of sleepers, and whether the owner's doorbell has to be rung. The tag keeps a post that
 * comes late from reaching who has the slot next.
 */
final class Signals {
  private static final int WAITERS = 8;
  private static final int POLLED = 12;
  private static final int COUNT_OFFSET = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? 4 : 0;

  /** As many as can be counted; one more would change the tag. */
  private static final int FULL = -1;

  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 4000 : 0;
  private static final long SLICE_NANOS = 50_000_000;

  private Signals() {}

  /** Makes the cell empty for a new owner. */
  static void reset(ByteBuffer memory, int cell, int tag) {
    Layout.INT.setVolatile(memory, cell + WAITERS, 0);
    Layout.INT.setVolatile(memory, cell + POLLED, 0);
    Layout.LONG.setVolatile(memory, cell, (long) tag << 32);
  }

  /** Says whether posts have to ring the owner's doorbell. */
  static void polled(ByteBuffer memory, int cell, boolean on) {
    Layout.INT.setVolatile(memory, cell + POLLED, on ? 1 : 0);
  }

  /** Adds a signal and wakes who waits for it; false if the slot has another tag by now. */
  static boolean post(NodeRegistry registry, int cell, int tag, boolean drop, int owner) {
    ByteBuffer memory = registry.memory();
    try {
      // As if none were pending: mostly so, and a look before would fetch the word twice.
      long word = (long) tag << 32;
      while (!Layout.LONG.compareAndSet(memory, cell, word, word + 1)) {
        word = (long) Layout.LONG.getVolatile(memory, cell);
        if ((int) (word >>> 32) != tag) {
          return false;
        }
        if (drop && (int) word != 0 || (int) word == FULL) {
          return true;
        }
      }
    } catch (InternalError cut) {
      return false;
    }
    if (registry.getInt(cell + WAITERS) > 0) {
      LibC.futexWake(registry.address(cell + COUNT_OFFSET), 1);
    }
    if (registry.getInt(cell + POLLED) != 0) {
      ProcessSlots.ring(registry, owner);
    }
    return true;
  }

  /** Takes a signal if one is pending. */
  static boolean take(ByteBuffer memory, int cell) {
    try {
      long word;
      do {
        word = (long) Layout.LONG.getVolatile(memory, cell);
        if ((int) word == 0) {
          return false;
        }
      } while (!Layout.LONG.compareAndSet(memory, cell, word, word - 1));
      return true;
    } catch (InternalError cut) {
      return false;
    }
  }

  /** Takes a signal, spinning first and then sleeping. */
  static int await(NodeRegistry registry, int cell, int timeoutMillis, BooleanSupplier live) {
    ByteBuffer memory = registry.memory();
    if (take(memory, cell)) {
      return RsmReturn.SUCCESS;
    }
    if (Thread.currentThread().isInterrupted()) {
      return RsmReturn.INTERRUPTED;
    }
    if (timeoutMillis == 0) {
      return RsmReturn.TIMEOUT;
    }
    long end = System.nanoTime() + timeoutMillis * 1_000_000L;
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
      if (take(memory, cell)) {
        return RsmReturn.SUCCESS;
      }
    }
    registry.addInt(cell + WAITERS, 1);
    try {
      return sleep(registry, cell, timeoutMillis < 0, end, live);
    } finally {
      registry.addInt(cell + WAITERS, -1);
    }
  }

  private static int sleep(
      NodeRegistry registry, int cell, boolean endless, long end, BooleanSupplier live) {
    while (true) {
      if (take(registry.memory(), cell)) {
        return RsmReturn.SUCCESS;
      }
      if (Thread.currentThread().isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      long left = endless ? SLICE_NANOS : end - System.nanoTime();
      if (left <= 0 || !live.getAsBoolean()) {
        return RsmReturn.TIMEOUT;
      }
      // In slices, as an interrupt of the thread does not wake it.
      LibC.futexWait(registry.address(cell + COUNT_OFFSET), 0, Math.min(left, SLICE_NANOS));
    }
  }
}
