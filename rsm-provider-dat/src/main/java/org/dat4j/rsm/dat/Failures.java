package org.dat4j.rsm.dat;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** Refusals of this provider. */
final class Failures {
  private Failures() {}

  static RsmException of(int code, Object where, String what, Object value, String remedy) {
    return new RsmException(code, String.valueOf(where), what, value, remedy);
  }

  /** What the adapter refused: a shortage, or something this provider did not expect. */
  static RsmException adapter(Object where, String what, DatException cause) {
    return new RsmException(
        cause.type() == DatReturn.INSUFFICIENT_RESOURCES
            ? RsmReturn.INSUFFICIENT_RESOURCES
            : RsmReturn.INSUFFICIENT_MEM,
        String.valueOf(where),
        what,
        cause.getMessage(),
        "see what the adapter says, and its limits with: dat4j info",
        cause);
  }
}
