package org.dat4j.rsm.natives.librsm;

import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** Exceptions for what the library refused. */
final class Refusals {
  private Refusals() {}

  /** Throws unless a call succeeded. */
  static void check(int code, Object where, String function) {
    if (code != RsmReturn.SUCCESS) {
      throw refused(code, where, function);
    }
  }

  static RsmException refused(int code, Object where, String function) {
    return new RsmException(
        code, String.valueOf(where), function, code, "librsm refused it: see its manual page");
  }

  static RsmException ended(Object where) {
    return new RsmException(
        RsmReturn.BAD_SEG_HNDL,
        String.valueOf(where),
        "segment",
        where,
        "it was ended during the call; make a new one");
  }
}
