package org.dat4j.rsm.natives;

import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** Refusals of this provider. */
final class Failures {
  private static final int ENOMEM = 12;
  private static final int ENOSPC = 28;

  private Failures() {}

  static RsmException of(int code, Object where, String what, Object value, String remedy) {
    return new RsmException(code, String.valueOf(where), what, value, remedy);
  }

  /** A system call that failed: shortage of memory, or the code given. */
  static RsmException system(int otherwise, Object where, String call, int errno) {
    boolean memory = errno == ENOMEM || errno == ENOSPC;
    return of(
        memory ? RsmReturn.INSUFFICIENT_MEM : otherwise,
        where,
        call,
        "errno " + errno,
        memory
            ? "free memory, or make /dev/shm larger (mount -o remount,size=...)"
            : "see the error number");
  }
}
