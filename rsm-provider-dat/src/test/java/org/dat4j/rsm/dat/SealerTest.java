package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Proofs of the secret. */
class SealerTest {
  private static final byte[] SECRET = "a secret of the nodes".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] REQUEST = greeting(1);
  private static final byte[] ANSWER = greeting(2);

  private final Sealer client = new Sealer(SECRET, REQUEST, ANSWER, true);
  private final Sealer server = new Sealer(SECRET, REQUEST, ANSWER, false);

  private static byte[] greeting(int nonce) {
    byte[] octets = new byte[Greeting.NONCE];
    Arrays.fill(octets, (byte) nonce);
    return Greeting.encode(new Greeting.Control(nonce == 2, true, true, 1, 2, 3, octets));
  }

  private static ByteBuffer sealed(Sealer by, String text) {
    ByteBuffer message = ByteBuffer.allocate(100);
    message.put(text.getBytes(StandardCharsets.US_ASCII));
    by.seal(message);
    return message.flip();
  }

  private static String opened(Sealer by, ByteBuffer message) throws MalformedException {
    by.open(message);
    return StandardCharsets.US_ASCII.decode(message).toString();
  }

  @Test
  void whatOneSideSealsTheOtherOpensInOrder() throws MalformedException {
    ByteBuffer first = sealed(client, "first");
    ByteBuffer second = sealed(client, "");
    assertEquals(5 + Sealer.TAG, first.remaining());
    assertEquals("first", opened(server, first));
    assertEquals("", opened(server, second));
    assertEquals("answer", opened(client, sealed(server, "answer")));
  }

  @Test
  void everyChangedOctetIsFound() {
    for (int at = 0; at < 5 + Sealer.TAG; at++) {
      Sealer from = new Sealer(SECRET, REQUEST, ANSWER, true);
      Sealer to = new Sealer(SECRET, REQUEST, ANSWER, false);
      ByteBuffer message = sealed(from, "first");
      message.put(at, (byte) (message.get(at) ^ 1));
      assertThrows(MalformedException.class, () -> to.open(message));
    }
  }

  @Test
  void aMessageThatIsRepeatedOrLeftOutIsFound() throws MalformedException {
    ByteBuffer first = sealed(client, "first");
    ByteBuffer again = first.duplicate();
    opened(server, first);
    assertThrows(MalformedException.class, () -> server.open(again));
    Sealer other = new Sealer(SECRET, REQUEST, ANSWER, false);
    ByteBuffer second = sealed(client, "second");
    assertThrows(MalformedException.class, () -> other.open(second));
  }

  @Test
  void aMessageSentBackIsFound() {
    ByteBuffer mine = sealed(client, "first");
    assertThrows(MalformedException.class, () -> client.open(mine));
  }

  @Test
  void anotherSecretAnotherRequestAndAnotherAnswerAreFound() {
    byte[] wrong = SECRET.clone();
    wrong[0]++;
    byte[] request = REQUEST.clone();
    request[40]++;
    byte[] answer = ANSWER.clone();
    answer[40]++;
    for (Sealer to :
        new Sealer[] {
          new Sealer(wrong, REQUEST, ANSWER, false),
          new Sealer(SECRET, request, ANSWER, false),
          new Sealer(SECRET, REQUEST, answer, false)
        }) {
      ByteBuffer message = sealed(new Sealer(SECRET, REQUEST, ANSWER, true), "first");
      assertThrows(MalformedException.class, () -> to.open(message));
    }
  }

  @Test
  void zerosThatAProviderAddsToPrivateDataChangeNothing() throws MalformedException {
    Sealer padded = new Sealer(SECRET, Arrays.copyOf(REQUEST, 200), ANSWER, false);
    assertEquals("first", opened(padded, sealed(client, "first")));
  }

  @Test
  void aMessageShorterThanAProofIsRefused() {
    ByteBuffer message = ByteBuffer.allocate(Sealer.TAG - 1);
    assertThrows(MalformedException.class, () -> server.open(message));
  }

  @Test
  void theProofOfADataConnectionIsThatOfItsImport() {
    byte[] proof = client.proof(77);
    assertArrayEquals(proof, server.proof(77));
    assertTrue(server.proves(77, proof));
    assertFalse(server.proves(78, proof));
    assertFalse(server.proves(77, new byte[Sealer.TAG]));
  }
}
