package org.dat4j.conformance.stepper;

/** The exception by which a stepper reports that a provider did what the model does not allow. */
public final class Difference extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The kind of call or event that differs. */
  private final String call;

  /**
   * Makes a difference.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   */
  public Difference(String call, String message) {
    super(message);
    this.call = call;
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
  }

  /** Returns the kind of call or event that differs, which a shortened history must still show. */
  public String call() {
    return call;
  }
}
