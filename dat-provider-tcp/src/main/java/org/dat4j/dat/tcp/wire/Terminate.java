package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;

/**
 * The layout and the encoder of the Terminate message, which ends an iWARP connection with an error
 * code.
 *
 * <p>The payload is a control word (layer, type, code and the flags of the copied headers). The
 * announced parts follow: the length of the offending DDP segment, a copy of its DDP header and a
 * copy of its Read Request header. It reflects header fields only, never payload. Offsets count
 * octets from the start of the payload. Stateless, thread-safe as far as the buffers are.
 */
public final class Terminate {
  /** Offset of the octet that holds the layer in its high and the error type in its low half. */
  public static final int LAYER_AND_ETYPE = 0;

  /** Offset of the octet that holds the error code. */
  public static final int CODE = 1;

  /** Offset of the octet with the flags of the copied headers. */
  public static final int CONTENT = 2;

  /** Offset of the 16-bit length of the offending DDP segment. */
  public static final int SEGMENT_LENGTH = 4;

  /** Offset of the copied DDP header. */
  public static final int DDP_HEADER = 6;

  /** Bit M of the content octet: the segment length is valid. */
  public static final int LENGTH_BIT = 0x80;

  /** Bit D of the content octet: a DDP header follows. */
  public static final int DDP_BIT = 0x40;

  /** Bit R of the content octet: a Read Request header follows. */
  public static final int READ_BIT = 0x20;

  /** Most octets of the message up to its CRC: with both headers. */
  public static final int MAX_SIZE =
      Fpdu.UNTAGGED_PAYLOAD + DDP_HEADER + Fpdu.UNTAGGED_HEADER + Fpdu.READ_HEADER;

  private Terminate() {}

  /**
   * Writes a Terminate message up to its CRC; it never needs a pad. What is copied follows from the
   * fault: nothing when the layout of the offending segment is unknown or the error has no segment,
   * the Read Request header only when RDMAP refuses a Read Request. Allocates nothing.
   *
   * @param slab where to write, big-endian
   * @param at index of the first octet
   * @param fault the error, see {@link TerminateCode}
   * @param offending the buffer with the header of the offending FPDU, another one than the slab,
   *     or null when there is none. For a Read Request that failed part way, its header with the
   *     values updated to how far it got
   * @param offendingAt index of the first octet of that FPDU's length field
   * @return octets written: 24, 40, 44 or 72
   * @throws IndexOutOfBoundsException if the slab is too short
   */
  public static int encode(
      ByteBuffer slab, int at, int fault, ByteBuffer offending, int offendingAt) {
    int payload = at + Fpdu.UNTAGGED_PAYLOAD;
    int length = Fpdu.TERMINATE_CONTROL;
    int content = 0;
    int opcode = offending == null ? -1 : opcodeToCopy(fault, offending, offendingAt);
    if (opcode >= 0) {
      boolean read = opcode == Opcode.READ_REQUEST && isRemoteProtection(fault);
      int header = Opcode.isTagged(opcode) ? Fpdu.TAGGED_HEADER : Fpdu.UNTAGGED_HEADER;
      int copied = read ? header + Fpdu.READ_HEADER : header;
      content = LENGTH_BIT | DDP_BIT | (read ? READ_BIT : 0);
      slab.putShort(payload + SEGMENT_LENGTH, offending.getShort(offendingAt));
      slab.put(payload + DDP_HEADER, offending, offendingAt + Fpdu.LENGTH_FIELD, copied);
      length = DDP_HEADER + copied;
    }
    FpduEncoder.untagged(slab, at, Opcode.TERMINATE, true, 0, 1, 0, length);
    slab.putInt(payload, (fault & 0xFFFF) << 16 | content << 8);
    return Fpdu.UNTAGGED_PAYLOAD + length;
  }

  private static int opcodeToCopy(int fault, ByteBuffer offending, int at) {
    if (!copiesHeader(fault) || offending.limit() - at < Fpdu.TAGGED_PAYLOAD) {
      return -1;
    }
    int opcode = offending.get(at + Fpdu.RDMAP_CONTROL) & Fpdu.OPCODE_MASK;
    boolean tagged = (offending.get(at + Fpdu.DDP_CONTROL) & Fpdu.TAGGED_BIT) != 0;
    if (opcode > Opcode.MAX || tagged != Opcode.isTagged(opcode)) {
      return -1;
    }
    int needed = tagged ? Fpdu.TAGGED_PAYLOAD : Fpdu.UNTAGGED_PAYLOAD;
    if (opcode == Opcode.READ_REQUEST) {
      needed += Fpdu.READ_HEADER;
    }
    return offending.limit() - at < needed ? -1 : opcode;
  }

  private static boolean isRemoteProtection(int fault) {
    return TerminateCode.layer(fault) == 0 && TerminateCode.etype(fault) == 1;
  }

  private static boolean copiesHeader(int fault) {
    return TerminateCode.layer(fault) < 2
        && TerminateCode.etype(fault) != 0
        && fault != TerminateCode.RDMAP_INVALID_VERSION.fault()
        && fault != TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault()
        && fault != TerminateCode.DDP_TAGGED_VERSION.fault()
        && fault != TerminateCode.DDP_UNTAGGED_VERSION.fault();
  }
}
