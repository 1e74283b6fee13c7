package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HostileScene.HELLO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Peers that begin and do not finish, and the setting "progress" which bounds them. Each has an
 * adapter of its own, and waits for the limit.
 */
@Tag("long")
@Timeout(240)
class StalledPeerTest {

  private static final long LIMIT = 400;
  private static final String PARAMS = "progress=" + LIMIT;
  private static final HexFormat HEX = HexFormat.of();

  /** Bytes of a tagged FPDU in front of its payload. */
  private static final int HEADER = 16;

  /** A pace at which nothing is finished in time, though something always comes. */
  private static final int PACE = 20;

  /** How long a connection is watched that has to stay. */
  private static final long LONG = 3 * LIMIT;

  /** How the rest of a segment does not come. */
  private enum Way {
    SILENCE,
    DRIBBLE
  }

  static Stream<Arguments> ways() {
    return Stream.of(Way.values())
        .flatMap(
            way ->
                Stream.of(Role.values())
                    .flatMap(
                        role -> Stream.of(true, false).map(crc -> Arguments.of(way, role, crc))));
  }

  /** Reads what comes within a moment into out; false at the end of the stream. */
  private static boolean pause(HostileScene scene, ByteArrayOutputStream out) throws IOException {
    try {
      int value = scene.peer.in().read();
      if (value >= 0) {
        out.write(value);
      }
      return value >= 0;
    } catch (SocketTimeoutException e) {
      return true;
    }
  }

  private static void expectLimitKept(long since) {
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since);
    assertTrue(millis >= LIMIT, "ended after " + millis + " ms");
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("ways")
  void aSegmentThatDoesNotComeToItsEndEndsTheConnection(Way way, Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc, PARAMS)) {
      scene.postReceives();
      // Long enough to be placed while it comes where there is no CRC.
      Region large = scene.end.register(40_000);
      String write = HexFrames.write(large.context(), large.address(), "5c".repeat(40_000));
      byte[] bytes = HEX.parseHex(scene.fpdu(write));
      long since = System.nanoTime();
      scene.peer.socket().getOutputStream().write(bytes, 0, 20_000);
      scene.peer.socket().setSoTimeout(PACE);
      ByteArrayOutputStream answer = new ByteArrayOutputStream();
      int sent = 20_000;
      while (pause(scene, answer)) {
        if (way == Way.DRIBBLE && answer.size() == 0) {
          scene.peer.socket().getOutputStream().write(bytes[sent++]);
        }
      }
      expectLimitKept(since);
      String expected = scene.fpdu(HexFrames.terminate("0/2/ff", Copy.NOTHING, write));
      assertEquals(expected, HEX.formatHex(answer.toByteArray()));
      DatEvent event = scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      assertTrue(event.detail().toString().contains("progress"), event.toString());
      expectPrefix(large.buffer(), crc ? 0 : 20_000 - HEADER, crc ? 0 : sent - HEADER);
      scene.expectUntouched();
    }
  }

  /** The bytes placed are between two numbers, and all others are as they were. */
  private static void expectPrefix(ByteBuffer memory, int least, int most) {
    int placed = 0;
    while (placed < memory.capacity() && memory.get(placed) == 0x5c) {
      placed++;
    }
    assertTrue(placed >= least && placed <= most, placed + " bytes placed");
    ByteBuffer rest = memory.slice(placed, memory.capacity() - placed);
    assertEquals(ByteBuffer.allocate(rest.capacity()), rest);
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @MethodSource("ways")
  void aPeerThatDoesNotTakeAWriteIsNotWaitedForForEver(Way way, Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc, PARAMS)) {
      scene.postReceives();
      int size = 32 << 20;
      Region large = scene.end.register(size);
      long since = System.nanoTime();
      scene.end.ep().postSend(large.context(), large.address(), size, 7, CompletionFlags.DEFAULT);
      DatEvent event = new DatEvent();
      while (scene.end.requestEvd().await(PACE * 1000, 1, event) != DatReturn.SUCCESS) {
        if (way == Way.DRIBBLE) {
          scene.peer.in().read();
        }
      }
      expectLimitKept(since);
      assertEquals(7, event.cookie());
      assertEquals(DtoStatus.ERR_TRANSPORT, event.status());
      event = scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      assertTrue(event.detail().toString().contains("progress"), event.toString());
      try {
        scene.peer.socket().setSoTimeout((int) AdapterPair.LIMIT.toMillis());
        assertTrue(scene.peer.countToTheEndOrReset() < size);
      } catch (SocketException e) {
        assertEquals("Connection reset", e.getMessage());
      }
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(Role.class)
  void aPeerThatIsSilentBetweenSegmentsOrSlowWithinThemStaysConnected(Role role)
      throws IOException {
    PauseTolerant.once(() -> beSilentBetweenSegmentsAndSlowWithinThem(role));
  }

  private static void beSilentBetweenSegmentsAndSlowWithinThem(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true, PARAMS)) {
      scene.postReceives();
      expectNoEnd(scene, LONG);
      String open =
          HexFrames.tagged(HexFrames.TAGGED, HexFrames.WRITE, scene.target.context(), 0, "");
      String last =
          HexFrames.tagged(HexFrames.TAGGED_LAST, HexFrames.WRITE, scene.target.context(), 0, "");
      long until = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LONG);
      while (System.nanoTime() < until) {
        String fpdu = scene.fpdu(open);
        scene.peer.write(fpdu.substring(0, 10));
        expectNoEnd(scene, LIMIT / 4);
        scene.peer.write(fpdu.substring(10));
      }
      scene.peer.write(scene.fpdu(last));
      scene.expectAlive(1);
    }
  }

  /** A message that waits for a receive has come to its end. */
  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(Role.class)
  void aMessageWithoutAReceiveIsNotThePeersFault(Role role) throws IOException {
    PauseTolerant.once(() -> leaveAMessageWithoutAReceive(role));
  }

  private static void leaveAMessageWithoutAReceive(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true, "progress=100")) {
      scene.peer.write(scene.fpdu(HexFrames.send(1, HELLO)) + "0017");
      expectNoEnd(scene, 600);
      scene.postReceives();
      assertEquals(5, Dats.awaitDto(scene.end.recvEvd(), 0, AdapterPair.LIMIT, new DatEvent()));
    }
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @EnumSource(Role.class)
  void withoutALimitAPeerMayTakeItsTime(Role role) throws IOException {
    try (HostileScene scene = new HostileScene(role, true, "progress=0")) {
      scene.postReceives();
      String hello = scene.fpdu(HexFrames.send(1, HELLO));
      scene.peer.write(hello.substring(0, 20));
      expectNoEnd(scene, LONG);
      scene.peer.write(hello.substring(20));
      assertEquals(5, Dats.awaitDto(scene.end.recvEvd(), 0, AdapterPair.LIMIT, new DatEvent()));
    }
  }

  private static void expectNoEnd(HostileScene scene, long millis) {
    DatEvent event = new DatEvent();
    assertEquals(
        DatReturn.TIMEOUT_EXPIRED,
        scene.end.connectEvd().await(millis * 1000, 1, event),
        event.toString());
  }
}
