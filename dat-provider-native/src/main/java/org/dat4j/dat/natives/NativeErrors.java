package org.dat4j.dat.natives;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.Errors;

/** Return values of the library as exceptions of the contract. */
final class NativeErrors {

  private NativeErrors() {}

  /**
   * The refusal of a call.
   *
   * @param ret what the library returned, no success
   * @param where object and call
   * @param function the C function
   * @return type and subtype of 1.2, and the library's own number
   */
  static DatException of(int ret, String where, String function) {
    return of(ret, where, function, remedy(ret));
  }

  static DatException of(int ret, String where, String function, String remedy) {
    return Errors.of(
        Ret.type(ret),
        Ret.subtype(ret),
        where,
        function,
        "0x" + Integer.toHexString(ret) + " of the uDAPL library",
        remedy);
  }

  /** Devices pin their queues too, so small limits refuse more than registrations. */
  private static String remedy(int ret) {
    if (Ret.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
      Memlock memlock = Memlock.read();
      if (memlock.isSmall()) {
        return memlock.advice();
      }
    }
    return "see the function's page for this code";
  }

  /** Throws unless the call succeeded. */
  static void check(int ret, String where, String function) {
    if (!Ret.isSuccess(ret)) {
      throw of(ret, where, function);
    }
  }
}
