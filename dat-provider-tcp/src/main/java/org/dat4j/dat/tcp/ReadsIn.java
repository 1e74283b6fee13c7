package org.dat4j.dat.tcp;

/**
 * RDMA Reads the peer asked for and that are not answered yet, in order. Added under the receive
 * turn, taken under the transmit turn.
 */
final class ReadsIn {

  private static final int SINK = 0;
  private static final int SINK_OFFSET = 1;
  private static final int LENGTH = 2;
  private static final int SOURCE = 3;
  private static final int SOURCE_OFFSET = 4;
  private static final int STRIDE = 5;

  /** Null until the first: most connections never have one. */
  private long[] entries;

  private final int depth;
  private final int mask;
  private volatile int tail;
  private volatile int head;

  /**
   * Makes an empty ring.
   *
   * @param depth inbound read depth told to the peer
   */
  ReadsIn(int depth) {
    this.depth = depth;
    mask = (Integer.highestOneBit(Math.max(1, depth)) << 1) - 1;
  }

  /** Receive side: adds a read; false when the peer has more outstanding than agreed. */
  boolean add(int sink, long sinkOffset, long length, int source, long sourceOffset) {
    int position = tail;
    if (position - head >= depth) {
      return false;
    }
    if (entries == null) {
      entries = new long[(mask + 1) * STRIDE];
    }
    int base = (position & mask) * STRIDE;
    entries[base + SINK] = sink;
    entries[base + SINK_OFFSET] = sinkOffset;
    entries[base + LENGTH] = length;
    entries[base + SOURCE] = source;
    entries[base + SOURCE_OFFSET] = sourceOffset;
    tail = position + 1;
    return true;
  }

  boolean isEmpty() {
    return head == tail;
  }

  int sink() {
    return (int) get(SINK);
  }

  long sinkOffset() {
    return get(SINK_OFFSET);
  }

  long length() {
    return get(LENGTH);
  }

  int source() {
    return (int) get(SOURCE);
  }

  long sourceOffset() {
    return get(SOURCE_OFFSET);
  }

  /** Sequence number that the oldest came with: each is added, and the first has 1. */
  int msn() {
    return head + 1;
  }

  /**
   * Transmit side: takes the oldest out, before the last octet of its answer can reach the peer:
   * from then on the peer may send another.
   */
  void remove() {
    head = head + 1;
  }

  private long get(int field) {
    return entries[(head & mask) * STRIDE + field];
  }
}
