package org.dat4j.dat.tcp.wire;

import java.util.Locale;

/**
 * The error codes of the Terminate message, which ends an iWARP connection, as RFC 5040, 5041, 5044
 * and 6581 define them.
 *
 * <p>On the data path a code travels as an int, a <em>fault</em>: {@code 0x10000 | layer << 12 |
 * etype << 8 | code}. So it never equals one of the small results of {@link FpduParser#parse}, and
 * a code that has no constant here can be kept and reported too. Immutable, thread-safe.
 */
public enum TerminateCode {
  /** RDMAP, local catastrophic error; every code of this error type means the same. */
  RDMAP_LOCAL_CATASTROPHIC(0, 0, 0x00, "local catastrophic error"),
  /** RDMAP remote protection: the STag is not valid. */
  RDMAP_INVALID_STAG(0, 1, 0x00, "invalid STag"),
  /** RDMAP remote protection: the access leaves the buffer. */
  RDMAP_BASE_OR_BOUNDS(0, 1, 0x01, "base or bounds violation"),
  /** RDMAP remote protection: the buffer does not grant this access. */
  RDMAP_ACCESS_RIGHTS(0, 1, 0x02, "access rights violation"),
  /** RDMAP remote protection: the STag belongs to another stream or PZ. */
  RDMAP_STAG_NOT_ASSOCIATED(0, 1, 0x03, "STag not associated with the stream"),
  /** RDMAP remote protection: tagged offset plus length exceeds 64 bits. */
  RDMAP_TO_WRAP(0, 1, 0x04, "tagged offset wraps"),
  /** RDMAP remote protection: the STag of a Send with Invalidate may not be invalidated. */
  RDMAP_PROTECTED_STAG(0, 1, 0x09, "STag cannot be invalidated, protection"),
  /** RDMAP remote protection: no closer reason. */
  RDMAP_PROTECTION_UNSPECIFIED(0, 1, 0xFF, "unspecified remote protection error"),
  /** RDMAP remote operation: the RDMAP version is not 1. */
  RDMAP_INVALID_VERSION(0, 2, 0x05, "invalid RDMAP version"),
  /** RDMAP remote operation: an opcode that is unknown or not allowed here. */
  RDMAP_UNEXPECTED_OPCODE(0, 2, 0x06, "unexpected opcode"),
  /** RDMAP remote operation: this stream cannot go on; also more Read Requests than agreed. */
  RDMAP_CATASTROPHIC_STREAM(0, 2, 0x07, "catastrophic error, localized to the stream"),
  /** RDMAP remote operation: the peer cannot go on. */
  RDMAP_CATASTROPHIC_GLOBAL(0, 2, 0x08, "catastrophic error, global"),
  /** RDMAP remote operation: the STag of a Send with Invalidate does not exist. */
  RDMAP_UNKNOWN_STAG(0, 2, 0x09, "STag cannot be invalidated"),
  /** RDMAP remote operation: no closer reason. */
  RDMAP_OPERATION_UNSPECIFIED(0, 2, 0xFF, "unspecified remote operation error"),
  /** DDP, local catastrophic error. */
  DDP_LOCAL_CATASTROPHIC(1, 0, 0x00, "local catastrophic error"),
  /** DDP tagged buffer: the STag is not valid. */
  DDP_INVALID_STAG(1, 1, 0x00, "invalid STag"),
  /** DDP tagged buffer: the segment leaves the buffer or does not continue its message. */
  DDP_BASE_OR_BOUNDS(1, 1, 0x01, "base or bounds violation"),
  /** DDP tagged buffer: the STag belongs to another stream or PZ. */
  DDP_STAG_NOT_ASSOCIATED(1, 1, 0x02, "STag not associated with the stream"),
  /** DDP tagged buffer: tagged offset plus length exceeds 64 bits. */
  DDP_TO_WRAP(1, 1, 0x03, "tagged offset wraps"),
  /** DDP tagged buffer: the DDP version is not 1. */
  DDP_TAGGED_VERSION(1, 1, 0x04, "invalid DDP version"),
  /** DDP untagged buffer: a queue that does not exist or does not belong to the opcode. */
  DDP_INVALID_QN(1, 2, 0x01, "invalid queue number"),
  /** DDP untagged buffer: no receive was posted. */
  DDP_NO_BUFFER(1, 2, 0x02, "invalid message sequence number, no buffer available"),
  /** DDP untagged buffer: a message sequence number that is not the next one. */
  DDP_MSN_RANGE(1, 2, 0x03, "invalid message sequence number, out of range"),
  /** DDP untagged buffer: a message offset that does not continue the message. */
  DDP_INVALID_MO(1, 2, 0x04, "invalid message offset"),
  /** DDP untagged buffer: the message is longer than the buffer for it. */
  DDP_MESSAGE_TOO_LONG(1, 2, 0x05, "message too long for the buffer"),
  /** DDP untagged buffer: the DDP version is not 1. */
  DDP_UNTAGGED_VERSION(1, 2, 0x06, "invalid DDP version"),
  /** MPA: the TCP connection was lost. */
  MPA_CONNECTION_LOST(2, 0, 0x01, "TCP connection lost"),
  /** MPA: the CRC of an FPDU does not match its octets. */
  MPA_CRC(2, 0, 0x02, "CRC error"),
  /** MPA: marker and ULPDU length disagree. */
  MPA_MARKER(2, 0, 0x03, "marker and length mismatch"),
  /** MPA: a start-up frame is not valid. */
  MPA_INVALID_FRAME(2, 0, 0x04, "invalid request or reply frame"),
  /** MPA: local catastrophic error. */
  MPA_LOCAL_CATASTROPHIC(2, 0, 0x05, "local catastrophic error"),
  /** MPA: the read depths of the two ends do not fit. */
  MPA_INSUFFICIENT_IRD(2, 0, 0x06, "insufficient inbound read depth"),
  /** MPA: the two ends have no ready-to-receive message in common. */
  MPA_NO_MATCHING_RTR(2, 0, 0x07, "no matching ready-to-receive option");

  private static final int FAULT_BIT = 0x10000;
  private static final TerminateCode[] ALL = values();
  private static final String[][] ETYPES = {
    {"local catastrophic", "remote protection", "remote operation"},
    {"local catastrophic", "tagged buffer", "untagged buffer", "lower layer"},
    {"MPA"},
  };

  private final int fault;
  private final String text;

  TerminateCode(int layer, int etype, int code, String text) {
    this.fault = fault(layer, etype, code);
    this.text = text;
  }

  /**
   * Gives this code as an int for the data path.
   *
   * @return the fault, always greater than 0xFFFF
   */
  public int fault() {
    return fault;
  }

  /**
   * Gives the name of the error as the RFCs call it, without layer and type.
   *
   * @return a short phrase in English
   */
  public String text() {
    return text;
  }

  /**
   * Packs the three fields of a Terminate message.
   *
   * @param layer 0 RDMAP, 1 DDP, 2 MPA; up to 15 is kept
   * @param etype error type within the layer, 0 to 15
   * @param code error code within the type, 0 to 255
   * @return the fault, always greater than 0xFFFF
   */
  public static int fault(int layer, int etype, int code) {
    return FAULT_BIT | (layer & 0xF) << 12 | (etype & 0xF) << 8 | code & 0xFF;
  }

  /**
   * Tells a fault from the other results of the parser and the checks.
   *
   * @param result a result of {@link FpduParser#parse} or {@link InboundChecks#check}
   * @return true for a fault
   */
  public static boolean isFault(int result) {
    return result >= FAULT_BIT;
  }

  /**
   * Gives the layer that found the error.
   *
   * @param fault a fault
   * @return 0 RDMAP, 1 DDP, 2 MPA, others unassigned up to 15
   */
  public static int layer(int fault) {
    return fault >>> 12 & 0xF;
  }

  /**
   * Gives the error type within the layer.
   *
   * @param fault a fault
   * @return 0 to 15
   */
  public static int etype(int fault) {
    return fault >>> 8 & 0xF;
  }

  /**
   * Gives the error code within the type.
   *
   * @param fault a fault
   * @return 0 to 255
   */
  public static int code(int fault) {
    return fault & 0xFF;
  }

  /**
   * Finds the constant for a fault. Not for the data path.
   *
   * @param fault a fault, for instance one a peer sent
   * @return the constant, or null when no RFC assigns the numbers
   */
  public static TerminateCode of(int fault) {
    if (layer(fault) == 0 && etype(fault) == 0) {
      return RDMAP_LOCAL_CATASTROPHIC;
    }
    for (TerminateCode candidate : ALL) {
      if (candidate.fault == fault) {
        return candidate;
      }
    }
    return null;
  }

  /**
   * Describes a fault for a log or an error message. Not for the data path.
   *
   * @param fault a fault, for instance one a peer sent
   * @return layer, type and meaning in words, followed by the three numbers; never null
   */
  public static String describe(int fault) {
    int layer = layer(fault);
    int etype = etype(fault);
    String layerName =
        switch (layer) {
          case 0 -> "RDMAP";
          case 1 -> "DDP";
          case 2 -> "MPA";
          default -> "unassigned layer";
        };
    String etypeName =
        layer < ETYPES.length && etype < ETYPES[layer].length
            ? ETYPES[layer][etype]
            : "unassigned type";
    TerminateCode known = of(fault);
    return String.format(
        Locale.ROOT,
        "%s, %s: %s (%d/%d/%02x)",
        layerName,
        etypeName,
        known == null ? "unassigned code" : known.text,
        layer,
        etype,
        code(fault));
  }
}
