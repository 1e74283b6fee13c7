package org.dat4j.dat.tcp;

import java.util.concurrent.ThreadLocalRandom;

/**
 * RDMA Reads of this end that are not answered yet, in order. Added under the transmit turn,
 * answered under the receive turn.
 *
 * <p>A sink STag on the wire names one read and no memory: it is good for a single response, which
 * is placed by the request's own segments.
 */
final class ReadsOut {

  /** Number of a read that no request stands behind: the ready-to-receive message. */
  static final long NO_REQUEST = -1;

  /** Number of a read of no octets that proves the Writes before it, see {@link Proofs}. */
  static final long FLUSH = -2;

  private static final int REQUEST = 0;
  private static final int LENGTH = 1;
  private static final int SINK = 2;
  private static final int SOURCE = 3;
  private static final int SOURCE_OFFSET = 4;
  private static final int STRIDE = 5;

  /** Null until the first: most connections never have one. */
  private long[] entries;

  private final int mask;
  private int nextSink = ThreadLocalRandom.current().nextInt();
  private volatile int tail;
  private volatile int head;

  /**
   * Makes an empty ring.
   *
   * @param depth most reads outstanding
   */
  ReadsOut(int depth) {
    mask = (Integer.highestOneBit(Math.max(1, depth)) << 1) - 1;
  }

  /**
   * Transmit side: adds a read before its request goes out.
   *
   * @return the sink STag to send
   */
  int add(long request, long length, int sourceStag, long sourceOffset) {
    int position = tail;
    if (entries == null) {
      entries = new long[(mask + 1) * STRIDE];
    }
    int base = (position & mask) * STRIDE;
    int sink = 1;
    if (length > 0) {
      do {
        sink = nextSink;
        nextSink += 0x9E3779B9;
      } while (sink == 0);
    }
    entries[base + REQUEST] = request;
    entries[base + LENGTH] = length;
    entries[base + SINK] = sink;
    entries[base + SOURCE] = sourceStag;
    entries[base + SOURCE_OFFSET] = sourceOffset;
    tail = position + 1;
    return sink;
  }

  boolean isEmpty() {
    return head == tail;
  }

  /** Reads outstanding; at most as many while the receive side answers some. */
  int size() {
    return tail - head;
  }

  /** Receive side: number of the oldest read. */
  long request() {
    return get(head, REQUEST);
  }

  /** Receive side: octets of the oldest read. */
  long length() {
    return get(head, LENGTH);
  }

  /** Receive side: sink of the oldest read. */
  int sink() {
    return (int) get(head, SINK);
  }

  /** Receive side: the oldest read is answered. */
  void remove() {
    head = head + 1;
  }

  /**
   * Receive side: number of the read a peer refused.
   *
   * @return of the oldest read of that source, else of the oldest; {@link #NO_REQUEST} if none
   */
  long find(int sourceStag, long sourceOffset) {
    int end = tail;
    for (int i = head; i != end; i++) {
      if ((int) get(i, SOURCE) == sourceStag && get(i, SOURCE_OFFSET) == sourceOffset) {
        return get(i, REQUEST);
      }
    }
    return head == end ? NO_REQUEST : request();
  }

  private long get(int position, int field) {
    return entries[(position & mask) * STRIDE + field];
  }
}
