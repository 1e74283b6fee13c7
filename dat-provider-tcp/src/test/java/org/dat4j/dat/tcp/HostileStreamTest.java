package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HostileScene.HELLO;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.tcp.HexFrames.Copy;
import org.dat4j.dat.tcp.HostileScene.Role;
import org.dat4j.dat.tcp.HostileTest.Inputs;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Inputs of the list that take more than one burst of bytes, see {@link HostileTest}. */
@Tag("long")
@Timeout(240)
class HostileStreamTest {

  private static final HexFormat HEX = HexFormat.of();

  /** Segments that come at once. */
  private static final int FLOOD = 1000;

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(24)
  void theLongestSegmentThatNeverComesBreaksTheStream(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      scene.peer.write("ffff" + HexFrames.send(1, HELLO));
      scene.peer.socket().shutdownOutput();
      scene.expectLast("");
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN);
      scene.expectUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(29)
  void everySplitOfTwoFpdusIsTheSame(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      int length =
          scene.fpdu(HexFrames.write(0, 0, "00000000")).length()
              + scene.fpdu(HexFrames.send(1, HELLO)).length();
      for (int cut = 0; cut <= length; cut += 2) {
        int msn = cut / 2 + 1;
        postOne(scene, msn);
        String two = scene.fpdu(scene.place(0, 4)) + scene.fpdu(HexFrames.send(msn, HELLO));
        scene.peer.write(two.substring(0, cut));
        if (cut < length) {
          // The look reads what is there.
          HostileScene.expectNothing(scene.end.recvEvd());
        }
        scene.peer.write(two.substring(cut));
        expectHello(scene, msn);
      }
      scene.expectUntouchedButReceives(1);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(29)
  void singleBytesAreTheSame(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      postOne(scene, 1);
      for (byte value :
          HEX.parseHex(scene.fpdu(scene.place(0, 4)) + scene.fpdu(HexFrames.send(1, HELLO)))) {
        HostileScene.expectNothing(scene.end.recvEvd());
        scene.peer.socket().getOutputStream().write(value);
      }
      expectHello(scene, 1);
      scene.expectUntouchedButReceives(1);
    }
  }

  private static void postOne(HostileScene scene, long cookie) {
    scene
        .end
        .ep()
        .postRecv(
            scene.inbox.context(), scene.inbox.address(), 64, cookie, CompletionFlags.DEFAULT);
  }

  private static void expectHello(HostileScene scene, long cookie) {
    assertEquals(5, Dats.awaitDto(scene.end.recvEvd(), cookie, AdapterPair.LIMIT, new DatEvent()));
    byte[] text = new byte[5];
    scene.inbox.buffer().get(0, text);
    assertEquals(HELLO, HEX.formatHex(text));
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(30)
  void thousandFpdusAtOnceAreAllTaken(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Region many = scene.end.register(4 * FLOOD);
      StringBuilder bytes = new StringBuilder();
      for (int i = 0; i < FLOOD; i++) {
        String number = HexFrames.hex(i + 1, 4);
        bytes.append(scene.fpdu(HexFrames.write(many.context(), many.address() + 4 * i, number)));
      }
      scene.peer.write(bytes.toString());
      scene.expectAlive(1);
      for (int i = 0; i < FLOOD; i++) {
        assertEquals(i + 1, many.buffer().getInt(4 * i), "Write " + i);
      }
      scene.expectUntouchedButReceives(1);
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(31)
  void anEndAtEachByteIsOneEvent(Role role, boolean crc) throws IOException {
    for (int cut = 0; cut <= 48; cut += 2) {
      for (boolean reset : new boolean[] {false, true}) {
        try (HostileScene scene = new HostileScene(role, crc)) {
          scene.postReceives();
          boolean isWrite = cut == 48 && !reset;
          int stag = scene.target.context();
          String fpdu = scene.fpdu(isWrite ? scene.place(0, 4) : scene.change(stag, 0, 4));
          assertEquals(48, fpdu.length());
          scene.peer.write(fpdu.substring(0, cut));
          if (reset) {
            scene.peer.reset();
          } else {
            scene.peer.socket().shutdownOutput();
            scene.expectLast("");
          }
          boolean whole = !reset && cut % 48 == 0;
          scene.expectEnd(
              whole
                  ? EventNumber.CONNECTION_EVENT_DISCONNECTED
                  : EventNumber.CONNECTION_EVENT_BROKEN);
          // A reset may overtake the bytes before it.
          scene.expectUntouchedBut("target", reset && cut == 48 ? 4 : 0);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(40)
  void aSendThatFindsNoReceiveIsRefusedAfterTheGracePeriod(Role role, boolean crc)
      throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      String send = HexFrames.send(1, HELLO);
      scene.peer.write(scene.fpdu(send));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/2/02", Copy.HEADER, send)));
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, 0, null);
      scene.expectUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(47)
  void memoryFreedBetweenTwoSegmentsIsNotTouchedAgain(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      Region region = scene.memory(MemPriv.ALL);
      long address = region.address();
      int stag = region.context();
      int was = region.buffer().get(0);
      scene.peer.write(
          scene.fpdu(
                  HexFrames.tagged(
                      HexFrames.TAGGED, HexFrames.WRITE, stag, address, HexFrames.hex(~was, 1)))
              + scene.fpdu(HexFrames.send(1, "")));
      // The Send arrives after the segment in front of it was placed.
      assertEquals(0, Dats.awaitDto(scene.end.recvEvd(), 0, AdapterPair.LIMIT, new DatEvent()));
      assertEquals((byte) ~was, region.buffer().get(0));
      region.close();
      scene.watchFromHere();
      String second = HexFrames.write(stag, address + 1, "abcdef");
      scene.peer.write(scene.fpdu(second));
      scene.expectLast(scene.fpdu(HexFrames.terminate("1/1/00", Copy.HEADER, second)));
      scene.expectEnd(EventNumber.CONNECTION_EVENT_BROKEN, 3, DtoStatus.ERR_FLUSHED);
      scene.expectUntouched();
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(58)
  void aSendBetweenTheSegmentsOfAWriteIsTaken(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      int stag = scene.target.context();
      long address = scene.target.address();
      scene.peer.write(
          scene.fpdu(HexFrames.tagged(HexFrames.TAGGED, HexFrames.WRITE, stag, address, "a1a2"))
              + scene.fpdu(HexFrames.send(1, HELLO))
              + scene.fpdu(HexFrames.write(stag, address + 2, "a3a4")));
      assertEquals(5, Dats.awaitDto(scene.end.recvEvd(), 0, AdapterPair.LIMIT, new DatEvent()));
      scene.expectAlive(2);
      assertEquals(0xa1a2a3a4, scene.target.buffer().getInt(0));
    }
  }

  /**
   * Neither our Sends nor the answers to the peer's Reads are taken: nothing is lost, nothing
   * grows, nothing is reported that did not happen. {@code -Ddat4j.silence.seconds=60} for the long
   * form, {@code .ci/lanes/82-tcp-silent-peer}.
   */
  @ParameterizedTest
  @EnumSource(Role.class)
  @Inputs(59)
  void aPeerThatStopsReadingIsWaitedForWithoutGrowth(Role role) throws Exception {
    try (HostileScene scene = new HostileScene(role, true, "progress=0")) {
      int size = 1 << 20;
      int count = 16;
      Region large = scene.end.register(size);
      for (int i = 0; i < count; i++) {
        scene.end.ep().postSend(large.context(), large.address(), size, i, CompletionFlags.DEFAULT);
        String read = HexFrames.readRequest(i + 1, size, large.context(), large.address());
        scene.peer.write(scene.fpdu(read));
      }
      DatEvent event = new DatEvent();
      int done = 0;
      while (scene.end.requestEvd().await(1_000_000, 1, event) == DatReturn.SUCCESS) {
        assertEquals(done++, event.cookie());
      }
      assertTrue(done < count, "the socket took everything");
      long memory = directMemory();
      long silence = Long.getLong("dat4j.silence.seconds", 1) * 1_000_000;
      assertEquals(
          DatReturn.TIMEOUT_EXPIRED, scene.end.requestEvd().await(silence, 1, event), "silence");
      HostileScene.expectNothing(scene.end.connectEvd());
      // Buffers of tests before may be collected meanwhile.
      assertTrue(directMemory() <= memory, "grown while the peer did not read");

      CompletableFuture<Long> rest = CompletableFuture.supplyAsync(scene.peer::readToTheEnd);
      for (; done < count; done++) {
        Dats.awaitDto(scene.end.requestEvd(), done, AdapterPair.LIMIT, event);
      }
      scene.postReceives();
      scene.expectAlive(1);
      scene.end.ep().disconnect(CloseFlags.GRACEFUL);
      assertTrue(rest.get(60, TimeUnit.SECONDS) > 2L * count * size, "Sends and answers");
      scene.peer.socket().shutdownOutput();
      scene.expectEnd(EventNumber.CONNECTION_EVENT_DISCONNECTED, 3, DtoStatus.ERR_FLUSHED);
    }
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(60)
  void bothEndsCloseAtOnce(Role role, boolean crc) throws IOException {
    for (int round = 0; round < 20; round++) {
      try (HostileScene scene = new HostileScene(role, crc)) {
        scene.postReceives();
        if (round % 2 == 0) {
          scene.peer.socket().shutdownOutput();
        }
        try {
          scene.end.ep().disconnect(round % 4 < 2 ? CloseFlags.GRACEFUL : CloseFlags.ABRUPT);
        } catch (DatException e) {
          assertEquals(DatReturn.INVALID_STATE, e.type(), "the peer was faster: " + e);
        }
        if (round % 2 != 0) {
          scene.peer.socket().shutdownOutput();
        }
        scene.expectLast("");
        scene.expectEnd(EventNumber.CONNECTION_EVENT_DISCONNECTED);
      }
    }
  }

  @ParameterizedTest
  @MethodSource(HostileScene.EVERY_WAY)
  @Inputs(60)
  void anAbruptEndOfAGracefulOneThatIsStuckIsOneEvent(Role role, boolean crc) throws IOException {
    try (HostileScene scene = new HostileScene(role, crc)) {
      scene.postReceives();
      int size = 32 << 20;
      Region large = scene.end.register(size);
      scene.end.ep().postSend(large.context(), large.address(), size, 7, CompletionFlags.DEFAULT);
      scene.end.ep().disconnect(CloseFlags.GRACEFUL);
      HostileScene.expectNothing(scene.end.connectEvd());
      scene.end.ep().disconnect(CloseFlags.ABRUPT);
      assertEquals(DtoStatus.ERR_FLUSHED, scene.next(scene.end.requestEvd()).status());
      scene.expectEnd(EventNumber.CONNECTION_EVENT_DISCONNECTED);
      scene.peer.countToTheEndOrReset();
    }
  }
}
