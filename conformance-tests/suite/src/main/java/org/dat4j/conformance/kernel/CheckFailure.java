package org.dat4j.conformance.kernel;

/**
 * Error that ends a test early after a failed check, which is already recorded, because the rest of
 * the test would make no sense.
 */
final class CheckFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  CheckFailure(String message) {
    super(message);
  }
}
