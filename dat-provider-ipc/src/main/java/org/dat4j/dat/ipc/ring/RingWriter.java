package org.dat4j.dat.ipc.ring;

import java.nio.ByteBuffer;

/**
 * The writer of a ring of an ipc connection: puts records into shared memory that the peer reads.
 * Used by one thread at a time; {@link #isReached()} by any.
 *
 * <p>A record has a header of four words, and its payload behind. Its first word is written last,
 * after the first word of the next record's place was set to zero: so a reader needs nothing but
 * the ring to find out what is there. No record passes the end of the ring; a message that does is
 * split.
 */
public final class RingWriter {

  /** Bytes of a header. All records begin at a multiple of it. */
  static final int HEADER = 4 * Long.BYTES;

  static final int LENGTH_SHIFT = 32;
  static final int FLAGS_SHIFT = 8;

  private final ByteBuffer memory;
  private final int ring;
  private final int capacity;
  private final int headIndex;
  private final int wantedIndex;

  /** The position of the next record. */
  private long tail;

  /** The position up to which the peer is known to have read. */
  private long head;

  /** The position that the peer is asked for, or one that it has long passed. */
  private volatile long wanted;

  RingWriter(ByteBuffer memory, int ring, int capacity, int headIndex, int wantedIndex) {
    this.memory = memory;
    this.ring = ring;
    this.capacity = capacity;
    this.headIndex = headIndex;
    this.wantedIndex = wantedIndex;
  }

  /**
   * Returns how much payload a record may have now.
   *
   * @param wish bytes; the peer's progress is looked up when there is less room
   * @return bytes, 0 or more; negative when there is no room for a header
   */
  public int room(long wish) {
    int toEnd = capacity - place(tail);
    if (Math.min(toEnd, free()) < Math.min(toEnd, HEADER + wish)) {
      readHead();
    }
    return Math.min(toEnd, free()) - HEADER;
  }

  /** The bytes for records; a place for the first word of the next one is left. */
  private int free() {
    return Math.max(0, capacity - HEADER - (int) (tail - head));
  }

  private void readHead() {
    long now = SharedWords.getAcquire(memory, headIndex);
    if (now < head || now > tail) {
      throw new RingFaultException(
          "the peer says that it has read to " + now + " of " + head + " to " + tail);
    }
    head = now;
  }

  private int place(long position) {
    return (int) position & capacity - 1;
  }

  /**
   * Returns the memory; only absolute accesses.
   *
   * @return the area
   */
  public ByteBuffer memory() {
    return memory;
  }

  /**
   * Returns where the payload of the next record goes.
   *
   * @return index in {@link #memory()}
   */
  public int payloadIndex() {
    return ring + place(tail) + HEADER;
  }

  /**
   * Puts a record, whose payload is there already and which has room.
   *
   * @param type kind of the record
   * @param flags completion flags of a Send
   * @param number of the request
   * @param total bytes of the message, below 2^32
   * @param context of remote memory
   * @param address of remote memory
   * @param payload bytes in this record
   */
  public void put(
      RecordType type, int flags, long number, long total, int context, long address, int payload) {
    int at = ring + place(tail);
    long next = tail + HEADER + (payload + HEADER - 1 & -HEADER);
    SharedWords.set(memory, ring + place(next), 0);
    SharedWords.set(memory, at + Long.BYTES, number);
    SharedWords.set(memory, at + 2 * Long.BYTES, total | (long) context << Integer.SIZE);
    SharedWords.set(memory, at + 3 * Long.BYTES, address);
    long word = type.ordinal() | (long) flags << FLAGS_SHIFT | (long) payload << LENGTH_SHIFT;
    SharedWords.setRelease(memory, at, word);
    tail = next;
  }

  /**
   * Returns the position behind the last record.
   *
   * @return the position
   */
  public long tail() {
    return tail;
  }

  /**
   * Whether the peer has read all records before a position.
   *
   * @param position at most {@link #tail()}
   * @return whether it has
   */
  public boolean isRead(long position) {
    if (head < position) {
      readHead();
    }
    return head >= position;
  }

  /**
   * Returns a position that leaves half of the ring free once the peer has read to it.
   *
   * @return the position
   */
  public long half() {
    return tail - capacity / 2;
  }

  /**
   * Asks the peer to ring when it has read to a position. A full fence and {@link #isRead} follow.
   *
   * @param position at most {@link #tail()}
   */
  public void want(long position) {
    wanted = position;
    SharedWords.setOpaque(memory, wantedIndex, position);
  }

  /** Asks the peer for nothing any longer. */
  public void wantNothing() {
    if (wanted != 0) {
      wanted = 0;
    }
  }

  /**
   * Whether something was asked of the peer, and it has read that far; any thread.
   *
   * @return whether the holder of the transmit turn can go on
   */
  public boolean isReached() {
    long position = wanted;
    return position != 0 && SharedWords.getOpaque(memory, headIndex) >= position;
  }
}
