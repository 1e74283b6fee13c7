package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;

/**
 * A reader of a received Terminate message, which ends an iWARP connection; it tolerates mistakes
 * of the sender.
 *
 * <p>Peers are known to announce headers they do not send, to put the payload length where the
 * segment length belongs and a read length where a sequence number belongs. Linux's soft iWARP lays
 * the control word out as its processor numbers bits. So on x86 layer and type change places, and
 * the header flags are at the other end of their octet, where others send zeros; such a word is
 * read as it was meant. So every part is optional here: ask whether it is there in full before
 * reading it; an absent part reads as 0. The copied headers are hints for the error report and
 * nothing else.
 *
 * <p>A flyweight over the parser's buffer: valid until the octets move. Not thread-safe. Allocates
 * nothing.
 */
public final class TerminateView {
  /** The header flags as a processor writes them that counts bits from the low end. */
  private static final int MIRRORED_BITS = 0x07;

  private ByteBuffer buffer;
  private int control;
  private int fault;
  private int content;
  private int segmentLength;
  private int ddpHeader;
  private int readHeader;

  /** Creates a view of nothing; wrap a message before use. */
  public TerminateView() {}

  /**
   * Reads a Terminate payload.
   *
   * @param source the big-endian buffer with the message; kept, not copied
   * @param at index of the first payload octet
   * @param length payload octets, 4 or more
   * @return this view
   * @throws IllegalArgumentException if the length is below 4
   * @throws IndexOutOfBoundsException if the buffer ends before the payload
   */
  public TerminateView wrap(ByteBuffer source, int at, int length) {
    if (length < Fpdu.TERMINATE_CONTROL) {
      throw new IllegalArgumentException(
          "Terminate payload: length is " + length + ", must be at least 4");
    }
    control = source.getInt(at);
    source.get(at + length - 1);
    buffer = source;
    fault = TerminateCode.fault(control >>> 28, control >>> 24, control >>> 16);
    content = control >>> 8 & 0xFF;
    if (content != 0 && (content & ~MIRRORED_BITS) == 0) {
      fault = TerminateCode.fault(control >>> 24, control >>> 28, control >>> 16);
      content = Integer.reverse(content) >>> 24;
    }
    int end = at + length;
    int next = at + Fpdu.TERMINATE_CONTROL;
    segmentLength = -1;
    ddpHeader = -1;
    readHeader = -1;
    boolean ddp = (content & Terminate.DDP_BIT) != 0;
    if (ddp || (content & Terminate.LENGTH_BIT) != 0) {
      if (end - next < 2) {
        return this;
      }
      segmentLength = source.getShort(next) & 0xFFFF;
      next += 2;
    }
    if (ddp) {
      boolean tagged = next < end && (source.get(next) & Fpdu.TAGGED_BIT) != 0;
      int header = tagged ? Fpdu.TAGGED_HEADER : Fpdu.UNTAGGED_HEADER;
      if (end - next < header) {
        return this;
      }
      ddpHeader = next - Fpdu.LENGTH_FIELD;
      next += header;
    }
    if ((content & Terminate.READ_BIT) != 0 && end - next >= Fpdu.READ_HEADER) {
      readHeader = next - Fpdu.UNTAGGED_PAYLOAD;
    }
    return this;
  }

  /**
   * Gives the error the peer reports.
   *
   * @return a fault, see {@link TerminateCode}; its numbers may be unassigned ones
   */
  public int fault() {
    return fault;
  }

  /**
   * Tells whether the length of the offending segment is there and marked valid.
   *
   * @return true if {@link #segmentLength} means something
   */
  public boolean hasSegmentLength() {
    return segmentLength >= 0 && (content & Terminate.LENGTH_BIT) != 0;
  }

  /**
   * Gives the length of the offending segment. Some peers count its payload only.
   *
   * @return octets, 0 to 65535, or 0 when absent
   */
  public int segmentLength() {
    return Math.max(0, segmentLength);
  }

  /**
   * Tells whether a whole DDP header was copied.
   *
   * @return true if the header accessors mean something
   */
  public boolean hasDdpHeader() {
    return ddpHeader >= 0;
  }

  /**
   * Tells whether the copied DDP header is that of a tagged segment.
   *
   * @return true for tagged; false for untagged or when absent
   */
  public boolean tagged() {
    return hasDdpHeader() && (buffer.get(ddpHeader + Fpdu.DDP_CONTROL) & Fpdu.TAGGED_BIT) != 0;
  }

  /**
   * Gives the opcode of the offending message.
   *
   * @return 0 to 15, or 0 when absent
   */
  public int opcode() {
    return hasDdpHeader() ? buffer.get(ddpHeader + Fpdu.RDMAP_CONTROL) & Fpdu.OPCODE_MASK : 0;
  }

  /**
   * Tells whether the offending segment was the last one of its message.
   *
   * @return true for the last one; false for others or when absent
   */
  public boolean isLast() {
    return hasDdpHeader() && (buffer.get(ddpHeader + Fpdu.DDP_CONTROL) & Fpdu.LAST_BIT) != 0;
  }

  /**
   * Gives the STag in the copied DDP header.
   *
   * @return an STag, or 0 when absent
   */
  public int stag() {
    return hasDdpHeader() ? buffer.getInt(ddpHeader + Fpdu.STAG) : 0;
  }

  /**
   * Gives the tagged offset in the copied DDP header.
   *
   * @return an unsigned offset, or 0 when absent or untagged
   */
  public long taggedOffset() {
    return tagged() ? buffer.getLong(ddpHeader + Fpdu.TAGGED_OFFSET) : 0;
  }

  /**
   * Gives the message sequence number in the copied DDP header. For a refused Read Request some
   * peers put the read length here.
   *
   * @return an unsigned number, or 0 when absent or tagged
   */
  public int msn() {
    return hasDdpHeader() && !tagged() ? buffer.getInt(ddpHeader + Fpdu.MSN) : 0;
  }

  /**
   * Gives the message offset in the copied DDP header.
   *
   * @return an unsigned offset, or 0 when absent or tagged
   */
  public int messageOffset() {
    return hasDdpHeader() && !tagged() ? buffer.getInt(ddpHeader + Fpdu.MO) : 0;
  }

  /**
   * Tells whether a whole Read Request header was copied.
   *
   * @return true if the source and sink accessors mean something
   */
  public boolean hasReadHeader() {
    return readHeader >= 0;
  }

  /**
   * Gives the sink STag of the refused Read Request.
   *
   * @return an STag, or 0 when absent
   */
  public int sinkStag() {
    return hasReadHeader() ? buffer.getInt(readHeader + Fpdu.SINK_STAG) : 0;
  }

  /**
   * Gives the sink offset of the refused Read Request.
   *
   * @return an unsigned offset, or 0 when absent
   */
  public long sinkOffset() {
    return hasReadHeader() ? buffer.getLong(readHeader + Fpdu.SINK_OFFSET) : 0;
  }

  /**
   * Gives the size of the refused Read Request.
   *
   * @return octets, 0 to 2^32-1; 0 when absent
   */
  public long readSize() {
    return hasReadHeader() ? buffer.getInt(readHeader + Fpdu.READ_SIZE) & 0xFFFFFFFFL : 0;
  }

  /**
   * Gives the source STag of the refused Read Request.
   *
   * @return an STag, or 0 when absent
   */
  public int sourceStag() {
    return hasReadHeader() ? buffer.getInt(readHeader + Fpdu.SOURCE_STAG) : 0;
  }

  /**
   * Gives the source offset of the refused Read Request.
   *
   * @return an unsigned offset, or 0 when absent
   */
  public long sourceOffset() {
    return hasReadHeader() ? buffer.getLong(readHeader + Fpdu.SOURCE_OFFSET) : 0;
  }
}
