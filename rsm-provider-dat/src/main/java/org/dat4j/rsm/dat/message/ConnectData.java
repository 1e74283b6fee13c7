package org.dat4j.rsm.dat.message;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Encodes and decodes the private data of the connection requests and accepts of RSM over DAT. The
 * data is big-endian and at most 56 bytes long, which every DAT provider carries. Providers may
 * append zeros.
 */
public final class ConnectData {
  /** Bytes of a nonce. */
  public static final int NONCE = 16;

  private static final int MAGIC = 0x52534d44;
  private static final int VERSION = 2;
  private static final int CONTROL = 1;
  private static final int DATA = 2;
  private static final int ACCEPTED = 3;
  private static final int SWAPPED = 1;
  private static final int SEALED = 2;
  private static final int LITTLE_ENDIAN =
      ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? SWAPPED : 0;
  private static final int SIZE = 52;

  private ConnectData() {}

  /**
   * Either side of a control connection.
   *
   * @param accepted whether it is the data of an accept
   * @param littleEndian byte order of its machine
   * @param sealed whether its messages carry a proof of the secret
   * @param node its node
   * @param domain digest of the domain's name
   * @param nonce chosen for this connection
   * @param proof that its sender knows the secret; zeros without one
   */
  public record Control(
      boolean accepted,
      boolean littleEndian,
      boolean sealed,
      int node,
      long domain,
      byte[] nonce,
      byte[] proof) {}

  /**
   * The request of a data connection.
   *
   * @param token token of the import
   * @param proof that the process of the control connection sends it; zeros without a secret
   */
  public record Data(long token, byte[] proof) {}

  /**
   * Tells the byte order of this machine.
   *
   * @return whether it is little-endian
   */
  public static boolean ownOrder() {
    return LITTLE_ENDIAN != 0;
  }

  /**
   * Writes the private data of a control connection.
   *
   * @param data request or accept
   * @return the bytes
   */
  public static byte[] encode(Control data) {
    int flags = (data.littleEndian ? SWAPPED : 0) | (data.sealed ? SEALED : 0);
    return head(data.accepted ? ACCEPTED : CONTROL, flags)
        .putInt(data.node)
        .putLong(data.domain)
        .put(data.nonce)
        .put(data.proof)
        .array();
  }

  /**
   * Writes the private data of a data connection.
   *
   * @param data request
   * @return the bytes
   */
  public static byte[] encode(Data data) {
    return head(DATA, 0).putLong(data.token).put(data.proof).array();
  }

  private static ByteBuffer head(int operation, int flags) {
    return ByteBuffer.allocate(SIZE)
        .putInt(MAGIC)
        .put((byte) VERSION)
        .put((byte) operation)
        .put((byte) flags)
        .put((byte) 0);
  }

  /**
   * Reads private data.
   *
   * @param data bytes of a connection request or accept, or null
   * @return a {@link Control} or a {@link Data}
   * @throws ProtocolViolationException if it is neither
   */
  public static Object decode(byte[] data) throws ProtocolViolationException {
    if (data == null || data.length < SIZE) {
      throw new ProtocolViolationException("private data of " + (data == null ? 0 : data.length));
    }
    ByteBuffer in = ByteBuffer.wrap(data);
    if (in.getInt() != MAGIC) {
      throw new ProtocolViolationException("private data of something else");
    }
    int version = in.get();
    int operation = in.get();
    int flags = in.get();
    int reserved = in.get();
    if (version != VERSION || reserved != 0 || (flags & ~(SWAPPED | SEALED)) != 0) {
      throw new ProtocolViolationException("version " + version + " or flags " + flags);
    }
    switch (operation) {
      case CONTROL, ACCEPTED:
        byte[] nonce = new byte[NONCE];
        byte[] known = new byte[MessageCipher.TAG];
        int node = in.getInt();
        long domain = in.getLong();
        in.get(nonce);
        in.get(known);
        return new Control(
            operation == ACCEPTED,
            (flags & SWAPPED) != 0,
            (flags & SEALED) != 0,
            node,
            domain,
            nonce,
            known);
      case DATA:
        long token = in.getLong();
        byte[] proof = new byte[MessageCipher.TAG];
        in.get(proof);
        return new Data(token, proof);
      default:
        throw new ProtocolViolationException("operation " + operation);
    }
  }

  /**
   * Puts a proof into private data that has none.
   *
   * @param data bytes of a control connection
   * @param proof that its sender knows the secret
   * @return the same bytes
   */
  public static byte[] addProof(byte[] data, byte[] proof) {
    System.arraycopy(proof, 0, data, SIZE - MessageCipher.TAG, MessageCipher.TAG);
    return data;
  }

  /** Returns the part of the private data of a control connection that its proof covers. */
  static byte[] unproven(byte[] data) {
    return Arrays.copyOf(data, SIZE - MessageCipher.TAG);
  }

  /**
   * Returns the part of private data that both sides know, without the bytes that providers append.
   */
  static byte[] known(byte[] data) {
    return Arrays.copyOf(data, SIZE);
  }
}
