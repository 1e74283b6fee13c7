package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DtoOp;

/**
 * The request queue of the concurrency tests: each request has its cookie as its length, so that a
 * test notices mixed fields.
 */
final class Requests {
  private final RequestQueue queue;
  private long found;

  /** Makes an empty queue with a limit of requests. */
  Requests(int limit) {
    queue = new RequestQueue(new ContextTable<>(), null, limit, 1, 1);
  }

  /**
   * Posts a Write; cookies have one digit and are not 9, where {@link #drain()} is to tell them.
   */
  void post(long cookie) {
    queue.post(DtoOp.RDMA_WRITE, null, 3, 4096, cookie, cookie, (int) cookie, 0, 0);
  }

  /** Finds the oldest Write of a cookie, as the receive side; -1 when there is none. */
  long find(long cookie) {
    long[] found =
        queue.findWrites(Long.MAX_VALUE, (stag, address, length) -> stag == (int) cookie);
    return found.length == 0 ? -1 : found[0];
  }

  /** Takes and completes the next one, as the holder of the turn; false when there is none. */
  boolean take() {
    if (!queue.next()) {
      return false;
    }
    long cookie = queue.cookie(queue.number());
    found = found * 10 + (cookie == queue.length() ? cookie : 9);
    queue.done();
    queue.complete(queue.info(queue.number()));
    queue.release();
    return true;
  }

  /** Takes all, as the holder of the turn; the cookies of all that were ever taken, as digits. */
  long drain() {
    while (take()) {
      continue;
    }
    return found;
  }
}
