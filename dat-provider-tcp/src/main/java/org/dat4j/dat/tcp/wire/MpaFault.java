package org.dat4j.dat.tcp.wire;

/**
 * A reason why the MPA setup of an iWARP connection failed, with a text for the user and the
 * remedy.
 *
 * <p>Except where {@link #terminateCode} says otherwise, the TCP connection is closed without a
 * word to the peer. Immutable, thread-safe.
 */
public enum MpaFault {
  /** The first 16 octets are no MPA key. */
  NOT_MPA(
      "the peer does not speak iWARP but another protocol: its first bytes are no MPA key;"
          + " check that address and port belong to an iWARP listener"),
  /** A request came where the reply to our own request was due. */
  BOTH_INITIATORS(
      "the peer sent an MPA request instead of a reply: both ends tried to initiate;"
          + " one end must listen and accept"),
  /** A reply came where a request was due. */
  REPLY_WITHOUT_REQUEST(
      "the peer sent an MPA reply without having received a request;"
          + " the end that connects must send the request"),
  /** The revision is neither 1 nor 2. */
  UNSUPPORTED_REVISION(
      "the peer's MPA revision is neither 1 nor 2; configure the peer for one of them"),
  /** The announced private data is longer than 512 octets. */
  PRIVATE_DATA_TOO_LONG(
      "the peer's MPA frame announces more than 512 bytes of private data;"
          + " the frame is malformed"),
  /** An enhanced frame announces fewer than the 4 octets of the enhanced block. */
  ENHANCED_BLOCK_MISSING(
      "the peer's MPA frame announces an enhanced connection set-up"
          + " but is too short to hold its 4 bytes; the frame is malformed"),
  /** The peer's stream ended inside the frame. */
  TRUNCATED(
      "the peer closed the TCP connection before its MPA frame was complete;"
          + " see the peer's log for its reason"),
  /** Octets follow the request although no reply was sent yet. */
  EARLY_OCTETS(
      "the peer sent bytes behind its MPA request before it had the reply;"
          + " an initiator must wait for the reply"),
  /** The peer requires markers. */
  MARKERS_REQUIRED(
      "the peer requires MPA markers, which this provider does not generate;"
          + " switch markers off at the peer"),
  /** Only one of request and reply has the enhanced block. */
  ENHANCED_NOT_MIRRORED(
      "the peer's MPA reply does not use the same set-up, enhanced or not, as the request;"
          + " configure both ends for the same MPA revision"),
  /** The reply's connection model differs from the request's. */
  MODEL_NOT_MIRRORED(
      "the peer's MPA reply does not use the same connection model, peer-to-peer or client-server,"
          + " as the request; configure both ends for the same model"),
  /** The peer will have more reads outstanding than this end can hold. */
  INSUFFICIENT_READ_DEPTH(
      "the peer's outbound read depth exceeds the inbound read depth of this end;"
          + " raise max_rdma_read_in here or lower max_rdma_read_out at the peer",
      TerminateCode.MPA_INSUFFICIENT_IRD),
  /** The reply chose no ready-to-receive message that the request had offered. */
  NO_COMMON_RTR(
      "the peer's MPA reply names no ready-to-receive message that the request offered;"
          + " configure the peer for a zero-length RDMA Write or RDMA Read",
      TerminateCode.MPA_NO_MATCHING_RTR);

  private final String text;
  private final TerminateCode terminateCode;

  MpaFault(String text) {
    this(text, null);
  }

  MpaFault(String text, TerminateCode terminateCode) {
    this.text = text;
    this.terminateCode = terminateCode;
  }

  /**
   * Returns the reason and the remedy.
   *
   * @return a sentence in English without final full stop
   */
  public String text() {
    return text;
  }

  /**
   * Gives the Terminate to send before closing.
   *
   * @return the code, or null when the connection is to be closed at once
   */
  public TerminateCode terminateCode() {
    return terminateCode;
  }
}
