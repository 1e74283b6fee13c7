package org.dat4j.dat.spi.software;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;

/**
 * Completes the requests of one endpoint of a software backend, oldest first, and puts their
 * completions into the EVD. Under the transmit turn.
 *
 * @param requests the queue
 * @param reports where they are reported
 */
record RequestCompleter(RequestQueue requests, CompletionStream reports) {

  /**
   * Completes the oldest request.
   *
   * @param oldest its number
   * @param status how it ended
   * @return false when the EVD had no room for the event
   */
  boolean complete(long oldest, DtoStatus status) {
    long info = requests.info(oldest);
    requests.complete(info);
    return report(oldest, info, status);
  }

  /** Reports a request whose completion an Error has cut off before the report. */
  void reportLate() {
    long late = requests.reported;
    if (late < requests.completed()) {
      report(late, requests.info(late), DtoStatus.ERR_FLUSHED);
    }
  }

  /** Reports a complete request: until its slot is released, that still holds the request. */
  private boolean report(long position, long info, DtoStatus status) {
    boolean success = status == DtoStatus.SUCCESS;
    int flags = success ? RequestQueue.flagsOf(info) : RequestQueue.failureFlags(info);
    RmrBind binding = requests.binding(position, info);
    if (binding != null && !success) {
      binding.flushed();
    }
    boolean told = true;
    if ((flags & CompletionFlags.SUPPRESS) != 0) {
      requests.release();
    } else {
      long cookie = requests.cookie(position);
      boolean notifies = (flags & CompletionFlags.UNSIGNALLED) == 0;
      told =
          binding == null
              ? reports.offer(
                  status.value(), cookie, success ? requests.length(position) : 0, notifies)
              : reports.offer(binding, status, cookie, notifies);
    }
    requests.reported = position + 1;
    if (binding != null) {
      requests.forget(position, binding);
    }
    return told;
  }
}
