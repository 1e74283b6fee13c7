package org.dat4j.rsm.spi;

import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * A factory of the exceptions with which calls of RSM are refused: code, object and call, argument,
 * value and remedy.
 */
public final class Errors {
  private Errors() {}

  /**
   * Makes the exception for any code.
   *
   * @param code a code of {@link RsmReturn}
   * @param where object and call
   * @param argument what is wrong
   * @param value its value
   * @param remedy what to do
   * @return the exception
   */
  public static RsmException of(
      int code, String where, String argument, Object value, String remedy) {
    return new RsmException(code, where, argument, value, remedy);
  }

  /**
   * Makes the exception for memory or an object that cannot be used (RSMERR_BAD_ADDR).
   *
   * @param where object and call
   * @param argument what is no usable memory or object
   * @param value its value
   * @param remedy what would be right
   * @return the exception
   */
  public static RsmException address(String where, String argument, Object value, String remedy) {
    return of(RsmReturn.BAD_ADDR, where, argument, value, remedy);
  }

  /**
   * Makes the exception for a wrong length (RSMERR_BAD_LENGTH).
   *
   * @param where object and call
   * @param argument what has a wrong length
   * @param value the length
   * @param remedy what would be right
   * @return the exception
   */
  public static RsmException length(String where, String argument, Object value, String remedy) {
    return of(RsmReturn.BAD_LENGTH, where, argument, value, remedy);
  }

  /**
   * Makes the exception for a call that the controller does not declare
   * (RSMERR_UNSUPPORTED_OPERATION), see {@link org.dat4j.rsm.Hosting#notices}.
   *
   * @param where object and call
   * @param segment the segment it was called on
   * @return the exception
   */
  public static RsmException unsupported(String where, Object segment) {
    return of(
        RsmReturn.UNSUPPORTED_OPERATION,
        where,
        "segment",
        segment,
        "its controller does not tell of aborts and importers: see Hosting.notices");
  }

  /**
   * Makes the exception for a segment that cannot be used (RSMERR_BAD_SEG_HNDL).
   *
   * @param where object and call
   * @param segment the segment that cannot be used
   * @param remedy what to do
   * @return the exception
   */
  public static RsmException segment(String where, Object segment, String remedy) {
    return of(RsmReturn.BAD_SEG_HNDL, where, "segment", segment, remedy);
  }
}
