package org.dat4j.dat.spi.software.concurrent;

/** Logs the failures of a backend without ever throwing, even where no memory or stack is left. */
public final class FailureLog {

  private FailureLog() {}

  /**
   * Logs a failure; never throws, also where no memory or stack is left for it.
   *
   * @param log the logger
   * @param level severity
   * @param subject the object that failed
   * @param what a sentence about it
   * @param failure what was thrown
   */
  public static void log(
      System.Logger log,
      System.Logger.Level level,
      Object subject,
      String what,
      Throwable failure) {
    try {
      log.log(level, subject + ": " + what, failure);
    } catch (RuntimeException | Error e) {
      // The caller goes on: it reports the failure to the program in another way.
      return;
    }
  }
}
