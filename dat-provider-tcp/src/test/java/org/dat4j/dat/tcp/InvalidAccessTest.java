package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Peers that guess where there is memory, and the setting "guesses_per_address". */
@Timeout(240)
class InvalidAccessTest {

  private static final String THREE = "guesses_per_address=3";
  private static final String ONE = "guesses_per_address=1";
  private static final String NEIGHBOUR = "127.0.0.2";

  /** Place of the flags in a reply, and the flag of a rejection. */
  private static final int FLAGS = 16;

  private static final int REJECTED = 0x20;

  /** No context is ever 0. */
  private static final String GUESS = HexFrames.write(0, 0, "ab");

  /** Connects in a role, guesses, and is at the end of the connection. */
  private static void guess(RawPeer peer, Role role) throws IOException {
    peer.connect(role, true);
    peer.write(HexFrames.fpdu(GUESS, true));
    peer.expect(HexFrames.fpdu(HexFrames.terminate("1/1/00", HexFrames.Copy.HEADER, GUESS), true));
    peer.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    peer.socket().close();
    peer.end().ep().reset();
  }

  /** Whether a request from an address reaches the program. */
  private static boolean isLetIn(RawPeer peer, String from) throws IOException {
    try (DatListener listener = Dats.listen(peer.ia());
        Socket socket = new Socket()) {
      socket.bind(new InetSocketAddress(from, 0));
      socket.connect(new InetSocketAddress(peer.ia().address(), (int) listener.connQual()));
      byte[] request = HexFormat.of().parseHex(HexFrames.REQUEST + "40010000");
      try {
        socket.getOutputStream().write(request);
      } catch (SocketException e) {
        // Already reset, which reading the stream shows.
      }
      DatEvent event = new DatEvent();
      long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
      while (listener.evd().await(10_000, 1, event) != DatReturn.SUCCESS) {
        if (isRefused(socket)) {
          HostileScene.expectNothing(listener.evd());
          return false;
        }
        assertTrue(System.nanoTime() < deadline, "neither let in nor refused");
      }
      event.cr().reject();
      return true;
    }
  }

  /**
   * Whether the adapter refuses a request, by a reply that says so or by an end. It closes only a
   * second after the reply.
   */
  private static boolean isRefused(Socket socket) throws IOException {
    try {
      socket.setSoTimeout(1);
      int first = socket.getInputStream().read();
      if (first >= 0) {
        socket.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
        byte[] rest = socket.getInputStream().readNBytes(FLAGS);
        assertEquals(REJECTED, rest[FLAGS - 1] & REJECTED, "the reply is a rejection");
      }
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  /** Whether the program may connect to the peer's address. */
  private static boolean isConnectedTo(RawPeer peer) throws IOException {
    try (ServerSocketChannel server = ServerSocketChannel.open()) {
      server.bind(new InetSocketAddress(peer.ia().address(), 0)).configureBlocking(false);
      int port = server.socket().getLocalPort();
      peer.end().startConnect(peer.ia().address(), port, AdapterPair.LIMIT);
      DatEvent event = new DatEvent();
      if (peer.end().connectEvd().dequeue(event) == DatReturn.QUEUE_EMPTY) {
        peer.end().ep().disconnect(CloseFlags.ABRUPT);
        return true;
      }
      assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, event.number());
      String detail = event.detail().toString();
      assertTrue(detail.contains("guesses_per_address"), detail);
      assertNull(server.accept(), "nothing is sent to the peer");
      return false;
    }
  }

  @ParameterizedTest
  @EnumSource(Role.class)
  void anAddressAtItsLimitGetsNoConnection(Role role) throws IOException {
    try (LogCapture silence = new LogCapture();
        RawPeer peer = new RawPeer(THREE);
        RawPeer standing = new RawPeer(peer)) {
      standing.connect(role, true);
      for (int i = 0; i < 3; i++) {
        assertTrue(isLetIn(peer, "127.0.0.1"), "before guess " + i);
        guess(peer, role);
      }
      assertFalse(isLetIn(peer, "127.0.0.1"));
      assertFalse(isConnectedTo(peer));
      assertTrue(isLetIn(peer, NEIGHBOUR), "another address");
      // Whose connection stands may have one that is no guess.
      standing.write(HexFrames.fpdu(HexFrames.readRequest(1, 0, 1, 0), true));
      standing.expect(HexFrames.fpdu(HexFrames.readResponse(0x00abcd02, 0x2000, ""), true));
      HostileScene.expectNothing(standing.end().connectEvd());
      silence.expectKept();
    }
  }

  @Test
  void guessesOfBothRolesAreAddedUp() throws IOException {
    try (RawPeer peer = new RawPeer(THREE)) {
      guess(peer, Role.INITIATOR);
      guess(peer, Role.RESPONDER);
      assertTrue(isLetIn(peer, "127.0.0.1"));
      guess(peer, Role.INITIATOR);
      assertFalse(isLetIn(peer, "127.0.0.1"));
    }
  }

  @Test
  void aStandingConnectionMayGuessOnceAndCounts() throws IOException {
    try (RawPeer peer = new RawPeer(ONE);
        RawPeer standing = new RawPeer(peer)) {
      standing.connect(Role.RESPONDER, true);
      guess(peer, Role.RESPONDER);
      standing.write(HexFrames.fpdu(GUESS, true));
      standing.expect(
          HexFrames.fpdu(HexFrames.terminate("1/1/00", HexFrames.Copy.HEADER, GUESS), true));
      standing.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
    }
  }

  @Test
  void zeroIsAnyNumber() throws IOException {
    try (RawPeer peer = new RawPeer("guesses_per_address=0")) {
      for (int i = 0; i < 150; i++) {
        guess(peer, Role.RESPONDER);
      }
      assertTrue(isLetIn(peer, "127.0.0.1"));
    }
  }

  @Test
  void byDefaultItIsAHundredWithinAMinute() throws IOException {
    try (RawPeer peer = new RawPeer("")) {
      for (int i = 0; i < 100; i++) {
        guess(peer, Role.RESPONDER);
      }
      assertFalse(isLetIn(peer, "127.0.0.1"));
      assertTrue(isLetIn(peer, NEIGHBOUR));
    }
  }

  /** Accesses to memory that does not exist for the peer. */
  private static Map<String, Function<HostileScene, String>> guesses() {
    int size = HostileScene.SIZE;
    Map<String, Function<HostileScene, String>> all = new TreeMap<>();
    all.put("Write to nothing", scene -> GUESS);
    all.put("Write below", scene -> write(scene.target, -1, 1));
    all.put("Write behind", scene -> write(scene.target, size, 1));
    all.put("Write across the end", scene -> write(scene.target, size - 1, 2));
    all.put("Write around", scene -> HexFrames.write(scene.target.context(), -1, "abab"));
    all.put("Write to another PZ", scene -> write(scene.foreign(), 0, 1));
    all.put("Write to an RMR bound anew", InvalidAccessTest::stale);
    all.put("Read of nothing", scene -> HexFrames.readRequest(1, 1, 0, 0));
    all.put("Read below", scene -> read(scene.target, -1, 1));
    all.put("Read of more than all", scene -> read(scene.target, 0, size + 1));
    all.put("Read of 2^32-1 bytes", scene -> read(scene.target, 0, 0xFFFFFFFFL));
    all.put("Read around", scene -> HexFrames.readRequest(1, 2, scene.target.context(), -1));
    all.put("Read of another PZ", scene -> read(scene.foreign(), 0, 1));
    all.put("Send that invalidates nothing", scene -> invalidate(0));
    all.put("Send that invalidates an LMR", scene -> invalidate(scene.target.context()));
    return all;
  }

  /** Other mistakes. */
  private static Map<String, Function<HostileScene, String>> others() {
    Map<String, Function<HostileScene, String>> all = new TreeMap<>();
    all.put("Write without the right", scene -> write(scene.memory(MemPriv.REMOTE_READ), 0, 1));
    all.put("Read without the right", scene -> read(scene.memory(MemPriv.REMOTE_WRITE), 0, 1));
    all.put("Send that is too long", scene -> HexFrames.send(1, "77".repeat(65)));
    all.put("MSN", scene -> HexFrames.send(2, "77"));
    all.put("opcode", scene -> HexFrames.untagged(0x41, 0x48, 0, 0, 1, 0, ""));
    all.put("Read Response to no Read", scene -> HexFrames.readResponse(1, 0, "ab"));
    return all;
  }

  private static String write(Region region, long at, int length) {
    return HexFrames.write(region.context(), region.address() + at, "ab".repeat(length));
  }

  private static String read(Region region, long at, long length) {
    return HexFrames.readRequest(1, length, region.context(), region.address() + at);
  }

  private static String stale(HostileScene scene) {
    return HexFrames.write(scene.reboundWindow(), scene.target.address(), "ab");
  }

  private static String invalidate(int stag) {
    return HexFrames.untagged(
        HexFrames.UNTAGGED_LAST, HexFrames.SEND_INVALIDATE, stag, 0, 1, 0, "");
  }

  static Stream<Arguments> refusals() {
    List<Arguments> all = new ArrayList<>();
    for (Role role : Role.values()) {
      guesses().keySet().forEach(name -> all.add(Arguments.of(name, role, true)));
      others().keySet().forEach(name -> all.add(Arguments.of(name, role, false)));
    }
    return all.stream();
  }

  /** An honest program's memory may be freed or too small, too: only the number tells. */
  @ParameterizedTest(name = "{0}, {1}, {2}")
  @MethodSource("refusals")
  void onlyInvalidAccessesAreCounted(String name, Role role, boolean guess) throws IOException {
    try (HostileScene scene = new HostileScene(role, true, ONE)) {
      scene.postReceives();
      scene.peer.write(scene.fpdu((guess ? guesses() : others()).get(name).apply(scene)));
      assertTrue(scene.peer.countToTheEndOrReset() > 0, "a Terminate");
      assertEquals(!guess, isLetIn(scene.peer, "127.0.0.1"));
    }
  }

  /** Long Writes go from the socket to their memory without CRC: the other place of the check. */
  @Test
  void aLongWriteIsCountedBeforeItsEnd() throws IOException {
    try (HostileScene scene = new HostileScene(Role.RESPONDER, false, ONE)) {
      String write = HexFrames.write(0, 0, "ab".repeat(60_000));
      scene.peer.write(scene.fpdu(write).substring(0, 40_000));
      scene.peer.expect(scene.fpdu(HexFrames.terminate("1/1/00", HexFrames.Copy.HEADER, write)));
      assertFalse(isLetIn(scene.peer, "127.0.0.1"));
    }
  }

  /** Two adapters of a program are two: contexts of one mean nothing to the other. */
  @Test
  void anotherAdapterCountsForItself() throws IOException {
    try (RawPeer peer = new RawPeer(ONE);
        RawPeer other = new RawPeer(ONE)) {
      guess(peer, Role.RESPONDER);
      assertFalse(isLetIn(peer, "127.0.0.1"));
      assertTrue(isLetIn(other, "127.0.0.1"));
    }
  }
}
