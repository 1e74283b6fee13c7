package org.dat4j.conformance.kernel;

/** Ends a test whose failed check is already recorded, because nothing behind it makes sense. */
final class CheckFailure extends AssertionError {
  private static final long serialVersionUID = 1L;

  CheckFailure(String message) {
    super(message);
  }
}
