package org.dat4j.rsm;

/**
 * An exception for an RSM call that was refused or failed. It carries the contract's return code
 * and says which object refused the call, which argument and value were wrong, and what to do about
 * it. The texts are kept as strings, so the exception keeps no object alive.
 *
 * <p>Failures on the data path are return codes, not exceptions: a transfer on an aborted
 * connection returns {@link RsmReturn#CONN_ABORTED}, a wait {@link RsmReturn#TIMEOUT}.
 */
public class RsmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The contract's code. */
  private final int code;

  /** The object and call, or null. */
  private final String object;

  /** The name of the argument or state that was wrong, or null. */
  private final String argument;

  /** The refused value as text. */
  private final String value;

  /** The remedy, or null. */
  private final String remedy;

  /**
   * Makes an exception without a cause.
   *
   * @param code a constant of {@link RsmReturn}
   * @param object which object and call, for example {@code ExportSegment[7].publish}, or null
   * @param argument the name of the argument or state that was wrong, or null if none was
   * @param value the refused value; its text is taken at once
   * @param remedy what would be right or what to do, or null
   */
  public RsmException(int code, String object, String argument, Object value, String remedy) {
    this(code, object, argument, value, remedy, null);
  }

  /**
   * Makes an exception with a cause.
   *
   * @param code a constant of {@link RsmReturn}
   * @param object which object and call, for example {@code ExportSegment[7].publish}, or null
   * @param argument the name of the argument or state that was wrong, or null if none was
   * @param value the refused value; its text is taken at once
   * @param remedy what would be right or what to do, or null
   * @param cause the cause, or null
   */
  public RsmException(
      int code, String object, String argument, Object value, String remedy, Throwable cause) {
    super(message(code, object, argument, value, remedy), cause);
    this.code = code;
    this.object = object;
    this.argument = argument;
    this.value = String.valueOf(value);
    this.remedy = remedy;
  }

  /**
   * Returns what the C call would return.
   *
   * @return a constant of {@link RsmReturn}
   */
  public int code() {
    return code;
  }

  /**
   * Returns the object and call.
   *
   * @return for example {@code ExportSegment[7].publish}, or null
   */
  public String object() {
    return object;
  }

  /**
   * Returns the name of the argument or state that was wrong.
   *
   * @return the name, or null if none was
   */
  public String argument() {
    return argument;
  }

  /**
   * Returns the refused value.
   *
   * @return its text when the exception was made
   */
  public String value() {
    return value;
  }

  /**
   * Returns what to do about it.
   *
   * @return the remedy, or null
   */
  public String remedy() {
    return remedy;
  }

  private static String message(
      int code, String object, String argument, Object value, String remedy) {
    StringBuilder text = new StringBuilder(RsmReturn.name(code));
    if (object != null) {
      text.append(": ").append(object);
    }
    if (argument != null) {
      text.append(": ").append(argument).append(" = ").append(value);
    }
    if (remedy != null) {
      text.append(": ").append(remedy);
    }
    return text.toString();
  }
}
