package org.dat4j.conformance.mutant;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what was begun and has not ended, such as transfers of a queue or open barriers of an
 * import, for faults of mutants that act only while several are outstanding. Thread-safe.
 *
 * @param <K> what has a count of its own; equal keys share one
 */
public final class OutstandingCounts<K> {
  private final Map<K, Integer> counts = new ConcurrentHashMap<>();

  /** Makes counts of zero. */
  public OutstandingCounts() {}

  /**
   * Changes a count; it never gets below zero.
   *
   * @param key the key of a count; null for none
   * @param more how many begin; negative for those that end
   */
  public void add(K key, int more) {
    if (key != null) {
      counts.compute(key, (any, count) -> Math.max(0, (count == null ? 0 : count) + more));
    }
  }

  /**
   * Returns a count.
   *
   * @param key the key of a count; null for none
   * @return how many are outstanding
   */
  public int of(K key) {
    return key == null ? 0 : counts.getOrDefault(key, 0);
  }
}
