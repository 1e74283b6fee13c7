package org.dat4j.conformance.kernel;

import org.dat4j.conformance.report.TestResult;

/** Follows a run; called by the thread that runs the tests. */
@FunctionalInterface
public interface Progress {
  /** Says nothing. */
  Progress SILENT = (result, done, total) -> {};

  /**
   * Called before each test that is executed; shows which test a crashed process was in.
   *
   * @param test its name, {@code Class.method}
   */
  default void started(String test) {}

  /**
   * Called after each test.
   *
   * @param result what happened
   * @param done number of tests that are over, from 1
   * @param total number of tests of the run
   */
  void finished(TestResult result, int done, int total);
}
