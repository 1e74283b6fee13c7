package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The limits that run over a bare socket, between two threads of the test. */
class SocketLimitTest {

  private final Stop stop = new Stop();

  private Patience patience() {
    return new Patience(stop, TimeUnit.SECONDS.toNanos(60), Patience.KERNEL_SPINS);
  }

  private static Exchange exchange(SocketChannel channel, Spec spec, Patience patience) {
    try {
      return switch (spec.limit()) {
        case NIO_STREAM -> new NioStream(channel, spec, patience);
        case NIO_COALESCED -> new CoalescedStream(channel, spec, patience);
        default -> new NioPingPong(channel, spec, patience);
      };
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "SEND, 64, 1, true",
    "SEND, 1000000, 1, true",
    "WRITE, 100000, 1, true",
    "READ, 100000, 1, true",
    "SEND, 64, 1, false",
    "SEND, 1000000, 1, false",
    "SEND, 64, 256, true",
    "SEND, 1, 1000, true",
    "SEND, 1000, 3, true",
    "WRITE, 300000, 7, true"
  })
  void bothSidesDoAllTripsTwice(Op op, int size, int window, boolean poll) throws Exception {
    Spec spec = new Spec(op, size, window, poll, Limit.of(op, size, window, poll, false));
    InetAddress address = InetAddress.getLoopbackAddress();
    int count = 50;
    try (ServerSocketChannel server = Sockets.listen(address)) {
      int port = Sockets.port(server);
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                try (Exchange responder =
                    exchange(Sockets.accept(server, patience()), spec, patience())) {
                  responder.respond(count);
                  responder.respond(count);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      Trips trips = new Trips();
      try (Exchange initiator =
          exchange(Sockets.connect(address, port, patience()), spec, patience())) {
        assertTrue(initiator.initiate(count, trips) > 0);
        assertTrue(initiator.initiate(count, trips) > 0);
        other.get(60, TimeUnit.SECONDS);
      }
      assertEquals(window == 1 ? 2 * count : 0, trips.count());
    }
  }

  @Test
  void aPeerThatClosesEndsTheLimit() throws Exception {
    Spec spec = new Spec(Op.SEND, 64, 1, true, Limit.NIO_POLL);
    try (ServerSocketChannel server = Sockets.listen(InetAddress.getLoopbackAddress())) {
      try (Exchange initiator =
          exchange(
              Sockets.connect(InetAddress.getLoopbackAddress(), Sockets.port(server), patience()),
              spec,
              patience())) {
        Sockets.accept(server, patience()).close();
        assertThrows(StalledException.class, () -> initiator.initiate(10, new Trips()));
      }
    }
  }

  @Test
  void aSilentPeerEndsTheLimitInBoundedTime() throws Exception {
    Spec spec = new Spec(Op.SEND, 64, 1, true, Limit.NIO_POLL);
    Patience impatient =
        new Patience(stop, TimeUnit.MILLISECONDS.toNanos(50), Patience.KERNEL_SPINS);
    try (ServerSocketChannel server = Sockets.listen(InetAddress.getLoopbackAddress());
        SocketChannel channel =
            Sockets.connect(InetAddress.getLoopbackAddress(), Sockets.port(server), patience());
        Exchange initiator = exchange(channel, spec, impatient)) {
      assertThrows(StalledException.class, () -> initiator.initiate(10, new Trips()));
    }
  }

  @Test
  void aStopEndsTheLimit() throws Exception {
    Spec spec = new Spec(Op.SEND, 64, 1, true, Limit.NIO_POLL);
    try (ServerSocketChannel server = Sockets.listen(InetAddress.getLoopbackAddress());
        SocketChannel channel =
            Sockets.connect(InetAddress.getLoopbackAddress(), Sockets.port(server), patience());
        Exchange initiator = exchange(channel, spec, patience())) {
      stop.cancel();
      StalledException e =
          assertThrows(StalledException.class, () -> initiator.initiate(10, new Trips()));
      assertEquals("interrupted", e.getMessage());
    }
  }
}
