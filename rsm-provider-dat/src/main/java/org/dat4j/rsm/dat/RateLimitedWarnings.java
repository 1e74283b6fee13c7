package org.dat4j.rsm.dat;

import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/**
 * Logs warnings of one kind for the RSM provider over DAT: at most one in ten seconds, with the
 * number of those left out.
 */
final class RateLimitedWarnings {
  private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final System.Logger log;
  private long lastLogged;
  private int suppressed;
  private boolean logged;

  RateLimitedWarnings(System.Logger log) {
    this.log = log;
  }

  /** Logs a warning, or counts it if another was logged recently. */
  synchronized void log(String what, Throwable cause) {
    long now = System.nanoTime();
    if (logged && now - lastLogged < PAUSE_NANOS) {
      suppressed++;
      log.log(Level.DEBUG, what, cause);
      return;
    }
    String more = suppressed == 0 ? "" : " (and " + suppressed + " more like it)";
    logged = true;
    lastLogged = now;
    suppressed = 0;
    log.log(Level.WARNING, what + more, cause);
  }
}
