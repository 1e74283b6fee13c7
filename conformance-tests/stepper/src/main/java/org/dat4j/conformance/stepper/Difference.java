package org.dat4j.conformance.stepper;

/** The exception by which a stepper reports that a provider did what the model does not allow. */
public final class Difference extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of call or event that differs. */
  private final String call;

  /** What a program can check; null if only what was seen is known to be wrong. */
  private final transient Expectation expectation;

  /**
   * Makes a difference.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   */
  public Difference(String call, String message) {
    this(call, message, (Expectation) null);
  }

  /**
   * Makes a difference that a program can check.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   * @param expectation what must have been seen
   */
  public Difference(String call, String message, Expectation expectation) {
    super(message);
    this.call = call;
    this.expectation = expectation;
  }

  /**
   * Makes a difference with its cause.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   * @param cause the failure behind it
   */
  public Difference(String call, String message, Throwable cause) {
    super(message, cause);
    this.call = call;
    this.expectation = null;
  }

  /** Returns the kind of call or event that differs, which a shortened history must still show. */
  public String call() {
    return call;
  }

  /** Returns what a program can check, or null. */
  public Expectation expectation() {
    return expectation;
  }
}
