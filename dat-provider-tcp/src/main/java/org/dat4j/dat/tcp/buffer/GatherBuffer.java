package org.dat4j.dat.tcp.buffer;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.GuardedCopy;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;
import org.dat4j.dat.tcp.wire.Crc32c;

/**
 * The output buffer of an iWARP connection: queues headers and payload, copied or still in
 * registered memory, for gathering writes to the socket. A part of its own, the slab, holds
 * headers, trailers and copied payload; other payload stays in the current message's memory. One
 * write takes as much as the socket accepts; the rest stays.
 */
public final class GatherBuffer {

  /** A source of the current message's memory. */
  public interface Payload {
    /**
     * Finds a part of the message and publishes it in a hazard slot.
     *
     * @param offset in the message
     * @param length bytes
     * @param hazard of the calling thread's turn
     * @param slot number of the slot
     * @param out receives the memory
     * @return {@link AccessResult#OK}, or why the memory cannot be read
     */
    AccessResult locate(long offset, long length, HazardPointers hazard, int slot, RegionSlice out);
  }

  /** Result: all bytes are written. */
  public static final int DONE = 0;

  /** Result: the socket is full. */
  static final int SOCKET_FULL = 1;

  /** Result: memory cannot be read, see {@link #refusal}. */
  public static final int REFUSED = 2;

  /** Bytes of the slab. */
  static final int SLAB_BYTES = 64 << 10;

  /**
   * Most pieces of memory in one write; some views stay free for threads that place into the same
   * memory.
   */
  private static final int MAX_PAYLOADS = RegionSlice.VIEWS - 4;

  /** Most pieces in one write; a piece of memory is published in the hazard slot of its number. */
  static final int MAX_PIECES = 2 * MAX_PAYLOADS + 2;

  /**
   * Bytes after which no segment is added. A message of 1 MiB in the longest segments is one write;
   * smaller writes are slower.
   */
  private static final int MAX_BYTES = 1 << 20;

  /** Bytes of memory that are copied at a time to compute the CRC. */
  private static final int CRC_CHUNK = 8192;

  private final ByteBuffer slab = ByteBuffer.allocateDirect(SLAB_BYTES);
  private final ByteBuffer crcChunk = ByteBuffer.allocateDirect(CRC_CHUNK);
  private final ByteBuffer[] slabViews = new ByteBuffer[MAX_PIECES];
  private final ByteBuffer[] writeViews = new ByteBuffer[MAX_PIECES];
  private final RegionSlice[] slices = new RegionSlice[MAX_PIECES];
  private final boolean[] isPayload = new boolean[MAX_PIECES];

  /** Of a piece of memory: index in the slab where its segment begins. */
  private final int[] segmentStart = new int[MAX_PIECES];

  private final long[] from = new long[MAX_PIECES];
  private final int[] length = new int[MAX_PIECES];
  private final RegionSlice slice = new RegionSlice();
  private final Crc32c crc = new Crc32c();
  private int tail;
  private int first;
  private int count;
  private int payloads;
  private long bytes;
  private AccessResult refusal = AccessResult.OK;

  GatherBuffer() {
    for (int i = 0; i < MAX_PIECES; i++) {
      slabViews[i] = slab.duplicate();
      slices[i] = new RegionSlice();
    }
  }

  /** {@return the slab for headers and copies, from {@link #tail} on} */
  public ByteBuffer slab() {
    return slab;
  }

  /** {@return the slice that locates memory of the current message while a segment is made} */
  public RegionSlice slice() {
    return slice;
  }

  /** {@return the CRC of the segment that is being made} */
  public Crc32c crc() {
    return crc;
  }

  /** {@return the copy from which a CRC is computed} */
  public ByteBuffer crcChunk() {
    return crcChunk;
  }

  /** {@return the index after the used part of the slab} */
  public int tail() {
    return tail;
  }

  /** {@return whether no byte is queued} */
  public boolean isEmpty() {
    return count == 0;
  }

  /** {@return whether pieces of the current message's memory are queued} */
  public boolean hasPayload() {
    return payloads > 0;
  }

  /** {@return the bytes of the slab that are free} */
  public int slabRoom() {
    return SLAB_BYTES - tail;
  }

  /**
   * {@return whether another segment fits that needs this many bytes of the slab}
   *
   * @param slabBytes bytes of header, copied payload and trailer
   */
  public boolean hasRoom(int slabBytes) {
    return SLAB_BYTES - tail >= slabBytes && payloads < MAX_PAYLOADS && bytes < MAX_BYTES;
  }

  /**
   * Adds bytes that were written to the slab from the tail on.
   *
   * @param written number of bytes
   */
  public void addSlab(int written) {
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
    bytes += written;
  }

  /**
   * Adds a piece of the current message's memory.
   *
   * @param offset of the piece in the message
   * @param payload bytes of the piece
   * @param header bytes at the end of the slab that are the segment's header
   */
  public void addPayload(long offset, int payload, int header) {
    isPayload[count] = true;
    segmentStart[count] = tail - header;
    from[count] = offset;
    length[count] = payload;
    count++;
    payloads++;
    bytes += payload;
  }

  /**
   * Drops the segments from the first with a piece of memory on, unless that segment is partly
   * written.
   *
   * @return bytes of the message in front of them, -1 when nothing was dropped
   */
  public long dropPayload() {
    for (int i = first; i < count; i++) {
      if (isPayload[i]) {
        int front = i - 1;
        if (front < first || from[front] > segmentStart[i]) {
          return -1;
        }
        length[front] = segmentStart[i] - (int) from[front];
        count = length[front] == 0 ? front : i;
        tail = segmentStart[i];
        payloads = 0;
        if (count == first) {
          clear();
        }
        return from[i];
      }
    }
    return -1;
  }

  /**
   * Copies what has to be written so that the output ends with a whole segment.
   *
   * @param begunOnly whether the segments of the current message that are not begun yet, and have
   *     memory of their own, are left out
   * @param payload locates the current message
   * @param hazard of the transmit turn
   * @param more bytes of room at the end
   * @return the bytes with the position behind them; null if memory cannot be read
   */
  public ByteBuffer copyRemainder(
      boolean begunOnly, Payload payload, HazardPointers hazard, int more) {
    int end = count;
    int cut = 0;
    int size = more;
    for (int i = first; i < end; i++) {
      boolean begun = i == first || from[i - 1] > segmentStart[i];
      if (begunOnly && isPayload[i] && !begun) {
        end = i;
        cut = (int) from[i - 1] + length[i - 1] - segmentStart[i];
      } else {
        size += length[i];
      }
    }
    ByteBuffer copy = ByteBuffer.allocate(size);
    for (int i = first; i < end; i++) {
      if (isPayload[i]) {
        if (!copyPayload(i, payload, hazard, copy)) {
          return null;
        }
      } else {
        int bytes = i == end - 1 ? length[i] - cut : length[i];
        copy.put(copy.position(), slab, (int) from[i], bytes).position(copy.position() + bytes);
      }
    }
    return copy;
  }

  private boolean copyPayload(int i, Payload payload, HazardPointers hazard, ByteBuffer to) {
    try {
      if (payload.locate(from[i], length[i], hazard, i, slice) != AccessResult.OK) {
        return false;
      }
      hazard.publishFence();
      int at = to.position();
      to.position(at + length[i]);
      return slice.isValid() && GuardedCopy.read(slice.buffer(), slice.index(), to, at, length[i]);
    } finally {
      hazard.clear(i);
    }
  }

  /** {@return why memory could not be sent} */
  public AccessResult refusal() {
    return refusal;
  }

  /**
   * Writes once.
   *
   * @param channel the socket
   * @param payload locates the current message
   * @param hazard of the transmit turn
   * @return {@link #DONE}, {@link #SOCKET_FULL} or {@link #REFUSED}
   * @throws IOException if the socket fails
   */
  public int write(SocketChannel channel, Payload payload, HazardPointers hazard)
      throws IOException {
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
      if (refusal != AccessResult.OK) {
        return REFUSED;
      }
      written = channel.write(writeViews, first, count - first);
    } catch (RuntimeException e) {
      // A buffer whose arena is closed or that belongs to another thread.
      refusal = AccessResult.REVOKED;
      return REFUSED;
    } catch (IOException e) {
      if (isReadable()) {
        throw e;
      }
      // A mapped file was truncated.
      refusal = AccessResult.REVOKED;
      return REFUSED;
    } finally {
      release(hazard);
    }
    return consumed(written);
  }

  /** Tells whether all memory that was to be written can be read. */
  private boolean isReadable() {
    for (int i = first; i < count; i++) {
      RegionSlice slice = slices[i];
      if (isPayload[i] && !GuardedCopy.isReadable(slice.buffer(), slice.index(), slice.length())) {
        return false;
      }
    }
    return true;
  }

  private AccessResult fill(Payload payload, HazardPointers hazard) {
    for (int i = first; i < count; i++) {
      if (isPayload[i]) {
        RegionSlice slice = slices[i];
        AccessResult access = payload.locate(from[i], length[i], hazard, i, slice);
        if (access != AccessResult.OK) {
          return access;
        }
        writeViews[i] = slice.lendView();
      } else {
        int at = (int) from[i];
        writeViews[i] = slabViews[i].limit(at + length[i]).position(at);
      }
    }
    hazard.publishFence();
    for (int i = first; i < count; i++) {
      if (isPayload[i] && !slices[i].isValid()) {
        return AccessResult.REVOKED;
      }
    }
    return AccessResult.OK;
  }

  private void release(HazardPointers hazard) {
    for (int i = 0; i < count; i++) {
      if (isPayload[i] && i >= first) {
        hazard.clear(i);
        if (writeViews[i] != null) {
          slices[i].returnView(writeViews[i]);
        }
      }
      writeViews[i] = null;
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
      return SOCKET_FULL;
    }
    clear();
    return DONE;
  }

  /** Drops all bytes that are not written. */
  public void clear() {
    first = 0;
    count = 0;
    tail = 0;
    payloads = 0;
    bytes = 0;
  }
}
