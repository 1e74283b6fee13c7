package org.dat4j.dat.tcp.setup;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.AdapterPair;
import org.dat4j.dat.tcp.HexFrames;
import org.dat4j.dat.tcp.RawPeer;
import org.dat4j.dat.tcp.config.Setting;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The limit that turns a requester away: both ends name it. */
@Timeout(240)
class RejectReasonTest {

  private static final HexFormat HEX = HexFormat.of();

  private final DatEvent event = new DatEvent();

  private static ByteBuffer note(RejectReason denial, int value) {
    return ByteBuffer.wrap(denial.note(value));
  }

  @ParameterizedTest
  @CsvSource({"HALF_OPEN, 7", "HALF_OPEN_PER_ADDRESS, 3", "CONNECTIONS, 9"})
  void aNoteNamesTheSettingAndItsValue(RejectReason denial, int value) {
    String read = RejectReason.read(note(denial, value));
    String setting = Setting.valueOf(denial.name()).key() + "=" + value;
    assertTrue(read.contains(setting), read);
  }

  @Test
  void bytesThatAreNoNoteAreRefused() {
    assertNull(RejectReason.read(ByteBuffer.allocate(0)));
    assertNull(RejectReason.read(ByteBuffer.allocate(RejectReason.NOTE_BYTES)));
    ByteBuffer unknown = note(RejectReason.GONE, 0);
    unknown.put(3, (byte) 200);
    assertNull(RejectReason.read(unknown));
  }

  /** A stranger that is there first; the next one sends its request only when it has been seen. */
  @ParameterizedTest
  @ValueSource(strings = {"half_open=1", "half_open_per_address=1", "connections=1"})
  void aLateRequesterIsToldTheLimit(String limit) throws IOException {
    try (RawPeer peer = new RawPeer(limit + " startup=60000");
        DatListener listener = Dats.listen(peer.ia());
        Socket first = new Socket(peer.ia().address(), (int) listener.connQual());
        Socket second = new Socket(peer.ia().address(), (int) listener.connQual())) {
      assertTrue(first.isConnected());
      second.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
      // Silent ones are turned away in the end, which shows that this one was looked at.
      try (Socket third = new Socket(peer.ia().address(), (int) listener.connQual())) {
        assertTrue(RawPeer.isEndedWithin(third, (int) AdapterPair.LIMIT.toMillis()));
      }
      assertEquals(-1, second.getInputStream().read());
    }
  }

  @Test
  void aRequesterIsToldTheLimitOfConnections() throws IOException {
    try (RawPeer peer = new RawPeer("connections=1 startup=60000");
        AdapterPair other = new AdapterPair("");
        DatListener listener = Dats.listen(peer.ia());
        Socket first = new Socket(peer.ia().address(), (int) listener.connQual())) {
      assertTrue(first.isConnected());
      other.client.startConnect(peer.ia().address(), listener.connQual(), AdapterPair.LIMIT);
      Dats.await(
          other.client.connectEvd(),
          EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
          AdapterPair.LIMIT,
          event);
      assertTrue(event.detail().contains("connections=1"), event.detail());
    }
  }

  /** The bytes on the wire: a rejecting reply as the request was, and the note behind it. */
  @Test
  void aNoteStandsBehindTheRejectingReply() throws IOException {
    try (RawPeer peer = new RawPeer("connections=1 startup=60000");
        DatListener listener = Dats.listen(peer.ia());
        Socket first = new Socket(peer.ia().address(), (int) listener.connQual());
        Socket second = new Socket(peer.ia().address(), (int) listener.connQual())) {
      assertTrue(first.isConnected());
      second.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
      second.getOutputStream().write(HEX.parseHex(HexFrames.REQUEST + "40010000"));
      byte[] all = second.getInputStream().readAllBytes();
      String expected = HexFrames.REPLY + "60010000" + "64346a02" + "00000001";
      assertArrayEquals(HEX.parseHex(expected), all, HEX.formatHex(all));
    }
  }

  @Test
  void aResetNamesTheLimitsItMayBeFor() throws IOException {
    try (RawPeer peer = new RawPeer("");
        ServerSocket server = new ServerSocket(0, 1, peer.ia().address())) {
      peer.end().startConnect(peer.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
      try (Socket accepted = server.accept()) {
        accepted.setSoLinger(true, 0);
      }
      DatEvent told = peer.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
      assertTrue(told.detail().contains("half_open_per_address"), told.detail());
      assertTrue(told.detail().contains("mpa=1"), told.detail());
    }
  }
}
