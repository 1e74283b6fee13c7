package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(240)
class ConnectionTest {

  private final DatEvent event = new DatEvent();

  @ParameterizedTest
  @CsvSource({"'',248", "interop=own,504", "rtr=none,248", "rtr=read,248"})
  void privateDataArrivesBothWays(String params, int size) {
    byte[] hello = new byte[size];
    byte[] welcome = new byte[size];
    for (int i = 0; i < size; i++) {
      hello[i] = (byte) i;
      welcome[i] = (byte) ~i;
    }
    try (AdapterPair pair = new AdapterPair(params)) {
      pair.client.privateData(hello);
      pair.server.privateData(welcome);
      pair.connect();
      assertArrayEquals(hello, pair.server.peerPrivateData());
      assertArrayEquals(welcome, pair.client.peerPrivateData());
    }
  }

  @ParameterizedTest
  @CsvSource({"'',248", "interop=own,504"})
  void aByteMoreOfPrivateDataIsRefusedOnBothSides(String params, int most) {
    try (AdapterPair pair = new AdapterPair(params)) {
      pair.client.privateData(new byte[most + 1]);
      expectInvalid(
          () ->
              pair.client.startConnect(
                  pair.serverIa.address(), pair.listener.connQual(), AdapterPair.LIMIT));
      assertEquals(EpState.UNCONNECTED, pair.client.ep().getStatus().state());
      pair.client.privateData(new byte[most]);
      pair.client.startConnect(
          pair.serverIa.address(), pair.listener.connQual(), AdapterPair.LIMIT);
      Cr request = pair.listener.awaitRequest(AdapterPair.LIMIT);
      pair.server.privateData(new byte[most + 1]);
      expectInvalid(() -> pair.server.accept(request));
      assertEquals(EpState.UNCONNECTED, pair.server.ep().getStatus().state());
      pair.server.privateData(new byte[most]);
      pair.server.accept(request);
      pair.server.awaitConnected(AdapterPair.LIMIT);
      pair.client.awaitConnected(AdapterPair.LIMIT);
      assertEquals(most, pair.client.peerPrivateData().length);
    }
  }

  private static void expectInvalid(Executable call) {
    assertEquals(DatReturn.INVALID_PARAMETER, assertThrows(DatException.class, call).type());
  }

  @Test
  void theAcceptingSideMaySpeakFirst() {
    try (AdapterPair pair = new AdapterPair("")) {
      Region in = pair.client.register(8);
      Region out = pair.server.register(8);
      pair.receive(pair.client, in, 1);
      pair.connect();
      out.buffer().putLong(0, 99);
      pair.send(pair.server, out, 8, 2);
      Dats.awaitDto(pair.client.recvEvd(), 1, AdapterPair.LIMIT, event);
      assertEquals(99, in.buffer().getLong(0));
    }
  }

  @Test
  void withoutReadyToReceiveTheAcceptingSideWaitsForTheFirstMessage() {
    try (AdapterPair pair = new AdapterPair("rtr=none")) {
      Region fromServer = pair.client.register(8);
      Region fromClient = pair.server.register(8);
      pair.receive(pair.client, fromServer, 1);
      pair.receive(pair.server, fromClient, 2);
      pair.connect();
      pair.send(pair.server, fromClient, 8, 3);
      assertEquals(DatReturn.TIMEOUT_EXPIRED, pair.server.requestEvd().await(50_000, 1, event));
      pair.send(pair.client, fromServer, 8, 4);
      Dats.awaitDto(pair.client.recvEvd(), 1, AdapterPair.LIMIT, event);
      Dats.awaitDto(pair.server.recvEvd(), 2, AdapterPair.LIMIT, event);
    }
  }

  @Test
  void aRejectedRequestIsPeerRejected() {
    try (AdapterPair pair = new AdapterPair("")) {
      pair.client.startConnect(
          pair.serverIa.address(), pair.listener.connQual(), AdapterPair.LIMIT);
      pair.listener.awaitRequest(AdapterPair.LIMIT).reject();
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_PEER_REJECTED,
          AdapterPair.LIMIT,
          event);
      assertEquals(EpState.DISCONNECTED, pair.client.ep().getStatus().state());
    }
  }

  @Test
  void aPortWithoutAListenerIsNonPeerRejected() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (AdapterPair pair = new AdapterPair("")) {
      pair.client.startConnect(pair.serverIa.address(), free, AdapterPair.LIMIT);
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          AdapterPair.LIMIT,
          event);
    }
  }

  @Test
  void aPeerThatDoesNotAnswerInTimeIsTimedOut() {
    try (AdapterPair pair = new AdapterPair("")) {
      // Long enough for the request to be on its way, which is then rejected late.
      pair.client.startConnect(
          pair.serverIa.address(), pair.listener.connQual(), Duration.ofSeconds(2));
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_TIMED_OUT,
          AdapterPair.LIMIT,
          event);
      pair.listener.awaitRequest(AdapterPair.LIMIT).reject();
    }
  }

  /** As behind a firewall that drops: TCP itself gets no answer. */
  @Test
  void aHostThatDoesNotAnswerTcpIsUnreachable() throws IOException {
    List<Socket> waiting = new ArrayList<>();
    try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AdapterPair pair = new AdapterPair("")) {
      // No connection is accepted: when the queue is full, the system drops further ones.
      while (isConnected(deaf.getLocalSocketAddress(), waiting)) {
        assertTrue(waiting.size() < 100, "the queue is never full");
      }
      pair.client.startConnect(
          pair.serverIa.address(), deaf.getLocalPort(), Duration.ofMillis(500));
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_UNREACHABLE,
          AdapterPair.LIMIT,
          event);
      assertEquals(EpState.DISCONNECTED, pair.client.ep().getStatus().state());
    } finally {
      for (Socket one : waiting) {
        one.close();
      }
    }
  }

  private static boolean isConnected(SocketAddress address, List<Socket> made) throws IOException {
    Socket socket = new Socket();
    made.add(socket);
    try {
      socket.connect(address, 300);
      return true;
    } catch (SocketTimeoutException e) {
      return false;
    }
  }

  @Test
  void anAcceptAfterTheRequesterHasGoneFails() {
    try (AdapterPair pair = new AdapterPair("")) {
      pair.client.startConnect(
          pair.serverIa.address(), pair.listener.connQual(), AdapterPair.LIMIT);
      var request = pair.listener.awaitRequest(AdapterPair.LIMIT);
      pair.client.ep().disconnect(CloseFlags.ABRUPT);
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_DISCONNECTED,
          AdapterPair.LIMIT,
          event);
      pair.server.accept(request);
      Dats.await(
          pair.server.connectEvd(),
          EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR,
          AdapterPair.LIMIT,
          event);
    }
  }

  @Test
  void aPeerThatIsNoIwarpListenerIsNonPeerRejected() throws IOException {
    try (ServerSocket stranger = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        AdapterPair pair = new AdapterPair("")) {
      pair.client.startConnect(pair.serverIa.address(), stranger.getLocalPort(), AdapterPair.LIMIT);
      try (var accepted = stranger.accept()) {
        accepted.getOutputStream().write("220 ready".getBytes(StandardCharsets.US_ASCII));
        Dats.await(
            pair.client.connectEvd(),
            EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
            AdapterPair.LIMIT,
            event);
        assertTrue(event.detail().toString().contains("does not speak iWARP"), event.toString());
      }
    }
  }

  @Test
  void aTakenPortIsInUse() {
    try (AdapterPair pair = new AdapterPair("")) {
      long taken = pair.listener.connQual();
      int type = 0;
      try (DatListener second = Dats.listen(pair.clientIa, taken)) {
        type = (int) second.connQual();
      } catch (DatException e) {
        type = e.type();
      }
      assertEquals(DatReturn.CONN_QUAL_IN_USE, type);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"GRACEFUL", "ABRUPT"})
  void aDisconnectIsSeenOnceOnBothSidesAndFlushesReceives(CloseFlags flags) {
    try (AdapterPair pair = new AdapterPair("")) {
      Region in = pair.server.register(8);
      pair.connect();
      pair.receive(pair.server, in, 5);
      pair.client.ep().disconnect(flags);
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_DISCONNECTED,
          AdapterPair.LIMIT,
          event);
      Dats.await(
          pair.server.connectEvd(),
          EventNumber.CONNECTION_EVENT_DISCONNECTED,
          AdapterPair.LIMIT,
          event);
      Dats.await(pair.server.recvEvd(), EventNumber.DTO_COMPLETION_EVENT, AdapterPair.LIMIT, event);
      assertEquals(DtoStatus.ERR_FLUSHED, event.status());
      assertEquals(DatReturn.QUEUE_EMPTY, pair.client.connectEvd().dequeue(event));
      assertEquals(DatReturn.QUEUE_EMPTY, pair.server.connectEvd().dequeue(event));
    }
  }

  @Test
  void aGracefulDisconnectDeliversWhatWasPostedBefore() {
    try (AdapterPair pair = new AdapterPair("")) {
      Region in = pair.server.register(1 << 20);
      Region out = pair.client.register(1 << 20);
      AdapterPair.fill(out.buffer(), 3);
      pair.connect();
      pair.receive(pair.server, in, 5);
      pair.send(pair.client, out, 1 << 20, 6);
      pair.client.ep().disconnect(CloseFlags.GRACEFUL);
      Dats.awaitDto(pair.client.requestEvd(), 6, AdapterPair.LIMIT, event);
      Dats.awaitDto(pair.server.recvEvd(), 5, AdapterPair.LIMIT, event);
      assertEquals(out.buffer(), in.buffer());
      Dats.await(
          pair.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_DISCONNECTED,
          AdapterPair.LIMIT,
          event);
    }
  }

  @Test
  void aSilentStrangerDoesNotDisturbOthers() throws IOException {
    try (AdapterPair pair = new AdapterPair("")) {
      try (var stranger = new java.net.Socket()) {
        stranger.connect(
            new InetSocketAddress(
                InetAddress.getLoopbackAddress(), (int) pair.listener.connQual()));
        pair.connect();
      }
    }
  }
}
