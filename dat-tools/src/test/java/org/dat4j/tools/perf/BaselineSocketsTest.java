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
import org.dat4j.tools.perf.baseline.BaselineSockets;
import org.dat4j.tools.perf.baseline.NioCoalescedStream;
import org.dat4j.tools.perf.baseline.NioPingPong;
import org.dat4j.tools.perf.baseline.NioStream;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.StopSignal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The baselines that run over a bare socket, between two threads of the test. */
class BaselineSocketsTest {

  private final StopSignal stop = new StopSignal();

  private SpinDeadline spinDeadline() {
    return new SpinDeadline(stop, TimeUnit.SECONDS.toNanos(60), SpinDeadline.KERNEL_SPINS);
  }

  private static Exchange exchange(
      SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline) {
    try {
      return switch (spec.baseline()) {
        case NIO_STREAM -> new NioStream(channel, spec, deadline);
        case NIO_COALESCED -> new NioCoalescedStream(channel, spec, deadline);
        default -> new NioPingPong(channel, spec, deadline);
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
  void bothSidesDoAllTripsTwice(Operation op, int size, int window, boolean poll) throws Exception {
    MeasurementSpec spec =
        new MeasurementSpec(op, size, window, poll, Baseline.of(op, size, window, poll, false));
    InetAddress address = InetAddress.getLoopbackAddress();
    int count = 50;
    try (ServerSocketChannel server = BaselineSockets.listen(address)) {
      int port = BaselineSockets.port(server);
      CompletableFuture<Void> other =
          CompletableFuture.runAsync(
              () -> {
                try (Exchange responder =
                    exchange(
                        BaselineSockets.accept(server, spinDeadline()), spec, spinDeadline())) {
                  responder.respond(count);
                  responder.respond(count);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      LatencyRecorder latencies = new LatencyRecorder();
      try (Exchange initiator =
          exchange(BaselineSockets.connect(address, port, spinDeadline()), spec, spinDeadline())) {
        assertTrue(initiator.initiate(count, latencies) > 0);
        assertTrue(initiator.initiate(count, latencies) > 0);
        other.get(60, TimeUnit.SECONDS);
      }
      assertEquals(window == 1 ? 2 * count : 0, latencies.count());
    }
  }

  @Test
  void aPeerThatClosesEndsTheLimit() throws Exception {
    MeasurementSpec spec = new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.NIO_POLL);
    try (ServerSocketChannel server = BaselineSockets.listen(InetAddress.getLoopbackAddress())) {
      try (Exchange initiator =
          exchange(
              BaselineSockets.connect(
                  InetAddress.getLoopbackAddress(), BaselineSockets.port(server), spinDeadline()),
              spec,
              spinDeadline())) {
        BaselineSockets.accept(server, spinDeadline()).close();
        assertThrows(StalledException.class, () -> initiator.initiate(10, new LatencyRecorder()));
      }
    }
  }

  @Test
  void aSilentPeerEndsTheLimitInBoundedTime() throws Exception {
    MeasurementSpec spec = new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.NIO_POLL);
    SpinDeadline impatient =
        new SpinDeadline(stop, TimeUnit.MILLISECONDS.toNanos(50), SpinDeadline.KERNEL_SPINS);
    try (ServerSocketChannel server = BaselineSockets.listen(InetAddress.getLoopbackAddress());
        SocketChannel channel =
            BaselineSockets.connect(
                InetAddress.getLoopbackAddress(), BaselineSockets.port(server), spinDeadline());
        Exchange initiator = exchange(channel, spec, impatient)) {
      assertThrows(StalledException.class, () -> initiator.initiate(10, new LatencyRecorder()));
    }
  }

  @Test
  void aStopEndsTheLimit() throws Exception {
    MeasurementSpec spec = new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.NIO_POLL);
    try (ServerSocketChannel server = BaselineSockets.listen(InetAddress.getLoopbackAddress());
        SocketChannel channel =
            BaselineSockets.connect(
                InetAddress.getLoopbackAddress(), BaselineSockets.port(server), spinDeadline());
        Exchange initiator = exchange(channel, spec, spinDeadline())) {
      stop.cancel();
      StalledException e =
          assertThrows(StalledException.class, () -> initiator.initiate(10, new LatencyRecorder()));
      assertEquals("interrupted", e.getMessage());
    }
  }
}
