package org.dat4j.rsm.dat.message;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The authenticated encryption (AES-GCM) of the messages on a control connection of RSM over DAT.
 * Each direction has a key of its own and numbers its messages, so that a repeated or missing
 * message is found. The keys are derived from the secret and the private data of both sides, whose
 * nonces make them new for each connection. Each direction is for one thread at a time.
 */
public final class MessageCipher {
  /** The number of bytes by which a message grows. */
  public static final int TAG = 16;

  private static final String HASH = "HmacSHA256";
  private static final String CIPHER = "AES/GCM/NoPadding";
  private static final int NONCE = 12;
  private static final byte CLIENT = 'c';
  private static final byte SERVER = 's';
  private static final byte DATA = 'd';
  private static final byte REQUEST = 'r';
  private static final byte ANSWER = 'a';

  private final byte[] dataKey;
  private final SecretKeySpec outKey;
  private final SecretKeySpec inKey;
  private final Cipher out;
  private final Cipher in;
  private long sent;
  private long received;

  /**
   * Derives the keys.
   *
   * @param secret key that the nodes share
   * @param request private data of the connection request
   * @param answer private data of its accept
   * @param client whether this side has sent the request
   */
  public MessageCipher(byte[] secret, byte[] request, byte[] answer, boolean client) {
    Mac mac = mac(secret);
    mac.update(ConnectData.known(request));
    mac.update(ConnectData.known(answer));
    byte[] key = mac.doFinal();
    dataKey = derived(key, DATA);
    outKey = new SecretKeySpec(derived(key, client ? CLIENT : SERVER), "AES");
    inKey = new SecretKeySpec(derived(key, client ? SERVER : CLIENT), "AES");
    out = cipher();
    in = cipher();
  }

  private static byte[] derived(byte[] key, byte use) {
    Mac mac = mac(key);
    mac.update(use);
    return mac.doFinal();
  }

  private static Mac mac(byte[] key) {
    try {
      Mac mac = Mac.getInstance(HASH);
      mac.init(new SecretKeySpec(key, HASH));
      return mac;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + HASH, e);
    }
  }

  private static Cipher cipher() {
    try {
      return Cipher.getInstance(CIPHER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has " + CIPHER, e);
    }
  }

  private static GCMParameterSpec nonce(long number) {
    byte[] bytes = ByteBuffer.allocate(NONCE).putLong(NONCE - Long.BYTES, number).array();
    return new GCMParameterSpec(TAG * Byte.SIZE, bytes);
  }

  /**
   * Encrypts a message and appends its tag.
   *
   * @param message the bytes between 0 and the position
   */
  public void seal(ByteBuffer message) {
    byte[] plain = new byte[message.position()];
    message.get(0, plain);
    try {
      out.init(Cipher.ENCRYPT_MODE, outKey, nonce(sent++));
      message.position(0).put(out.doFinal(plain));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a number is used once only", e);
    }
  }

  /**
   * Decrypts a message and removes its tag.
   *
   * @param message the bytes between position and limit
   * @throws ProtocolViolationException if the tag is wrong
   */
  public void open(ByteBuffer message) throws ProtocolViolationException {
    if (message.remaining() < TAG) {
      throw new ProtocolViolationException("a message without a proof of the secret");
    }
    int start = message.position();
    byte[] sealed = new byte[message.remaining()];
    message.get(sealed);
    try {
      in.init(Cipher.DECRYPT_MODE, inKey, nonce(received++));
      byte[] plain = in.doFinal(sealed);
      message.position(start).limit(start + plain.length);
      message.put(start, plain);
    } catch (GeneralSecurityException e) {
      throw new ProtocolViolationException("a message with a wrong proof of the secret");
    }
  }

  /**
   * Makes the proof that the process of this control connection requests a data connection.
   *
   * @param token token of the import
   * @return the proof
   */
  public byte[] proof(long token) {
    Mac mac = mac(dataKey);
    mac.update(ByteBuffer.allocate(Long.BYTES).putLong(0, token));
    return half(mac);
  }

  /**
   * Checks the proof in the request of a data connection.
   *
   * @param token token of the import
   * @param proof from the request
   * @return whether it is right
   */
  public boolean proves(long token, byte[] proof) {
    return MessageDigest.isEqual(proof(token), proof);
  }

  /**
   * Makes the proof that the sender of a connection request knows the secret.
   *
   * @param secret key that the nodes share
   * @param data private data of the request
   * @return the proof
   */
  public static byte[] requestProof(byte[] secret, byte[] data) {
    Mac mac = mac(secret);
    mac.update(REQUEST);
    mac.update(ConnectData.unproven(data));
    return half(mac);
  }

  /**
   * Makes the same proof for an accept, which covers the request, too.
   *
   * @param secret key that the nodes share
   * @param request private data of the request
   * @param data private data of the accept
   * @return the proof
   */
  public static byte[] acceptProof(byte[] secret, byte[] request, byte[] data) {
    Mac mac = mac(secret);
    mac.update(ANSWER);
    mac.update(ConnectData.known(request));
    mac.update(ConnectData.unproven(data));
    return half(mac);
  }

  private static byte[] half(Mac mac) {
    return Arrays.copyOf(mac.doFinal(), TAG);
  }
}
