package org.dat4j.dat.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.spi.software.Access;
import org.dat4j.dat.spi.software.Hazard;
import org.dat4j.dat.spi.software.Span;
import org.dat4j.dat.tcp.wire.Crc32c;

/**
 * Octets on their way to the socket, in order: pieces of a slab, which hold headers, trailers and
 * copied payload, and pieces of the current message's memory. All go out in one write as far as the
 * socket takes them; the rest stays.
 */
final class Batch {

  /** Finds memory of the current message. */
  interface Payload {
    Access locate(long offset, long length, Hazard hazard, int slot, Span out);
  }

  /** All octets are out. */
  static final int DONE = 0;

  /** The socket is full. */
  static final int SHORT = 1;

  /** Memory is gone, see {@link #refusal}. */
  static final int REFUSED = 2;

  private static final int SLAB = 64 << 10;

  /** Most pieces of memory in one write; some views are left to who places into the same memory. */
  private static final int PAYLOADS = Span.VIEWS - 4;

  /** Most pieces in one write; one of memory is published in the hazard slot of its number. */
  static final int PIECES = 2 * PAYLOADS + 2;

  /**
   * Octets after which no segment is added: a message of 1 MiB in the longest ones is one write. In
   * writes of a quarter of that it took a tenth longer without CRC.
   */
  private static final int OCTETS = 1 << 20;

  private final ByteBuffer slab = ByteBuffer.allocateDirect(SLAB);
  private final ByteBuffer[] slabViews = new ByteBuffer[PIECES];
  private final ByteBuffer[] elements = new ByteBuffer[PIECES];
  private final Span[] spans = new Span[PIECES];
  private final boolean[] isPayload = new boolean[PIECES];

  /** Of a piece of memory: where its segment begins in the slab. */
  private final int[] segment = new int[PIECES];

  private final long[] from = new long[PIECES];
  private final int[] length = new int[PIECES];
  private final Span found = new Span();
  private final Crc32c crc = new Crc32c();
  private int tail;
  private int first;
  private int count;
  private int payloads;
  private long octets;
  private Access refusal = Access.OK;

  Batch() {
    for (int i = 0; i < PIECES; i++) {
      slabViews[i] = slab.duplicate();
      spans[i] = new Span();
    }
  }

  /** Where headers and copies are written, from {@link #tail} on. */
  ByteBuffer slab() {
    return slab;
  }

  /** For memory of the current message while a segment is made of it. */
  Span found() {
    return found;
  }

  /** For the CRC of a segment while it is made. */
  Crc32c crc() {
    return crc;
  }

  int tail() {
    return tail;
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** Whether payload of the current message's memory is among the pieces. */
  boolean hasPayload() {
    return payloads > 0;
  }

  /** Whether one more segment fits that needs this many octets of the slab. */
  boolean hasRoom(int slabOctets) {
    return SLAB - tail >= slabOctets && payloads < PAYLOADS && octets < OCTETS;
  }

  /** Octets were written to the slab from the tail on. */
  void addSlab(int written) {
    int last = count - 1;
    if (last >= 0 && !isPayload[last]) {
      length[last] += written;
    } else {
      isPayload[count] = false;
      from[count] = tail;
      length[count] = written;
      count++;
    }
    tail += written;
    octets += written;
  }

  /**
   * Memory of the current message follows.
   *
   * @param header octets at the end of the slab that are its segment's header
   */
  void addPayload(long offset, int payload, int header) {
    isPayload[count] = true;
    segment[count] = tail - header;
    from[count] = offset;
    length[count] = payload;
    count++;
    payloads++;
    octets += payload;
  }

  /**
   * Drops the segments from the first on that has a piece of memory, unless that is partly out.
   *
   * @return how much of the message's octets is in front of them, -1 when nothing was dropped
   */
  long cutPayload() {
    for (int i = first; i < count; i++) {
      if (isPayload[i]) {
        int front = i - 1;
        if (front < first || from[front] > segment[i]) {
          return -1;
        }
        length[front] = segment[i] - (int) from[front];
        count = length[front] == 0 ? front : i;
        tail = segment[i];
        payloads = 0;
        if (count == first) {
          clear();
        }
        return from[i];
      }
    }
    return -1;
  }

  /** Why memory could not be sent. */
  Access refusal() {
    return refusal;
  }

  /**
   * Writes once, again as long as the socket takes all that is offered.
   *
   * @return {@link #DONE}, {@link #SHORT} or {@link #REFUSED}
   */
  int write(SocketChannel channel, Payload payload, Hazard hazard) throws IOException {
    if (count == 0) {
      return DONE;
    }
    if (payloads == 0) {
      int at = (int) from[first];
      return consumed(channel.write(slabViews[first].limit(at + length[first]).position(at)));
    }
    long written;
    try {
      refusal = fill(payload, hazard);
      if (refusal != Access.OK) {
        return REFUSED;
      }
      written = channel.write(elements, first, count - first);
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      refusal = Access.REVOKED;
      return REFUSED;
    } finally {
      release(hazard);
    }
    return consumed(written);
  }

  private Access fill(Payload payload, Hazard hazard) {
    for (int i = first; i < count; i++) {
      if (isPayload[i]) {
        Span span = spans[i];
        Access access = payload.locate(from[i], length[i], hazard, i, span);
        if (access != Access.OK) {
          return access;
        }
        elements[i] = span.lendView();
      } else {
        int at = (int) from[i];
        elements[i] = slabViews[i].limit(at + length[i]).position(at);
      }
    }
    hazard.seal();
    for (int i = first; i < count; i++) {
      if (isPayload[i] && !spans[i].isValid()) {
        return Access.REVOKED;
      }
    }
    return Access.OK;
  }

  private void release(Hazard hazard) {
    for (int i = 0; i < count; i++) {
      if (isPayload[i] && elements[i] != null) {
        spans[i].returnView(elements[i]);
        hazard.clear(i);
      }
      elements[i] = null;
    }
  }

  private int consumed(long written) {
    long left = written;
    while (left > 0) {
      int here = (int) Math.min(left, length[first]);
      from[first] += here;
      length[first] -= here;
      left -= here;
      if (length[first] == 0) {
        first++;
      }
    }
    if (first < count) {
      return SHORT;
    }
    clear();
    return DONE;
  }

  private void clear() {
    first = 0;
    count = 0;
    tail = 0;
    payloads = 0;
    octets = 0;
  }
}
