package org.dat4j.conformance.kernel;

import java.util.List;

/**
 * Finds what a test has left behind. Asked before the first test for a baseline and after each
 * test; called by one thread at a time.
 */
public interface LeakProbe {
  /**
   * Lists live things that should not outlive a test.
   *
   * @return one stable description per thing; empty when there is none
   */
  List<String> live();
}
