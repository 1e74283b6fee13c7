package org.dat4j.dat.natives;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The time limits of connects, kept by a thread of ours that is there while one is running. The
 * library's own must not be used: its thread works on a timer and an endpoint that dat_ep_free, or
 * the answer of the peer, frees at the same moment (dapls_timer_thread, dapls_ep_timeout: SIGSEGV
 * in a thread that has all signals blocked).
 */
final class ConnectLimits {

  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private ConnectLimits() {}

  private static ScheduledThreadPoolExecutor clock() {
    ScheduledThreadPoolExecutor clock =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "dat4j-connect-limits");
              thread.setDaemon(true);
              return thread;
            });
    clock.setRemoveOnCancelPolicy(true);
    clock.setKeepAliveTime(100, TimeUnit.MILLISECONDS);
    clock.allowCoreThreadTimeOut(true);
    return clock;
  }

  /**
   * Sets a limit.
   *
   * @param over what to do when it is over, unless the result was cancelled before
   * @param micros the limit
   */
  static Future<?> set(Runnable over, long micros) {
    return CLOCK.schedule(over, micros, TimeUnit.MICROSECONDS);
  }
}
