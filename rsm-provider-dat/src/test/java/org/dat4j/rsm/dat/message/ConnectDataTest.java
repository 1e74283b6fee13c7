package org.dat4j.rsm.dat.message;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Tests of the private data of DAT connection requests and accepts of RSM. */
class ConnectDataTest {
  private static final byte[] NONCE = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] PROOF = "fedcba9876543210".getBytes(StandardCharsets.US_ASCII);

  @Test
  void controlConnectDataRoundTripsAndFitsEveryProvider() throws ProtocolViolationException {
    for (int bits = 0; bits < 8; bits++) {
      ConnectData.Control sent =
          new ConnectData.Control(
              (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0, 64, Long.MIN_VALUE, NONCE, PROOF);
      byte[] bytes = ConnectData.encode(sent);
      assertTrue(bytes.length <= 56);
      ConnectData.Control got = (ConnectData.Control) ConnectData.decode(Arrays.copyOf(bytes, 500));
      assertArrayEquals(bytes, ConnectData.encode(got));
      assertArrayEquals(PROOF, got.proof());
      assertEquals(sent.node(), got.node());
      assertEquals(sent.accepted(), got.accepted());
      assertEquals(sent.sealed(), got.sealed());
      assertEquals(sent.littleEndian(), got.littleEndian());
    }
  }

  @Test
  void dataConnectDataRoundTrips() throws ProtocolViolationException {
    byte[] bytes = ConnectData.encode(new ConnectData.Data(-3, NONCE));
    ConnectData.Data got = (ConnectData.Data) ConnectData.decode(bytes);
    assertEquals(-3, got.token());
    assertArrayEquals(NONCE, got.proof());
  }

  @Test
  void malformedConnectDataIsRefused() {
    byte[] right = ConnectData.encode(new ConnectData.Data(-3, NONCE));
    assertThrows(ProtocolViolationException.class, () -> ConnectData.decode(null));
    for (int length = 0; length < right.length; length++) {
      byte[] cut = Arrays.copyOf(right, length);
      assertThrows(ProtocolViolationException.class, () -> ConnectData.decode(cut));
    }
    for (int at = 0; at < 8; at++) {
      byte[] changed = right.clone();
      changed[at] ^= 0x40;
      assertThrows(
          ProtocolViolationException.class, () -> ConnectData.decode(changed), "byte " + at);
    }
  }
}
