package org.dat4j.dat.udapl.abi;

/**
 * The exception that the uDAPL library cannot be used on this machine: it says why not, and what
 * would help.
 */
public final class NativeUnavailableException extends Exception {

  private static final long serialVersionUID = 1L;

  /** The kinds of obstacles. */
  public enum Reason {
    /** The operating system or processor is not one whose calling convention is known. */
    PLATFORM,
    /** JNA's own native part does not load. */
    JNA,
    /** The JDK denies native code to JNA. */
    NATIVE_ACCESS,
    /** There is no such library. */
    NOT_FOUND,
    /** The library exists, but the dynamic linker refuses it. */
    NOT_LOADABLE,
    /** The library does not have the functions of this ABI. */
    SYMBOL_MISSING
  }

  /** The kind of obstacle. */
  private final Reason reason;

  /**
   * Explains a failure.
   *
   * @param reason its kind
   * @param message object, value and remedy
   * @param cause the failure underneath; may be null
   */
  public NativeUnavailableException(Reason reason, String message, Throwable cause) {
    super(message, cause);
    this.reason = reason;
  }

  /**
   * Returns the kind of obstacle.
   *
   * @return never null
   */
  public Reason reason() {
    return reason;
  }
}
