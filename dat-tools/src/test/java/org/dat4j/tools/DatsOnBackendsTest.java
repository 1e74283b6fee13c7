package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.dat4j.dat.util.UnexpectedEventException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The helper for small programs, both sides in one thread, on the backends that run anywhere. */
class DatsOnBackendsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final DatEvent event = new DatEvent();

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
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);

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
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);
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
  void aConnectWithoutListenerSaysWhatToDo(String name) {
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
    client.startConnect(ia.address(), listener.connQual(), LIMIT);
    listener.accept(server, LIMIT);
    client.awaitConnected(LIMIT);
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
}
