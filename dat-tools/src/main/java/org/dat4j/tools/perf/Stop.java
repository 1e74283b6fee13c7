package org.dat4j.tools.perf;

/** Tells every waiting loop of a run to end: the user interrupted it, or the other side failed. */
final class Stop {

  private volatile Throwable cause;
  private volatile boolean cancelled;

  /** Ends the run on behalf of the user. */
  void cancel() {
    cancelled = true;
  }

  /** Ends the run because of a failure; the first one counts. */
  synchronized void fail(Throwable failure) {
    if (cause == null) {
      cause = failure;
    }
  }

  /** Whether the user ended the run. */
  boolean cancelled() {
    return cancelled;
  }

  /** Why the run failed, or null. */
  Throwable cause() {
    return cause;
  }

  /** Throws when the run is to end. */
  void check() {
    if (cancelled) {
      throw new StalledException("interrupted");
    }
    if (cause != null) {
      throw new StalledException("the other side failed: " + cause.getMessage(), cause);
    }
  }
}
