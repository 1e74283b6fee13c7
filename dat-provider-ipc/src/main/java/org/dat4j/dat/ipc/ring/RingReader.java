package org.dat4j.dat.ipc.ring;

import java.nio.ByteBuffer;

/**
 * The reader of the ring in shared memory into which the peer of an ipc connection writes. Whatever
 * is in there may be wrong: each word is read once and checked, and nothing outside of the ring is
 * touched. Used by one thread at a time; {@link #hasRecord()} by any.
 */
public final class RingReader {

  private final ByteBuffer memory;
  private final int ring;
  private final int capacity;
  private final int headIndex;
  private final int wantedIndex;

  /** The position of the next record. */
  private long head;

  /** The position that the peer was told last. */
  private long told;

  /** The wish of the peer that was fulfilled last. */
  private long fulfilled;

  private RecordType type = RecordType.NONE;
  private int flags;
  private int payload;
  private long number;
  private long total;
  private int context;
  private long address;

  RingReader(ByteBuffer memory, int ring, int capacity, int headIndex, int wantedIndex) {
    this.memory = memory;
    this.ring = ring;
    this.capacity = capacity;
    this.headIndex = headIndex;
    this.wantedIndex = wantedIndex;
  }

  private int place() {
    return (int) head & capacity - 1;
  }

  /**
   * Whether a record is there that was not taken; any thread, for which it is a hint.
   *
   * @return whether there is one
   */
  public boolean hasRecord() {
    return SharedWords.getOpaque(memory, ring + place()) != 0;
  }

  /**
   * Reads the header of the next record.
   *
   * @return false when there is none
   * @throws RingFaultException if it makes no sense
   */
  public boolean next() {
    int place = place();
    int at = ring + place;
    long word = SharedWords.getAcquire(memory, at);
    if (word == 0) {
      return false;
    }
    type = RecordType.of((int) word & 0xff);
    flags = (int) word >>> RingWriter.FLAGS_SHIFT;
    payload = (int) (word >>> RingWriter.LENGTH_SHIFT);
    if (payload < 0
        || payload > capacity - place - RingWriter.HEADER
        || payload > 0 && !type.hasPayload()) {
      throw new RingFaultException(
          "the peer's ring has a record " + type + " of " + payload + " bytes");
    }
    number = SharedWords.getOpaque(memory, at + Long.BYTES);
    long lengths = SharedWords.getOpaque(memory, at + 2 * Long.BYTES);
    total = lengths & 0xffff_ffffL;
    context = (int) (lengths >>> Integer.SIZE);
    address = SharedWords.getOpaque(memory, at + 3 * Long.BYTES);
    return true;
  }

  /**
   * Returns the kind of the record.
   *
   * @return the kind
   */
  public RecordType type() {
    return type;
  }

  /**
   * Returns the completion flags of a Send, or the status of a refusal.
   *
   * @return flags
   */
  public int flags() {
    return flags;
  }

  /**
   * Returns how many bytes of the message are in this record.
   *
   * @return bytes
   */
  public int payload() {
    return payload;
  }

  /**
   * Returns the number of the request.
   *
   * @return the peer's number, or of an answer or a refusal the own one
   */
  public long number() {
    return number;
  }

  /**
   * Returns the length of the message.
   *
   * @return bytes
   */
  public long total() {
    return total;
  }

  /**
   * Returns the context of the remote memory.
   *
   * @return the context
   */
  public int context() {
    return context;
  }

  /**
   * Returns the address of the remote memory.
   *
   * @return the address
   */
  public long address() {
    return address;
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
   * Returns where the payload of the record is.
   *
   * @return index in {@link #memory()}
   */
  public int payloadIndex() {
    return ring + place() + RingWriter.HEADER;
  }

  /** Goes on behind the record. Its memory is the peer's again after {@link #publishPosition()}. */
  public void take() {
    head += RingWriter.HEADER + (payload + RingWriter.HEADER - 1 & -RingWriter.HEADER);
  }

  /**
   * Whether so much was taken that the peer should know of it.
   *
   * @return whether it is an eighth of the ring
   */
  public boolean hasMuchToTell() {
    return head - told >= capacity / 8;
  }

  /**
   * Tells the peer up to where its ring was read. A full fence and {@link #isWantedByPeer()}
   * follow.
   *
   * @return false when it knows already
   */
  public boolean publishPosition() {
    if (told == head) {
      return false;
    }
    told = head;
    SharedWords.setRelease(memory, headIndex, head);
    return true;
  }

  /**
   * Whether the peer waits for the position that it was told, and has not been rung for that wish.
   *
   * @return whether to ring
   */
  public boolean isWantedByPeer() {
    long wanted = SharedWords.getOpaque(memory, wantedIndex);
    if (wanted == fulfilled || wanted > told) {
      return false;
    }
    fulfilled = wanted;
    return true;
  }
}
