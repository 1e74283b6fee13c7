package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.dat4j.dat.util.UnexpectedEventException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The helper for small programs, both sides in one thread, on the backends that run anywhere. */
class DatsOnBackendsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final DatEvent event = new DatEvent();

  private static void connect(
      DatConnection client, Ia ia, DatListener listener, DatConnection server) {
    client.startConnect(ia.address(), listener.connQual(), LIMIT);
    listener.accept(server, LIMIT);
    client.awaitConnected(LIMIT);
  }

  @Test
  void memoryWithoutARemotePrivilegeIsNotShared() {
    try (Ia ia = Dat.openIa("loopback0");
        DatConnection server = Dats.endpoint(ia)) {
      Region region =
          server.register(ByteBuffer.allocateDirect(64), MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE);
      DatException e = assertThrows(DatException.class, () -> server.share(region));
      assertEquals(DatReturn.PRIVILEGES_VIOLATION, e.type());
      assertEquals("LOCAL_READ|LOCAL_WRITE", e.value());
      assertTrue(e.remedy().contains("MemPriv.REMOTE_READ"), e.remedy());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void contextsToldAtTheConnectServeOneSidedOperations(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      Region target = server.register(128);
      Region source = client.register(64);
      server.share(target);
      client.share(source);
      connect(client, ia, listener, server);

      assertEquals(source.remote(), server.peerRegion());
      RemoteRegion remote = client.peerRegion();
      assertEquals(target.remote(), remote);
      assertEquals(128, remote.length());
      source.buffer().putLong(0, 0x1122334455667788L);
      client
          .ep()
          .postRdmaWrite(
              source.context(),
              source.address(),
              8,
              5,
              remote.rmrContext(),
              remote.address() + 100,
              CompletionFlags.DEFAULT);
      assertEquals(8, Dats.awaitDto(client.requestEvd(), 5, LIMIT, event));
      client
          .ep()
          .postRdmaRead(
              source.context(),
              source.address() + 32,
              8,
              6,
              remote.rmrContext(),
              remote.address() + 100,
              CompletionFlags.DEFAULT);
      assertEquals(8, Dats.awaitDto(client.requestEvd(), 6, LIMIT, event));
      assertEquals(0x1122334455667788L, source.buffer().getLong(32));
      assertEquals(0x1122334455667788L, target.buffer().getLong(100));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void privateDataReachesBothSides(String name) {
    byte[] question = {1, 2, 3};
    byte[] answer = {4, 5, 6, 7};
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia).privateData(answer);
        DatConnection client = Dats.endpoint(ia).privateData(question)) {
      connect(client, ia, listener, server);
      assertArrayEquals(question, Arrays.copyOf(server.peerPrivateData(), 3));
      assertArrayEquals(answer, Arrays.copyOf(client.peerPrivateData(), 4));
      DatException e = assertThrows(DatException.class, client::peerRegion);
      assertTrue(e.getMessage().contains("call share"), e::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aRejectedConnectNamesTheEvent(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection client = Dats.endpoint(ia)) {
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.awaitRequest(LIMIT).reject();
      UnexpectedEventException e =
          assertThrows(UnexpectedEventException.class, () -> client.awaitConnected(LIMIT));
      assertEquals(EventNumber.CONNECTION_EVENT_PEER_REJECTED, e.number());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aConnectWithoutListenerNamesTheRemedy(String name) {
    try (Ia ia = Dat.openIa(name);
        DatConnection client = Dats.endpoint(ia)) {
      DatListener gone = Dats.listen(ia);
      gone.close();
      UnexpectedEventException e =
          assertThrows(
              UnexpectedEventException.class,
              () -> client.connect(ia.address(), gone.connQual(), LIMIT));
      assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e.number());
      assertTrue(e.getMessage().contains("start the listener first"), e::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aWaitForNobodyEndsInTime(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia)) {
      DatException e =
          assertThrows(DatException.class, () -> listener.awaitRequest(Duration.ofMillis(20)));
      assertEquals(DatReturn.TIMEOUT_EXPIRED, e.type());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void closingFreesEverythingInOrderAndMayBeRepeated(String name) {
    Ia ia = Dat.openIa(name);
    DatListener listener = Dats.listen(ia);
    DatConnection server = Dats.endpoint(ia);
    DatConnection client = Dats.endpoint(ia);
    Region region = client.register(64);
    connect(client, ia, listener, server);
    region.close();
    client.close();
    client.close();
    server.close();
    listener.close();
    listener.close();
    // Refused if anything were left.
    ia.close(CloseFlags.GRACEFUL);
    server.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void closingAfterTheAdapterIsHarmless(String name) {
    Ia ia = Dat.openIa(name);
    DatListener listener = Dats.listen(ia);
    DatConnection client = Dats.endpoint(ia);
    client.register(64);
    ia.close();
    client.close();
    listener.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void anEndpointOfARefusedConnectIsToldToBeReset(String name) {
    try (Ia ia = Dat.openIa(name);
        DatConnection client = Dats.endpoint(ia)) {
      long nobody;
      try (DatListener gone = Dats.listen(ia)) {
        nobody = gone.connQual();
      }
      assertThrows(
          UnexpectedEventException.class, () -> client.connect(ia.address(), nobody, LIMIT));
      DatException second =
          assertThrows(DatException.class, () -> client.connect(ia.address(), nobody, LIMIT));
      assertEquals(DatReturn.INVALID_STATE, second.type());
      assertTrue(second.getMessage().contains("reset()"), second::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0", "tcp0"})
  void connectToQualifierZeroNamesTheRemedy(String name) {
    try (Ia ia = Dat.openIa(name);
        DatConnection client = Dats.endpoint(ia)) {
      DatException refused =
          assertThrows(DatException.class, () -> client.connect(ia.address(), 0, LIMIT));
      String remedy = name.equals("tcp0") ? "1 to 65535" : "0 is no connection qualifier";
      assertTrue(refused.getMessage().contains(remedy), refused::getMessage);
      assertFalse(refused.getMessage().contains("listens"), refused::getMessage);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void theSideThatPostedNoReceiveIsToldSo(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      connect(client, ia, listener, server);
      Region source = client.register(64);
      client.ep().postSend(source.context(), source.address(), 8, 1, CompletionFlags.DEFAULT);
      Dats.await(server.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, LIMIT, event);
      assertTrue(event.toString().contains("no receive was posted here"), event::toString);
    }
  }

  /** The qualifier of a listener that is closed again. */
  private static long unused(Ia ia) {
    try (DatListener gone = Dats.listen(ia)) {
      return gone.connQual();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aConnectIsTriedAgainUntilTheServerIsThere(String name) throws InterruptedException {
    try (Ia ia = Dat.openIa(name);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      long qualifier = unused(ia);
      Region in = client.register(64);
      Region out = server.register(64);
      int[] tries = {0};
      Thread late =
          new Thread(
              () -> {
                try (DatListener listener = Dats.listen(ia, qualifier)) {
                  listener.accept(server, LIMIT);
                }
              });
      client.connectUntil(
          ia.address(),
          qualifier,
          LIMIT,
          each -> {
            each.receive(in, 0, 64, 7);
            if (++tries[0] == 3) {
              late.start();
            }
          });
      late.join();
      assertTrue(tries[0] >= 3, () -> tries[0] + " tries");
      server.send(out, 8, 16, 1);
      assertEquals(16, Dats.awaitDto(client.recvEvd(), 7, LIMIT, event));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void triesToConnectEndAtTheirLimit(String name) {
    try (Ia ia = Dat.openIa(name);
        DatConnection client = Dats.endpoint(ia)) {
      long qualifier = unused(ia);
      int[] tries = {0};
      // A busy machine may not get beyond the first try within the shortest of these limits.
      for (long millis = 200; tries[0] <= 1 && millis <= 20_000; millis *= 10) {
        tries[0] = 0;
        Duration limit = Duration.ofMillis(millis);
        UnexpectedEventException e =
            assertThrows(
                UnexpectedEventException.class,
                () -> client.connectUntil(ia.address(), qualifier, limit, each -> tries[0]++));
        assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, e.number());
        assertTrue(e.isConnectionLost());
      }
      assertTrue(tries[0] > 1, () -> tries[0] + " tries");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aRejectionByTheProgramIsNotTriedAgain(String name) throws InterruptedException {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection client = Dats.endpoint(ia)) {
      Thread rejecting = new Thread(() -> listener.awaitRequest(LIMIT).reject());
      rejecting.start();
      UnexpectedEventException e =
          assertThrows(
              UnexpectedEventException.class,
              () -> client.connectUntil(ia.address(), listener.connQual(), LIMIT, each -> {}));
      rejecting.join();
      assertEquals(EventNumber.CONNECTION_EVENT_PEER_REJECTED, e.number());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void theCauseOfAnEndIsToldAfterTheFlush(String name) throws InterruptedException {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia)) {
      for (int i = 0; i < 50; i++) {
        try (DatConnection server = Dats.endpoint(ia);
            DatConnection client = Dats.endpoint(ia)) {
          server.receive(server.register(64), 0, 64, 1);
          connect(client, ia, listener, server);
          Thread leaving = new Thread(() -> client.ep().disconnect(CloseFlags.ABRUPT));
          leaving.start();
          UnexpectedEventException e =
              assertThrows(
                  UnexpectedEventException.class,
                  () -> Dats.awaitDto(server.recvEvd(), 1, LIMIT, event));
          assertTrue(e.isConnectionLost());
          assertTrue(e.getMessage().contains("awaitEnd tells why"), e::getMessage);
          EventNumber end = server.awaitEnd(LIMIT).number();
          assertTrue(
              end == EventNumber.CONNECTION_EVENT_DISCONNECTED
                  || end == EventNumber.CONNECTION_EVENT_BROKEN,
              end::name);
          leaving.join();
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aResetConnectionForgetsItsPeerAndItsFlushedCompletions(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection first = Dats.endpoint(ia).privateData(new byte[] {1});
        DatConnection second = Dats.endpoint(ia).privateData(new byte[] {2});
        DatConnection client = Dats.endpoint(ia)) {
      Region in = client.register(64);
      client.receive(in, 0, 64, 1);
      connect(client, ia, listener, first);
      assertEquals(1, client.peerPrivateData()[0]);
      first.ep().disconnect(CloseFlags.ABRUPT);
      assertSame(client.awaitEnd(LIMIT), client.awaitEnd(LIMIT), "asked again");
      client.reset();
      assertEquals(DatReturn.QUEUE_EMPTY, DatReturn.type(client.recvEvd().dequeue(event)));
      connect(client, ia, listener, second);
      assertEquals(2, client.peerPrivateData()[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void endpointsOverASharedZoneUseTheSameMemoryAndEvds(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia)) {
      Pz zone = ia.createPz();
      Evd receives = ia.createEvd(32, null, EvdFlags.DTO);
      Region table;
      try (DatConnection one = Dats.endpoint(ia, zone, receives, null, null);
          DatConnection two = Dats.endpoint(ia, zone, receives, null, null);
          DatConnection first = Dats.endpoint(ia);
          DatConnection second = Dats.endpoint(ia)) {
        table = one.register(128);
        one.receive(table, 0, 64, 1);
        two.receive(table, 64, 64, 2);
        connect(first, ia, listener, one);
        connect(second, ia, listener, two);
        second.send(second.register(64), 0, 8, 1);
        assertEquals(8, Dats.awaitDto(receives, 2, LIMIT, event));
        assertSame(two.ep(), event.ep());
        first.send(first.register(64), 0, 8, 1);
        assertEquals(8, Dats.awaitDto(receives, 1, LIMIT, event));
        assertSame(one.ep(), event.ep());
      }
      // What was shared is the program's.
      receives.close();
      zone.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void postsThatThrowTellOfRangesAndOfFullQueues(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      Region target = server.register(128);
      Region source = client.register(64);
      server.share(target);
      connect(client, ia, listener, server);
      RemoteRegion remote = client.peerRegion();
      source.buffer().putLong(8, 0x1122334455667788L);
      client.write(source, 8, 8, remote, 120, 3);
      assertEquals(8, Dats.awaitDto(client.requestEvd(), 3, LIMIT, event));
      client.read(source, 16, 8, remote, 120, 4);
      assertEquals(8, Dats.awaitDto(client.requestEvd(), 4, LIMIT, event));
      assertEquals(0x1122334455667788L, source.buffer().getLong(16));
      for (Runnable call :
          List.<Runnable>of(
              () -> client.write(source, 0, 8, remote, 121, 1),
              () -> client.read(source, 57, 8, remote, 0, 1),
              () -> client.send(source, -1, 8, 1),
              () -> client.receive(source, 0, 65, 1))) {
        DatException e = assertThrows(DatException.class, call::run);
        assertEquals(DatReturn.INVALID_PARAMETER, e.type());
        assertTrue(e.getMessage().contains("a part of the region"), e::getMessage);
      }
      int most = EpAttr.DEFAULT.maxRecvDtos();
      for (int i = 0; i < most; i++) {
        client.receive(source, 0, 8, i);
      }
      assertEquals(
          DatReturn.INSUFFICIENT_RESOURCES, Dats.typeOf(() -> client.receive(source, 0, 8, 99)));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aWaitWithoutLimitEndsByAnInterrupt(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia)) {
      Thread.currentThread().interrupt();
      int type = Dats.typeOf(() -> listener.awaitRequest(Dats.NO_LIMIT));
      assertTrue(Thread.interrupted());
      assertEquals(DatReturn.INTERRUPTED_CALL, type);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void aCallIsTurnedIntoItsCode(String name) {
    try (Ia ia = Dat.openIa(name)) {
      Pz zone = ia.createPz();
      assertEquals(DatReturn.SUCCESS, Dats.typeOf(zone::free));
      assertEquals(DatReturn.INVALID_HANDLE, Dats.typeOf(zone::free));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0", "tcp0"})
  void endOfAConnectThatWasRejectedIsToldAtOnce(String name) {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        DatConnection client = Dats.endpoint(ia)) {
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.awaitRequest(LIMIT).reject();
      assertThrows(UnexpectedEventException.class, () -> client.awaitConnected(LIMIT));
      DatEvent end = client.awaitEnd(Duration.ZERO);
      assertEquals(EventNumber.CONNECTION_EVENT_PEER_REJECTED, end.number());
    }
  }
}
