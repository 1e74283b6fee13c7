package org.dat4j.dat.tcp;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Frames for a peer that is a bare socket, put together byte by byte after RFC 5040, 5041 and 5044
 * as hexadecimal text. Shares no code with the codec it is used to judge.
 */
public final class HexFrames {

  private static final HexFormat HEX = HexFormat.of();

  /** DDP control bytes: tagged or not, last segment or not, version 1. */
  static final int TAGGED_LAST = 0xC1;

  static final int TAGGED = 0x81;
  public static final int UNTAGGED_LAST = 0x41;
  public static final int UNTAGGED = 0x01;

  /** RDMAP control bytes: version 1 and an opcode. */
  static final int WRITE = 0x40;

  public static final int READ_REQUEST = 0x41;
  static final int READ_RESPONSE = 0x42;
  public static final int SEND = 0x43;
  static final int SEND_INVALIDATE = 0x44;
  static final int SEND_SOLICITED_INVALIDATE = 0x46;
  static final int TERMINATE = 0x47;

  /** The keys that MPA frames begin with. */
  public static final String REQUEST = "4d504120494420526571204672616d65";

  public static final String REPLY = "4d504120494420526570204672616d65";

  /** The ready-to-receive message: a Write of nothing. */
  static final String READY = write(1, 0, "");

  /** Returns the part of the refused segment that a Terminate carries. */
  public enum Copy {
    NOTHING,
    HEADER,
    READ_HEADER
  }

  private HexFrames() {}

  /** A ULPDU as an FPDU: length, pad of zeros, and the CRC, of zeros when it is not in use. */
  public static String fpdu(String ulpdu, boolean crc) {
    int length = ulpdu.length() / 2;
    return seal(hex(length, 2) + ulpdu + "00".repeat(-(length + 2) & 3), crc);
  }

  /** Adds the CRC to all that is in front of it; least significant byte first. */
  static String seal(String covered, boolean crc) {
    int value = 0;
    if (crc) {
      CRC32C sum = new CRC32C();
      sum.update(HEX.parseHex(covered));
      value = (int) sum.getValue();
    }
    byte[] bytes = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(value).array();
    return covered + HEX.formatHex(bytes);
  }

  static String tagged(int ddp, int rdmap, int stag, long offset, String payload) {
    return hex(ddp, 1) + hex(rdmap, 1) + hex(stag, 4) + HEX.toHexDigits(offset) + payload;
  }

  public static String untagged(
      int ddp, int rdmap, int stag, int qn, int msn, int mo, String payload) {
    return hex(ddp, 1)
        + hex(rdmap, 1)
        + hex(stag, 4)
        + hex(qn, 4)
        + hex(msn, 4)
        + hex(mo, 4)
        + payload;
  }

  public static String write(int stag, long offset, String payload) {
    return tagged(TAGGED_LAST, WRITE, stag, offset, payload);
  }

  public static String send(int msn, String payload) {
    return untagged(UNTAGGED_LAST, SEND, 0, 0, msn, 0, payload);
  }

  public static String readResponse(int stag, long offset, String payload) {
    return tagged(TAGGED_LAST, READ_RESPONSE, stag, offset, payload);
  }

  public static String readRequest(int msn, long size, int stag, long offset) {
    return untagged(UNTAGGED_LAST, READ_REQUEST, 0, 1, msn, 0, readHeader(size, stag, offset));
  }

  /** Returns the 28 bytes of a Read Request, with an unused sink. */
  static String readHeader(long size, int stag, long offset) {
    return "00abcd02" + "0000000000002000" + hex((int) size, 4) + hex(stag, 4) + toHex(offset);
  }

  /** A Terminate that says "layer/etype/code" of a refused ULPDU. */
  public static String terminate(String fault, Copy copy, String refused) {
    String[] numbers = fault.split("/");
    String control = numbers[0] + numbers[1] + numbers[2];
    if (copy == Copy.NOTHING) {
      return terminate(control + "0000");
    }
    boolean isTagged = (Integer.parseInt(refused.substring(0, 2), 16) & 0x80) != 0;
    int header = (isTagged ? 14 : 18) + (copy == Copy.READ_HEADER ? 28 : 0);
    return terminate(
        control
            + (copy == Copy.READ_HEADER ? "e000" : "c000")
            + hex(refused.length() / 2, 2)
            + refused.substring(0, 2 * header));
  }

  /** A Terminate with this payload. */
  static String terminate(String payload) {
    return untagged(UNTAGGED_LAST, TERMINATE, 0, 2, 1, 0, payload);
  }

  public static String toHex(long value) {
    return HEX.toHexDigits(value);
  }

  /** The last bytes of a number, big-endian. */
  public static String hex(int value, int bytes) {
    return HEX.toHexDigits(value, 2 * bytes);
  }
}
