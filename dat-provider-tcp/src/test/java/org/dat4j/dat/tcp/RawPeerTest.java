package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What stands on the wire, octet by octet, against a peer that is a bare socket. */
@Timeout(60)
class RawPeerTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final int MILLIS = 5000;
  private static final EpAttr DEPTH_16 =
      EpAttr.DEFAULT.toBuilder().maxRdmaReadIn(16).maxRdmaReadOut(16).build();

  private final Ia ia = Pair.registry("", "").openIa("client");
  private final DatConnection end = Dats.endpoint(ia, DEPTH_16);
  private final DatEvent event = new DatEvent();
  private Socket socket;
  private DataInputStream in;
  private OutputStream out;

  @AfterEach
  void close() throws IOException {
    if (socket != null) {
      socket.close();
    }
    end.close();
    ia.close();
  }

  private void use(Socket made) throws IOException {
    socket = made;
    socket.setSoTimeout(MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  private void expect(String hex) throws IOException {
    byte[] octets = new byte[hex.length() / 2];
    in.readFully(octets);
    assertEquals(hex, HEX.formatHex(octets));
  }

  private void write(String hex) throws IOException {
    out.write(HEX.parseHex(hex));
  }

  /** The adapter connects to us; through the ready-to-receive message. */
  private void connected() throws IOException {
    end.privateData(HEX.parseHex("cafebabe"));
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      end.startConnect(ia.address(), server.getLocalPort(), Pair.LIMIT);
      use(server.accept());
    }
    expect(Golden.MPA_REQUEST_PEER_TO_PEER);
    write(Golden.MPA_REPLY_PEER_TO_PEER);
    end.awaitConnected(Pair.LIMIT);
    expect(Golden.RTR_WRITE);
  }

  /** We connect to the adapter with a request; up to its reply. */
  private void accepted(String request, String reply) throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      use(new Socket(ia.address(), (int) listener.connQual()));
      write(request);
      end.privateData(HEX.parseHex("deadbeef"));
      end.accept(listener.awaitRequest(Pair.LIMIT));
      expect(reply);
    }
  }

  private static ByteBuffer text(String text) {
    return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void anInitiatorSendsTheGoldenOctets() throws IOException {
    connected();
    assertEquals("deadbeef", HEX.formatHex(end.peerPrivateData()));
    Region region = end.register(8);
    region.buffer().put(0, "hello".getBytes(StandardCharsets.US_ASCII));
    end.ep().postSend(region.context(), region.address(), 5, 1, CompletionFlags.DEFAULT);
    expect(Golden.SEND_HELLO);
    region.buffer().put(0, "RDMAwrit".getBytes(StandardCharsets.US_ASCII));
    end.ep()
        .postRdmaWrite(
            region.context(), region.address(), 8, 2, 0x00123401, 0x1000, CompletionFlags.DEFAULT);
    expect(Golden.WRITE);
  }

  @Test
  void aResponderAnswersWithTheGoldenOctets() throws IOException {
    accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    assertEquals("cafebabe", HEX.formatHex(end.peerPrivateData()));
    write(Golden.RTR_WRITE);
    end.awaitConnected(Pair.LIMIT);
  }

  @Test
  void aRevisionOneRequestGetsARevisionOneReply() throws IOException {
    accepted(Golden.MPA_REQUEST, Golden.MPA_REPLY);
    end.awaitConnected(Pair.LIMIT);
  }

  @Test
  void aReadAsReadyToReceiveIsAnsweredWithoutAnEvent() throws IOException {
    String offer = "4d504120494420526571204672616d65500200048010" + "4010";
    accepted(offer, "4d504120494420526570204672616d65500200088010" + "4010" + "deadbeef");
    write(Golden.RTR_READ);
    end.awaitConnected(Pair.LIMIT);
    expect(Golden.RTR_READ_RESPONSE);
  }

  @Test
  void octetsThatDribbleInAreOneMessage() throws IOException {
    connected();
    Region region = end.register(8);
    end.ep().postRecv(region.context(), region.address(), 8, 1, CompletionFlags.DEFAULT);
    for (byte octet : HEX.parseHex(Golden.SEND_HELLO)) {
      out.write(octet);
    }
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 1, Pair.LIMIT, event));
    assertEquals(text("hello"), region.buffer().duplicate().limit(5));
  }

  @Test
  void aMessageOfTwoSegmentsArrivesWhole() throws IOException {
    connected();
    Region region = end.register(16);
    end.ep().postRecv(region.context(), region.address(), 16, 1, CompletionFlags.DEFAULT);
    end.ep().postRecv(region.context(), region.address(), 16, 2, CompletionFlags.DEFAULT);
    write(Golden.SEND_HELLO);
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 1, Pair.LIMIT, event));
    // The golden segments carry sequence number 5; here the next is 2.
    write(Golden.SEND_SOLICITED);
    assertEquals(5, Dats.awaitDto(end.recvEvd(), 2, Pair.LIMIT, event));
  }

  @Test
  void aWrongCrcIsAnsweredWithTheGoldenTerminateAndPlacesNothing() throws IOException {
    connected();
    Region region = end.register(8);
    end.ep().postRecv(region.context(), region.address(), 8, 1, CompletionFlags.DEFAULT);
    write(Golden.SEND_HELLO.substring(0, Golden.SEND_HELLO.length() - 2) + "00");
    expect(Golden.TERMINATE_CRC);
    assertEquals(-1, in.read(), "end of the adapter's stream");
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
    assertEquals(ByteBuffer.allocate(8), region.buffer());
  }

  @Test
  void aWriteToUnknownMemoryIsAnsweredWithTerminate() throws IOException {
    connected();
    write(Golden.WRITE);
    // 1/1/00, M and D, the segment's length and its header.
    expect("00264147000000000000000200000001000000001100c0000016c140001234010000000000001000");
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
  }

  @Test
  void aSendThatFindsNoReceiveIsAnsweredWithTheGoldenTerminate() throws IOException {
    connected();
    write(Golden.SEND_HELLO);
    expect(Golden.TERMINATE_NO_BUFFER);
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
  }

  @Test
  void aTerminateFromThePeerBreaksTheConnectionAndNamesTheReason() throws IOException {
    connected();
    write(Golden.TERMINATE_BOUNDS);
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
    assertTrue(event.detail().toString().contains("1/1/01"), event.toString());
  }

  @Test
  void aGracefulDisconnectIsAFin() throws IOException {
    connected();
    end.ep().disconnect(CloseFlags.GRACEFUL);
    assertEquals(-1, in.read());
    socket.close();
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED, Pair.LIMIT, event);
  }

  @Test
  void aStreamThatEndsInsideAMessageIsBroken() throws IOException {
    connected();
    write(Golden.SEND_HELLO.substring(0, 20));
    socket.close();
    Dats.await(end.connectEvd(), EventNumber.CONNECTION_EVENT_BROKEN, Pair.LIMIT, event);
  }

  @Test
  void aRequestForMarkersIsRejected() throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      use(new Socket(ia.address(), (int) listener.connQual()));
      write("4d504120494420526571204672616d6580010000");
      expect("4d504120494420526570204672616d6520010000");
    }
  }

  @Test
  void octetsBehindARequestCloseTheConnection() throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      use(new Socket(ia.address(), (int) listener.connQual()));
      write(Golden.MPA_REQUEST + "00");
      assertEquals(-1, in.read());
    }
  }

  @Test
  void aRequesterThatSendsNoReadyToReceiveFailsTheAccept() throws IOException {
    accepted(Golden.MPA_REQUEST_PEER_TO_PEER, Golden.MPA_REPLY_PEER_TO_PEER);
    socket.close();
    Dats.await(
        end.connectEvd(), EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, Pair.LIMIT, event);
  }
}
