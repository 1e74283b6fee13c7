package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.dat4j.dat.Cr;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong calls of the helper for small programs, and their refusals. */
class HelperMisuseTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static DatException refused(Executable call) {
    DatException e = assertThrows(DatException.class, call);
    assertTrue(e.remedy() != null && !e.remedy().isEmpty(), e::getMessage);
    return e;
  }

  @TestFactory
  List<DynamicTest> aNullIsRefusedByTheNameOfItsArgument() {
    List<DynamicTest> tests = new ArrayList<>();
    check(tests, "ia", (connection, listener) -> Dats.endpoint(null));
    check(tests, "ia", (connection, listener) -> Dats.listen(null));
    check(tests, "ia", (connection, listener) -> Dats.listen(null, 4711));
    check(tests, "ia", (connection, listener) -> Dats.listen(null, 0, 4));
    check(tests, "call", (connection, listener) -> Dats.typeOf(null));
    DatEvent event = new DatEvent();
    EventNumber any = EventNumber.DTO_COMPLETION_EVENT;
    check(tests, "evd", (connection, listener) -> Dats.awaitDto(null, 1, LIMIT, event));
    check(
        tests,
        "timeout",
        (connection, listener) -> Dats.awaitDto(connection.recvEvd(), 1, null, event));
    check(
        tests,
        "expected",
        (connection, listener) -> Dats.await(connection.recvEvd(), null, LIMIT, event));
    check(
        tests,
        "event",
        (connection, listener) -> Dats.await(connection.recvEvd(), any, LIMIT, null));
    check(tests, "buffer", (connection, listener) -> connection.register(null, MemPriv.ALL));
    check(tests, "region", (connection, listener) -> connection.share(null));
    check(tests, "request", (connection, listener) -> connection.accept((Cr) null));
    check(
        tests,
        "remoteAddress",
        (connection, listener) -> connection.connect(null, listener.connQual(), LIMIT));
    check(
        tests,
        "timeout",
        (connection, listener) ->
            connection.connect(connection.ia().address(), listener.connQual(), null));
    check(
        tests,
        "limit",
        (connection, listener) ->
            connection.connectUntil(
                connection.ia().address(), listener.connQual(), null, each -> {}));
    check(
        tests,
        "prepare",
        (connection, listener) ->
            connection.connectUntil(connection.ia().address(), listener.connQual(), LIMIT, null));
    check(tests, "timeout", (connection, listener) -> connection.awaitConnected(null));
    check(tests, "timeout", (connection, listener) -> connection.awaitEnd(null));
    check(tests, "from", (connection, listener) -> connection.send(null, 0, 8, 1));
    check(tests, "to", (connection, listener) -> connection.receive(null, 0, 8, 1));
    RemoteRegion far = new RemoteRegion(1, 0, 64);
    check(tests, "from", (connection, listener) -> connection.write(null, 0, 8, far, 0, 1));
    check(
        tests,
        "to",
        (connection, listener) -> connection.write(connection.register(8), 0, 8, null, 0, 1));
    check(tests, "to", (connection, listener) -> connection.read(null, 0, 8, far, 0, 1));
    check(
        tests,
        "from",
        (connection, listener) -> connection.read(connection.register(8), 0, 8, null, 0, 1));
    check(tests, "timeout", (connection, listener) -> listener.awaitRequest(null));
    check(tests, "connection", (connection, listener) -> listener.accept(null, LIMIT));
    check(tests, "timeout", (connection, listener) -> listener.accept(connection, null));
    check(tests, "out", (connection, listener) -> far.encode((ByteBuffer) null));
    check(tests, "in", (connection, listener) -> RemoteRegion.decode(null));
    return tests;
  }

  private static void check(
      List<DynamicTest> tests, String argument, BiConsumer<DatConnection, DatListener> call) {
    tests.add(
        DynamicTest.dynamicTest(
            tests.size() + " " + argument,
            () -> {
              try (Ia ia = Dat.openIa("loopback0");
                  DatListener listener = Dats.listen(ia);
                  DatConnection connection = Dats.endpoint(ia)) {
                assertEquals(argument, refused(() -> call.accept(connection, listener)).argument());
              }
            }));
  }

  @Test
  void aLengthThatNoBufferHasIsRefused() {
    try (Ia ia = Dat.openIa("loopback0");
        DatConnection connection = Dats.endpoint(ia)) {
      for (int length : new int[] {-1, 0, Integer.MAX_VALUE}) {
        assertEquals("length", refused(() -> connection.register(length)).argument());
      }
    }
  }

  @Test
  void aQueueThatIsTooLongIsNamedByTheArgumentOfTheCaller() {
    try (Ia ia = Dat.openIa("loopback0")) {
      EpAttr.Builder sizes = EpAttr.DEFAULT.toBuilder();
      DatException recvs = refused(() -> Dats.endpoint(ia, sizes.maxRecvDtos(10_000_000).build()));
      assertEquals("maxRecvDtos", recvs.argument());
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, recvs.type());
      int max = ia.query().iaAttr().maxEvdQlen();
      assertTrue(recvs.remedy().contains("at most " + max), recvs::getMessage);
      assertEquals("backlog", refused(() -> Dats.listen(ia, 0, max + 1)).argument());
      assertEquals("backlog", refused(() -> Dats.listen(ia, 0, 0)).argument());
    }
  }

  @Test
  void aRequestThatIsAcceptedTwiceIsToldToBeOver() {
    try (Ia ia = Dat.openIa("loopback0");
        DatListener listener = Dats.listen(ia);
        DatConnection server = Dats.endpoint(ia);
        DatConnection other = Dats.endpoint(ia);
        DatConnection client = Dats.endpoint(ia)) {
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      Cr request = listener.awaitRequest(LIMIT);
      server.accept(request);
      DatException e = refused(() -> other.accept(request));
      assertEquals(DatReturn.INVALID_HANDLE, e.type());
      assertTrue(e.object().startsWith("DatConnection.accept"), e::getMessage);
      assertTrue(e.remedy().contains("wait for the next request"), e::getMessage);
      assertEquals(e.remedy(), refused(request::reject).remedy());
    }
  }

  @Test
  void anObjectInUseNamesTheKindsThatCanUseIt() {
    try (Ia ia = Dat.openIa("loopback0");
        DatConnection connection = Dats.endpoint(ia)) {
      Region region = connection.register(8);
      Evd evd = connection.recvEvd();
      Pz pz = connection.pz();
      assertEquals("free the EPs, PSPs and RSPs that use it first", refused(evd::free).remedy());
      assertTrue(refused(pz::free).remedy().contains("EPs, LMRs, RMRs"));
      region.close();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "ipc0"})
  void aConnectToAnotherMachineNamesTheBackendThatCan(String name) throws IOException {
    try (Ia ia = Dat.openIa(name);
        DatConnection connection = Dats.endpoint(ia)) {
      InetAddress elsewhere = InetAddress.getByName("192.0.2.1");
      DatException e = refused(() -> connection.connect(elsewhere, 1, LIMIT));
      assertTrue(e.getMessage().contains("use tcp"), e::getMessage);
    }
  }

  @Test
  void aConnectionThatHasNotEndedInTimeIsToldWhatToDo() {
    try (Ia ia = Dat.openIa("loopback0");
        DatConnection connection = Dats.endpoint(ia)) {
      DatException e = refused(() -> connection.awaitEnd(Duration.ofMillis(1)));
      assertEquals(DatReturn.TIMEOUT_EXPIRED, e.type());
      assertTrue(e.remedy().contains("wait longer, or disconnect"), e::getMessage);
    }
  }
}
