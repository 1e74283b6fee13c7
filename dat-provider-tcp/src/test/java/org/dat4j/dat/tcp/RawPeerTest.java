package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the bytes on the wire, against a peer that is a bare socket. */
@Timeout(240)
class RawPeerTest {

  private static final HexFormat HEX = HexFormat.of();

  private final RawPeer peer = new RawPeer("");
  private final DatConnection end = peer.end();
  private final Ia ia = peer.ia();

  @AfterEach
  void close() throws IOException {
    peer.close();
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void anInitiatorSendsTheGoldenBytes() throws IOException {
    peer.connected();
    assertEquals("deadbeef", HEX.formatHex(end.peerPrivateData()));
    Region region = end.register(8);
    region.buffer().put(0, "hello".getBytes(StandardCharsets.US_ASCII));
    end.ep().postSend(region.context(), region.address(), 5, 1, CompletionFlags.DEFAULT);
    peer.expect(Golden.SEND_HELLO);
    region.buffer().put(0, "RDMAwrit".getBytes(StandardCharsets.US_ASCII));
    end.ep()
        .postRdmaWrite(
            region.context(), region.address(), 8, 2, 0x00123401, 0x1000, CompletionFlags.DEFAULT);
    peer.expect(Golden.WRITE);
  }

  @Test
  void aResponderAnswersWithTheGoldenBytes() throws IOException {
    peer.accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    assertEquals("cafebabe", HEX.formatHex(end.peerPrivateData()));
    peer.write(Golden.RTR_WRITE);
    end.awaitConnected(AdapterPair.LIMIT);
  }

  /** By them a peer on a uDAPL library tells a rejection by the consumer from others. */
  @Test
  void aRejectionCarriesFourBytesAsThoseOfUdaplLibrariesDo() throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      peer.use(new Socket(ia.address(), (int) listener.connQual()));
      peer.write(Golden.MPA_REQUEST);
      listener.awaitRequest(AdapterPair.LIMIT).reject();
      peer.expect("4d504120494420526570204672616d65" + "60010004" + "02000000");
    }
  }

  @Test
  void aRevisionOneRequestGetsARevisionOneReply() throws IOException {
    peer.accepted(Golden.MPA_REQUEST, Golden.MPA_REPLY);
    end.awaitConnected(AdapterPair.LIMIT);
  }

  @Test
  void aReadAsReadyToReceiveIsAnsweredWithoutAnEvent() throws IOException {
    String offer = "4d504120494420526571204672616d65500200048010" + "4010";
    peer.accepted(offer, "4d504120494420526570204672616d65500200088010" + "4010" + "deadbeef");
    peer.write(Golden.RTR_READ);
    end.awaitConnected(AdapterPair.LIMIT);
    peer.expect(Golden.RTR_READ_RESPONSE);
  }

  @Test
  void bytesThatDribbleInAreOneMessage() throws IOException {
    peer.connected();
    Region region = end.register(8);
    end.ep().postRecv(region.context(), region.address(), 8, 1, CompletionFlags.DEFAULT);
    for (byte value : HEX.parseHex(Golden.SEND_HELLO)) {
      // The look reads what is there.
      HostileScene.expectNothing(end.recvEvd());
      peer.socket().getOutputStream().write(value);
    }
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 1, AdapterPair.LIMIT, new DatEvent()));
    assertEquals(text("hello"), region.buffer().duplicate().limit(5));
  }

  @Test
  void aMessageOfTwoSegmentsArrivesWhole() throws IOException {
    peer.connected();
    Region region = end.register(16);
    end.ep().postRecv(region.context(), region.address(), 16, 1, CompletionFlags.DEFAULT);
    end.ep().postRecv(region.context(), region.address(), 16, 2, CompletionFlags.DEFAULT);
    peer.write(Golden.SEND_HELLO);
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 1, AdapterPair.LIMIT, new DatEvent()));
    // The golden segments carry sequence number 5; here the next is 2.
    peer.write(Golden.SEND_SOLICITED);
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 2, AdapterPair.LIMIT, new DatEvent()));
  }

  @Test
  void aWrongCrcIsAnsweredWithTheGoldenTerminateAndPlacesNothing() throws IOException {
    peer.connected();
    Region region = end.register(8);
    end.ep().postRecv(region.context(), region.address(), 8, 1, CompletionFlags.DEFAULT);
    peer.write(Golden.SEND_HELLO.substring(0, Golden.SEND_HELLO.length() - 2) + "00");
    peer.expect(Golden.TERMINATE_CRC);
    assertEquals(-1, peer.in().read(), "end of the adapter's stream");
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
    assertEquals(ByteBuffer.allocate(8), region.buffer());
  }

  @Test
  void aWriteToUnknownMemoryIsAnsweredWithTerminate() throws IOException {
    peer.connected();
    peer.write(Golden.WRITE);
    // 1/1/00, M and D, the segment's length and its header.
    peer.expect("00264147000000000000000200000001000000001100c0000016c140001234010000000000001000");
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
  }

  @Test
  void aSendThatFindsNoReceiveIsAnsweredWithTheGoldenTerminate() throws IOException {
    peer.connected();
    peer.write(Golden.SEND_HELLO);
    peer.expect(Golden.TERMINATE_NO_BUFFER);
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
  }

  @Test
  void aTerminateFromThePeerBreaksTheConnectionAndNamesTheReason() throws IOException {
    peer.connected();
    peer.write(Golden.TERMINATE_BOUNDS);
    DatEvent event = peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
    assertTrue(event.detail().toString().contains("1/1/01"), event.toString());
  }

  @Test
  void aGracefulDisconnectIsAFin() throws IOException {
    peer.connected();
    end.ep().disconnect(CloseFlags.GRACEFUL);
    assertEquals(-1, peer.in().read());
    peer.socket().close();
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED);
  }

  /** The adapter waits five seconds for the peer's side to end, and not a second less. */
  @Test
  @Tag("long")
  void aPeerThatNeverClosesIsLeftAfterFiveSeconds() throws IOException {
    peer.connected();
    long began = System.nanoTime();
    end.ep().disconnect(CloseFlags.GRACEFUL);
    assertEquals(-1, peer.in().read());
    peer.expectOnly(EventNumber.CONNECTION_EVENT_DISCONNECTED);
    long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    assertTrue(millis >= 5000 && millis <= 8000, millis + " ms");
  }

  @Test
  void aStreamThatEndsInsideAMessageIsBroken() throws IOException {
    peer.connected();
    peer.write(Golden.SEND_HELLO.substring(0, 20));
    peer.socket().close();
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN);
  }

  @Test
  void aRequestForMarkersIsRejected() throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      peer.use(new Socket(ia.address(), (int) listener.connQual()));
      peer.write("4d504120494420526571204672616d6580010000");
      peer.expect("4d504120494420526570204672616d6520010000");
    }
  }

  @Test
  void bytesBehindARequestCloseTheConnection() throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      peer.use(new Socket(ia.address(), (int) listener.connQual()));
      peer.write(Golden.MPA_REQUEST + "00");
      assertEquals(-1, peer.in().read());
    }
  }

  @Test
  void aRequesterThatSendsNoReadyToReceiveFailsTheAccept() throws IOException {
    peer.accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    peer.socket().close();
    peer.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
  }
}
