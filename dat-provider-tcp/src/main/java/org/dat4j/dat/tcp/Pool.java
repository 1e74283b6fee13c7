package org.dat4j.dat.tcp;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * Things that connections use for a while and give back. Makes one when there is none left and
 * drops those there is no place for, so a steady program makes no more of them. Any thread; never
 * blocks.
 *
 * @param <T> what they are; any one is as good as another
 */
final class Pool<T> {

  private static final int PLACES = 32;

  private final AtomicReferenceArray<T> spare = new AtomicReferenceArray<>(PLACES);
  private final Supplier<T> maker;

  /**
   * Makes an empty pool.
   *
   * @param maker makes what is asked for
   */
  Pool(Supplier<T> maker) {
    this.maker = maker;
  }

  /** Gives one out; to be given back. */
  T take() {
    for (int i = 0; i < PLACES; i++) {
      T found = spare.get(i);
      if (found != null && spare.compareAndSet(i, found, null)) {
        return found;
      }
    }
    return maker.get();
  }

  /** Takes one back; the caller does not use it any more. */
  void give(T back) {
    for (int i = 0; i < PLACES; i++) {
      if (spare.get(i) == null && spare.compareAndSet(i, null, back)) {
        return;
      }
    }
  }
}
