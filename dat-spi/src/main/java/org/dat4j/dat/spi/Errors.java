package org.dat4j.dat.spi;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;

/**
 * Makes the exceptions with which calls of DAT are refused: return code, object and call, argument,
 * value and remedy.
 */
public final class Errors {

  private Errors() {}

  /**
   * DAT_INVALID_HANDLE.
   *
   * @param where object and call
   * @param subtype a {@link DatSubtype}
   * @param argument what is no valid handle
   * @param value what it is
   * @param remedy what to do
   * @return the exception
   */
  public static DatException handle(
      String where, int subtype, String argument, Object value, String remedy) {
    return new DatException(
        DatReturn.INVALID_HANDLE, subtype, where, argument, text(value), remedy);
  }

  /**
   * DAT_INVALID_PARAMETER.
   *
   * @param where object and call
   * @param position of the argument in the C call, 1 to 10
   * @param argument its name
   * @param value its value
   * @param remedy what would be right
   * @return the exception
   */
  public static DatException parameter(
      String where, int position, String argument, Object value, String remedy) {
    return new DatException(
        DatReturn.INVALID_PARAMETER,
        DatSubtype.INVALID_ARG1 + position - 1,
        where,
        argument,
        text(value),
        remedy);
  }

  /**
   * DAT_INVALID_STATE.
   *
   * @param where object and call
   * @param subtype a {@link DatSubtype} of a state
   * @param what is in the wrong state
   * @param value the state
   * @param remedy what to do
   * @return the exception
   */
  public static DatException state(
      String where, int subtype, String what, Object value, String remedy) {
    return new DatException(DatReturn.INVALID_STATE, subtype, where, what, text(value), remedy);
  }

  /**
   * DAT_INSUFFICIENT_RESOURCES.
   *
   * @param where object and call
   * @param subtype a {@link DatSubtype} of a resource
   * @param what is short
   * @param value how much was asked for
   * @param remedy what to do
   * @return the exception
   */
  public static DatException resources(
      String where, int subtype, String what, Object value, String remedy) {
    return new DatException(
        DatReturn.INSUFFICIENT_RESOURCES, subtype, where, what, text(value), remedy);
  }

  /**
   * DAT_INSUFFICIENT_RESOURCES for a thread that could not be started.
   *
   * @param where object and call
   * @param failure what the start of the thread threw
   * @return the exception
   * @since 0.1
   */
  public static DatException noThread(String where, OutOfMemoryError failure) {
    return resources(
        where,
        DatSubtype.RESOURCE_DEVICE,
        "threads",
        "none left (" + failure.getMessage() + ")",
        "end threads, or raise the limit of threads; then try again");
  }

  /**
   * Any other type.
   *
   * @param type a {@link DatReturn} type
   * @param subtype a {@link DatSubtype}
   * @param where object and call
   * @param argument what is wrong
   * @param value its value
   * @param remedy what to do
   * @return the exception
   */
  public static DatException of(
      int type, int subtype, String where, String argument, Object value, String remedy) {
    return new DatException(type, subtype, where, argument, text(value), remedy);
  }

  /**
   * DAT_MODEL_NOT_SUPPORTED.
   *
   * @param where object and call
   * @param argument what is not supported
   * @param value its value
   * @param remedy what to do
   * @return the exception
   */
  public static DatException model(String where, String argument, Object value, String remedy) {
    return of(DatReturn.MODEL_NOT_SUPPORTED, DatSubtype.NO_SUBTYPE, where, argument, value, remedy);
  }

  /**
   * DAT_NOT_IMPLEMENTED: the only place that throws it for a call that no backend has yet.
   *
   * @param manPage the C function
   * @param object the object it was called on
   * @return the exception
   */
  public static DatException notImplemented(String manPage, Object object) {
    return of(
        DatReturn.NOT_IMPLEMENTED,
        DatSubtype.NO_SUBTYPE,
        String.valueOf(object),
        "call",
        manPage,
        "this backend does not implement it");
  }

  private static String text(Object value) {
    return String.valueOf(value);
  }
}
