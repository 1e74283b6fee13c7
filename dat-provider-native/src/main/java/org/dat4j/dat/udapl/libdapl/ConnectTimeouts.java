package org.dat4j.dat.udapl.libdapl;

import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A timer for the time limits of connects on the native backend, in place of libdapl's own timer,
 * which can end the process. It has one thread while a limit is running.
 *
 * <p>The library's own limits must not be used. Its timer thread uses a timer and an endpoint that
 * dat_ep_free, or the peer's answer, frees at the same moment (dapls_timer_thread,
 * dapls_ep_timeout; SIGSEGV in a thread that has all signals blocked).
 */
public final class ConnectTimeouts {

  private static final ScheduledThreadPoolExecutor CLOCK = clock();

  private ConnectTimeouts() {}

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
   * Starts a time limit.
   *
   * @param expired runs when it is over
   * @param micros the limit
   * @return cancels it
   */
  public static Future<?> start(Runnable expired, long micros) {
    return CLOCK.schedule(expired, micros, TimeUnit.MICROSECONDS);
  }
}
