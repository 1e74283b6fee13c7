package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Private data of connection requests and accepts, big-endian and at most 56 octets long, which
 * every provider carries. Providers may add zeros.
 */
final class Greeting {
  static final int NONCE = 16;

  private static final int MAGIC = 0x52534d44;
  private static final int VERSION = 1;
  private static final int CONTROL = 1;
  private static final int DATA = 2;
  private static final int ACCEPTED = 3;
  private static final int SWAPPED = 1;
  private static final int SEALED = 2;
  private static final int LITTLE_ENDIAN =
      ByteOrder.nativeOrder() == ByteOrder.LITTLE_ENDIAN ? SWAPPED : 0;
  private static final int SIZE = 48;

  private Greeting() {}

  /**
   * Either side of a control connection.
   *
   * @param accepted whether it is the answer
   * @param littleEndian byte order of its machine
   * @param sealed whether its messages carry a proof of the secret
   * @param node its node
   * @param incarnation tells apart lives of a process at one place
   * @param domain digest of the domain's name
   * @param nonce chosen for this connection
   */
  record Control(
      boolean accepted,
      boolean littleEndian,
      boolean sealed,
      int node,
      long incarnation,
      long domain,
      byte[] nonce) {}

  /**
   * The request of a data connection.
   *
   * @param token of the import
   * @param proof that the process of the control connection sends it; zeros without a secret
   */
  record Data(long token, byte[] proof) {}

  static boolean ownOrder() {
    return LITTLE_ENDIAN != 0;
  }

  static byte[] encode(Control greeting) {
    int flags = (greeting.littleEndian ? SWAPPED : 0) | (greeting.sealed ? SEALED : 0);
    return head(greeting.accepted ? ACCEPTED : CONTROL, flags)
        .putInt(greeting.node)
        .putLong(greeting.incarnation)
        .putLong(greeting.domain)
        .put(greeting.nonce)
        .array();
  }

  static byte[] encode(Data greeting) {
    return head(DATA, 0).putLong(greeting.token).put(greeting.proof).array();
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
   * @return a {@link Control} or a {@link Data}
   * @throws MalformedException if it is neither
   */
  static Object decode(byte[] data) throws MalformedException {
    if (data == null || data.length < SIZE) {
      throw new MalformedException("private data of " + (data == null ? 0 : data.length));
    }
    ByteBuffer in = ByteBuffer.wrap(data);
    if (in.getInt() != MAGIC) {
      throw new MalformedException("private data of something else");
    }
    int version = in.get();
    int operation = in.get();
    int flags = in.get();
    int reserved = in.get();
    if (version != VERSION || reserved != 0 || (flags & ~(SWAPPED | SEALED)) != 0) {
      throw new MalformedException("version " + version + " or flags " + flags);
    }
    switch (operation) {
      case CONTROL, ACCEPTED:
        byte[] nonce = new byte[NONCE];
        int node = in.getInt();
        long incarnation = in.getLong();
        long domain = in.getLong();
        in.get(nonce);
        return new Control(
            operation == ACCEPTED,
            (flags & SWAPPED) != 0,
            (flags & SEALED) != 0,
            node,
            incarnation,
            domain,
            nonce);
      case DATA:
        long token = in.getLong();
        byte[] proof = new byte[Sealer.TAG];
        in.get(proof);
        return new Data(token, proof);
      default:
        throw new MalformedException("operation " + operation);
    }
  }

  /** The part of private data that both sides know alike: without what providers add. */
  static byte[] known(byte[] data) {
    return Arrays.copyOf(data, SIZE);
  }
}
