package org.dat4j.dat.tcp.wire;

/**
 * Functions that compute how large a segment (ULPDU) an iWARP sender may make, so that each FPDU
 * fits into one TCP segment.
 *
 * <p>Receivers must cope with FPDUs that are not aligned to segments, but need not accept a ULPDU
 * larger than their own segment size allows; hence this limit on what is sent. All sizes are
 * octets. Stateless, thread-safe.
 */
public final class Mulpdu {
  /** The smallest maximum RFC 5044 allows. */
  public static final int MIN = 128;

  /** The largest ULPDU RFC 5044 allows to send. Receivers accept up to 65535. */
  public static final int MAX = 64768;

  /**
   * For peers of this implementation on one host: 64000 octets of payload in an untagged segment.
   */
  public static final int LOOPBACK = 64000 + Fpdu.UNTAGGED_HEADER;

  private static final int IPV4_AND_TCP = 40;
  private static final int IPV6_AND_TCP = 60;
  private static final int TCP_TIMESTAMPS = 12;
  private static final int CACHE_LINE = 64;
  private static final int WORTH_A_CACHE_LINE = 8192;

  private Mulpdu() {}

  /**
   * Gives the maximum for an effective maximum TCP segment size.
   *
   * @param emss TCP payload octets per segment, 0 or more
   * @return octets, {@link #MIN} to {@link #MAX}
   */
  public static int ofSegmentSize(int emss) {
    int mulpdu = emss - (Fpdu.LENGTH_FIELD + Fpdu.CRC_FIELD + emss % 4);
    return Math.max(MIN, Math.min(MAX, mulpdu));
  }

  /**
   * Gives the maximum for the MTU of a network interface. TCP time stamps are assumed to be on,
   * because there is no portable way to ask.
   *
   * @param mtu octets an IP packet may have, 0 or more
   * @param ipv6 true when the connection runs over IPv6
   * @return octets, {@link #MIN} to {@link #MAX}
   */
  public static int ofMtu(int mtu, boolean ipv6) {
    int headers = (ipv6 ? IPV6_AND_TCP : IPV4_AND_TCP) + TCP_TIMESTAMPS;
    return ofSegmentSize(Math.max(0, mtu - headers));
  }

  /**
   * Gives the most payload one tagged segment can carry.
   *
   * @param mulpdu octets, {@link #MIN} to {@link #MAX}
   * @return octets of payload
   */
  public static int taggedPayload(int mulpdu) {
    return mulpdu - Fpdu.TAGGED_HEADER;
  }

  /**
   * Gives the most payload one untagged segment can carry.
   *
   * @param mulpdu octets, {@link #MIN} to {@link #MAX}
   * @return octets of payload
   */
  public static int untaggedPayload(int mulpdu) {
    return mulpdu - Fpdu.UNTAGGED_HEADER;
  }

  /**
   * Gives the payload to put into each segment but the last of a long message.
   *
   * @param payload the most payload a segment can carry, from {@link #taggedPayload} or {@link
   *     #untaggedPayload}
   * @return octets, at most {@code payload}: a multiple of 64 when that costs less than one per
   *     cent, so that copies stay aligned to cache lines; otherwise a multiple of 4
   */
  public static int stride(int payload) {
    int unit = payload >= WORTH_A_CACHE_LINE ? CACHE_LINE : 4;
    return payload - payload % unit;
  }
}
