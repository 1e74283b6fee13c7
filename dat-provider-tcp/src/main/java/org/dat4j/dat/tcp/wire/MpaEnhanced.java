package org.dat4j.dat.tcp.wire;

/**
 * The block of RFC 6581 in an MPA setup frame, by which two iWARP peers agree on read depths and
 * the ready-to-receive message. It is the first four octets of the private data when a frame has
 * its S bit set.
 *
 * <p>In a request the RTR (ready to receive) options are what the initiator offers to send as its
 * first message, in a reply what the responder chose. Immutable, thread-safe.
 *
 * @param peerToPeer true when an RTR message follows the reply, so that the responder may speak
 *     first
 * @param sendRtr RTR by a zero-length Send
 * @param writeRtr RTR by a zero-length RDMA Write
 * @param readRtr RTR by a zero-length RDMA Read
 * @param ird inbound read depth of the frame's sender, 0 to {@link #MAX_DEPTH}, or {@link
 *     #NOT_NEGOTIATED}
 * @param ord outbound read depth of the frame's sender, 0 to {@link #MAX_DEPTH}, or {@link
 *     #NOT_NEGOTIATED}
 */
public record MpaEnhanced(
    boolean peerToPeer, boolean sendRtr, boolean writeRtr, boolean readRtr, int ird, int ord) {
  /** Octets of the block. */
  public static final int SIZE = 4;

  /** The largest read depth the block can express. */
  public static final int MAX_DEPTH = 0x3FFE;

  /** In place of a read depth: it is not negotiated here. */
  public static final int NOT_NEGOTIATED = 0x3FFF;

  private static final int PEER_TO_PEER_BIT = 1 << 31;
  private static final int SEND_BIT = 1 << 30;
  private static final int WRITE_BIT = 1 << 15;
  private static final int READ_BIT = 1 << 14;

  /**
   * Checks the parts against each other.
   *
   * @param peerToPeer true when an RTR message follows the reply
   * @param sendRtr RTR by Send
   * @param writeRtr RTR by RDMA Write
   * @param readRtr RTR by RDMA Read
   * @param ird inbound read depth, 14 bits
   * @param ord outbound read depth, 14 bits
   * @throws IllegalArgumentException if a depth is out of range or an RTR option comes without the
   *     peer-to-peer model
   */
  public MpaEnhanced {
    checkDepth("ird", ird);
    checkDepth("ord", ord);
    if (!peerToPeer && (sendRtr || writeRtr || readRtr)) {
      throw new IllegalArgumentException(
          "MpaEnhanced: an RTR option needs peerToPeer; set it or leave the options out");
    }
  }

  private static void checkDepth(String name, int depth) {
    if (depth < 0 || depth > NOT_NEGOTIATED) {
      throw new IllegalArgumentException(
          "MpaEnhanced: " + name + " is " + depth + ", must be 0 to " + NOT_NEGOTIATED);
    }
  }

  /**
   * Reads a block. RTR options of a frame without the peer-to-peer model are ignored.
   *
   * @param bits the four octets as a big-endian number; every value is valid
   * @return the block
   */
  public static MpaEnhanced decode(int bits) {
    boolean model = (bits & PEER_TO_PEER_BIT) != 0;
    return new MpaEnhanced(
        model,
        model && (bits & SEND_BIT) != 0,
        model && (bits & WRITE_BIT) != 0,
        model && (bits & READ_BIT) != 0,
        bits >>> 16 & NOT_NEGOTIATED,
        bits & NOT_NEGOTIATED);
  }

  /**
   * Writes this block.
   *
   * @return the four octets as a big-endian number
   */
  public int encode() {
    return (peerToPeer ? PEER_TO_PEER_BIT : 0)
        | (sendRtr ? SEND_BIT : 0)
        | (writeRtr ? WRITE_BIT : 0)
        | (readRtr ? READ_BIT : 0)
        | ird << 16
        | ord;
  }
}
