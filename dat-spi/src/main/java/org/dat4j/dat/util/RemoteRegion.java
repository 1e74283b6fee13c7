package org.dat4j.dat.util;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;

/**
 * The context, address and length with which RDMA operations name memory of the peer.
 *
 * <p>A program sends it to the peer in its encoded form, within a message or within private data:
 * 24 bytes, all numbers big-endian. They are the four bytes {@code DATS}, the context (4 bytes),
 * the address (8 bytes) and the length (8 bytes).
 *
 * @param rmrContext the peer's context for it
 * @param address the peer's address of its first byte, unsigned
 * @param length bytes
 */
public record RemoteRegion(int rmrContext, long address, long length) {

  /** The number of bytes of the encoded form. */
  public static final int ENCODED_LENGTH = 24;

  /** First bytes of the encoded form, so that other private data is not mistaken for it. */
  private static final int MAGIC = 0x44415453;

  /**
   * Encodes the region, for private data that holds nothing else.
   *
   * @return {@link #ENCODED_LENGTH} bytes
   */
  public byte[] encode() {
    byte[] data = new byte[ENCODED_LENGTH];
    encode(ByteBuffer.wrap(data));
    return data;
  }

  /**
   * Encodes the region into a message, beside other things.
   *
   * @param out takes {@link #ENCODED_LENGTH} bytes at its position, which moves behind them; its
   *     byte order does not matter
   * @throws java.nio.BufferOverflowException if fewer bytes remain
   */
  public void encode(ByteBuffer out) {
    Dats.given(out, "RemoteRegion.encode", "out", DatReturn.INVALID_PARAMETER);
    ByteBuffer form = ByteBuffer.allocate(ENCODED_LENGTH);
    form.putInt(MAGIC).putInt(rmrContext).putLong(address).putLong(length).flip();
    out.put(form);
  }

  /**
   * Decodes a region.
   *
   * @param in holds the encoded form at its position, which moves behind it; its byte order does
   *     not matter
   * @return the region
   * @throws DatException DAT_INVALID_PARAMETER if there is no encoded region; the position stays
   */
  public static RemoteRegion decode(ByteBuffer in) {
    Dats.given(in, "RemoteRegion.decode", "in", DatReturn.INVALID_PARAMETER);
    RemoteRegion region = decode(in, in.position());
    if (region == null) {
      throw new DatException(
          DatReturn.INVALID_PARAMETER,
          DatSubtype.INVALID_ARG1,
          "RemoteRegion.decode",
          "in",
          in,
          "give a buffer whose position is at an encoded region");
    }
    in.position(in.position() + ENCODED_LENGTH);
    return region;
  }

  /** Reads the encoded form at an index; null where there is none. */
  private static RemoteRegion decode(ByteBuffer in, int at) {
    if (in.limit() - at < ENCODED_LENGTH) {
      return null;
    }
    ByteBuffer form = in.duplicate();
    form.position(at);
    return form.getInt() == MAGIC
        ? new RemoteRegion(form.getInt(), form.getLong(), form.getLong())
        : null;
  }

  /** Reads private data of the peer; what follows the encoded form is padding of the transport. */
  static RemoteRegion ofPeer(String object, byte[] data) {
    RemoteRegion region = data == null ? null : decode(ByteBuffer.wrap(data), 0);
    if (region == null) {
      throw new DatException(
          DatReturn.INVALID_STATE,
          DatSubtype.NO_SUBTYPE,
          object,
          "private data of the peer",
          data == null ? null : data.length + " bytes",
          "the peer sent no region: let it call share before it connects or accepts");
    }
    return region;
  }
}
