package org.dat4j.conformance.report;

/**
 * The outcome of one test method.
 *
 * @param className simple name of the test class
 * @param method method name
 * @param outcome what happened
 * @param nanos duration in nanoseconds
 * @param message failure or reason of the skip; empty when passed
 */
public record TestResult(
    String className, String method, Outcome outcome, long nanos, String message) {

  /** What happened to a test. */
  public enum Outcome {
    /** All checks held. */
    PASSED,
    /** A check did not hold, or the test itself broke. */
    FAILED,
    /** Failed in clauses that the deviation file lists, and in no other way. */
    DEVIATION,
    /** Not executed. */
    SKIPPED
  }

  /**
   * Returns the name used in reports.
   *
   * @return {@code Class.method}
   */
  public String name() {
    return className + "." + method;
  }
}
