package org.dat4j.conformance.stepper;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.dat.DatObject;

/**
 * An object that several threads use at once: whether it was freed, is being freed, or lives.
 *
 * @param <T> what it is
 */
class Held<T extends DatObject> {
  final T object;
  final int number;

  /** Completions that were promised to a dispatcher and not taken from it. */
  final AtomicInteger load = new AtomicInteger();

  /** How often the endpoint was reset, counted before the call. */
  final AtomicInteger resets = new AtomicInteger();

  private final AtomicInteger freeing = new AtomicInteger();
  private final AtomicBoolean freed = new AtomicBoolean();

  Held(T object, int number) {
    this.object = object;
    this.number = number;
  }

  boolean freed() {
    return freed.get();
  }

  /** Freed, or on the way: may be refused as dead. */
  boolean maybeDead() {
    // In the order opposite to that of freeEnds: a free that ends in between is seen here or there.
    return freeing.get() > 0 || freed.get();
  }

  void freeBegins() {
    freeing.incrementAndGet();
  }

  /** Tells whether this is the only free that succeeded. */
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
