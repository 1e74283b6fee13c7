package org.dat4j.conformance.report;

import java.util.List;

/**
 * The outcome of one test method.
 *
 * @param className simple name of the test class
 * @param method method name
 * @param outcome what happened
 * @param nanos duration in nanoseconds
 * @param message failure or reason of the skip; empty when passed
 * @param failed ids of the clauses that failed in it
 */
public record TestResult(
    String className,
    String method,
    Outcome outcome,
    long nanos,
    String message,
    List<String> failed) {

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
