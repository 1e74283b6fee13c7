package org.dat4j.dat.udapl.libdapl;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.machine.MemlockLimit;

/**
 * A factory of the exceptions by which the native backend reports failed calls of the uDAPL library
 * to the program.
 */
public final class NativeErrors {

  private NativeErrors() {}

  /**
   * Makes the exception of a failed call.
   *
   * @param ret the library's return value, no success
   * @param where object and call
   * @param function the C function
   * @return type and subtype of 1.2, and the library's own number
   */
  public static DatException of(int ret, String where, String function) {
    return of(ret, where, function, remedy(ret));
  }

  /**
   * Makes the exception of a failed call.
   *
   * @param ret the library's return value, no success
   * @param where object and call
   * @param function the C function
   * @param remedy what to do
   * @return type and subtype of 1.2, and the library's own number
   */
  public static DatException of(int ret, String where, String function, String remedy) {
    return Errors.of(
        ReturnCodes.type(ret),
        ReturnCodes.subtype(ret),
        where,
        function,
        "0x" + Integer.toHexString(ret) + " of the uDAPL library",
        remedy);
  }

  /** Devices pin their queues too, so small limits refuse more than registrations. */
  private static String remedy(int ret) {
    if (ReturnCodes.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
      MemlockLimit memlock = MemlockLimit.read();
      if (memlock.isSmall()) {
        return memlock.advice();
      }
    }
    return "see the function's page for this code";
  }

  /**
   * Throws unless the call succeeded.
   *
   * @param ret the library's return value
   * @param where object and call
   * @param function the C function
   */
  public static void check(int ret, String where, String function) {
    if (!ReturnCodes.isSuccess(ret)) {
      throw of(ret, where, function);
    }
  }
}
