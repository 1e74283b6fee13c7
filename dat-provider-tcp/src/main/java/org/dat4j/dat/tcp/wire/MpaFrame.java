package org.dat4j.dat.tcp.wire;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * An MPA frame by which an iWARP connection is set up: the request of the initiator or the reply of
 * the responder.
 *
 * <p>Used once per connection and direction, so it is an ordinary immutable object. Thread-safe.
 * Received frames come from {@link MpaDecoder}.
 *
 * @param kind request or reply
 * @param revision MPA revision, 1 or 2
 * @param markers true when the frame's sender requires markers in what it receives
 * @param crc true when the frame's sender wants CRC; one of the two suffices
 * @param rejected true in a reply that refuses the connection
 * @param enhanced the enhanced block, or null when there is none; only with revision 2
 * @param privateData the consumer's private data without the enhanced block, at most 512 octets
 *     with it; copied
 */
public record MpaFrame(
    Kind kind,
    int revision,
    boolean markers,
    boolean crc,
    boolean rejected,
    MpaEnhanced enhanced,
    byte[] privateData) {
  /** The two kinds of start-up frames. */
  public enum Kind {
    /** Sent by the initiator, the end that connects. */
    REQUEST("MPA ID Req Frame"),
    /** Sent by the responder, the end that accepts. */
    REPLY("MPA ID Rep Frame");

    private final byte[] key;

    Kind(String key) {
      this.key = key.getBytes(StandardCharsets.US_ASCII);
    }

    byte keyOctet(int index) {
      return key[index];
    }
  }

  /** Octets in front of the private data. */
  public static final int HEADER = 20;

  /** The most private data a frame can have, the enhanced block included, in octets. */
  public static final int MAX_PRIVATE_DATA = 512;

  /** Octets of the largest frame. */
  public static final int MAX_LENGTH = HEADER + MAX_PRIVATE_DATA;

  static final int KEY = 16;
  static final int FLAGS = 16;
  static final int REVISION = 17;
  static final int PRIVATE_DATA_LENGTH = 18;
  static final int MARKERS_BIT = 0x80;
  static final int CRC_BIT = 0x40;
  static final int REJECTED_BIT = 0x20;
  static final int ENHANCED_BIT = 0x10;

  /**
   * Checks the parts against each other.
   *
   * @param kind request or reply
   * @param revision MPA revision, 1 or 2
   * @param markers true to require markers
   * @param crc true to want CRC
   * @param rejected true in a reply that refuses the connection
   * @param enhanced the enhanced block or null
   * @param privateData the consumer's private data; copied
   * @throws NullPointerException if the kind or the private data is null
   * @throws IllegalArgumentException if the revision is neither 1 nor 2, a request is rejected,
   *     revision 1 has an enhanced block, or the private data is too long
   */
  public MpaFrame {
    Objects.requireNonNull(kind, "kind");
    if (revision != 1 && revision != 2) {
      throw new IllegalArgumentException("MpaFrame: revision is " + revision + ", must be 1 or 2");
    }
    if (rejected && kind == Kind.REQUEST) {
      throw new IllegalArgumentException("MpaFrame: rejected is true, but only a reply can reject");
    }
    if (enhanced != null && revision < 2) {
      throw new IllegalArgumentException(
          "MpaFrame: an enhanced block needs revision 2; use it or leave the block out");
    }
    int room = MAX_PRIVATE_DATA - (enhanced == null ? 0 : MpaEnhanced.SIZE);
    if (privateData.length > room) {
      throw new IllegalArgumentException(
          "MpaFrame: privateData has " + privateData.length + " bytes, must be at most " + room);
    }
    privateData = privateData.clone();
  }

  /**
   * Makes a request without markers.
   *
   * @param crc true to ask for CRC
   * @param enhanced the enhanced block, or null for a frame of revision 1
   * @param privateData the consumer's private data
   * @return the frame
   */
  public static MpaFrame request(boolean crc, MpaEnhanced enhanced, byte[] privateData) {
    return new MpaFrame(
        Kind.REQUEST, enhanced == null ? 1 : 2, false, crc, false, enhanced, privateData);
  }

  /**
   * Makes an accepting reply without markers.
   *
   * @param request the frame it answers, whose revision it takes over
   * @param crc true to ask for CRC
   * @param enhanced the enhanced block, exactly when the request has one, else null
   * @param privateData the consumer's private data
   * @return the frame
   */
  public static MpaFrame accept(
      MpaFrame request, boolean crc, MpaEnhanced enhanced, byte[] privateData) {
    return new MpaFrame(Kind.REPLY, request.revision, false, crc, false, enhanced, privateData);
  }

  /**
   * Makes a rejecting reply without markers.
   *
   * @param request the frame it answers, whose revision it takes over
   * @param crc true to ask for CRC
   * @param enhanced the enhanced block, exactly when the request has one, else null
   * @param privateData the consumer's private data
   * @return the frame
   */
  public static MpaFrame reject(
      MpaFrame request, boolean crc, MpaEnhanced enhanced, byte[] privateData) {
    return new MpaFrame(Kind.REPLY, request.revision, false, crc, true, enhanced, privateData);
  }

  /**
   * Gives the size of the frame on the wire.
   *
   * @return octets, {@link #HEADER} to {@link #MAX_LENGTH}
   */
  public int encodedLength() {
    return HEADER + privateDataLength();
  }

  private int privateDataLength() {
    return (enhanced == null ? 0 : MpaEnhanced.SIZE) + privateData.length;
  }

  /**
   * Writes the frame at the buffer's position and moves the position behind it.
   *
   * @param out a big-endian buffer
   * @throws java.nio.BufferOverflowException if fewer than {@link #encodedLength} octets remain;
   *     some octets may have been written then
   */
  public void encode(ByteBuffer out) {
    int flags =
        (markers ? MARKERS_BIT : 0)
            | (crc ? CRC_BIT : 0)
            | (rejected ? REJECTED_BIT : 0)
            | (enhanced != null ? ENHANCED_BIT : 0);
    out.put(kind.key).put((byte) flags).put((byte) revision);
    out.putShort((short) privateDataLength());
    if (enhanced != null) {
      out.putInt(enhanced.encode());
    }
    out.put(privateData);
  }

  /**
   * Gives the consumer's private data, without the enhanced block.
   *
   * @return a copy, 0 to 512 octets
   */
  @Override
  public byte[] privateData() {
    return privateData.clone();
  }

  /**
   * Compares by content, that of the private data included.
   *
   * @param other anything
   * @return true for an equal frame
   */
  @Override
  public boolean equals(Object other) {
    return other instanceof MpaFrame that
        && kind == that.kind
        && revision == that.revision
        && markers == that.markers
        && crc == that.crc
        && rejected == that.rejected
        && Objects.equals(enhanced, that.enhanced)
        && Arrays.equals(privateData, that.privateData);
  }

  /**
   * Matches {@link #equals}.
   *
   * @return the hash
   */
  @Override
  public int hashCode() {
    return Objects.hash(kind, revision, markers, crc, rejected, enhanced)
        ^ Arrays.hashCode(privateData);
  }

  /**
   * Describes the frame for a log, without the content of the private data.
   *
   * @return one line
   */
  @Override
  public String toString() {
    return "MpaFrame["
        + kind
        + ", revision "
        + revision
        + (markers ? ", markers" : "")
        + (crc ? ", CRC" : "")
        + (rejected ? ", rejected" : "")
        + (enhanced == null ? "" : ", " + enhanced)
        + ", "
        + privateData.length
        + " bytes of private data]";
  }
}
