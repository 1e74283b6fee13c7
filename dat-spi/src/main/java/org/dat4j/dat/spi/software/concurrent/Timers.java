package org.dat4j.dat.spi.software.concurrent;

import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.spi.Errors;

/** The timers of one adapter of a software backend, on one thread that lives while any is set. */
public final class Timers implements AutoCloseable {

  /** The thread ends this long after its last timer. */
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
   * Schedules an action, which a close drops.
   *
   * @param nanos from now
   * @param action what to run; short, must not block
   * @return cancels it
   * @throws org.dat4j.dat.DatException DAT_INSUFFICIENT_RESOURCES where no thread can be started
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
    try {
      return executor.schedule(action, nanos, TimeUnit.NANOSECONDS);
    } catch (OutOfMemoryError e) {
      throw Errors.resources(
          name,
          DatSubtype.RESOURCE_DEVICE,
          "threads or memory",
          "none left (" + e.getMessage() + ")",
          "end threads or raise the limit of threads, or of the Java heap (-Xmx); then try again");
    }
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
