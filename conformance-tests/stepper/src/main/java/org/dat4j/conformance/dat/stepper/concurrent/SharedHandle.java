package org.dat4j.conformance.dat.stepper.concurrent;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.DatObject;

/**
 * An object that several threads of the DAT stepper use at once, with its state: open, being freed,
 * or freed.
 *
 * @param <T> what it is
 */
class SharedHandle<T extends DatObject> {
  final T object;
  final int number;

  /** Completions that were promised to an EVD and not taken from it. */
  final AtomicInteger load = new AtomicInteger();

  /** The number of resets of the endpoint, counted before each call. */
  final AtomicInteger resets = new AtomicInteger();

  private final AtomicInteger freeing = new AtomicInteger();
  private final AtomicBoolean freed = new AtomicBoolean();

  SharedHandle(T object, int number) {
    this.object = object;
    this.number = number;
  }

  boolean freed() {
    return freed.get();
  }

  /** Returns whether the object is freed or being freed, so that calls on it may be refused. */
  boolean maybeDead() {
    // In the order opposite to that of freeEnds: a free that ends in between is seen here or there.
    return freeing.get() > 0 || freed.get();
  }

  void freeBegins() {
    freeing.incrementAndGet();
  }

  /** Ends a free; false if it succeeded after another one had succeeded. */
  boolean freeEnds(boolean success) {
    boolean first = !success || freed.compareAndSet(false, true);
    freeing.decrementAndGet();
    return first;
  }

  @Override
  public String toString() {
    return object + "#" + number;
  }
}
