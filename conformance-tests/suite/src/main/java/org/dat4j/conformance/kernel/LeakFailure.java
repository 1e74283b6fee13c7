package org.dat4j.conformance.kernel;

/** Error that fails a test of the suite because it left threads or handles behind. */
final class LeakFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  LeakFailure(String message) {
    super(message);
  }
}
