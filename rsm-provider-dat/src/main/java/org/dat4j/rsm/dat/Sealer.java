package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Proves that the messages of a control connection come, in this order, from somebody who knows the
 * secret: each carries the first half of an HMAC-SHA256 over its direction, its number and itself.
 * The key is drawn from the secret and both greetings, whose nonces make it new for each
 * connection. One thread at a time for each direction.
 */
final class Sealer {
  /** Octets a message grows by. */
  static final int TAG = 16;

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte CLIENT = 'c';
  private static final byte SERVER = 's';
  private static final byte DATA = 'd';

  private final byte[] key;
  private final Mac out;
  private final Mac in;
  private final byte outSide;
  private final byte inSide;
  private long sent;
  private long received;

  /**
   * Draws the key.
   *
   * @param secret shared by the nodes
   * @param request private data of the connection request
   * @param answer private data of its accept
   * @param client whether this side has sent the request
   */
  Sealer(byte[] secret, byte[] request, byte[] answer, boolean client) {
    Mac mac = mac(secret);
    mac.update(Greeting.known(request));
    mac.update(Greeting.known(answer));
    key = mac.doFinal();
    out = mac(key);
    in = mac(key);
    outSide = client ? CLIENT : SERVER;
    inSide = client ? SERVER : CLIENT;
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
    }
  }

  /** Appends the proof to the message between 0 and the position. */
  void seal(ByteBuffer message) {
    ByteBuffer whole = message.duplicate().flip();
    message.put(tag(out, outSide, sent++, whole), 0, TAG);
  }

  /**
   * Takes the proof off the message between position and limit.
   *
   * @throws MalformedException if it is wrong
   */
  void open(ByteBuffer message) throws MalformedException {
    int length = message.remaining() - TAG;
    if (length < 0) {
      throw new MalformedException("a message without a proof of the secret");
    }
    byte[] tag = new byte[TAG];
    message.get(message.position() + length, tag);
    message.limit(message.position() + length);
    byte[] right = tag(in, inSide, received++, message.duplicate());

    byte[] half = Arrays.copyOf(right, TAG);
    if (!MessageDigest.isEqual(tag, half)) {
      throw new MalformedException("a message with a wrong proof of the secret");
    }
  }

  private static byte[] tag(Mac mac, byte side, long number, ByteBuffer message) {
    mac.update(side);
    mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, number));
    mac.update(message);
    return mac.doFinal();
  }

  /** What the request of a data connection proves itself by. */
  byte[] proof(long token) {
    Mac mac = mac(key);
    return Arrays.copyOf(tag(mac, DATA, token, ByteBuffer.allocate(0)), TAG);
  }

  boolean proves(long token, byte[] proof) {
    return MessageDigest.isEqual(proof(token), proof);
  }
}
