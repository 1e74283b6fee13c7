package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HexFrames.READY;
import static org.dat4j.dat.tcp.HexFrames.REPLY;
import static org.dat4j.dat.tcp.HexFrames.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HostileTest.Inputs;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of setup on an adapter that connects, with listeners that break the rules. */
@Timeout(240)
class HostileReplyTest {

  private static final HexFormat HEX = HexFormat.of();

  /** Accepts, revision 2, CRC, peer-to-peer, Write as ready-to-receive, depths 16. */
  private static final String GOOD_REPLY = REPLY + "50020004" + "80108010";

  private final RawPeer peer = new RawPeer("");

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  private static String text(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static List<String> refusedReplies() {
    return List.of(
        "3, wrong key, " + "4d".repeat(20) + ", does not speak iWARP",
        "3, key of a request, " + REQUEST + "50020004" + "80108010, both ends",
        "4, revision 0, " + REPLY + "50000004" + "80108010, revision",
        "4, revision 3, " + REPLY + "50030004" + "80108010, revision",
        "4, revision 255, " + REPLY + "50ff0004" + "80108010, revision",
        "5, revision 1 with the block, " + REPLY + "50010004" + "80108010, same set-up",
        "5, revision 2 without the block, " + REPLY + "40020000, same set-up",
        "6, no room for the block, " + REPLY + "50020000, 4 bytes",
        "6, one byte of the block, " + REPLY + "5002000180, 4 bytes",
        "6, two bytes of the block, " + REPLY + "500200028010, 4 bytes",
        "6, three bytes of the block, " + REPLY + "50020003" + "801080, 4 bytes",
        "7, 513 bytes of private data, " + REPLY + "50020201" + "80108010, 512 bytes",
        "7, 65535 bytes of private data, " + REPLY + "5002ffff" + "80108010, 512 bytes",
        "8, an early end, " + REPLY + "50020008" + "80108010, before its MPA frame was complete",
        "8, no reply at all, , before its MPA frame was complete",
        "10, markers, " + REPLY + "d0020004" + "80108010, markers",
        "16, another model, " + REPLY + "50020004" + "00100010, model",
        "21, a greeting, " + text("220 mail.example ESMTP\r\n") + ", does not speak iWARP");
  }

  private void connectTo(String reply) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, peer.ia().address())) {
      peer.end().startConnect(peer.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
      peer.use(server.accept());
    }
    // Key, flags, revision 2, four bytes: the enhanced block.
    peer.expect(REQUEST + "50020004" + "8010c010");
    peer.write(reply);
  }

  @ParameterizedTest
  @MethodSource("refusedReplies")
  @Inputs({3, 4, 5, 6, 7, 8, 10, 16, 21})
  void aReplyThatIsNoneIsOneRejection(String row) throws IOException {
    String[] parts = row.split(", ", 4);
    connectTo(parts[2]);
    peer.socket().shutdownOutput();
    assertEquals(0, peer.countToTheEndOrReset());
    DatEvent event = peer.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
    assertTrue(event.detail().toString().contains(parts[3]), event.toString());
  }

  @ParameterizedTest
  @CsvSource({
    // No RTR, or Send only; more reads to come than we can hold.
    "16, 50020004, 80100010, 2/0/07",
    "16, 50020004, c0100010, 2/0/07",
    "17, 50020004, 80108011, 2/0/06",
    "17, 50020004, 8000bffe, 2/0/06",
  })
  @Inputs({16, 17})
  void aReplyThatAgreesToNothingIsTerminated(int number, String control, String block, String fault)
      throws IOException {
    assertTrue(number > 0);
    connectTo(REPLY + control + block);
    String terminate = HexFrames.terminate(fault, HexFrames.Copy.NOTHING, "");
    peer.expect(HexFrames.fpdu(terminate, true));
    assertEquals(0, peer.countToTheEndOrReset());
    peer.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
  }

  /** One that says nothing, and one that goes on dribbling: the time limit is the program's. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Inputs({1, 2})
  void aReplyThatIsNeverCompleteIsTimedOut(boolean dribbles) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, peer.ia().address())) {
      peer.end().startConnect(peer.ia().address(), server.getLocalPort(), Duration.ofSeconds(1));
      peer.use(server.accept());
    }
    peer.expect(REQUEST + "50020004" + "8010c010");
    byte[] bytes = HEX.parseHex(REPLY + "50020200" + "80108010" + "00".repeat(508));
    int sent = 0;
    while (dribbles && sent < bytes.length && !RawPeer.isEndedWithin(peer.socket(), 50)) {
      peer.socket().getOutputStream().write(bytes[sent++]);
    }
    // A limit that each byte puts off would end with the bytes.
    assertTrue(sent < bytes.length, "never closed");
    peer.expectOnly(EventNumber.CONNECTION_EVENT_TIMED_OUT);
  }

  @Test
  @Inputs(7)
  void aReplyMayHaveTheMostPrivateDataOfTheStandard() throws IOException {
    connectTo(REPLY + "50020200" + "80108010" + "5c".repeat(508));
    peer.expect(HexFrames.fpdu(READY, true));
    peer.end().awaitConnected(AdapterPair.LIMIT);
    assertEquals("5c".repeat(508), HEX.formatHex(peer.end().peerPrivateData()));
  }

  @ParameterizedTest
  @CsvSource({"on, true, true", "on, false, true", "off, true, true", "off, false, false"})
  @Inputs(11)
  void crcIsInUseWhenEitherWantsIt(String setting, boolean answered, boolean used)
      throws IOException {
    try (RawPeer other = new RawPeer("crc=" + setting);
        ServerSocket server = new ServerSocket(0, 1, other.ia().address())) {
      other.end().startConnect(other.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
      other.use(server.accept());
      other.expect(REQUEST + (setting.equals("on") ? "50" : "10") + "020004" + "8010c010");
      other.write(REPLY + (answered ? "50" : "10") + "020004" + "80108010");
      other.expect(HexFrames.fpdu(READY, used));
      other.end().awaitConnected(AdapterPair.LIMIT);
      other.write(HexFrames.fpdu(HexFrames.readRequest(1, 0, 1, 0), used));
      other.expect(HexFrames.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, ""), used));
    }
  }

  @Test
  @Inputs(11)
  void aTerminateToAReplyThatWantsCrcHasOne() throws IOException {
    try (RawPeer other = new RawPeer("crc=off");
        ServerSocket server = new ServerSocket(0, 1, other.ia().address())) {
      other.end().startConnect(other.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
      other.use(server.accept());
      other.expect(REQUEST + "10020004" + "8010c010");
      other.write(REPLY + "50020004" + "80100010");
      other.expect(HexFrames.fpdu(HexFrames.terminate("2/0/07", HexFrames.Copy.NOTHING, ""), true));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "13, 5f020004, 80108010, 1",
    // Depths of nothing, not negotiated, and beyond what was asked.
    "17, 50020004, 80008000, 1",
    "17, 50020004, bfffbfff, 1",
    "17, 50020004, bffe8010, 1",
    "16, 50020004, 8010c010, 1",
    "16, 50020004, c010c010, 1",
    "1, 50020004, 80108010, 24",
  })
  @Inputs({1, 13, 16, 17})
  void anOddReplyConnects(int number, String control, String block, int pieces) throws IOException {
    assertTrue(number > 0);
    String reply = REPLY + control + block;
    connectTo(reply.substring(0, 2));
    for (int i = 1; i < pieces; i++) {
      // The look reads what is there.
      HostileScene.expectNothing(peer.end().connectEvd());
      peer.write(reply.substring(2 * i, 2 * i + 2));
    }
    peer.write(reply.substring(2 * pieces));
    peer.expect(HexFrames.fpdu(READY, true));
    peer.end().awaitConnected(AdapterPair.LIMIT);
  }

  @Test
  @Inputs({19, 20})
  void aReplyAndTheFirstFpduMayComeAtOnce() throws IOException {
    connectTo(GOOD_REPLY + HexFrames.fpdu(HexFrames.readRequest(1, 0, 1, 0), true));
    peer.expect(HexFrames.fpdu(READY, true));
    peer.expect(HexFrames.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, ""), true));
    peer.end().awaitConnected(AdapterPair.LIMIT);
  }

  /** The second is no FPDU: it promises more bytes than follow. */
  @Test
  @Inputs(14)
  void aSecondReplyBreaksTheConnectionOnce() throws IOException {
    connectTo(GOOD_REPLY.repeat(2));
    peer.expect(HexFrames.fpdu(READY, true));
    peer.end().awaitConnected(AdapterPair.LIMIT);
    peer.socket().shutdownOutput();
    assertEquals(0, peer.countToTheEndOrReset());
    peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", GOOD_REPLY})
  @Inputs(18)
  void aResetAroundTheReplyIsOneOutcome(String reply) throws IOException {
    connectTo(reply);
    peer.reset();
    DatEvent event = new DatEvent();
    peer.end().connectEvd().await(AdapterPair.LIMIT.toMillis() * 1000, 1, event);
    if (event.number() == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    } else {
      assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, event.number());
      HostileScene.expectNothing(peer.end().connectEvd());
    }
  }
}
