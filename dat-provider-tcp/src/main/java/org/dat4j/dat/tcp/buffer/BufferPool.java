package org.dat4j.dat.tcp.buffer;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;
import org.dat4j.dat.spi.software.Shortage;

/**
 * A lock-free pool of large buffers, from which iWARP connections of the tcp backend take one while
 * they have bytes to receive or to send. It creates one when it is empty and drops those beyond its
 * capacity, so a steady program creates no more of them. Any thread; never blocks.
 *
 * @param <T> the kind of buffer; all are equal
 */
public final class BufferPool<T> {

  private static final int CAPACITY = 64;

  /** Nanoseconds between a failed creation and the next try. */
  private static final long RETRY_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

  private static final System.Logger LOG = System.getLogger(BufferPool.class.getName());

  private final AtomicReferenceArray<T> spare = new AtomicReferenceArray<>(CAPACITY);
  private final Supplier<T> factory;
  private volatile boolean failed;

  /** Time of the last failed creation. */
  private volatile long failedAt;

  /**
   * Creates an empty pool.
   *
   * @param factory creates a buffer
   */
  BufferPool(Supplier<T> factory) {
    this.factory = factory;
  }

  /** {@return a buffer, null when there is no memory for one now} */
  public T acquire() {
    for (int i = 0; i < CAPACITY; i++) {
      T found = spare.get(i);
      if (found != null && spare.compareAndSet(i, found, null)) {
        return found;
      }
    }
    return isBackingOff() ? null : create();
  }

  /** Tells whether a creation failed a moment ago: a try takes the JVM half a second. */
  private boolean isBackingOff() {
    return failed && System.nanoTime() - failedAt < RETRY_NANOS;
  }

  private T create() {
    try {
      T created = factory.get();
      failed = false;
      return created;
    } catch (OutOfMemoryError e) {
      boolean again = failed;
      failedAt = System.nanoTime();
      failed = true;
      if (!again) {
        LOG.log(
            System.Logger.Level.WARNING,
            "connections wait for a buffer: " + Shortage.of(e).text(),
            e);
      }
      return null;
    }
  }

  /**
   * Takes a buffer back; the caller no longer uses it.
   *
   * @param item the buffer
   */
  public void release(T item) {
    for (int i = 0; i < CAPACITY; i++) {
      if (spare.get(i) == null && spare.compareAndSet(i, null, item)) {
        return;
      }
    }
  }
}
