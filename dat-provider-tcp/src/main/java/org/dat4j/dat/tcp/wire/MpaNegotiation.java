package org.dat4j.dat.tcp.wire;

/**
 * Functions of the MPA negotiation of an iWARP connection: check request and reply, make the
 * answer, and derive CRC, first message and read depths. Pure functions, thread-safe.
 */
public final class MpaNegotiation {
  private MpaNegotiation() {}

  /**
   * Tells whether FPDUs carry a CRC, in both directions.
   *
   * @param request the initiator's frame
   * @param reply the responder's frame
   * @return true when at least one end wants it
   */
  public static boolean crc(MpaFrame request, MpaFrame reply) {
    return request.crc() || reply.crc();
  }

  /**
   * Tells whether a responder can serve a well-formed request.
   *
   * @param request the received request
   * @param octetsBehind octets received after the request, before any reply was sent
   * @return null if it can. {@link MpaFault#MARKERS_REQUIRED} is to be answered with a rejecting
   *     reply, anything else by closing the connection
   */
  public static MpaFault checkRequest(MpaFrame request, int octetsBehind) {
    if (octetsBehind > 0) {
      return MpaFault.EARLY_OCTETS;
    }
    return request.markers() ? MpaFault.MARKERS_REQUIRED : null;
  }

  /**
   * Tells whether an initiator can go on after a well-formed reply.
   *
   * @param request the request that was sent
   * @param reply the received reply
   * @return null if it can, or if the reply rejects, which needs no further check
   */
  public static MpaFault checkReply(MpaFrame request, MpaFrame reply) {
    if (reply.rejected()) {
      return null;
    }
    if (reply.markers()) {
      return MpaFault.MARKERS_REQUIRED;
    }
    MpaEnhanced offer = request.enhanced();
    MpaEnhanced answer = reply.enhanced();
    if ((offer == null) != (answer == null)) {
      return MpaFault.ENHANCED_NOT_MIRRORED;
    }
    if (offer == null) {
      return null;
    }
    if (offer.peerToPeer() != answer.peerToPeer()) {
      return MpaFault.MODEL_NOT_MIRRORED;
    }
    if (offer.peerToPeer() && rtr(offer, answer) < 0) {
      return MpaFault.NO_COMMON_RTR;
    }
    boolean negotiated =
        offer.ird() != MpaEnhanced.NOT_NEGOTIATED && answer.ord() != MpaEnhanced.NOT_NEGOTIATED;
    return negotiated && answer.ord() > offer.ird() ? MpaFault.INSUFFICIENT_READ_DEPTH : null;
  }

  /**
   * Chooses the message an initiator sends first. A Write is preferred, it needs no answer.
   *
   * @param offer the block of the request
   * @param answer the block of the reply
   * @return {@link Opcode#WRITE}, {@link Opcode#READ_REQUEST} or {@link Opcode#SEND}; -1 when the
   *     two have nothing in common or the connection is not peer-to-peer
   */
  public static int rtr(MpaEnhanced offer, MpaEnhanced answer) {
    if (offer.writeRtr() && answer.writeRtr()) {
      return Opcode.WRITE;
    }
    if (offer.readRtr() && answer.readRtr()) {
      return Opcode.READ_REQUEST;
    }
    return offer.sendRtr() && answer.sendRtr() ? Opcode.SEND : -1;
  }

  /**
   * Makes the responder's block. It mirrors the model, chooses Write or Read as RTR and never Send,
   * because that would consume a receive of the consumer. An initiator that offers neither gets
   * Write and has to end the connection itself.
   *
   * @param offer the block of the request
   * @param ird inbound read depth of this end, 0 or more; 0 counts as 1, for the RTR
   * @param ord outbound read depth this end wants, 0 or more
   * @return the block of the reply; its depths are the ones to use here, see {@link #agreedOrd} for
   *     the exception
   */
  public static MpaEnhanced answer(MpaEnhanced offer, int ird, int ord) {
    boolean read = offer.peerToPeer() && offer.readRtr() && !offer.writeRtr();
    boolean write = offer.peerToPeer() && !read;
    int answeredIrd =
        offer.ord() == MpaEnhanced.NOT_NEGOTIATED
            ? MpaEnhanced.NOT_NEGOTIATED
            : Math.max(1, Math.min(ird, MpaEnhanced.MAX_DEPTH));
    int answeredOrd =
        offer.ird() == MpaEnhanced.NOT_NEGOTIATED
            ? MpaEnhanced.NOT_NEGOTIATED
            : agreedOrd(ord, offer);
    return new MpaEnhanced(offer.peerToPeer(), false, write, read, answeredIrd, answeredOrd);
  }

  /**
   * Gives how many reads this end may have outstanding.
   *
   * @param ord outbound read depth this end wants, 0 or more
   * @param peer the peer's block, or null when it sent none
   * @return reads, at most the peer's inbound depth when that was sent
   */
  public static int agreedOrd(int ord, MpaEnhanced peer) {
    boolean told = peer != null && peer.ird() != MpaEnhanced.NOT_NEGOTIATED;
    return told ? Math.min(ord, peer.ird()) : ord;
  }
}
