package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.util.HexFormat;
import org.dat4j.dat.Cr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requesters that speak too late or too early once their request is there. */
@Timeout(240)
class LateRequesterTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final int STARTUP_MILLIS = 300;

  private final RawPeer peer = new RawPeer("startup=" + STARTUP_MILLIS);

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  /** Its accept has failed, once; the next requester is served as if nothing had been. */
  private void expectFailedAccept() throws IOException {
    peer.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
    try (RawPeer next = new RawPeer(peer)) {
      next.connect(HostileScene.Role.RESPONDER, true);
    }
  }

  @Test
  void aRequesterThatIsNeverReadyFailsTheAcceptInTime() throws IOException {
    peer.accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    assertEquals(0, peer.readToTheEnd());
    expectFailedAccept();
  }

  /** The time limit is absolute: with one that each byte puts off the last would still count. */
  @Test
  void aReadyMessageSentByteByByteFailsTheAcceptInTime() throws IOException {
    peer.accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    byte[] bytes = HEX.parseHex(Golden.RTR_WRITE);
    int sent = 0;
    while (sent < bytes.length && !RawPeer.isEndedWithin(peer.socket(), STARTUP_MILLIS / 3)) {
      peer.socket().getOutputStream().write(bytes[sent++]);
    }
    assertTrue(sent < bytes.length, "it was still ready in time");
    expectFailedAccept();
  }

  @ParameterizedTest
  @ValueSource(strings = {"00", Golden.RTR_WRITE})
  void aRequesterThatSpeaksBeforeTheReplyGetsNone(String early) throws IOException {
    try (DatListener listener = Dats.listen(peer.ia())) {
      peer.use(new Socket(peer.ia().address(), (int) listener.connQual()));
      peer.write(Golden.MPA_REQUEST_PEER_TO_PEER);
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      peer.write(early);
      assertEquals(0, peer.countToTheEndOrReset());
      peer.end().accept(request);
    }
    expectFailedAccept();
  }
}
