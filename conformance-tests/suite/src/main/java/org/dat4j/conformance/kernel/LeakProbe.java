package org.dat4j.conformance.kernel;

import java.util.List;
import java.util.Set;

/**
 * Probe with which the suite finds what a test has left behind, such as threads or handles. Asked
 * before the first test for a baseline and after each test; called by one thread at a time.
 */
public interface LeakProbe {
  /**
   * Lists live things that should not outlive a test.
   *
   * @return one stable description per thing; empty when there is none
   */
  List<String> live();

  /**
   * Waits for the end of things that should not be there, where there is something to wait for.
   *
   * @param expected descriptions of the things that may be there
   * @param deadline when to stop waiting, a value of {@link System#nanoTime()}
   * @return false if there was nothing to wait for; by default
   * @throws InterruptedException if the waiting thread is interrupted
   */
  default boolean awaitEnd(Set<String> expected, long deadline) throws InterruptedException {
    return false;
  }
}
