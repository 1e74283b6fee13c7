package org.dat4j.rsm.dat;

import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** A factory of the exceptions that the RSM provider over DAT throws. */
final class DatRsmFailures {
  private DatRsmFailures() {}

  static RsmException of(int code, Object where, String what, Object value, String remedy) {
    return new RsmException(code, String.valueOf(where), what, value, remedy);
  }

  /** Makes the failure for an exhausted resource of the JVM or the machine. */
  static RsmException shortage(Object where, OutOfMemoryError cause) {
    String what = String.valueOf(cause.getMessage());
    String remedy = "raise -Xmx";
    if (what.contains("thread")) {
      remedy = "raise the limit of threads: ulimit -u, pids.max of the container";
    } else if (what.contains("direct")) {
      remedy = "raise -XX:MaxDirectMemorySize";
    }
    return new RsmException(
        RsmReturn.INSUFFICIENT_RESOURCES, String.valueOf(where), "limit", what, remedy, cause);
  }

  /** Makes the failure for a refusal of the adapter: a shortage, or an unexpected code. */
  static RsmException adapter(Object where, String what, DatException cause) {
    return new RsmException(
        cause.type() == DatReturn.INSUFFICIENT_RESOURCES
            ? RsmReturn.INSUFFICIENT_RESOURCES
            : RsmReturn.INSUFFICIENT_MEM,
        String.valueOf(where),
        what,
        cause.getMessage(),
        "see what the adapter says, and its limits with: dat4j info -v",
        cause);
  }
}
