package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Private data. */
class GreetingTest {
  private static final byte[] NONCE = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  @Test
  void aControlGreetingComesBackAndFitsEveryProvider() throws MalformedException {
    for (int bits = 0; bits < 8; bits++) {
      Greeting.Control sent =
          new Greeting.Control(
              (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, 64, -1, Long.MIN_VALUE, NONCE);
      byte[] octets = Greeting.encode(sent);
      assertTrue(octets.length <= 56);
      Greeting.Control got = (Greeting.Control) Greeting.decode(Arrays.copyOf(octets, 500));
      assertArrayEquals(octets, Greeting.encode(got));
      assertEquals(sent.node(), got.node());
      assertEquals(sent.accepted(), got.accepted());
      assertEquals(sent.sealed(), got.sealed());
      assertEquals(sent.littleEndian(), got.littleEndian());
    }
  }

  @Test
  void aDataGreetingComesBack() throws MalformedException {
    byte[] octets = Greeting.encode(new Greeting.Data(-3, NONCE));
    Greeting.Data got = (Greeting.Data) Greeting.decode(octets);
    assertEquals(-3, got.token());
    assertArrayEquals(NONCE, got.proof());
  }

  @Test
  void whatIsNoGreetingIsRefused() {
    byte[] right = Greeting.encode(new Greeting.Data(-3, NONCE));
    assertThrows(MalformedException.class, () -> Greeting.decode(null));
    for (int length = 0; length < right.length; length++) {
      byte[] cut = Arrays.copyOf(right, length);
      assertThrows(MalformedException.class, () -> Greeting.decode(cut));
    }
    for (int at = 0; at < 8; at++) {
      byte[] changed = right.clone();
      changed[at] ^= 0x40;
      assertThrows(MalformedException.class, () -> Greeting.decode(changed), "octet " + at);
    }
  }
}
