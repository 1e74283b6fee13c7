package org.dat4j.conformance.kernel;

/**
 * Error that ends a test of the suite early after a failed check, where the rest would make no
 * sense. The check is already recorded.
 */
final class CheckFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  CheckFailure(String message) {
    super(message);
  }
}
