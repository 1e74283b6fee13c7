package org.dat4j.dat.tcp.wire;

/**
 * Checks that the FPDUs (iWARP frames) received on one connection follow each other as the RFCs
 * demand.
 *
 * <p>Each FPDU that the parser found good is passed to {@link #check} exactly once and in order,
 * before its payload is placed: on {@link FpduParser#OK}, or on {@link FpduParser#PARTIAL} when it
 * is placed straight from the socket. On {@code OK} the parser and the accessors here tell what to
 * do:
 *
 * <ul>
 *   <li>Write: place at the parser's STag and tagged offset, after the access check for this very
 *       segment.
 *   <li>Read Response: the same, against the oldest outstanding read; it must be complete when
 *       {@link #endsMessage}, with {@link #messageLength} octets.
 *   <li>Send: place at {@link #messageOffset} of the receive claimed when {@link #startsMessage};
 *       deliver when {@link #endsMessage}.
 *   <li>Read Request: queue; there is always exactly one segment.
 *   <li>Terminate: the stream is over.
 * </ul>
 *
 * <p>A message must arrive whole before the next one of its model, tagged or untagged, begins; one
 * tagged and one untagged message may overlap, as some peers do it. Nothing here knows memory:
 * STag, rights, bounds and wrap of the tagged offset are left to the access check, and are not to
 * be checked for a message without payload.
 *
 * <p>After a fault or a Terminate nothing more is accepted. Allocates nothing. Not thread-safe.
 */
public final class InboundChecks {
  private static final long MAX_MESSAGE = 0xFFFFFFFFL;

  private int sendMsn;
  private int readMsn;
  private boolean sendOpen;
  private int sendOpcode;
  private int sendStag;
  private long sendOctets;
  private boolean taggedOpen;
  private int taggedOpcode;
  private int taggedStag;
  private long taggedNext;
  private long taggedOctets;
  private boolean starts;
  private boolean ends;
  private long before;
  private long through;
  private int ended;

  /**
   * Creates the checks for a new connection: the first message of each queue has sequence number 1.
   */
  public InboundChecks() {
    this(1);
  }

  InboundChecks(int firstMsn) {
    sendMsn = firstMsn;
    readMsn = firstMsn;
  }

  /**
   * Checks the next FPDU against the ones before it.
   *
   * @param fpdu the parser, after it found an FPDU without fault
   * @return {@link FpduParser#OK}, or a fault as {@link TerminateCode} packs it; after a fault
   *     always that fault
   */
  public int check(FpduParser fpdu) {
    if (ended != FpduParser.OK) {
      return ended;
    }
    int opcode = fpdu.opcode();
    ends = fpdu.last();
    int result;
    if (Opcode.isTagged(opcode)) {
      result = checkTagged(fpdu, opcode);
    } else if (Opcode.isSend(opcode)) {
      result = checkSend(fpdu, opcode);
    } else if (opcode == Opcode.READ_REQUEST) {
      result = checkReadRequest(fpdu);
    } else {
      result = checkSingle(fpdu, 1);
      // Nothing after a Terminate is checked.
      ended = TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault();
    }
    if (result != FpduParser.OK) {
      ended = result;
    }
    return result;
  }

  private int checkTagged(FpduParser fpdu, int opcode) {
    if (taggedOpen) {
      if (opcode != taggedOpcode) {
        return TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault();
      }
      if (fpdu.stag() != taggedStag) {
        return TerminateCode.DDP_INVALID_STAG.fault();
      }
      if (fpdu.taggedOffset() != taggedNext) {
        return TerminateCode.DDP_BASE_OR_BOUNDS.fault();
      }
    } else {
      taggedOpcode = opcode;
      taggedStag = fpdu.stag();
      taggedOctets = 0;
    }
    starts = !taggedOpen;
    before = taggedOctets;
    taggedOctets += fpdu.payloadLength();
    through = taggedOctets;
    taggedNext = fpdu.taggedOffset() + fpdu.payloadLength();
    taggedOpen = !ends;
    return FpduParser.OK;
  }

  private int checkSend(FpduParser fpdu, int opcode) {
    if (fpdu.msn() != sendMsn) {
      return TerminateCode.DDP_MSN_RANGE.fault();
    }
    if (sendOpen && opcode != sendOpcode) {
      return TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault();
    }
    if (fpdu.messageOffset() != (int) sendOctets) {
      return TerminateCode.DDP_INVALID_MO.fault();
    }
    if (sendOctets + fpdu.payloadLength() > MAX_MESSAGE) {
      return TerminateCode.DDP_MESSAGE_TOO_LONG.fault();
    }
    int stag = Opcode.invalidates(opcode) ? fpdu.stag() : 0;
    if (sendOpen && stag != sendStag) {
      return TerminateCode.RDMAP_OPERATION_UNSPECIFIED.fault();
    }
    starts = !sendOpen;
    before = sendOctets;
    sendOctets += fpdu.payloadLength();
    through = sendOctets;
    sendOpcode = opcode;
    sendStag = stag;
    sendOpen = !ends;
    if (ends) {
      sendMsn++;
      sendOctets = 0;
    }
    return FpduParser.OK;
  }

  private int checkReadRequest(FpduParser fpdu) {
    if (sendOpen) {
      return TerminateCode.RDMAP_UNEXPECTED_OPCODE.fault();
    }
    int result = checkSingle(fpdu, readMsn);
    if (result == FpduParser.OK) {
      readMsn++;
    }
    return result;
  }

  private int checkSingle(FpduParser fpdu, int msn) {
    if (fpdu.msn() != msn) {
      return TerminateCode.DDP_MSN_RANGE.fault();
    }
    if (fpdu.messageOffset() != 0) {
      return TerminateCode.DDP_INVALID_MO.fault();
    }
    if (!ends) {
      // More would follow than the one segment such a message has.
      return TerminateCode.DDP_MESSAGE_TOO_LONG.fault();
    }
    starts = true;
    before = 0;
    through = fpdu.payloadLength();
    return FpduParser.OK;
  }

  /**
   * Tells whether the FPDU just checked is the first of its message.
   *
   * @return true for the first segment
   */
  public boolean startsMessage() {
    return starts;
  }

  /**
   * Tells whether the FPDU just checked is the last of its message.
   *
   * @return true for the last segment
   */
  public boolean endsMessage() {
    return ends;
  }

  /**
   * Returns how much of the message precedes the FPDU just checked.
   *
   * @return octets of payload, 0 for the first segment
   */
  public long messageOffset() {
    return before;
  }

  /**
   * Gives the length of the message through the FPDU just checked.
   *
   * @return octets of payload; of the whole message when {@link #endsMessage}
   */
  public long messageLength() {
    return through;
  }

  /**
   * Tells whether the stream may end here without cutting a message.
   *
   * @return true when no message is half received and neither fault nor Terminate was seen
   */
  public boolean betweenMessages() {
    return !sendOpen && !taggedOpen && ended == FpduParser.OK;
  }
}
