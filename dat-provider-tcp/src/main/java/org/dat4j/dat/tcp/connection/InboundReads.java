package org.dat4j.dat.tcp.connection;

/**
 * A queue of the RDMA Reads that the peer of an iWARP connection has requested and this end has not
 * answered yet, in order. Filled under the receive turn, emptied under the transmit turn.
 */
final class InboundReads {

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
   * Creates an empty ring.
   *
   * @param depth inbound read depth announced to the peer
   */
  InboundReads(int depth) {
    this.depth = depth;
    mask = (Integer.highestOneBit(Math.max(1, depth)) << 1) - 1;
  }

  /** Adds a Read; false when the peer has more outstanding than agreed. Receive side. */
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

  /** Returns the sequence number of the oldest Read: all are added, and the first has 1. */
  int msn() {
    return head + 1;
  }

  /**
   * Removes the oldest Read, before the last byte of its response can reach the peer: from then on
   * the peer may send another. Transmit side.
   */
  void remove() {
    head = head + 1;
  }

  private long get(int field) {
    return entries[(head & mask) * STRIDE + field];
  }
}
