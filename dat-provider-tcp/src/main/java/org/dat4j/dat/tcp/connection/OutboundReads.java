package org.dat4j.dat.tcp.connection;

import java.util.concurrent.ThreadLocalRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * A queue of the RDMA Reads that this end of an iWARP connection has requested and the peer has not
 * answered yet, in order. Filled under the transmit turn, emptied under the receive turn.
 *
 * <p>A sink STag on the wire names one Read and no memory. It is valid for a single response, which
 * is placed by the request's own segments.
 */
final class OutboundReads {

  /** Number of a Read without a request: the ready-to-receive message. */
  static final long NO_REQUEST = -1;

  /**
   * Number of a Read of no bytes that confirms the Writes before it, see {@link WriteFlushTracker}.
   */
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
   * Creates an empty ring.
   *
   * @param depth most Reads outstanding
   */
  OutboundReads(int depth) {
    mask = (Integer.highestOneBit(Math.max(1, depth)) << 1) - 1;
  }

  /**
   * Adds a Read before its request is sent. Transmit side.
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

  /**
   * Returns the number of outstanding Reads; an upper limit while the receive side removes some.
   */
  int size() {
    return tail - head;
  }

  /** Returns the number of the oldest Read. Receive side. */
  long request() {
    return get(head, REQUEST);
  }

  /** Returns the bytes of the oldest Read. Receive side. */
  long length() {
    return get(head, LENGTH);
  }

  /** Returns the sink of the oldest Read. Receive side. */
  int sink() {
    return (int) get(head, SINK);
  }

  /** Removes the oldest Read, which is answered. Receive side. */
  void remove() {
    head = head + 1;
  }

  /** Returns the numbers of the outstanding Reads whose answer has this sink. Receive side. */
  long[] findBySink(int sink) {
    return listRequests(i -> (int) get(i, SINK) == sink);
  }

  /** Returns the numbers of the outstanding Reads of this source. Receive side. */
  long[] findBySource(int stag, long offset) {
    return listRequests(i -> (int) get(i, SOURCE) == stag && get(i, SOURCE_OFFSET) == offset);
  }

  /** Returns the number of the outstanding Read with this message sequence number. Receive side. */
  long[] findByMsn(int msn) {
    return listRequests(i -> i + 1 == msn);
  }

  /** Returns the numbers of all outstanding Reads that were requested. Receive side. */
  long[] listRequests() {
    return listRequests(i -> true);
  }

  private long[] listRequests(IntPredicate wanted) {
    return IntStream.range(0, size())
        .map(i -> head + i)
        .filter(wanted)
        .mapToLong(i -> get(i, REQUEST))
        .filter(request -> request >= 0)
        .toArray();
  }

  private long get(int position, int field) {
    return entries[(position & mask) * STRIDE + field];
  }
}
