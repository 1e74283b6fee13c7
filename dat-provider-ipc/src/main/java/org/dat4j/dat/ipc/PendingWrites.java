package org.dat4j.dat.ipc;

import org.dat4j.dat.ipc.ring.RingWriter;
import org.dat4j.dat.spi.software.RequestQueue;

/**
 * The RDMA Writes of an ipc connection that the peer may not have placed yet. A Write is placed
 * when the peer has read its ring to the end of the Write; until then neither it nor a request
 * behind it is complete. Used under the transmit turn.
 */
final class PendingWrites {

  /** The number of a request when there was none yet. */
  private static final long NONE = -1;

  /** Writes that are told apart; further ones are complete together with the last of them. */
  private static final int MAX_DISTINCT_WRITES = 64;

  private final RingWriter writer;

  /** The number of a Write, and the position of its end, or of the last one that it stands for. */
  private final long[] entries = new long[MAX_DISTINCT_WRITES * 2];

  private long first;
  private long next;

  /** The last request that was copied into the ring. */
  private long copied = NONE;

  /** The last request that was reported. */
  private long reported = NONE;

  PendingWrites(RingWriter writer) {
    this.writer = writer;
  }

  /** Takes note of a request that was copied as a whole. */
  void copied(long number, boolean write) {
    copied = number;
    if (!write) {
      return;
    }
    if (next - first == MAX_DISTINCT_WRITES) {
      // The number stays: none of them is complete before all are.
      entries[index(next - 1) + 1] = writer.tail();
      return;
    }
    int at = index(next);
    entries[at] = number;
    entries[at + 1] = writer.tail();
    next++;
  }

  /** Reports the requests that are complete. */
  void report(RequestQueue requests) {
    while (first != next && writer.isRead(entries[index(first) + 1])) {
      first++;
    }
    long last = first == next ? copied : entries[index(first)] - 1;
    if (last > reported) {
      reported = last;
      requests.sent(last);
    }
  }

  /** The position to which the peer must read before more can be reported; 0 for none. */
  long awaited() {
    return first == next ? 0 : entries[index(first) + 1];
  }

  private static int index(long entry) {
    return (int) (entry % MAX_DISTINCT_WRITES) * 2;
  }
}
