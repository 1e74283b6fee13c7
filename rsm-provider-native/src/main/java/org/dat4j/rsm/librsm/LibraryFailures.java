package org.dat4j.rsm.librsm;

import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** A factory of the exceptions for return codes with which calls of librsm fail. */
final class LibraryFailures {
  private LibraryFailures() {}

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
