package org.dat4j.rsm.shm;

import java.io.IOException;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/** A factory of the exceptions that the RSM provider over shared memory throws. */
final class ShmFailures {
  private static final int ENOMEM = 12;
  private static final int ENFILE = 23;
  private static final int EMFILE = 24;
  private static final int ENOSPC = 28;

  private ShmFailures() {}

  static RsmException of(int code, Object where, String what, Object value, String remedy) {
    return new RsmException(code, String.valueOf(where), what, value, remedy);
  }

  /**
   * Makes the failure for a file of the system that cannot be read, because no descriptor is left
   * or the file does not exist.
   */
  static RsmException unreadable(Object where, Object file, IOException cause) {
    RsmException refusal =
        of(
            RsmReturn.INSUFFICIENT_RESOURCES,
            where,
            String.valueOf(file),
            "cannot be read: " + cause.getMessage(),
            "close some descriptors, or raise the limit (ulimit -n); /proc and /dev/shm must be"
                + " mounted");
    refusal.initCause(cause);
    return refusal;
  }

  /**
   * Makes the failure for a system call: a shortage of descriptors or memory, or else the code
   * given.
   */
  static RsmException system(int otherwise, Object where, String call, int errno) {
    if (errno == EMFILE || errno == ENFILE) {
      return of(
          RsmReturn.INSUFFICIENT_RESOURCES,
          where,
          call,
          "no file descriptor left (errno " + errno + ")",
          "close some, or raise the limit (ulimit -n)");
    }
    boolean memory = errno == ENOMEM || errno == ENOSPC;
    return of(
        memory ? RsmReturn.INSUFFICIENT_MEM : otherwise,
        where,
        call,
        errno == ENOSPC ? SharedObject.FOLDER + " is full (errno 28)" : "errno " + errno,
        memory
            ? "free memory or make room in /dev/shm, or make it larger (mount -o remount,size=...)"
            : "see the error number");
  }
}
