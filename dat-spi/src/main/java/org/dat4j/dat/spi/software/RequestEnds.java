package org.dat4j.dat.spi.software;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DtoStatus;

/**
 * Completes requests, oldest first, and reports them. Under the transmit turn.
 *
 * @param requests the queue
 * @param reports where they are reported
 */
record RequestEnds(RequestQueue requests, Completions reports) {

  /**
   * Completes the oldest request.
   *
   * @param oldest its number
   * @param status how it ended
   * @return false when the dispatcher had no room for the event
   */
  boolean complete(long oldest, DtoStatus status) {
    boolean success = status == DtoStatus.SUCCESS;
    long info = requests.info(oldest);
    int flags = success ? RequestQueue.flagsOf(info) : 0;
    long cookie = requests.cookie(oldest);
    long length = success ? requests.length(oldest) : 0;
    Binding binding = requests.binding(oldest, info);
    requests.complete(info);
    if (binding != null && !success) {
      binding.flushed();
    }
    if ((flags & CompletionFlags.SUPPRESS) != 0) {
      return true;
    }
    boolean notifies = (flags & CompletionFlags.UNSIGNALLED) == 0;
    return binding == null
        ? reports.offer(status.value(), cookie, length, notifies)
        : reports.offer(binding.rmr(), status, cookie, notifies);
  }
}
