package org.dat4j.rsm.shm;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.RsmReturn;

/**
 * The signals of one RSM segment or import, which processes post and await by words in shared
 * memory. They are a word with a tag above the count of pending ones, the number of sleepers, and
 * whether the owner's doorbell has to be rung. Each of the three carries the tag of the slot's
 * owner, so that a late post, wait or poll does not touch the signals of the next owner.
 */
final class SharedSignals {
  private static final int WAITERS = 8;
  private static final int POLLED = 12;

  /** The number of bits for the number of sleepers; the tag's bits are above. */
  private static final int COUNT_BITS = 16;

  private static final int COUNT_OFFSET = ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? 4 : 0;

  /** The largest count of signals; one more would change the tag. */
  private static final int FULL = -1;

  private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 4000 : 0;
  private static final long SLICE_NANOS = 50_000_000;
  private static final BooleanSupplier NEVER = () -> false;

  private SharedSignals() {}

  /** Sets the signals of a slot to none for a new owner. */
  static void reset(ByteBuffer memory, int cell, int tag) {
    RegistryLayout.INT.setVolatile(memory, cell + WAITERS, none(tag));
    RegistryLayout.INT.setVolatile(memory, cell + POLLED, none(tag));
    RegistryLayout.LONG.setVolatile(memory, cell, (long) tag << 32);
  }

  /** Returns a word that counts none and has the lower half of the tag above the count. */
  private static int none(int tag) {
    return tag << COUNT_BITS;
  }

  /** Sets whether posts have to ring the owner's doorbell; has no effect for a former owner. */
  static void polled(ByteBuffer memory, int cell, int tag, boolean on) {
    int off = none(tag);
    RegistryLayout.INT.compareAndSet(memory, cell + POLLED, on ? off : off + 1, on ? off + 1 : off);
  }

  /** Counts a sleeper more or less; has no effect for a former owner. */
  private static void count(ByteBuffer memory, int cell, int tag, int change) {
    int word;
    do {
      word = (int) RegistryLayout.INT.getVolatile(memory, cell + WAITERS);
      if (word >>> COUNT_BITS != none(tag) >>> COUNT_BITS) {
        return;
      }
    } while (!RegistryLayout.INT.compareAndSet(memory, cell + WAITERS, word, word + change));
  }

  /** Wakes all sleepers to check whether they still own the slot. */
  static void wakeAll(NodeRegistry registry, int cell) {
    LibC.futexWake(registry.address(cell + COUNT_OFFSET), Integer.MAX_VALUE);
  }

  /** Adds a signal and wakes a waiting thread; returns false if the slot has another tag by now. */
  static boolean post(NodeRegistry registry, int cell, int tag, boolean drop, int owner) {
    ByteBuffer memory = registry.memory();
    try {
      // Assumes that no signal is pending: that is the usual case, and a check before would fetch
      // the word twice.
      long word = (long) tag << 32;
      while (!RegistryLayout.LONG.compareAndSet(memory, cell, word, word + 1)) {
        word = (long) RegistryLayout.LONG.getVolatile(memory, cell);
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
    if (registry.getInt(cell + WAITERS) != none(tag)) {
      LibC.futexWake(registry.address(cell + COUNT_OFFSET), 1);
    }
    if (registry.getInt(cell + POLLED) != none(tag)) {
      ProcessSlots.ring(registry, owner);
    }
    return true;
  }

  /** Takes a signal if one is pending for the owner of a tag. */
  static boolean take(ByteBuffer memory, int cell, int tag) {
    try {
      long word;
      do {
        word = (long) RegistryLayout.LONG.getVolatile(memory, cell);
        if ((int) word == 0 || (int) (word >>> 32) != tag) {
          return false;
        }
      } while (!RegistryLayout.LONG.compareAndSet(memory, cell, word, word - 1));
      return true;
    } catch (InternalError cut) {
      return false;
    }
  }

  /** Takes a signal, spinning first and then sleeping. */
  static int await(
      NodeRegistry registry, int cell, int tag, int timeoutMillis, BooleanSupplier live) {
    return await(registry, cell, tag, timeoutMillis, live, NEVER);
  }

  /**
   * Takes a signal, spinning first and then sleeping, and ends when a condition is met.
   *
   * @param over the condition, such as an abort, checked when no signal is pending; the result is
   *     then RSMERR_CONN_ABORTED
   */
  static int await(
      NodeRegistry registry,
      int cell,
      int tag,
      int timeoutMillis,
      BooleanSupplier live,
      BooleanSupplier over) {
    ByteBuffer memory = registry.memory();
    if (take(memory, cell, tag)) {
      return RsmReturn.SUCCESS;
    }
    if (Thread.currentThread().isInterrupted()) {
      return RsmReturn.INTERRUPTED;
    }
    if (over.getAsBoolean()) {
      return last(memory, cell, tag);
    }
    if (timeoutMillis == 0) {
      return RsmReturn.TIMEOUT;
    }
    long end = System.nanoTime() + timeoutMillis * 1_000_000L;
    for (int i = 0; i < SPINS; i++) {
      Thread.onSpinWait();
      if (take(memory, cell, tag)) {
        return RsmReturn.SUCCESS;
      }
    }
    count(memory, cell, tag, 1);
    try {
      return sleep(registry, cell, tag, timeoutMillis < 0, end, live, over);
    } finally {
      count(memory, cell, tag, -1);
    }
  }

  /** Takes a signal that came after the last check and before the end. */
  private static int last(ByteBuffer memory, int cell, int tag) {
    return take(memory, cell, tag) ? RsmReturn.SUCCESS : RsmReturn.CONN_ABORTED;
  }

  private static int sleep(
      NodeRegistry registry,
      int cell,
      int tag,
      boolean endless,
      long end,
      BooleanSupplier live,
      BooleanSupplier over) {
    while (true) {
      if (take(registry.memory(), cell, tag)) {
        return RsmReturn.SUCCESS;
      }
      if (Thread.currentThread().isInterrupted()) {
        return RsmReturn.INTERRUPTED;
      }
      long left = endless ? SLICE_NANOS : end - System.nanoTime();
      if (!live.getAsBoolean()) {
        // The wake-up may have been meant for a sleeper of the slot's next owner.
        LibC.futexWake(registry.address(cell + COUNT_OFFSET), 1);
        return RsmReturn.TIMEOUT;
      }
      if (over.getAsBoolean()) {
        return last(registry.memory(), cell, tag);
      }
      if (left <= 0) {
        return RsmReturn.TIMEOUT;
      }
      // In slices, as an interrupt of the thread does not wake it.
      LibC.futexWait(registry.address(cell + COUNT_OFFSET), 0, Math.min(left, SLICE_NANOS));
    }
  }
}
