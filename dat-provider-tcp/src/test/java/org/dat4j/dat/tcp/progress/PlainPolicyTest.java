package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a driver works with the plain policy, too. */
@Timeout(60)
class PlainPolicyTest extends DriverScene {

  private static final int MANY = 12;

  private final AtomicInteger polls = new AtomicInteger();

  PlainPolicyTest() {
    super(new SharedSelector(LOOP), new PollPolicy() {});
  }

  /** A connection without input. */
  private final class Silent implements Pollable {
    @Override
    public int poll() {
      polls.incrementAndGet();
      return 0;
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void onIndexAssigned(int at) {
      // The plain policy names no connection.
    }

    @Override
    public void setSelected(boolean now) {
      // It has no channel.
    }
  }

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
  }

  private void add(int connections) {
    for (int i = 0; i < connections; i++) {
      driver.connections().add(new Silent());
    }
  }

  @Test
  void everyPollReadsEachOfFewConnections() {
    add(2);
    takeLease();
    int before = polls.get();
    int rounds = driver.round();
    driver.poll();
    driver.poll();
    assertTrue(driver.round() - rounds > 0, "no poll had the lease");
    assertEquals(2 * (driver.round() - rounds), polls.get() - before);
  }

  @Test
  void aPollFindsTheInputOfManyConnectionsByTheSelector() throws IOException {
    add(MANY);
    AtomicInteger found = new AtomicInteger();
    try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
      assertTrue(client.isConnected());
      until(() -> found.addAndGet(driver.poll()) > 0);
    }
    assertTrue(found.get() > 0);
    assertEquals(0, polls.get());
  }

  @Test
  void theLoopReclaimsTheLeaseOfAThreadThatStops() {
    takeLease();
    until(() -> !driver.isDriving());
    assertFalse(driver.isDriving());
  }

  @Test
  void aLongWaitWithoutInputEnds() {
    long begin = System.nanoTime();
    long wait = TimeUnit.MILLISECONDS.toNanos(40);
    for (long left = wait; left > 0; left = wait - (System.nanoTime() - begin)) {
      driver.awaitIo(NEVER, left);
    }
    assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(20), "the loop ended no wait");
  }
}
