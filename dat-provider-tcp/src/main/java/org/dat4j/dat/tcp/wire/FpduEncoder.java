package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;

/**
 * An encoder that writes the headers, padding and CRCs of outgoing FPDUs, the frames of iWARP, into
 * a buffer.
 *
 * <p>All methods write by absolute index into a buffer of big-endian order that the caller owns,
 * move neither its position nor its limit, allocate nothing, and throw {@link
 * IndexOutOfBoundsException} when the slab is too short. Header methods return the number of octets
 * they wrote, which is where the payload begins. STags, sequence numbers and offsets are unsigned
 * numbers in ints and longs. Payload lengths are octets of this segment, at most what {@link
 * Mulpdu} allows. Stateless, thread-safe as far as the slab is.
 */
public final class FpduEncoder {
  private FpduEncoder() {}

  /**
   * Writes the header of one segment of an RDMA Write.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param stag the peer's buffer
   * @param offset tagged offset of the first payload octet
   * @param length payload octets of this segment
   * @return octets written, 16
   */
  public static int write(
      ByteBuffer slab, int at, boolean last, int stag, long offset, int length) {
    return tagged(slab, at, Opcode.WRITE, last, stag, offset, length);
  }

  /**
   * Writes the header of one segment of an RDMA Read Response.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param sinkStag the sink STag of the Read Request
   * @param offset tagged offset of the first payload octet, counted from the request's sink offset
   * @param length payload octets of this segment
   * @return octets written, 16
   */
  public static int readResponse(
      ByteBuffer slab, int at, boolean last, int sinkStag, long offset, int length) {
    return tagged(slab, at, Opcode.READ_RESPONSE, last, sinkStag, offset, length);
  }

  /**
   * Writes a Read Request up to its CRC; it has no further payload and no pad.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param msn sequence number on queue 1, from 1
   * @param sinkStag the requester's buffer
   * @param sinkOffset tagged offset in that buffer
   * @param size octets to read, 0 to 2^32-1, as an unsigned int
   * @param sourceStag the responder's buffer
   * @param sourceOffset tagged offset in that buffer
   * @return octets written, 48
   */
  public static int readRequest(
      ByteBuffer slab,
      int at,
      int msn,
      int sinkStag,
      long sinkOffset,
      int size,
      int sourceStag,
      long sourceOffset) {
    untagged(slab, at, Opcode.READ_REQUEST, true, 0, msn, 0, Fpdu.READ_HEADER);
    slab.putInt(at + Fpdu.SINK_STAG, sinkStag);
    slab.putLong(at + Fpdu.SINK_OFFSET, sinkOffset);
    slab.putInt(at + Fpdu.READ_SIZE, size);
    slab.putInt(at + Fpdu.SOURCE_STAG, sourceStag);
    slab.putLong(at + Fpdu.SOURCE_OFFSET, sourceOffset);
    return Fpdu.UNTAGGED_PAYLOAD + Fpdu.READ_HEADER;
  }

  /**
   * Writes the header of one segment of a Send.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param msn sequence number on queue 0, from 1, the same for all segments of a message
   * @param mo octets of the message in front of this segment, as an unsigned int
   * @param length payload octets of this segment
   * @return octets written, 20
   */
  public static int send(ByteBuffer slab, int at, boolean last, int msn, int mo, int length) {
    return untagged(slab, at, Opcode.SEND, last, 0, msn, mo, length);
  }

  /**
   * Writes the header of one segment of a Send with Solicited Event.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param msn sequence number on queue 0, from 1
   * @param mo octets of the message in front of this segment, as an unsigned int
   * @param length payload octets of this segment
   * @return octets written, 20
   */
  public static int sendSolicited(
      ByteBuffer slab, int at, boolean last, int msn, int mo, int length) {
    return untagged(slab, at, Opcode.SEND_SOLICITED, last, 0, msn, mo, length);
  }

  /**
   * Writes the header of one segment of a Send with Invalidate.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param stag the peer's STag to invalidate, the same in all segments of a message
   * @param msn sequence number on queue 0, from 1
   * @param mo octets of the message in front of this segment, as an unsigned int
   * @param length payload octets of this segment
   * @return octets written, 20
   */
  public static int sendInvalidate(
      ByteBuffer slab, int at, boolean last, int stag, int msn, int mo, int length) {
    return untagged(slab, at, Opcode.SEND_INVALIDATE, last, stag, msn, mo, length);
  }

  /**
   * Writes the header of one segment of a Send with Solicited Event and Invalidate.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param last true for the last segment of the message
   * @param stag the peer's STag to invalidate, the same in all segments of a message
   * @param msn sequence number on queue 0, from 1
   * @param mo octets of the message in front of this segment, as an unsigned int
   * @param length payload octets of this segment
   * @return octets written, 20
   */
  public static int sendSolicitedInvalidate(
      ByteBuffer slab, int at, boolean last, int stag, int msn, int mo, int length) {
    return untagged(slab, at, Opcode.SEND_SOLICITED_INVALIDATE, last, stag, msn, mo, length);
  }

  /**
   * Completes an FPDU whose header and payload both lie in the slab: zeroes the pad and adds the
   * CRC.
   *
   * @param slab where header and payload are
   * @param at index of the first octet of the header
   * @param crc the calculator of this direction, or null when CRC is not in use
   * @return octets of the whole FPDU
   */
  public static int seal(ByteBuffer slab, int at, Crc32c crc) {
    return seal(slab, at, Fpdu.LENGTH_FIELD + (slab.getShort(at) & 0xFFFF), crc);
  }

  /**
   * Completes an FPDU as {@link #seal(ByteBuffer, int, Crc32c)} does, for a caller that knows the
   * length.
   *
   * @param slab where header and payload are
   * @param at index of the first octet of the header
   * @param covered octets of header and payload
   * @param crc the calculator of this direction, or null when CRC is not in use
   * @return octets of the whole FPDU
   */
  public static int seal(ByteBuffer slab, int at, int covered, Crc32c crc) {
    int pad = -covered & 3;
    zero(slab, at + covered, pad);
    int value = crc == null ? 0 : crc.of(slab, at, covered + pad);
    Crc32c.store(slab, at + covered + pad, value);
    return covered + pad + Fpdu.CRC_FIELD;
  }

  /**
   * Writes pad and CRC of a payload that is in another buffer.
   *
   * @param slab where to write
   * @param at index of the first octet
   * @param pad octets of pad, from {@link Fpdu#pad}
   * @param crc the CRC over header, payload and pad, or 0 when CRC is not in use
   * @return octets written, {@code pad} + 4
   */
  public static int trailer(ByteBuffer slab, int at, int pad, int crc) {
    zero(slab, at, pad);
    Crc32c.store(slab, at + pad, crc);
    return pad + Fpdu.CRC_FIELD;
  }

  static int untagged(
      ByteBuffer slab, int at, int opcode, boolean last, int stag, int msn, int mo, int length) {
    int control = Fpdu.DDP_VERSION | (last ? Fpdu.LAST_BIT : 0);
    start(slab, at, Fpdu.UNTAGGED_HEADER + length, control, opcode);
    slab.putInt(at + Fpdu.STAG, stag);
    slab.putInt(at + Fpdu.QN, Opcode.queueNumber(opcode));
    slab.putInt(at + Fpdu.MSN, msn);
    slab.putInt(at + Fpdu.MO, mo);
    return Fpdu.UNTAGGED_PAYLOAD;
  }

  private static int tagged(
      ByteBuffer slab, int at, int opcode, boolean last, int stag, long offset, int length) {
    int control = Fpdu.TAGGED_BIT | Fpdu.DDP_VERSION | (last ? Fpdu.LAST_BIT : 0);
    start(slab, at, Fpdu.TAGGED_HEADER + length, control, opcode);
    slab.putInt(at + Fpdu.STAG, stag);
    slab.putLong(at + Fpdu.TAGGED_OFFSET, offset);
    return Fpdu.TAGGED_PAYLOAD;
  }

  private static void start(ByteBuffer slab, int at, int ulpduLength, int control, int opcode) {
    slab.putInt(at, ulpduLength << 16 | control << 8 | Fpdu.RDMAP_VERSION | opcode);
  }

  private static void zero(ByteBuffer slab, int at, int count) {
    for (int i = 0; i < count; i++) {
      slab.put(at + i, (byte) 0);
    }
  }
}
