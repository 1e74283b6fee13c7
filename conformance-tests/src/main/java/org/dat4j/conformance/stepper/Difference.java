package org.dat4j.conformance.stepper;

/** The provider did what the model does not allow. */
public final class Difference extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String call;

  /**
   * A difference.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   */
  public Difference(String call, String message) {
    super(message);
    this.call = call;
  }

  /**
   * A difference with its cause.
   *
   * @param call the kind of call or event that differs
   * @param message what differs
   * @param cause the failure behind it
   */
  public Difference(String call, String message, Throwable cause) {
    super(message, cause);
    this.call = call;
  }

  /** The kind of call or event that differs: what a shortened history must still show. */
  String call() {
    return call;
  }
}
