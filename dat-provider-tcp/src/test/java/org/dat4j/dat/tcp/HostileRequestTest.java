package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HexFrames.READY;
import static org.dat4j.dat.tcp.HexFrames.REPLY;
import static org.dat4j.dat.tcp.HexFrames.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.dat4j.dat.Cr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HostileTest.Inputs;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of setup on an adapter that listens, with strangers and requesters that break the rules.
 */
@Timeout(240)
class HostileRequestTest {

  private static final HexFormat HEX = HexFormat.of();

  private static final long DEADLINE_SECONDS = 5;
  private static final int STRANGERS = 10_000;

  /** The most connections without a request that a listener keeps of an address. */
  private static final int HALF_OPEN_PER_ADDRESS = 16;

  private final RawPeer peer = new RawPeer("");

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  private static String text(String text) {
    return HEX.formatHex(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  static List<String> refusedRequests() {
    String data512 = "00".repeat(512);
    return List.of(
        "3, wrong key, " + "4d".repeat(20),
        "3, last byte of the key, " + REQUEST.substring(0, 30) + "66" + "40010000",
        "3, key of a reply, " + REPLY + "40010000",
        "4, revision 0, " + REQUEST + "40000000",
        "4, revision 3, " + REQUEST + "40030000",
        "4, revision 255, " + REQUEST + "40ff0000",
        "6, no room for the block, " + REQUEST + "50020000",
        "6, one byte of the block, " + REQUEST + "5002000100",
        "6, two bytes of the block, " + REQUEST + "500200020000",
        "6, three bytes of the block, " + REQUEST + "50020003000000",
        "7, 513 bytes of private data, " + REQUEST + "40010201" + data512 + "00",
        "7, 65535 bytes of private data, " + REQUEST + "4001ffff" + data512,
        "9, a byte behind the request, " + REQUEST + "4001000000",
        "9, an FPDU behind the request, " + REQUEST + "40010000" + HexFrames.fpdu(READY, true),
        "14, two requests, " + (REQUEST + "40010000").repeat(2),
        "15, a reply, " + REPLY + "50020004" + "80108010",
        "21, TLS, " + "16030102000100" + "01fc0303" + "5a".repeat(40),
        "21, HTTP, " + text("GET / HTTP/1.1\r\nHost: here\r\n\r\n"));
  }

  @ParameterizedTest
  @MethodSource("refusedRequests")
  @Inputs({3, 4, 6, 7, 9, 14, 15, 21})
  void aRequestThatIsNoneIsClosedWithoutAWord(String row) throws IOException {
    try (LogCapture silence = new LogCapture();
        DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      peer.write(row.substring(row.lastIndexOf(' ') + 1));
      // What was not read when the adapter closed makes the end a reset.
      assertEquals(0, peer.countToTheEndOrReset());
      HostileScene.expectNothing(listener.evd());
      expectService(listener);
      silence.expectKept();
    }
  }

  /** The listener takes the next connection as if nothing had been. */
  private void expectService(DatListener listener) throws IOException {
    try (Socket good = new Socket(peer.ia().address(), (int) listener.connQual())) {
      good.getOutputStream().write(HEX.parseHex(REQUEST + "40010000"));
      listener.awaitRequest(AdapterPair.LIMIT).reject();
    }
  }

  @Test
  @Inputs(8)
  void aRequestThatEndsEarlyIsClosed() throws IOException {
    try (DatListener listener = Dats.listen(peer.ia())) {
      String request = REQUEST + "40010004cafebabe";
      for (int bytes = 0; bytes < request.length() / 2; bytes++) {
        peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
        peer.write(request.substring(0, 2 * bytes));
        peer.socket().shutdownOutput();
        assertEquals(0, peer.countToTheEndOrReset());
        peer.socket().close();
      }
      HostileScene.expectNothing(listener.evd());
      expectService(listener);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "7, 40010200, 512",
    "5, 50010004, 4",
    "12, 60010000, 0",
    "13, 4f010000, 0",
    "13, 4f020000, 0",
    "10, 40020000, 0",
  })
  @Inputs({5, 7, 12, 13})
  void aRequestWithOddFlagsIsARequest(int number, String control, int privateData)
      throws IOException {
    assertTrue(number > 0);
    try (DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      peer.write(REQUEST + control + "5c".repeat(privateData));
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      assertEquals("5c".repeat(privateData), HEX.formatHex(request.query().privateData()));
      peer.end().accept(request);
      // No enhanced block, and the reserved bits are not sent back.
      peer.expect(REPLY + "40" + control.substring(2, 4) + "0000");
      peer.end().awaitConnected(AdapterPair.LIMIT);
    }
  }

  @ParameterizedTest
  @CsvSource({"c0010000, 60010000", "80010000, 20010000", "d002000400010001, 700200040001"})
  @Inputs(10)
  void aRequestForMarkersIsRejected(String request, String reply) throws IOException {
    try (DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      peer.write(REQUEST + request);
      peer.expect(REPLY + reply);
      HostileScene.expectNothing(listener.evd());
    }
  }

  @ParameterizedTest
  @CsvSource({"on, true, true", "on, false, true", "off, true, true", "off, false, false"})
  @Inputs(11)
  void crcIsInUseWhenEitherWantsIt(String setting, boolean asked, boolean used) throws IOException {
    try (RawPeer other = new RawPeer("crc=" + setting);
        DatListener listener = Dats.listen(other.ia())) {
      other.use(new Socket(other.ia().address(), (int) listener.connQual()));
      other.write(REQUEST + (asked ? "50" : "10") + "020004" + "80108010");
      other.end().accept(listener.awaitRequest(AdapterPair.LIMIT));
      other.expect(REPLY + (setting.equals("on") ? "50" : "10") + "020004" + "80108010");
      other.write(HexFrames.fpdu(READY, used));
      other.end().awaitConnected(AdapterPair.LIMIT);
      other.write(HexFrames.fpdu(HexFrames.readRequest(1, 0, 1, 0), used));
      other.expect(HexFrames.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, ""), used));
    }
  }

  /** Offered and answered: model and RTR with IRD, RTR with ORD; own depths are 16. */
  @ParameterizedTest
  @CsvSource({
    // A without B, C or D: the answer names what it would take.
    "16, 80100010, 80108010",
    // B only.
    "16, c0100010, 80108010",
    // D only, then C and D, then all.
    "16, 80104010, 80104010",
    "16, 8010c010, 80108010",
    "16, c010c010, 80108010",
    // B, C and D without A mean nothing.
    "16, 4010c010, 00100010",
    "17, 00000000, 00100000",
    "17, 00010001, 00100001",
    "17, 00020080, 00100002",
    "17, 3fff3fff, 3fff3fff",
    "17, 3ffe3ffe, 00100010",
  })
  @Inputs({16, 17})
  void theEnhancedBlockIsAnswered(int number, String offer, String answer) throws IOException {
    assertTrue(number > 0);
    peer.accepted(REQUEST + "50020004" + offer, REPLY + "50020008" + answer + "deadbeef");
    if (answer.charAt(0) == '8') {
      boolean read = answer.charAt(4) == '4';
      String ready = read ? HexFrames.readRequest(1, 0, 1, 0) : READY;
      peer.write(HexFrames.fpdu(ready, true));
    }
    peer.end().awaitConnected(AdapterPair.LIMIT);
  }

  @Test
  @Inputs(1)
  void aRequestMayComeByteByByte() throws IOException {
    try (DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      for (byte value : HEX.parseHex(REQUEST + "40010004cafebabe")) {
        peer.socket().getOutputStream().write(value);
      }
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      assertEquals("cafebabe", HEX.formatHex(request.query().privateData()));
      request.reject();
    }
  }

  /** One that says nothing, and one that goes on dribbling: the time limit is absolute. */
  @Test
  @Inputs({1, 2})
  @Tag("long")
  void aRequestThatIsNeverCompleteIsClosedInTime() throws Exception {
    try (DatListener listener = Dats.listen(peer.ia());
        Socket silent = new Socket(peer.ia().address(), (int) listener.connQual())) {
      long began = System.nanoTime();
      silent.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      byte[] bytes = HEX.parseHex(REQUEST + "40010200" + "00".repeat(400));
      int sent = 0;
      while (sent < bytes.length && !RawPeer.isEndedWithin(peer.socket(), 100)) {
        peer.socket().getOutputStream().write(bytes[sent++]);
      }
      assertTrue(sent < bytes.length, "never closed");
      assertEquals(-1, silent.getInputStream().read());
      long seconds = Duration.ofNanos(System.nanoTime() - began).toSeconds();
      // A limit that each byte puts off would end with the bytes, after more than 40 s.
      assertTrue(
          seconds >= DEADLINE_SECONDS - 1 && seconds <= 4 * DEADLINE_SECONDS, seconds + " s");
      HostileScene.expectNothing(listener.evd());
      expectService(listener);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  @Inputs(18)
  void aResetBeforeTheAnswerFailsTheAcceptOnce(boolean consumed) throws IOException {
    try (DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      peer.write(REQUEST + "50020004" + "80108010");
      Cr request = consumed ? listener.awaitRequest(AdapterPair.LIMIT) : null;
      peer.reset();
      if (request == null) {
        request = listener.awaitRequest(AdapterPair.LIMIT);
      }
      peer.end().accept(request);
      peer.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
      expectService(listener);
    }
  }

  @ParameterizedTest
  @CsvSource({
    // The first FPDU has a wrong CRC: refused. It is a Terminate: there is nothing to answer.
    "000ec14000000001000000000000000000000000, 2/0/02",
    "001641470000000000000002000000010000000020060000 6540fb1b, ''",
  })
  @Inputs({25, 56})
  void aFirstMessageThatIsNotReadyFailsTheAccept(String bytes, String fault) throws IOException {
    peer.accepted(REQUEST + "50020004" + "80108010", REPLY + "50020008" + "80108010" + "deadbeef");
    peer.write(bytes.replace(" ", ""));
    String answer =
        fault.isEmpty()
            ? ""
            : HexFrames.fpdu(HexFrames.terminate(fault, HexFrames.Copy.NOTHING, ""), true);
    assertEquals(answer, HEX.formatHex(peer.in().readAllBytes()));
    peer.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
  }

  /** Strangers that connect and say nothing, far more than a listener keeps, and for long. */
  @Test
  @Inputs(22)
  void tenThousandHalfOpenConnectionsAreFewAtATime() throws Exception {
    List<SocketChannel> open = new ArrayList<>();
    String limits = "startup=600000 half_open_per_address=" + HALF_OPEN_PER_ADDRESS;
    try (RawPeer patient = new RawPeer(limits);
        LogCapture silence = new LogCapture();
        DatListener listener = Dats.listen(patient.ia())) {
      InetSocketAddress address =
          new InetSocketAddress(patient.ia().address(), (int) listener.connQual());
      for (int i = 1; i <= STRANGERS; i++) {
        connect(address, open);
        // The system keeps some that are not accepted yet; more would have to ask again.
        if (i % 1000 == 0) {
          closeRefused(open, i);
        }
      }
      closeRefused(open, STRANGERS);
      // Only the first ones stay connected.
      assertEquals(HALF_OPEN_PER_ADDRESS, open.size());
      HostileScene.expectNothing(listener.evd());
      // The limit leaves room for another address.
      try (Socket neighbour = new Socket()) {
        neighbour.bind(new InetSocketAddress("127.0.0.2", 0));
        neighbour.connect(address);
        neighbour.getOutputStream().write(HEX.parseHex(REQUEST + "40010000"));
        listener.awaitRequest(AdapterPair.LIMIT).reject();
      }
      silence.expectOnly("half_open_per_address=" + HALF_OPEN_PER_ADDRESS);
    } finally {
      for (SocketChannel one : open) {
        one.close();
      }
    }
  }

  /** One more stranger, unless it is refused before it knows that it was connected. */
  private static void connect(InetSocketAddress address, List<SocketChannel> open)
      throws IOException {
    SocketChannel stranger = SocketChannel.open();
    try {
      stranger.connect(address);
      stranger.configureBlocking(false);
      open.add(stranger);
    } catch (SocketException e) {
      stranger.close();
    }
  }

  /** Waits until no more are left than a listener keeps. */
  private static void closeRefused(List<SocketChannel> open, int count) throws IOException {
    long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
    do {
      assertTrue(System.nanoTime() < deadline, open.size() + " of " + count + " are kept");
      Thread.onSpinWait();
      for (int i = open.size() - 1; i >= 0; i--) {
        if (isEnded(open.get(i))) {
          open.remove(i).close();
        }
      }
    } while (open.size() > HALF_OPEN_PER_ADDRESS);
  }

  private static boolean isEnded(SocketChannel stranger) {
    try {
      return stranger.read(ByteBuffer.allocate(1)) < 0;
    } catch (IOException e) {
      return true;
    }
  }
}
