package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;

/**
 * A decoder of the MPA frame with which a peer sets up an iWARP connection, whose octets may arrive
 * in any pieces.
 *
 * <p>The caller collects received octets, at most {@link MpaFrame#MAX_LENGTH} before a result, and
 * calls {@link #decode} after each arrival. A frame that cannot become valid is refused at the
 * first octet that shows it, so a peer that speaks something else is noticed at once. Not
 * thread-safe.
 */
public final class MpaDecoder {
  /** Result of a call of {@link #decode}. */
  public enum DecodeStatus {
    /** The octets so far are the beginning of a valid frame; nothing was consumed. */
    NEED_MORE,
    /** A frame was consumed, see {@link MpaDecoder#frame}. */
    FRAME,
    /** No valid frame can come of this, see {@link MpaDecoder#fault}; nothing was consumed. */
    FAULT
  }

  private final MpaFrame.Kind expected;
  private MpaFrame frame;
  private MpaFault fault;
  private boolean enhancedBit;

  /**
   * Creates a decoder for one frame.
   *
   * @param expected {@code REPLY} at the initiator, {@code REQUEST} at the responder
   */
  public MpaDecoder(MpaFrame.Kind expected) {
    this.expected = expected;
  }

  /**
   * Decodes the frame at the buffer's position.
   *
   * @param in a big-endian buffer whose position is at the first octet of the frame and whose limit
   *     is after the last received octet. When a frame is found the position moves exactly after
   *     it; octets after it are left. They may be the first FPDU when the frame is a reply, and are
   *     a fault of the peer when it is a request
   * @param endOfStream true when no octet can follow the ones in the buffer
   * @return the result
   */
  public DecodeStatus decode(ByteBuffer in, boolean endOfStream) {
    int at = in.position();
    int present = in.remaining();
    fault = checkKey(in, at, Math.min(present, MpaFrame.KEY));
    if (fault != null) {
      return DecodeStatus.FAULT;
    }
    int size = MpaFrame.HEADER;
    if (present >= MpaFrame.HEADER) {
      fault = checkHeader(in, at);
      if (fault != null) {
        return DecodeStatus.FAULT;
      }
      size += privateDataLength(in, at);
    }
    if (present >= size) {
      frame = read(in, at);
      in.position(at + size);
      return DecodeStatus.FRAME;
    }
    if (endOfStream) {
      fault = MpaFault.TRUNCATED;
      return DecodeStatus.FAULT;
    }
    return DecodeStatus.NEED_MORE;
  }

  private MpaFault checkKey(ByteBuffer in, int at, int count) {
    boolean request = true;
    boolean reply = true;
    for (int i = 0; i < count; i++) {
      byte octet = in.get(at + i);
      request &= octet == MpaFrame.Kind.REQUEST.keyOctet(i);
      reply &= octet == MpaFrame.Kind.REPLY.keyOctet(i);
    }
    if (!request && !reply) {
      return MpaFault.NOT_MPA;
    }
    if (expected == MpaFrame.Kind.REPLY) {
      return reply || count < MpaFrame.KEY ? null : MpaFault.BOTH_INITIATORS;
    }
    return request || count < MpaFrame.KEY ? null : MpaFault.REPLY_WITHOUT_REQUEST;
  }

  private static MpaFault checkHeader(ByteBuffer in, int at) {
    int revision = in.get(at + MpaFrame.REVISION);
    if (revision != 1 && revision != 2) {
      return MpaFault.UNSUPPORTED_REVISION;
    }
    int length = privateDataLength(in, at);
    if (length > MpaFrame.MAX_PRIVATE_DATA) {
      return MpaFault.PRIVATE_DATA_TOO_LONG;
    }
    return isEnhanced(in, at) && length < MpaEnhanced.SIZE ? MpaFault.ENHANCED_BLOCK_MISSING : null;
  }

  private static int privateDataLength(ByteBuffer in, int at) {
    return in.getShort(at + MpaFrame.PRIVATE_DATA_LENGTH) & 0xFFFF;
  }

  private static boolean isEnhanced(ByteBuffer in, int at) {
    // In revision 1 the S bit is reserved, and receivers ignore it.
    return in.get(at + MpaFrame.REVISION) >= 2
        && (in.get(at + MpaFrame.FLAGS) & MpaFrame.ENHANCED_BIT) != 0;
  }

  private MpaFrame read(ByteBuffer in, int at) {
    int flags = in.get(at + MpaFrame.FLAGS);
    enhancedBit = (flags & MpaFrame.ENHANCED_BIT) != 0;
    int data = at + MpaFrame.HEADER;
    int length = privateDataLength(in, at);
    MpaEnhanced enhanced = null;
    if (isEnhanced(in, at)) {
      enhanced = MpaEnhanced.decode(in.getInt(data));
      data += MpaEnhanced.SIZE;
      length -= MpaEnhanced.SIZE;
    }
    byte[] privateData = new byte[length];
    in.get(data, privateData);
    return new MpaFrame(
        expected,
        in.get(at + MpaFrame.REVISION),
        (flags & MpaFrame.MARKERS_BIT) != 0,
        (flags & MpaFrame.CRC_BIT) != 0,
        expected == MpaFrame.Kind.REPLY && (flags & MpaFrame.REJECTED_BIT) != 0,
        enhanced,
        privateData);
  }

  /**
   * Gives the frame.
   *
   * @return the frame after {@link DecodeStatus#FRAME}, else null
   */
  public MpaFrame frame() {
    return frame;
  }

  /**
   * Tells whether the frame had the bit that announces an enhanced block. In revision 1 the bit is
   * reserved and {@link #frame} has no block.
   *
   * @return false also when there is no frame
   */
  public boolean hasEnhancedBit() {
    return enhancedBit;
  }

  /**
   * Gives the reason of a refusal.
   *
   * @return the fault after {@link DecodeStatus#FAULT}, else null
   */
  public MpaFault fault() {
    return fault;
  }
}
