package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * A parser of received FPDUs, the frames of iWARP, which checks each frame by itself and gives
 * access to its fields.
 *
 * <p>The parser is bound to one staging buffer. {@link #parse} reads the FPDU that begins at a
 * given index; afterwards the accessors show its fields until the octets move or the next call.
 * Nothing is consumed: on {@link #OK} the next FPDU begins at {@link #end}. {@link InboundChecks}
 * checks what needs knowledge of earlier FPDUs, the caller what needs knowledge of memory.
 *
 * <p>With CRC in use an FPDU is checked only when it is complete and its CRC is right; up to then
 * only its length field is believed, and only to find the CRC. Without CRC the header is checked as
 * soon as it is there, and the result {@link #PARTIAL} lets the caller place the payload straight
 * from the socket.
 *
 * <p>Any octets whatever give a result, never an exception. Reserved fields and pad are ignored.
 * STags, sequence numbers and offsets are unsigned numbers in ints and longs. Allocates nothing
 * after construction. Not thread-safe.
 */
public final class FpduParser {
  /** Result: a complete FPDU without fault. */
  public static final int OK = 0;

  /** Result: more octets are needed, see {@link #needed}. */
  public static final int NEED_MORE = 1;

  /**
   * Result, only without CRC and for messages with placed payload: the header is complete and
   * without fault, {@link #payloadMissing} octets of payload or some of the trailer are still to
   * come. The caller either treats it like {@link #NEED_MORE}, or places what is there and itself
   * receives the missing payload and then {@link #trailerLength} octets to be dropped.
   */
  public static final int PARTIAL = 2;

  private final ByteBuffer view;
  private final Crc32c crc;
  private final TerminateView terminate = new TerminateView();
  private int start;
  private int limit;
  private int needed;
  private int ulpduLength;
  private int control;
  private int payload;

  /**
   * Creates a parser for one direction of a connection.
   *
   * @param staging the buffer into which octets are received, at least {@link Fpdu#MAX_LENGTH}
   *     octets so that any FPDU fits. The parser reads it through a view of its own; position,
   *     limit and order of the given object neither matter nor change
   * @param crc true when the two ends agreed on CRC
   * @throws IllegalArgumentException if the buffer is too small
   */
  public FpduParser(ByteBuffer staging, boolean crc) {
    if (staging.capacity() < Fpdu.MAX_LENGTH) {
      throw new IllegalArgumentException(
          "FpduParser: staging has "
              + staging.capacity()
              + " bytes, must have at least "
              + Fpdu.MAX_LENGTH);
    }
    // A new duplicate is big-endian whatever the order of the original.
    this.view = staging.duplicate().clear();
    this.crc = crc ? new Crc32c() : null;
  }

  /**
   * Parses the FPDU that begins at an index of the staging buffer.
   *
   * @param from index of the first received octet that was not consumed
   * @param to index after the last received octet
   * @return {@link #OK}, {@link #NEED_MORE}, {@link #PARTIAL}, or a fault as {@link TerminateCode}
   *     packs it. After a fault the stream has no further FPDU boundary; {@link #start} still tells
   *     where the offending header is, for {@link Terminate#encode}
   * @throws IndexOutOfBoundsException if the range is not within the buffer
   */
  public int parse(int from, int to) {
    Objects.checkFromToIndex(from, to, view.capacity());
    start = from;
    limit = to;
    ulpduLength = 0;
    control = 0;
    payload = 0;
    int present = to - from;
    if (present < Fpdu.LENGTH_FIELD) {
      needed = Fpdu.LENGTH_FIELD;
      return NEED_MORE;
    }
    ulpduLength = view.getShort(from) & 0xFFFF;
    int size = Fpdu.size(ulpduLength);
    needed = size;
    if (crc != null) {
      if (present < size) {
        return NEED_MORE;
      }
      if (crc.of(view, from, size - Fpdu.CRC_FIELD) != loadCrc(size)) {
        return TerminateCode.MPA_CRC.fault();
      }
      return checkHeader();
    }
    if (ulpduLength >= Fpdu.TAGGED_HEADER && present < Fpdu.MIN_LENGTH) {
      needed = Fpdu.MIN_LENGTH;
      return NEED_MORE;
    }
    int fault = checkHeader();
    if (fault != OK || present >= size) {
      return fault;
    }
    int opcode = opcode();
    return Opcode.isTagged(opcode) || Opcode.isSend(opcode) ? PARTIAL : NEED_MORE;
  }

  private int loadCrc(int size) {
    return Crc32c.load(view, start + size - Fpdu.CRC_FIELD);
  }

  private int checkHeader() {
    // Before anything is subtracted from the length: it must cover the smallest header there is.
    if (ulpduLength < Fpdu.TAGGED_HEADER) {
      return TerminateCode.DDP_LOCAL_CATASTROPHIC.fault();
    }
    control = view.getShort(start + Fpdu.DDP_CONTROL) & 0xFFFF;
    boolean tagged = tagged();
    if ((control >>> 8 & Fpdu.DDP_VERSION_MASK) != Fpdu.DDP_VERSION) {
      return tagged
          ? TerminateCode.DDP_TAGGED_VERSION.fault()
          : TerminateCode.DDP_UNTAGGED_VERSION.fault();
    }
    if ((control & Fpdu.RDMAP_VERSION_MASK) != Fpdu.RDMAP_VERSION) {
      return TerminateCode.RDMAP_INVALID_VERSION.fault();
    }
    int opcode = opcode();
    if (opcode > Opcode.MAX || tagged != Opcode.isTagged(opcode)) {
      return TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault();
    }
    if (tagged) {
      payload = Fpdu.TAGGED_PAYLOAD;
      return OK;
    }
    return checkUntagged(opcode);
  }

  private int checkUntagged(int opcode) {
    int shortest = Fpdu.UNTAGGED_HEADER;
    if (opcode == Opcode.READ_REQUEST) {
      shortest += Fpdu.READ_HEADER;
    } else if (opcode == Opcode.TERMINATE) {
      shortest += Fpdu.TERMINATE_CONTROL;
    }
    if (ulpduLength < shortest) {
      return TerminateCode.DDP_LOCAL_CATASTROPHIC.fault();
    }
    if (view.getInt(start + Fpdu.QN) != Opcode.queueNumber(opcode)) {
      return TerminateCode.DDP_INVALID_QN.fault();
    }
    if (opcode == Opcode.READ_REQUEST && ulpduLength > shortest) {
      // The buffers of queue 1 hold one Read Request header each.
      return TerminateCode.DDP_MESSAGE_TOO_LONG.fault();
    }
    payload = Fpdu.UNTAGGED_PAYLOAD;
    return OK;
  }

  /**
   * Tells how many octets there must be from the start before another call can get further.
   *
   * @return octets, 2 to {@link Fpdu#MAX_LENGTH}; meaningful after {@link #NEED_MORE} and {@link
   *     #PARTIAL}
   */
  public int needed() {
    return needed;
  }

  /**
   * Gives the index where this FPDU begins.
   *
   * @return index of its length field in the staging buffer
   */
  public int start() {
    return start;
  }

  /**
   * Gives the index where the next FPDU begins.
   *
   * @return index after the CRC; after the received octets when the FPDU is not complete
   */
  public int end() {
    return start + Fpdu.size(ulpduLength);
  }

  /**
   * Gives the length of the DDP segment.
   *
   * @return octets, 0 to 65535
   */
  public int ulpduLength() {
    return ulpduLength;
  }

  /**
   * Gives the opcode.
   *
   * @return one of the constants of {@link Opcode}
   */
  public int opcode() {
    return control & Fpdu.OPCODE_MASK;
  }

  /**
   * Tells whether the segment uses the tagged buffer model.
   *
   * @return true for Write and Read Response
   */
  public boolean tagged() {
    return (control >>> 8 & Fpdu.TAGGED_BIT) != 0;
  }

  /**
   * Tells whether this is the last segment of its message.
   *
   * @return true for the last one
   */
  public boolean last() {
    return (control >>> 8 & Fpdu.LAST_BIT) != 0;
  }

  /**
   * Gives the STag: the buffer of a tagged segment, what to invalidate of a Send with Invalidate.
   *
   * @return an STag; without meaning for other messages
   */
  public int stag() {
    return view.getInt(start + Fpdu.STAG);
  }

  /**
   * Gives the tagged offset of the first payload octet.
   *
   * @return an unsigned offset; only for tagged segments
   */
  public long taggedOffset() {
    return view.getLong(start + Fpdu.TAGGED_OFFSET);
  }

  /**
   * Gives the message sequence number.
   *
   * @return an unsigned number; only for untagged segments
   */
  public int msn() {
    return view.getInt(start + Fpdu.MSN);
  }

  /**
   * Gives the offset of the first payload octet in the message.
   *
   * @return an unsigned offset; only for untagged segments
   */
  public int messageOffset() {
    return view.getInt(start + Fpdu.MO);
  }

  /**
   * Gives the index of the first payload octet.
   *
   * @return index in the staging buffer
   */
  public int payloadOffset() {
    return start + payload;
  }

  /**
   * Gives the length of the payload.
   *
   * @return octets, 0 to 65521
   */
  public int payloadLength() {
    return payload == 0 ? 0 : Fpdu.LENGTH_FIELD + ulpduLength - payload;
  }

  /**
   * Tells how much of the payload is in the staging buffer.
   *
   * @return octets, 0 to {@link #payloadLength}
   */
  public int payloadPresent() {
    return Math.max(0, Math.min(payloadLength(), limit - payloadOffset()));
  }

  /**
   * Tells how much of the payload is still to come.
   *
   * @return octets, 0 to {@link #payloadLength}
   */
  public int payloadMissing() {
    return payloadLength() - payloadPresent();
  }

  /**
   * Gives the length of pad and CRC.
   *
   * @return octets, 4 to 7
   */
  public int trailerLength() {
    return Fpdu.pad(ulpduLength) + Fpdu.CRC_FIELD;
  }

  /**
   * Gives the sink STag of a Read Request.
   *
   * @return an STag; only for Read Requests
   */
  public int sinkStag() {
    return view.getInt(start + Fpdu.SINK_STAG);
  }

  /**
   * Gives the sink offset of a Read Request.
   *
   * @return an unsigned offset; only for Read Requests
   */
  public long sinkOffset() {
    return view.getLong(start + Fpdu.SINK_OFFSET);
  }

  /**
   * Gives the size of a Read Request.
   *
   * @return octets, 0 to 2^32-1; only for Read Requests
   */
  public long readSize() {
    return view.getInt(start + Fpdu.READ_SIZE) & 0xFFFFFFFFL;
  }

  /**
   * Gives the source STag of a Read Request.
   *
   * @return an STag; only for Read Requests
   */
  public int sourceStag() {
    return view.getInt(start + Fpdu.SOURCE_STAG);
  }

  /**
   * Gives the source offset of a Read Request.
   *
   * @return an unsigned offset; only for Read Requests
   */
  public long sourceOffset() {
    return view.getLong(start + Fpdu.SOURCE_OFFSET);
  }

  /**
   * Shows the content of a Terminate message.
   *
   * @return the parser's own view, valid as long as the accessors are; only for Terminate after
   *     {@link #OK}
   * @throws IllegalArgumentException if the FPDU has less payload than the smallest Terminate
   */
  public TerminateView terminate() {
    return terminate.wrap(view, payloadOffset(), payloadPresent());
  }
}
