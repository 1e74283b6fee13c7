package org.dat4j.dat.tcp.connection;

/**
 * A tracker of RDMA Writes that an iWARP peer may not have placed: confirms them once the peer has
 * answered a later RDMA Read. iWARP has no acknowledgement, but a peer answers an RDMA Read after
 * it has placed earlier input. So a Read of no bytes, the flush, covers all earlier Writes. One
 * flush at a time is under way. Used under the transmit turn, except where noted.
 */
final class WriteFlushTracker {

  private static final long NONE = -1;

  /**
   * Bytes of Writes after the last flush that justify the next one, though more Writes follow. A
   * poster that waits for the last Write would otherwise find all requests in use and the
   * connection idle.
   */
  private static final long URGENT_BYTES = 256 << 10;

  /** Number of the last Write sent; it needs a flush or has one under way. */
  private long lastWrite = NONE;

  /** The first Write after the last flush. */
  private long firstUnflushed = NONE;

  /** Bytes of the Writes after the last flush. */
  private long unflushedBytes;

  /** The first Write that the current flush covers. */
  private long firstInFlush = NONE;

  /** The last Write that the last flush covers; read by the receive side while it is under way. */
  private long lastInFlush = NONE;

  private volatile long confirmed = NONE;

  /**
   * Records a Write that was put into segments.
   *
   * @param request number of the Write
   * @param length bytes of the Write
   */
  void recordWrite(long request, long length) {
    lastWrite = request;
    unflushedBytes += length;
    if (firstUnflushed == NONE) {
      firstUnflushed = request;
    }
  }

  /** Tells whether Writes need a flush and none is under way. */
  boolean isFlushDue() {
    return firstUnflushed != NONE && lastInFlush == confirmed;
  }

  /** Tells whether all Writes are confirmed. */
  boolean isSettled() {
    return firstUnflushed == NONE && lastInFlush == confirmed;
  }

  /** Tells whether a flush is due and worthwhile even before the last Write is sent. */
  boolean isFlushUrgent() {
    return unflushedBytes >= URGENT_BYTES && isFlushDue();
  }

  /** Records that a flush follows the Writes sent so far. */
  void flushSent() {
    unflushedBytes = 0;
    lastInFlush = lastWrite;
    firstInFlush = firstUnflushed;
    firstUnflushed = NONE;
  }

  /** Records that the current flush was answered; called by the receive side. */
  void flushAnswered() {
    confirmed = lastInFlush;
  }

  /**
   * Returns how far requests may complete.
   *
   * @param written the last request that the socket has taken
   * @return number of a request, below the first unconfirmed Write
   */
  long completableThrough(long written) {
    long first = lastInFlush == confirmed ? firstUnflushed : firstInFlush;
    return first == NONE ? written : Math.min(written, first - 1);
  }
}
