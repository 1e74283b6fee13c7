package org.dat4j.dat.tcp.setup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.util.HexFormat;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.tcp.RawPeer;
import org.dat4j.dat.tcp.config.TcpSettings;
import org.dat4j.dat.tcp.wire.Golden;
import org.dat4j.dat.tcp.wire.MpaFrame;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of the queue of complete requests, with a clock that the test moves. */
@Timeout(60)
class RequestBacklogTest {

  private static final long LIMIT = TimeUnit.SECONDS.toNanos(20);

  private final TcpFabric fabric = new TcpFabric("backlog", TcpSettings.parse(""));
  private final Queue<Runnable> due = new ConcurrentLinkedQueue<>();
  private final AtomicInteger schedules = new AtomicInteger();
  private ServerSocketChannel server;
  private TcpListener listener;

  /** A service point whose event queue is full for ever, and whose second timer fails. */
  @BeforeEach
  void listen() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.configureBlocking(false);
    listener =
        new TcpListener(
            fabric,
            server,
            1,
            incoming -> false,
            (nanos, action) -> {
              if (schedules.incrementAndGet() == 2) {
                throw new OutOfMemoryError("a test");
              }
              due.add(action);
            });
    listener.start();
  }

  @AfterEach
  void close() {
    listener.close();
    fabric.close();
  }

  private Socket request() throws IOException {
    InetSocketAddress to = (InetSocketAddress) server.getLocalAddress();
    Socket requester = new Socket(to.getAddress(), to.getPort());
    requester.getOutputStream().write(HexFormat.of().parseHex(Golden.MPA_REQUEST));
    return requester;
  }

  /** Runs what is due until something holds. */
  private void runUntil(BooleanSupplier condition, String what) {
    long begin = System.nanoTime();
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - begin < LIMIT, what);
      Runnable action = due.poll();
      if (action == null) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      } else {
        run(action);
      }
    }
  }

  /** A timer drops what its action throws. */
  private static void run(Runnable action) {
    try {
      action.run();
    } catch (OutOfMemoryError e) {
      assertEquals("a test", e.getMessage());
    }
  }

  private static boolean hasAnswer(InputStream in) {
    try {
      return in.available() == MpaFrame.HEADER + RejectReason.NOTE_BYTES;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRequestAfterAFailedTimerIsRefusedInTime() throws IOException {
    try (Socket first = request()) {
      runUntil(() -> schedules.get() == 2, "the first request is not in line");
      assertTrue(RawPeer.isEndedWithin(first, 10_000), "a request without a timer waits");
      try (Socket second = request()) {
        InputStream in = second.getInputStream();
        runUntil(() -> hasAnswer(in), "the second request has no answer");
        in.skipNBytes(MpaFrame.HEADER);
        String note = RejectReason.read(ByteBuffer.wrap(in.readNBytes(RejectReason.NOTE_BYTES)));
        assertEquals(RejectReason.BACKLOG.text(0), note);
      }
    }
  }
}
