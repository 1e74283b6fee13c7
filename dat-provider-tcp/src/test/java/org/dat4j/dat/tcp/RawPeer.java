package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Arrays;
import java.util.HexFormat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;

/** An adapter with one endpoint, and a peer that is a bare socket and speaks bytes. */
public final class RawPeer implements AutoCloseable {

  private static final HexFormat HEX = HexFormat.of();
  private static final int MILLIS = 30_000;

  /** Read depth of the endpoint each way. */
  static final int READ_DEPTH = 16;

  private static final EpAttr DEPTH_16 =
      EpAttr.DEFAULT.toBuilder().maxRdmaReadIn(READ_DEPTH).maxRdmaReadOut(READ_DEPTH).build();

  private final Ia ia;
  private final boolean isOwn;
  private final DatConnection end;
  private final DatEvent event = new DatEvent();
  private Socket socket;
  private DataInputStream in;
  private OutputStream out;
  private boolean hasEnded;

  /** The adapter says nothing by itself, but for what the parameters allow. */
  public RawPeer(String params) {
    String silent = params.contains("remind=") ? params : params + " remind=0";
    ia = AdapterPair.registry(silent, "").openIa("client");
    isOwn = true;
    end = Dats.endpoint(ia, DEPTH_16);
  }

  /** Another peer, and another endpoint, of the same adapter; closed before that one is. */
  public RawPeer(RawPeer neighbour) {
    ia = neighbour.ia;
    isOwn = false;
    end = Dats.endpoint(ia, DEPTH_16);
  }

  public Ia ia() {
    return ia;
  }

  /** The adapter's endpoint. */
  public DatConnection end() {
    return end;
  }

  Socket socket() {
    return socket;
  }

  DataInputStream in() {
    return in;
  }

  /** Waits for an event of the adapter's. */
  DatEvent await(Evd evd, EventNumber expected) {
    Dats.await(evd, expected, AdapterPair.LIMIT, event);
    return event;
  }

  @Override
  public void close() throws IOException {
    if (socket != null) {
      socket.close();
    }
    try {
      if (hasEnded) {
        expectNothingMore();
      }
    } finally {
      closeOwned();
    }
  }

  /** An endpoint that is freed has said all it had to say. */
  private void expectNothingMore() {
    end.ep().free();
    HostileScene.expectNothing(end.connectEvd());
    HostileScene.expectNothing(end.requestEvd());
    HostileScene.expectNothing(end.recvEvd());
    HostileScene.expectNothing(ia.query().asyncEvd());
  }

  private void closeOwned() {
    end.close();
    if (isOwn) {
      ia.close();
    }
  }

  void use(Socket made) throws IOException {
    socket = made;
    hasEnded = false;
    socket.setSoTimeout(MILLIS);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(socket.getInputStream());
    out = socket.getOutputStream();
  }

  /** Reads and drops all that comes; bytes. */
  long readToTheEnd() {
    try {
      return in.transferTo(OutputStream.nullOutputStream());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The same where the end may be a reset, as it is when the adapter did not read all. */
  long countToTheEndOrReset() throws IOException {
    byte[] bytes = new byte[65536];
    long count = 0;
    try {
      for (int got = in.read(bytes); got >= 0; got = in.read(bytes)) {
        count += got;
      }
    } catch (SocketException e) {
      assertEquals("Connection reset", e.getMessage());
    }
    return count;
  }

  /** Whether the adapter ends the stream within a time. */
  public static boolean isEndedWithin(Socket socket, int millis) throws IOException {
    try {
      socket.setSoTimeout(millis);
      return socket.getInputStream().read() < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    }
  }

  /** Ends our stream with a reset. */
  void reset() throws IOException {
    socket.setSoLinger(true, 0);
    socket.close();
  }

  public void expect(String hex) throws IOException {
    byte[] bytes = new byte[hex.length() / 2];
    in.readFully(bytes);
    assertEquals(hex, HEX.formatHex(bytes));
  }

  void write(String hex) throws IOException {
    out.write(HEX.parseHex(hex));
  }

  /** The adapter connects to us; through the ready-to-receive message. */
  public void connected() throws IOException {
    connected(true);
  }

  private void connected(boolean crc) throws IOException {
    connected(
        flags(Golden.MPA_REQUEST_PEER_TO_PEER, crc), flags(Golden.MPA_REPLY_PEER_TO_PEER, crc));
    expect(HexFrames.fpdu(ulpdu(Golden.RTR_WRITE), crc));
  }

  /** The adapter connects to us with a request, which gets a reply. */
  public void connected(String request, String reply) throws IOException {
    end.privateData(HEX.parseHex("cafebabe"));
    try (ServerSocket server = new ServerSocket(0, 1, ia.address())) {
      end.startConnect(ia.address(), server.getLocalPort(), AdapterPair.LIMIT);
      use(server.accept());
    }
    expect(request);
    write(reply);
    end.awaitConnected(AdapterPair.LIMIT);
  }

  /** Connects in a role of the adapter's, through the ready-to-receive message. */
  void connect(HostileScene.Role role, boolean crc) throws IOException {
    if (role == HostileScene.Role.INITIATOR) {
      connected(crc);
      return;
    }
    accepted(
        flags(Golden.MPA_REQUEST_PEER_TO_PEER, crc), flags(Golden.MPA_REPLY_PEER_TO_PEER, crc));
    ready(crc);
  }

  private void ready(boolean crc) throws IOException {
    write(HexFrames.fpdu(ulpdu(Golden.RTR_WRITE), crc));
    end.awaitConnected(AdapterPair.LIMIT);
  }

  /** Connects with CRC, and says how many Reads we serve at a time, at most {@link #READ_DEPTH}. */
  void connect(HostileScene.Role role, int served) throws IOException {
    String request = Golden.MPA_REQUEST_PEER_TO_PEER;
    String reply = Golden.MPA_REPLY_PEER_TO_PEER;
    // The word behind the header is the model's bit and IRD, the next the RTR's and ORD.
    int word = 40;
    String depth = HexFrames.hex(0x8000 | served, 2);
    if (role == HostileScene.Role.INITIATOR) {
      connected(request, reply.substring(0, word) + depth + reply.substring(word + 4));
      expect(Golden.RTR_WRITE);
    } else {
      accepted(
          request.substring(0, word) + depth + request.substring(word + 4),
          reply.substring(0, word + 4) + depth + reply.substring(word + 8));
      ready(true);
    }
  }

  /** The adapter's next frame, from its length to its CRC. */
  byte[] frame() throws IOException {
    byte[] length = in.readNBytes(2);
    int bytes = (length[0] & 0xFF) << 8 | length[1] & 0xFF;
    byte[] frame = Arrays.copyOf(length, 2 + bytes + (-(bytes + 2) & 3) + 4);
    in.readFully(frame, 2, frame.length - 2);
    return frame;
  }

  /** A golden frame with or without its C bit, the flags being byte 16. */
  private static String flags(String golden, boolean crc) {
    int flags = Integer.parseInt(golden.substring(32, 34), 16);
    return golden.substring(0, 32)
        + HexFrames.hex(crc ? flags : flags & ~0x40, 1)
        + golden.substring(34);
  }

  /** What is between length and pad of a golden FPDU. */
  private static String ulpdu(String golden) {
    return golden.substring(4, 4 + 2 * Integer.parseInt(golden.substring(0, 4), 16));
  }

  /** We connect to the adapter with a request; up to its reply. */
  void accepted(String request, String reply) throws IOException {
    try (DatListener listener = Dats.listen(ia)) {
      use(new Socket(ia.address(), (int) listener.connQual()));
      write(request);
      end.privateData(HEX.parseHex("deadbeef"));
      end.accept(listener.awaitRequest(AdapterPair.LIMIT));
      expect(reply);
    }
  }

  /** The connection has ended and all events were looked at: a later one fails the test. */
  void ended() {
    hasEnded = true;
  }

  /**
   * The adapter's only connection event from now on; it leaves the endpoint without a connection.
   */
  public DatEvent expectOnly(EventNumber expected) {
    DatEvent only = await(end.connectEvd(), expected);
    assertEquals(EpState.DISCONNECTED, end.ep().getStatus().state(), only.toString());
    HostileScene.expectNothing(end.connectEvd());
    ended();
    return only;
  }
}
