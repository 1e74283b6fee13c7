package org.dat4j.conformance.mutant;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The threads that are inside of certain calls, for faults of mutants that act only beside such a
 * call of another thread. Thread-safe.
 */
public final class CallsUnderWay {
  private final Set<Thread> callers = ConcurrentHashMap.newKeySet();

  /** Makes a set without calls. */
  public CallsUnderWay() {}

  /** Notes that this thread begins such a call. */
  public void begin() {
    callers.add(Thread.currentThread());
  }

  /** Notes that the call of this thread has ended. */
  public void end() {
    callers.remove(Thread.currentThread());
  }

  /**
   * Tells whether another thread is inside of such a call.
   *
   * @return true if there is one
   */
  public boolean isAnother() {
    return callers.stream().anyMatch(thread -> thread != Thread.currentThread());
  }
}
