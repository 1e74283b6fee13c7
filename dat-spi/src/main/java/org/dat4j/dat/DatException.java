package org.dat4j.dat;

/**
 * The exception by which a call of DAT says that it was refused or has failed, and why. It carries
 * the contract's type and subtype and says which object, which argument, which value and what to do
 * about it.
 *
 * <p>Outcomes of the data path are no exceptions: posts, polls and waits return a {@link DatReturn}
 * type. The texts are kept as strings, so the exception keeps no object alive and can be serialised
 * whatever the value was. Immutable but for what {@link Throwable} allows.
 */
public class DatException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** The contract's type, a {@link DatReturn} constant. */
  private final int type;

  /** The contract's subtype, a {@link DatSubtype} constant. */
  private final int subtype;

  /** The object and call, or null. */
  private final String object;

  /** The name of the argument, or null. */
  private final String argument;

  /** The refused value as text. */
  private final String value;

  /** What to do about it, or null. */
  private final String remedy;

  /**
   * Makes an exception without a cause.
   *
   * @param type a {@link DatReturn} type; other bits are ignored
   * @param subtype a {@link DatSubtype}; other bits are ignored
   * @param object which object and call, for example {@code Ep[7].connect}, or null
   * @param argument the name of the argument or state that was wrong, or null if none was; then the
   *     value is not part of the message
   * @param value the refused value, or null; its text is taken at once
   * @param remedy what would be right or what to do, or null
   */
  public DatException(
      int type, int subtype, String object, String argument, Object value, String remedy) {
    this(type, subtype, object, argument, value, remedy, null);
  }

  /**
   * Makes an exception with a cause.
   *
   * @param type a {@link DatReturn} type; other bits are ignored
   * @param subtype a {@link DatSubtype}; other bits are ignored
   * @param object which object and call, for example {@code Ep[7].connect}, or null
   * @param argument the name of the argument or state that was wrong, or null if none was; then the
   *     value is not part of the message
   * @param value the refused value, or null; its text is taken at once
   * @param remedy what would be right or what to do, or null
   * @param cause what led to it, or null
   */
  public DatException(
      int type,
      int subtype,
      String object,
      String argument,
      Object value,
      String remedy,
      Throwable cause) {
    this(type, subtype, object, argument, String.valueOf(value), remedy, cause);
  }

  private DatException(
      int type,
      int subtype,
      String object,
      String argument,
      String value,
      String remedy,
      Throwable cause) {
    super(message(type, subtype, object, argument, value, remedy), cause);
    this.type = DatReturn.type(type);
    this.subtype = DatReturn.subtype(subtype);
    this.object = object;
    this.argument = argument;
    this.value = value;
    this.remedy = remedy;
  }

  /**
   * Returns the type.
   *
   * @return a {@link DatReturn} type
   */
  public int type() {
    return type;
  }

  /**
   * Returns the subtype.
   *
   * @return a {@link DatSubtype}
   */
  public int subtype() {
    return subtype;
  }

  /**
   * Returns what the C call would return.
   *
   * @return {@link DatReturn#CLASS_ERROR}, type and subtype in one number
   */
  public int code() {
    return DatReturn.CLASS_ERROR | type | subtype;
  }

  /**
   * Returns the object and call.
   *
   * @return for example {@code Ep[7].connect}, or null
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
   * @return its text when the exception was made, {@code "null"} if it was null
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
      int type, int subtype, String object, String argument, String value, String remedy) {
    StringBuilder text = new StringBuilder(DatReturn.name(type));
    if (DatReturn.subtype(subtype) != DatSubtype.NO_SUBTYPE) {
      text.append(" (").append(DatSubtype.name(subtype)).append(')');
    }
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
