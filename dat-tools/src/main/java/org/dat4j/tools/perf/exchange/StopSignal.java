package org.dat4j.tools.perf.exchange;

/**
 * Tells every waiting loop of a {@code perf} run to end, because the user interrupted the run or
 * one side failed.
 */
public final class StopSignal {

  private volatile Throwable cause;
  private volatile boolean cancelled;

  /** Ends the run on behalf of the user. */
  public void cancel() {
    cancelled = true;
  }

  /**
   * Ends the run because of a failure; the first failure counts.
   *
   * @param failure why the run ends
   */
  public synchronized void fail(Throwable failure) {
    if (cause == null) {
      cause = failure;
    }
  }

  /** {@return whether the user ended the run} */
  public boolean cancelled() {
    return cancelled;
  }

  /** {@return why the run failed, or null} */
  public Throwable cause() {
    return cause;
  }

  /** Throws when the run has to end. */
  public void check() {
    if (cancelled) {
      throw new StalledException("interrupted");
    }
    if (cause != null) {
      throw new StalledException("the other side failed: " + cause.getMessage(), cause);
    }
  }
}
