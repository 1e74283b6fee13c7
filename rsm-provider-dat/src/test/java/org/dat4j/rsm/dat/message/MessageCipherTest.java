package org.dat4j.rsm.dat.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/**
 * Tests of the encryption of RSM control messages and of the proofs that a peer knows the secret.
 */
class MessageCipherTest {
  private static final byte[] SECRET = "a secret of the nodes".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REQUEST = greeting(1);
  private static final byte[] ANSWER = greeting(2);

  private final MessageCipher client = new MessageCipher(SECRET, REQUEST, ANSWER, true);
  private final MessageCipher server = new MessageCipher(SECRET, REQUEST, ANSWER, false);

  private static byte[] greeting(int nonce) {
    byte[] bytes = new byte[ConnectData.NONCE];
    Arrays.fill(bytes, (byte) nonce);
    return ConnectData.encode(
        new ConnectData.Control(nonce == 2, true, true, 1, 3, bytes, new byte[MessageCipher.TAG]));
  }

  private static ByteBuffer sealed(MessageCipher by, String text) {
    ByteBuffer message = ByteBuffer.allocate(100);
    message.put(text.getBytes(StandardCharsets.US_ASCII));
    by.seal(message);
    return message.flip();
  }

  private static String opened(MessageCipher by, ByteBuffer message)
      throws ProtocolViolationException {
    by.open(message);
    return StandardCharsets.US_ASCII.decode(message).toString();
  }

  @Test
  void sealedMessagesOpenInOrder() throws ProtocolViolationException {
    ByteBuffer first = sealed(client, "first");
    ByteBuffer second = sealed(client, "");
    assertEquals(5 + MessageCipher.TAG, first.remaining());
    assertEquals("first", opened(server, first));
    assertEquals("", opened(server, second));
    assertEquals("answer", opened(client, sealed(server, "answer")));
  }

  @Test
  void everyChangedByteIsDetected() {
    for (int at = 0; at < 5 + MessageCipher.TAG; at++) {
      MessageCipher from = new MessageCipher(SECRET, REQUEST, ANSWER, true);
      MessageCipher to = new MessageCipher(SECRET, REQUEST, ANSWER, false);
      ByteBuffer message = sealed(from, "first");
      message.put(at, (byte) (message.get(at) ^ 1));
      assertThrows(ProtocolViolationException.class, () -> to.open(message));
    }
  }

  @Test
  void repeatedOrMissingMessageIsDetected() throws ProtocolViolationException {
    ByteBuffer first = sealed(client, "first");
    ByteBuffer again = first.duplicate();
    opened(server, first);
    assertThrows(ProtocolViolationException.class, () -> server.open(again));
    MessageCipher other = new MessageCipher(SECRET, REQUEST, ANSWER, false);
    ByteBuffer second = sealed(client, "second");
    assertThrows(ProtocolViolationException.class, () -> other.open(second));
  }

  @Test
  void reflectedMessageIsDetected() {
    ByteBuffer mine = sealed(client, "first");
    assertThrows(ProtocolViolationException.class, () -> client.open(mine));
  }

  @Test
  void otherSecretRequestOrAcceptIsDetected() {
    byte[] wrong = SECRET.clone();
    wrong[0]++;
    byte[] request = REQUEST.clone();
    request[40]++;
    byte[] answer = ANSWER.clone();
    answer[40]++;
    for (MessageCipher to :
        new MessageCipher[] {
          new MessageCipher(wrong, REQUEST, ANSWER, false),
          new MessageCipher(SECRET, request, ANSWER, false),
          new MessageCipher(SECRET, REQUEST, answer, false)
        }) {
      ByteBuffer message = sealed(new MessageCipher(SECRET, REQUEST, ANSWER, true), "first");
      assertThrows(ProtocolViolationException.class, () -> to.open(message));
    }
  }

  @Test
  void zerosAppendedToPrivateDataAreIgnored() throws ProtocolViolationException {
    MessageCipher padded = new MessageCipher(SECRET, Arrays.copyOf(REQUEST, 200), ANSWER, false);
    assertEquals("first", opened(padded, sealed(client, "first")));
  }

  @Test
  void messageShorterThanTagIsRefused() {
    ByteBuffer message = ByteBuffer.allocate(MessageCipher.TAG - 1);
    assertThrows(ProtocolViolationException.class, () -> server.open(message));
  }

  @Test
  void dataConnectionProofDependsOnImport() {
    byte[] proof = client.proof(77);
    assertArrayEquals(proof, server.proof(77));
    assertTrue(server.proves(77, proof));
    assertFalse(server.proves(78, proof));
    assertFalse(server.proves(77, new byte[MessageCipher.TAG]));
  }

  @Test
  void sealedMessageHidesItsText() {
    String text = "context and address of an RMR";
    ByteBuffer first = sealed(client, text);
    ByteBuffer second = sealed(client, text);
    assertFalse(StandardCharsets.ISO_8859_1.decode(first.duplicate()).toString().contains("RMR"));
    assertFalse(first.equals(second));
  }

  @Test
  void connectProofsDependOnSecretAndRequest() {
    byte[] proof = MessageCipher.requestProof(SECRET, REQUEST);
    byte[] wrong = SECRET.clone();
    wrong[0]++;
    assertFalse(Arrays.equals(proof, MessageCipher.requestProof(wrong, REQUEST)));
    assertArrayEquals(
        proof, MessageCipher.requestProof(SECRET, ConnectData.addProof(REQUEST.clone(), proof)));
    byte[] answer = MessageCipher.acceptProof(SECRET, REQUEST, ANSWER);
    byte[] other = REQUEST.clone();
    other[30]++;
    assertFalse(Arrays.equals(answer, MessageCipher.acceptProof(SECRET, other, ANSWER)));
    assertFalse(Arrays.equals(answer, MessageCipher.acceptProof(wrong, REQUEST, ANSWER)));
  }
}
