package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The limits of connections that the program has not seen: two of an address, four in all. */
@Timeout(240)
class HalfOpenLimitTest {

  private static final int PER_ADDRESS = 2;
  private static final int IN_ALL = 4;
  private static final byte[] MARKERS = HexFormat.of().parseHex(HexFrames.REQUEST + "c0010000");
  private static final byte[] PLAIN = HexFormat.of().parseHex(HexFrames.REQUEST + "40010000");
  private static final int REPLY = 20;

  private final RawPeer peer =
      new RawPeer("startup=60000 half_open=" + IN_ALL + " half_open_per_address=" + PER_ADDRESS);
  private final DatListener listener = Dats.listen(peer.ia());
  private final List<Socket> open = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Socket socket : open) {
      socket.close();
    }
    listener.close();
    peer.close();
  }

  private Socket stranger(int host) throws IOException {
    InetAddress from = InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) host});
    Socket socket = new Socket(peer.ia().address(), (int) listener.connQual(), from, 0);
    socket.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
    open.add(socket);
    return socket;
  }

  private boolean isReplied() throws IOException {
    try {
      Socket stranger = stranger(1);
      stranger.getOutputStream().write(MARKERS);
      int replied = stranger.getInputStream().readNBytes(REPLY).length;
      // A peer that is refused gets a note behind the reply, in one piece with it.
      return replied == REPLY && stranger.getInputStream().available() == 0;
    } catch (SocketException e) {
      return false;
    }
  }

  /** Each is turned away, and stays connected. */
  @Test
  void aRequesterOfMarkersThatNeverClosesIsHalfOpen() throws IOException {
    int requesters = 50;
    long began = System.nanoTime();
    int replied = 0;
    for (int i = 0; i < requesters; i++) {
      if (isReplied()) {
        replied++;
      }
    }
    // The adapter closes after a second, and others get in then.
    long times = 1 + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - began);
    assertTrue(replied <= PER_ADDRESS * times, replied + " of " + requesters + " are kept");
    assertEquals(-1, open.get(0).getInputStream().read());
    assertEquals(-1, open.get(1).getInputStream().read());
    assertTrue(isReplied());
  }

  private void expectReset(int host) throws IOException {
    boolean ended;
    try {
      ended = RawPeer.isEndedWithin(stranger(host), (int) AdapterPair.LIMIT.toMillis());
    } catch (SocketException e) {
      // So soon that it never knew that it was connected.
      ended = true;
    }
    assertTrue(ended, "127.0.0." + host);
  }

  @Test
  void twoOfAnAddressAndFourInAllAreKept() throws IOException {
    List<Socket> kept = new ArrayList<>();
    for (int host = 1; host <= 2; host++) {
      kept.add(stranger(host));
      kept.add(stranger(host));
      expectReset(host);
    }
    expectReset(3);
    expectReset(4);
    // One that ends makes room for one other, of its own address or not.
    end(kept.remove(0));
    kept.add(stranger(3));
    expectReset(3);
    expectReset(1);
    end(kept.remove(0));
    kept.add(stranger(1));
    expectReset(1);
    expectReset(4);
    for (Socket one : kept) {
      one.getOutputStream().write(PLAIN);
      listener.awaitRequest(AdapterPair.LIMIT).reject();
    }
    assertEquals(IN_ALL, kept.size());
    HostileScene.expectNothing(listener.evd());
  }

  /** When the adapter has closed, the place is free. */
  private static void end(Socket stranger) throws IOException {
    stranger.shutdownOutput();
    assertEquals(-1, stranger.getInputStream().read());
  }
}
