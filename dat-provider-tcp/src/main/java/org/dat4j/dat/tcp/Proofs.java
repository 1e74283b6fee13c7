package org.dat4j.dat.tcp;

/**
 * Which RDMA Writes of a connection are known to be placed. iWARP has no acknowledgement, but a
 * peer answers RDMA Reads after it has placed what came before them: a Read of no octets, the
 * flush, covers all earlier Writes. One flush at a time is under way. Under the transmit turn,
 * except where said.
 */
final class Proofs {

  private static final long NONE = -1;

  /**
   * Octets of Writes behind the last flush that are worth the next one though more Writes follow:
   * who waited for the last Write would find all places taken meanwhile and the connection idle.
   */
  private static final long MANY = 256 << 10;

  /** Requests of this number and below that are Writes need a flush or have one under way. */
  private long lastWrite = NONE;

  /** The first Write behind the last flush. */
  private long firstUncovered = NONE;

  /** Octets of the Writes behind the last flush. */
  private long uncovered;

  /** The first Write that the flush under way covers. */
  private long firstCovered = NONE;

  /** The last Write that the last flush covers; read by the receive side while it is under way. */
  private long covered = NONE;

  private volatile long proven = NONE;

  /**
   * A Write was made segments of.
   *
   * @param request its number
   * @param octets its length
   */
  void written(long request, long octets) {
    lastWrite = request;
    uncovered += octets;
    if (firstUncovered == NONE) {
      firstUncovered = request;
    }
  }

  /** Whether a flush has something to prove and none is under way. */
  boolean isFlushDue() {
    return firstUncovered != NONE && covered == proven;
  }

  /** Whether no Write is left to prove. */
  boolean isSettled() {
    return firstUncovered == NONE && covered == proven;
  }

  /** Whether a flush is due and worth it even before the last Write is made. */
  boolean isFlushUrgent() {
    return uncovered >= MANY && isFlushDue();
  }

  /** A flush follows the Writes made so far. */
  void flushing() {
    uncovered = 0;
    covered = lastWrite;
    firstCovered = firstUncovered;
    firstUncovered = NONE;
  }

  /** Receive side: the flush under way was answered. */
  void flushed() {
    proven = covered;
  }

  /**
   * How far requests may complete.
   *
   * @param out the last request whose octets are all out
   * @return number of a request, below the first Write that is not proven
   */
  long through(long out) {
    long first = covered == proven ? firstUncovered : firstCovered;
    return first == NONE ? out : Math.min(out, first - 1);
  }
}
