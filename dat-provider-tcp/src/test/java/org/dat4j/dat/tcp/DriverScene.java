package org.dat4j.dat.tcp;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.CountDownLatch;
import org.dat4j.dat.spi.software.Waiter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A driver by itself, and a channel that makes its loop run when it is registered. */
abstract class DriverScene {

  static final Waiter NEVER = () -> false;

  final Driver driver = new Driver("dat4j-test-loop");
  ServerSocketChannel server;

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
  final void lead() {
    while (!driver.isDriving()) {
      driver.poll();
    }
  }

  /** Starts a thread that waits again and again until told to stop. */
  final Thread waiting(CountDownLatch over) {
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
