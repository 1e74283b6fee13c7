package org.dat4j.conformance.kernel;

import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Call that a test runs on a thread of its own, because it may block.
 *
 * @param <T> what it returns
 */
public final class BackgroundCall<T> implements AutoCloseable {
  private static final long PATIENCE_MILLIS = 10_000;

  private final FutureTask<T> task;
  private final Thread thread;

  /**
   * Starts the call.
   *
   * @param call what to do
   */
  public BackgroundCall(Callable<T> call) {
    task = new FutureTask<>(call);
    thread = new Thread(task, "suite-background");
    thread.setDaemon(true);
    thread.start();
  }

  /** Interrupts the thread. */
  public void interrupt() {
    thread.interrupt();
  }

  /**
   * Tells whether the call has ended.
   *
   * @return true when {@link #get} does not block
   */
  public boolean done() {
    return task.isDone();
  }

  /**
   * Tells whether the thread is inside a method.
   *
   * @param method its name
   * @return true if the stack of the thread has a method of that name
   */
  public boolean isIn(String method) {
    for (StackTraceElement frame : thread.getStackTrace()) {
      if (frame.getMethodName().equals(method)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Tells whether the thread waits inside a method of Java. One that waits inside a native call or
   * polls does not show it.
   *
   * @param method its name
   * @return true if the thread is parked or waits for a monitor in a method of that name
   */
  public boolean waitsIn(String method) {
    Thread.State state = thread.getState();
    return (state == Thread.State.WAITING || state == Thread.State.TIMED_WAITING) && isIn(method);
  }

  /**
   * Waits for the end of the call.
   *
   * @return its result
   * @throws Exception what the call threw
   * @throws TimeLimitFailure if it does not end in time
   */
  public T get() throws Exception {
    try {
      return task.get(TimeFactor.micros(PATIENCE_MILLIS), TimeUnit.MICROSECONDS);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Exception thrown) {
        throw thrown;
      }
      throw e;
    } catch (TimeoutException e) {
      throw new TimeLimitFailure(
          "a call on another thread is still blocked after " + PATIENCE_MILLIS + " ms", e);
    }
  }

  /** Interrupts the thread and waits a bounded time for its end. */
  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(TimeFactor.micros(PATIENCE_MILLIS) / 1000);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
