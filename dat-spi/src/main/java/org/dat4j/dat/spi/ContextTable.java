package org.dat4j.dat.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A hash table that finds registered memory by its 32-bit context. Look-ups take no lock and
 * allocate nothing; changes are serialised. Open addressing with linear probing; a removal leaves a
 * mark that the next growth clears, so the cost of a look-up does not depend on the number of
 * entries.
 *
 * @param <T> what a context names
 */
public final class ContextTable<T> {

  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  private record Entry<V>(int context, V value) {}

  private static final Object REMOVED = new Object();

  private volatile Object[] slots = new Object[16];
  private int live;
  private int used;

  /** Creates an empty table. */
  public ContextTable() {}

  /**
   * Finds what a context names.
   *
   * @param context any 32-bit value
   * @return what it names, or null
   */
  @SuppressWarnings("unchecked")
  public T get(int context) {
    Object[] array = slots;
    int mask = array.length - 1;
    for (int i = hash(context) & mask; ; i = (i + 1) & mask) {
      Object slot = SLOT.getAcquire(array, i);
      if (slot == null) {
        return null;
      }
      if (slot != REMOVED && ((Entry<T>) slot).context == context) {
        return ((Entry<T>) slot).value;
      }
    }
  }

  /**
   * Enters a context unless it is in use.
   *
   * @param context any 32-bit value
   * @param value what it names, not null
   * @return false when the context is in use already
   */
  public synchronized boolean putIfAbsent(int context, T value) {
    if (get(context) != null) {
      return false;
    }
    if ((used + 1) * 2 > slots.length) {
      rebuild();
    }
    insert(slots, new Entry<>(context, value));
    live++;
    used++;
    return true;
  }

  /**
   * Removes a context.
   *
   * @param context any 32-bit value; unknown ones are ignored
   */
  public synchronized void remove(int context) {
    Object[] array = slots;
    int mask = array.length - 1;
    for (int i = hash(context) & mask; array[i] != null; i = (i + 1) & mask) {
      if (array[i] != REMOVED && ((Entry<?>) array[i]).context == context) {
        SLOT.setRelease(array, i, REMOVED);
        live--;
        return;
      }
    }
  }

  /**
   * The number of contexts in use.
   *
   * @return 0 or more
   */
  public synchronized int size() {
    return live;
  }

  private void rebuild() {
    int length = 16;
    while (length < live * 4) {
      length *= 2;
    }
    Object[] fresh = new Object[length];
    for (Object slot : slots) {
      if (slot != null && slot != REMOVED) {
        insert(fresh, (Entry<?>) slot);
      }
    }
    used = live;
    slots = fresh;
  }

  private static void insert(Object[] array, Entry<?> entry) {
    int mask = array.length - 1;
    int i = hash(entry.context) & mask;
    while (array[i] != null) {
      i = (i + 1) & mask;
    }
    SLOT.setRelease(array, i, entry);
  }

  private static int hash(int context) {
    int mixed = context * 0x9E3779B9;
    return mixed ^ (mixed >>> 16);
  }
}
