package org.dat4j.conformance.kernel;

import org.dat4j.conformance.report.TestResult;

/**
 * Callback that follows a run of the suite test by test, for instance to print progress. Called by
 * the thread that runs the tests.
 */
@FunctionalInterface
public interface ProgressListener {
  /** Ignores all calls. */
  ProgressListener SILENT = (result, done, total) -> {};

  /**
   * Called before each test that is executed; shows which test a crashed process was in.
   *
   * @param test its name, {@code Class.method}
   */
  default void started(String test) {}

  /**
   * Called when a test has failed and is run once more, as the machine stood still meanwhile: time
   * limits passed that were none of the backend's.
   *
   * @param test its name
   * @param millis how long the machine stood still
   * @param message what the test had found
   */
  default void again(String test, long millis, String message) {}

  /**
   * Called after each test.
   *
   * @param result what happened
   * @param done number of tests that are over, from 1
   * @param total number of tests of the run
   */
  void finished(TestResult result, int done, int total);
}
