package org.dat4j.dat.util;

import java.nio.ByteBuffer;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;

/**
 * Memory of the peer as one-sided operations name it.
 *
 * @param rmrContext the peer's context for it
 * @param address the peer's address of its first octet, unsigned
 * @param length octets
 */
public record RemoteRegion(int rmrContext, long address, long length) {

  /** Octets of the form that is sent. */
  static final int ENCODED = 24;

  /** First octets of the form that is sent, so that other private data is not mistaken for it. */
  private static final int MAGIC = 0x44415453;

  /** The form that is sent: magic, context, address, length, all big-endian. */
  byte[] encode() {
    return ByteBuffer.allocate(ENCODED)
        .putInt(MAGIC)
        .putInt(rmrContext)
        .putLong(address)
        .putLong(length)
        .array();
  }

  /** Reads the form that is sent; what follows it is padding of the transport. */
  static RemoteRegion decode(String object, byte[] data) {
    if (data == null || data.length < ENCODED || ByteBuffer.wrap(data).getInt() != MAGIC) {
      throw new DatException(
          DatReturn.INVALID_STATE,
          DatSubtype.NO_SUBTYPE,
          object,
          "private data of the peer",
          data == null ? null : data.length + " octets",
          "the peer sent no region: let it call share before it connects or accepts");
    }
    ByteBuffer in = ByteBuffer.wrap(data);
    in.getInt();
    return new RemoteRegion(in.getInt(), in.getLong(), in.getLong());
  }
}
