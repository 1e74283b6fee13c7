package org.dat4j.dat.tcp.progress;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.spi.software.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A driver by itself, and a channel that makes its loop run when it is registered. */
abstract class DriverScene {

  static final Waiter NEVER = () -> false;

  static final String LOOP = "dat4j-test-loop";

  final SharedSelector selector;
  final Driver driver;
  ServerSocketChannel server;

  DriverScene() {
    this(new SharedSelector(LOOP));
  }

  DriverScene(SharedSelector channels) {
    this(channels, new InputPredictor());
  }

  DriverScene(SharedSelector channels, PollPolicy policy) {
    this.selector = channels;
    driver = new Driver(LOOP, channels, Thread::new, policy);
  }

  @BeforeEach
  void open() throws IOException {
    server = ServerSocketChannel.open();
    server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    server.configureBlocking(false);
  }

  @AfterEach
  void close() throws IOException {
    driver.close();
    server.close();
  }

  /** Makes the calling thread the one that drives. */
  final void takeLease() {
    while (!driver.isDriving()) {
      driver.poll();
    }
  }

  /** Returns when it is so, or after 20 s. */
  static void until(BooleanSupplier condition) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
    while (!condition.getAsBoolean() && System.nanoTime() - deadline < 0) {
      Thread.onSpinWait();
    }
  }

  /** Starts a thread that waits again and again until it is stopped. */
  final Thread startWaiter(CountDownLatch over) {
    Thread thread =
        new Thread(
            () -> {
              while (over.getCount() > 0) {
                driver.awaitIo(NEVER, Long.MAX_VALUE);
              }
            });
    thread.start();
    return thread;
  }
}
