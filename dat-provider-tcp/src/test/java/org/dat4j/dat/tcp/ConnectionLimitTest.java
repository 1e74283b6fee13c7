package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.HexFormat;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The setting connections: an adapter with a single place. */
@Tag("long")
@Timeout(240)
class ConnectionLimitTest {

  private static final HexFormat HEX = HexFormat.of();
  private static final String PLAIN = HexFrames.REQUEST + "40010000";
  private static final String MARKERS = HexFrames.REQUEST + "c0010000";
  private static final int STARTUP_MILLIS = 500;
  private static final int REPLY = 20;

  private final RawPeer peer = new RawPeer("connections=1 startup=" + STARTUP_MILLIS);
  private final DatListener listener = Dats.listen(peer.ia());

  @AfterEach
  void close() throws IOException {
    listener.close();
    peer.close();
  }

  private Socket stranger(DatListener at) throws IOException {
    return new Socket(peer.ia().address(), (int) at.connQual());
  }

  private static void write(Socket to, String bytes) throws IOException {
    to.getOutputStream().write(HEX.parseHex(bytes));
  }

  /** Whether a request gets in; if so it is rejected, and has left its place on return. */
  private boolean isLetIn(DatListener at) throws IOException {
    try (Socket stranger = stranger(at)) {
      write(stranger, MARKERS);
      // A peer that is refused gets a note behind the reply.
      return leave(stranger) == REPLY;
    } catch (SocketException e) {
      return false;
    }
  }

  /** Ends our stream and waits for the adapter's end; how much came before it. */
  private static int leave(Socket stranger) throws IOException {
    stranger.setSoTimeout((int) AdapterPair.LIMIT.toMillis());
    stranger.shutdownOutput();
    return stranger.getInputStream().readAllBytes().length;
  }

  /** The adapter may not have seen yet that a stream is over: asks until it has. */
  private void expectRoom(DatListener at) throws IOException {
    long deadline = System.nanoTime() + AdapterPair.LIMIT.toNanos();
    while (!isLetIn(at)) {
      assertTrue(System.nanoTime() < deadline, "the place is never free again");
    }
  }

  @Test
  void aRequestWithoutADecisionHoldsAPermit() throws IOException {
    try (Socket first = stranger(listener)) {
      write(first, PLAIN);
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      assertFalse(isLetIn(listener));
      HostileScene.expectNothing(listener.evd());
      request.reject();
    }
    expectRoom(listener);
  }

  @Test
  void anAcceptedRequesterThatIsNotReadyHoldsAPermit() throws IOException {
    peer.use(stranger(listener));
    peer.write(HexFrames.REQUEST + "50020004" + "80108010");
    peer.end().accept(listener.awaitRequest(AdapterPair.LIMIT));
    peer.expect(HexFrames.REPLY + "50020004" + "80108010");
    assertFalse(isLetIn(listener));
    peer.socket().close();
    peer.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
    expectRoom(listener);
  }

  @Test
  void allListenersShareTheLimit() throws IOException {
    try (DatListener second = Dats.listen(peer.ia())) {
      try (Socket silent = stranger(listener)) {
        write(silent, PLAIN);
        Cr request = listener.awaitRequest(AdapterPair.LIMIT);
        assertFalse(isLetIn(second));
        request.reject();
      }
      expectRoom(second);
    }
  }

  @Test
  void anOutboundConnectionHoldsAPermitAndIsNeverRefused() throws IOException {
    try (Socket silent = stranger(listener);
        RawPeer outward = new RawPeer(peer)) {
      write(silent, PLAIN);
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      outward.connected();
      assertEquals(0, leave(silent));
      peer.end().accept(request);
      peer.await(peer.end().connectEvd(), EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
      assertFalse(isLetIn(listener));
      outward.end().ep().disconnect(CloseFlags.ABRUPT);
      outward.expectOnly(EventNumber.CONNECTION_EVENT_DISCONNECTED);
    }
    expectRoom(listener);
  }

  /** Ends of a connection, before it is established or after. */
  enum Way {
    CLOSED_AT_ONCE {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.socket().close();
      }
    },
    RESET {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.write(PLAIN.substring(0, 10));
        guest.reset();
      }
    },
    NO_REQUEST {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.write("00");
        guest.countToTheEndOrReset();
      }
    },
    TOO_LATE {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) {
        guest.readToTheEnd();
      }
    },
    MARKERS_AND_GONE {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.write(MARKERS);
        guest.expect(HexFrames.REPLY + "60010000");
        guest.socket().close();
      }
    },
    MARKERS_AND_STAYING {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.write(MARKERS);
        guest.readToTheEnd();
      }
    },
    BYTES_BEFORE_THE_ANSWER {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        test.request(guest, PLAIN);
        guest.write("00");
        guest.countToTheEndOrReset();
      }
    },
    ACCEPTED_TOO_LATE {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        Cr request = test.request(guest, PLAIN);
        guest.reset();
        guest.end().accept(request);
        guest.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
      }
    },
    REJECTED {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        test.request(guest, PLAIN).reject();
        guest.readToTheEnd();
      }
    },
    NOT_READY_IN_TIME {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.end().accept(test.request(guest, Golden.MPA_REQUEST_PEER_TO_PEER));
        guest.readToTheEnd();
        guest.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
      }
    },
    NOT_READY_BUT_WRONG {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.end().accept(test.request(guest, Golden.MPA_REQUEST_PEER_TO_PEER));
        guest.write("00".repeat(24));
        guest.expectOnly(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR);
      }
    },
    GIVEN_UP_BEFORE_READY {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.end().accept(test.request(guest, Golden.MPA_REQUEST_PEER_TO_PEER));
        guest.end().ep().disconnect(CloseFlags.ABRUPT);
        guest.await(guest.end().connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED);
        guest.write(Golden.RTR_WRITE);
        guest.countToTheEndOrReset();
      }
    },
    DISCONNECTED {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.end().accept(test.request(guest, PLAIN));
        guest.end().awaitConnected(AdapterPair.LIMIT);
        guest.socket().close();
        guest.expectOnly(EventNumber.CONNECTION_EVENT_DISCONNECTED);
      }
    },
    BROKEN {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.end().accept(test.request(guest, PLAIN));
        guest.end().awaitConnected(AdapterPair.LIMIT);
        guest.write("00".repeat(24));
        guest.expectOnly(EventNumber.CONNECTION_EVENT_BROKEN);
      }
    },
    OUTWARD_REFUSED {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.socket().close();
        connectAndAnswer(guest, "00".repeat(20));
        guest.expectOnly(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED);
      }
    },
    OUTWARD_DISCONNECTED {
      @Override
      void go(ConnectionLimitTest test, RawPeer guest) throws IOException {
        guest.socket().close();
        guest.connected();
        guest.socket().close();
        guest.expectOnly(EventNumber.CONNECTION_EVENT_DISCONNECTED);
      }
    };

    /** Ends it; the guest's socket has just been connected to the adapter. */
    abstract void go(ConnectionLimitTest test, RawPeer guest) throws IOException;

    private static void connectAndAnswer(RawPeer guest, String answer) throws IOException {
      DatConnection end = guest.end();
      try (ServerSocket server = new ServerSocket(0, 1, guest.ia().address())) {
        end.startConnect(guest.ia().address(), server.getLocalPort(), AdapterPair.LIMIT);
        guest.use(server.accept());
      }
      guest.write(answer);
    }
  }

  private Cr request(RawPeer guest, String bytes) throws IOException {
    guest.write(bytes);
    return listener.awaitRequest(AdapterPair.LIMIT);
  }

  @ParameterizedTest
  @EnumSource(Way.class)
  void everyEndReleasesThePermitOnce(Way way) throws IOException {
    for (int i = 0; i < 3; i++) {
      try (RawPeer guest = new RawPeer(peer)) {
        guest.use(stranger(listener));
        way.go(this, guest);
        expectRoom(listener);
      }
      expectOnlyOne();
    }
  }

  /** There is one place, and not two as if one had been given back twice. */
  private void expectOnlyOne() throws IOException {
    try (Socket holder = stranger(listener)) {
      write(holder, PLAIN);
      Cr request = listener.awaitRequest(AdapterPair.LIMIT);
      assertFalse(isLetIn(listener));
      request.reject();
      assertTrue(leave(holder) > 0);
    }
  }
}
