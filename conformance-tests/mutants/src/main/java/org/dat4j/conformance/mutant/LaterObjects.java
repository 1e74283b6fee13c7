package org.dat4j.conformance.mutant;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The objects that were not the first of their owner, for faults of mutants that spare the first
 * one, such as the first endpoint of an adapter. Thread-safe.
 */
public final class LaterObjects {
  private final Set<Object> owners = ConcurrentHashMap.newKeySet();
  private final Set<Object> later = ConcurrentHashMap.newKeySet();

  /** Makes an empty set. */
  public LaterObjects() {}

  /**
   * Notes an object that was made.
   *
   * @param owner what it belongs to
   * @param object the object
   */
  public void made(Object owner, Object object) {
    if (!owners.add(owner)) {
      later.add(object);
    }
  }

  /**
   * Tells whether an object was not the first of its owner.
   *
   * @param object any object; null for none
   * @return false for the first one and for objects that were not noted
   */
  public boolean contains(Object object) {
    return object != null && later.contains(object);
  }
}
