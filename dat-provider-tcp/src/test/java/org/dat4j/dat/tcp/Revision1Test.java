package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HexFrames.REPLY;
import static org.dat4j.dat.tcp.HexFrames.REQUEST;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.HexFormat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An adapter that connects to peers of MPA revision 1 (RFC 5044), which know no other. */
@Timeout(240)
class Revision1Test {

  private static final String DATA = "cafebabe";
  private static final String ENHANCED = REQUEST + "50020008" + "8010c010" + DATA;
  private static final String PLAIN = REQUEST + "40010004" + DATA;
  private static final String ACCEPT = REPLY + "40010004" + "deadbeef";

  private RawPeer peer;

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  private ServerSocket connect(String params) throws IOException {
    peer = new RawPeer(params);
    peer.end().privateData(HexFormat.of().parseHex(DATA));
    ServerSocket server = new ServerSocket(0, 4, peer.ia().address());
    server.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
    peer.end().startConnect(peer.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
    return server;
  }

  /** Takes the next connection and closes it when the request has come. */
  private void closeAt(ServerSocket server, String request) throws IOException {
    try (Socket accepted = server.accept()) {
      peer.use(accepted);
      peer.expect(request);
    }
  }

  private void establish() throws IOException {
    peer.write(ACCEPT);
    peer.end().awaitConnected(AdapterPair.LIMIT);
    assertEquals("deadbeef", HexFormat.of().formatHex(peer.end().peerPrivateData()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "rtr=none", "interop=own"})
  void aPeerThatClosesAtRevision2IsAskedAgainWithRevision1(String params) throws IOException {
    try (ServerSocket server = connect(params)) {
      if (params.startsWith("rtr")) {
        closeAt(server, REQUEST + "50020008" + "00100010" + DATA);
      } else {
        closeAt(server, ENHANCED);
      }
      peer.use(server.accept());
      peer.expect(PLAIN);
      establish();
    }
  }

  @Test
  void aReplyOfRevision1IsTaken() throws IOException {
    try (ServerSocket server = connect("")) {
      peer.use(server.accept());
      peer.expect(ENHANCED);
      establish();
    }
  }

  @Test
  void aRejectionOfRevision1IsThePeers() throws IOException {
    try (ServerSocket server = connect("")) {
      peer.use(server.accept());
      peer.expect(ENHANCED);
      peer.write(REPLY + "60010000");
      peer.expectOnly(EventNumber.CONNECTION_EVENT_PEER_REJECTED);
    }
  }

  @Test
  void theSettingAsksWithRevision1AtOnce() throws IOException {
    try (ServerSocket server = connect("mpa=1")) {
      peer.use(server.accept());
      peer.expect(PLAIN);
      establish();
    }
  }

  @Test
  void thereIsNoThirdTry() throws IOException {
    try (ServerSocket server = connect("")) {
      closeAt(server, ENHANCED);
      closeAt(server, PLAIN);
      DatEvent event = peer.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
      assertTrue(event.detail().contains("revision 1"), event.detail());
    }
  }

  @Test
  void withRevision2OnlyTheSettingIsNamed() throws IOException {
    try (ServerSocket server = connect("mpa=2")) {
      closeAt(server, ENHANCED);
      DatEvent event = peer.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
      assertTrue(event.detail().contains("mpa=1"), event.detail());
    }
  }
}
