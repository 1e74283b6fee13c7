package org.dat4j.dat.spi.software;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Time-outs of one adapter, on one thread that lives while there are any. */
public final class Timers implements AutoCloseable {

  /** A thread without anything to wait for ends after this time. */
  private static final long IDLE_SECONDS = 1;

  private final String name;
  private ScheduledThreadPoolExecutor executor;
  private boolean closed;

  /**
   * Makes timers without a thread yet.
   *
   * @param name of the thread
   */
  public Timers(String name) {
    this.name = name;
  }

  /**
   * Runs something later, unless closed before.
   *
   * @param nanos from now
   * @param action short; must not block
   * @return cancels it
   */
  public synchronized Future<?> schedule(long nanos, Runnable action) {
    if (closed) {
      return new FutureTask<>(action, null);
    }
    if (executor == null) {
      executor =
          new ScheduledThreadPoolExecutor(
              1,
              runnable -> {
                Thread thread = new Thread(runnable, name);
                thread.setDaemon(true);
                return thread;
              });
      executor.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
      executor.allowCoreThreadTimeOut(true);
      executor.setRemoveOnCancelPolicy(true);
      executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }
    return executor.schedule(action, nanos, TimeUnit.NANOSECONDS);
  }

  /** Drops all that is scheduled and ends the thread. */
  @Override
  public synchronized void close() {
    closed = true;
    if (executor != null) {
      executor.shutdownNow();
    }
  }
}
