package org.dat4j.tools.interop;

import java.nio.ByteBuffer;

/**
 * A TCP segment in an Ethernet frame over IPv4 or IPv6, as a loopback interface captures it.
 *
 * @param frame the frame from its Ethernet header on, in the order of the network
 * @param addresses where the two IP addresses begin
 * @param addressBytes the bytes of one address
 * @param tcp where the TCP header begins
 */
record CapturedSegment(ByteBuffer frame, int addresses, int addressBytes, int tcp) {
  private static final int ETHERNET = 14;
  private static final int IPV4 = 0x0800;
  private static final int IPV6 = 0x86DD;
  private static final int IPV6_HEADER = 40;
  private static final int PROTOCOL_TCP = 6;
  private static final int TCP_HEADER = 20;

  /** Where the flags stand in the TCP header. */
  static final int FLAGS = 13;

  /** Reads a frame; null when it holds no TCP segment. */
  static CapturedSegment read(ByteBuffer frame) {
    int type = frame.limit() < ETHERNET ? 0 : frame.getShort(ETHERNET - 2) & 0xFFFF;
    CapturedSegment segment = null;
    int protocol = 0;
    if (type == IPV4) {
      int header = (frame.get(ETHERNET) & 0xF) * 4;
      protocol = frame.get(ETHERNET + 9);
      segment = new CapturedSegment(frame, ETHERNET + 12, 4, ETHERNET + header);
    } else if (type == IPV6) {
      protocol = frame.get(ETHERNET + 6);
      segment = new CapturedSegment(frame, ETHERNET + 8, 16, ETHERNET + IPV6_HEADER);
    }
    return protocol == PROTOCOL_TCP && frame.limit() >= segment.tcp + TCP_HEADER ? segment : null;
  }

  ByteBuffer source() {
    return address(addresses);
  }

  ByteBuffer target() {
    return address(addresses + addressBytes);
  }

  private ByteBuffer address(int at) {
    byte[] bytes = new byte[addressBytes];
    frame.get(at, bytes);
    return ByteBuffer.wrap(bytes);
  }

  int sourcePort() {
    return frame.getShort(tcp) & 0xFFFF;
  }

  int targetPort() {
    return frame.getShort(tcp + 2) & 0xFFFF;
  }

  int sequence() {
    return frame.getInt(tcp + 4);
  }

  int flags() {
    return frame.get(tcp + FLAGS);
  }

  private int payloadStart() {
    return tcp + (frame.get(tcp + 12) >> 4 & 0xF) * 4;
  }

  private int payloadEnd() {
    return addressBytes == 4
        ? ETHERNET + (frame.getShort(ETHERNET + 2) & 0xFFFF)
        : ETHERNET + IPV6_HEADER + (frame.getShort(ETHERNET + 4) & 0xFFFF);
  }

  /** The payload, as far as it was captured. */
  byte[] payload() {
    int start = payloadStart();
    int end = Math.min(payloadEnd(), frame.limit());
    byte[] bytes = new byte[Math.max(0, end - start)];
    frame.get(start, bytes);
    return bytes;
  }

  /** Returns the frame of a segment like this one with another payload and sequence number. */
  byte[] with(byte[] payload, int sequence) {
    int start = payloadStart();
    byte[] bytes = new byte[start + payload.length];
    frame.get(0, bytes, 0, start);
    System.arraycopy(payload, 0, bytes, start, payload.length);
    ByteBuffer other = ByteBuffer.wrap(bytes).putInt(tcp + 4, sequence);
    if (addressBytes == 4) {
      other.putShort(ETHERNET + 2, (short) (bytes.length - ETHERNET));
    } else {
      other.putShort(ETHERNET + 4, (short) (bytes.length - ETHERNET - IPV6_HEADER));
    }
    return bytes;
  }
}
