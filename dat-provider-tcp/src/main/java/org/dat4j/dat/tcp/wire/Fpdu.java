package org.dat4j.dat.tcp.wire;

/**
 * The layout of an FPDU, the frame of iWARP on a TCP stream: the offsets of its fields and the
 * lengths of its parts.
 *
 * <p>An FPDU is a 16-bit ULPDU length, the ULPDU (a DDP segment), 0 to 3 octets of pad and 4 octets
 * of CRC. All offsets here count octets from the first octet of the length field. All fields are in
 * network order except the CRC, see {@link Crc32c}. Stateless, thread-safe.
 */
public final class Fpdu {
  /** Octets of the ULPDU length field in front of the ULPDU. */
  public static final int LENGTH_FIELD = 2;

  /** Octets of the CRC at the end, present even when CRC is not in use. */
  public static final int CRC_FIELD = 4;

  /** Offset of the DDP control octet. */
  public static final int DDP_CONTROL = 2;

  /** Offset of the RDMAP control octet. */
  public static final int RDMAP_CONTROL = 3;

  /** Offset of the STag: of a tagged segment its buffer, of a Send the STag to invalidate or 0. */
  public static final int STAG = 4;

  /** Offset of the 64-bit tagged offset of a tagged segment. */
  public static final int TAGGED_OFFSET = 8;

  /** Offset of the payload of a tagged segment. */
  public static final int TAGGED_PAYLOAD = 16;

  /** Offset of the queue number of an untagged segment. */
  public static final int QN = 8;

  /** Offset of the message sequence number of an untagged segment. */
  public static final int MSN = 12;

  /** Offset of the message offset of an untagged segment. */
  public static final int MO = 16;

  /** Offset of the payload of an untagged segment. */
  public static final int UNTAGGED_PAYLOAD = 20;

  /** Offset of the sink STag in a Read Request. */
  public static final int SINK_STAG = 20;

  /** Offset of the 64-bit sink tagged offset in a Read Request. */
  public static final int SINK_OFFSET = 24;

  /** Offset of the 32-bit unsigned read size, in octets, in a Read Request. */
  public static final int READ_SIZE = 32;

  /** Offset of the source STag in a Read Request. */
  public static final int SOURCE_STAG = 36;

  /** Offset of the 64-bit source tagged offset in a Read Request. */
  public static final int SOURCE_OFFSET = 40;

  /** Octets of the DDP and RDMAP header of a tagged segment; also the smallest ULPDU there is. */
  public static final int TAGGED_HEADER = 14;

  /** Octets of the DDP and RDMAP header of an untagged segment. */
  public static final int UNTAGGED_HEADER = 18;

  /** Octets of the RDMAP header a Read Request carries as its payload. */
  public static final int READ_HEADER = 28;

  /** Octets of the shortest Terminate payload: its control word. */
  public static final int TERMINATE_CONTROL = 4;

  /** Octets of a whole Read Request, which needs no pad. */
  public static final int READ_REQUEST_SIZE = 52;

  /** Octets of the longest Terminate this codec writes: both headers copied, no pad. */
  public static final int TERMINATE_SIZE = 76;

  /** Octets of the smallest FPDU that carries a DDP segment. */
  public static final int MIN_LENGTH = 20;

  /** Octets of the largest FPDU a peer can announce. A receiver must be able to hold one. */
  public static final int MAX_LENGTH = 65544;

  /** Bit of the DDP control octet that marks the tagged buffer model. */
  public static final int TAGGED_BIT = 0x80;

  /** Bit of the DDP control octet that marks the last segment of a message. */
  public static final int LAST_BIT = 0x40;

  /** Bits of the DDP control octet that hold the DDP version. */
  public static final int DDP_VERSION_MASK = 0x03;

  /** The DDP version this codec speaks. */
  public static final int DDP_VERSION = 1;

  /** Bits of the RDMAP control octet that hold the RDMAP version. */
  public static final int RDMAP_VERSION_MASK = 0xC0;

  /** The RDMAP version this codec speaks, 1, at its place in the control octet. */
  public static final int RDMAP_VERSION = 0x40;

  /** Bits of the RDMAP control octet that hold the opcode. */
  public static final int OPCODE_MASK = 0x0F;

  /** DDP queue of the Send family. */
  public static final int QN_SEND = 0;

  /** DDP queue of Read Requests. */
  public static final int QN_READ_REQUEST = 1;

  /** DDP queue of Terminate. */
  public static final int QN_TERMINATE = 2;

  private Fpdu() {}

  /**
   * Gives the pad between ULPDU and CRC that makes an FPDU a multiple of four octets.
   *
   * @param ulpduLength octets of the ULPDU, 0 to 65535
   * @return octets of pad, 0 to 3
   */
  public static int pad(int ulpduLength) {
    return -(ulpduLength + LENGTH_FIELD) & 3;
  }

  /**
   * Gives the size of a whole FPDU.
   *
   * @param ulpduLength octets of the ULPDU, 0 to 65535
   * @return octets from the length field through the CRC, 8 to {@link #MAX_LENGTH}
   */
  public static int size(int ulpduLength) {
    return LENGTH_FIELD + ulpduLength + pad(ulpduLength) + CRC_FIELD;
  }
}
