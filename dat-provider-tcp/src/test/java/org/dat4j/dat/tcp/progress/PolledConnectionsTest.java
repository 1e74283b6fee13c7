package org.dat4j.dat.tcp.progress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the connections that are polled without the selector, and of the selector's interest in
 * them.
 */
@Timeout(240)
class PolledConnectionsTest extends DriverScene {

  private static final int POLL_LIMIT = 8;

  /** So often an expectation has to come true before it counts. */
  private static final int TRUST_THRESHOLD = 2;

  /** Of the polls with a prediction, one per this many selects. */
  private static final int SELECT_EVERY = 8;

  private static final int POLLS = 16_384;

  /** Between two waits; with more in a row the selector would not watch input. */
  private static final int SOME_POLLS = 1024;

  private static final int TRIES = 20;

  /** This many in a row are no coincidence. */
  private static final int STALLS = 3;

  /** A connection, mostly without input, that records whether the selector watches it. */
  private static final class Silent implements Pollable {
    volatile boolean selected = true;
    int position;
    int found;
    int polls;

    @Override
    public int poll() {
      polls++;
      return found;
    }

    @Override
    public void failed(Throwable cause) {
      throw new AssertionError(cause);
    }

    @Override
    public void onIndexAssigned(int at) {
      position = at;
    }

    @Override
    public void setSelected(boolean now) {
      selected = now;
    }
  }

  private final List<Silent> connections = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    add();
    add();
  }

  private void add() {
    Silent connection = new Silent();
    connections.add(connection);
    driver.connections().add(connection);
  }

  private long selected() {
    return connections.stream().filter(connection -> connection.selected).count();
  }

  /** Polls until the selector watches no connection: a stall of this thread restarts the count. */
  private void pollUntilBypassed() {
    until(() -> driver.poll() == 0 && selected() == 0);
    assertEquals(0, selected());
  }

  @Test
  void steadyPollingBypassesTheSelector() {
    pollUntilBypassed();
    assertTrue(connections.get(0).polls > 0);
  }

  @Test
  void aWaitBeginsWithAllConnectionsSelected() {
    // A stall of this thread gives the selector to the loop, and such a wait begins with nothing.
    long seen = 0;
    for (int left = STALLS; left > 0 && seen < 2; left--) {
      pollUntilBypassed();
      takeLease();
      driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      seen = selected();
    }
    assertEquals(2, seen);
  }

  @Test
  void theLoopSelectsAllConnectionsWhenItTakesOver() {
    pollUntilBypassed();
    until(() -> selected() == 2);
    assertEquals(2, selected());
  }

  @Test
  void occasionalWaitsKeepTheSelectorInUse() {
    Silent connection = connections.get(0);
    int waited = 0;
    while (connection.polls < POLLS) {
      driver.poll();
      if (connection.polls - waited >= SOME_POLLS) {
        waited = connection.polls;
        driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      }
      assertEquals(2, selected());
    }
  }

  @Test
  void aRegainedLeaseBeginsANewRowOfPolls() {
    pollUntilBypassed();
    until(() -> selected() == 2);
    Silent connection = connections.get(0);
    int before = connection.polls;
    while (connection.polls - before < SOME_POLLS) {
      driver.poll();
      assertEquals(2, selected());
    }
  }

  @Test
  void aLaterConnectionBypassesTheSelectorToo() {
    pollUntilBypassed();
    add();
    pollUntilBypassed();
  }

  private void addMany() {
    while (connections.size() <= POLL_LIMIT) {
      add();
    }
  }

  /** Posts to a connection brought input each time, and then there were more. */
  private void expect(Silent connection) {
    for (int i = 0; i < TRUST_THRESHOLD; i++) {
      post(connection);
      driver.policy().inputFrom(connection.position);
    }
    post(connection);
  }

  private void post(Silent connection) {
    driver.policy().receivePosted(connection.position);
    driver.policy().requestPosted(connection.position);
  }

  /** Of two polls one may select. */
  private int predicted() {
    return Math.max(driver.policy().next(), driver.policy().next());
  }

  @Test
  void ofManyConnectionsOnlyThePredictedOneIsPolled() {
    addMany();
    Silent connection = connections.get(3);
    connection.found = 1;
    expect(connection);
    until(() -> driver.poll() > 0);
    for (int i = 0; i < TRIES; i++) {
      driver.poll();
    }
    assertEquals(1, connection.polls, "once: its input is no longer expected");
    assertEquals(1, connections.stream().mapToInt(each -> each.polls).sum());
  }

  @Test
  void aWrongPredictionHidesNoOtherInput() throws IOException {
    AtomicInteger arrivals = new AtomicInteger();
    Thread player = Thread.currentThread();
    try (Pipe.SourceChannel source = arrived()) {
      addMany();
      driver.register(
          source,
          SelectionKey.OP_READ,
          ops -> Thread.currentThread() == player ? arrivals.incrementAndGet() : 0);
      takeLease();
      Silent connection = connections.get(3);
      expect(connection);
      arrivals.set(0);
      until(
          () -> {
            driver.poll();
            return connection.polls >= SELECT_EVERY && arrivals.get() > 0;
          });
      assertTrue(connection.polls >= SELECT_EVERY, "it was read");
      assertTrue(arrivals.get() > 0, "and the selector was asked");
    }
  }

  /** A channel that has input. */
  private static Pipe.SourceChannel arrived() throws IOException {
    Pipe pipe = Pipe.open();
    try (Pipe.SinkChannel sink = pipe.sink()) {
      sink.write(ByteBuffer.allocate(1));
    }
    pipe.source().configureBlocking(false);
    return pipe.source();
  }

  @Test
  void postsOfAThreadWithoutTheLeasePredictNothing() throws Exception {
    addMany();
    takeLease();
    expect(connections.get(3));
    driver.policy().expectAny();
    Thread stranger =
        new Thread(
            () -> {
              driver.receivePosted(3);
              driver.requestPosted(3);
            });
    stranger.start();
    stranger.join(TimeUnit.SECONDS.toMillis(30));
    assertEquals(PollPolicy.NONE, predicted());
    until(
        () -> {
          takeLease();
          driver.receivePosted(3);
          return predicted() == 3;
        });
    assertEquals(3, predicted(), "and what the driving thread posts does");
  }

  @Test
  void aSteadyPosterPollsAllConnections() {
    addMany();
    Silent connection = connections.get(3);
    int least = TRIES;
    for (int left = STALLS; left > 0 && least > 0; left--) {
      int before = connection.polls;
      for (int i = 0; i < TRIES; i++) {
        takeLease();
        expect(connection);
        driver.pollBetweenPosts();
      }
      // A stall of this thread gives the lease away.
      least = Math.min(least, connection.polls - before);
    }
    assertEquals(0, least);
  }

  @Test
  void aPosterWithoutTheLeaseKeepsThePredictions() throws Exception {
    addMany();
    takeLease();
    expect(connections.get(3));
    Thread stranger = new Thread(driver::pollBetweenPosts);
    stranger.start();
    stranger.join(TimeUnit.SECONDS.toMillis(30));
    assertEquals(3, predicted());
  }

  @Test
  void ofManyConnectionsTheSelectorIsPolledDespiteAPrediction() {
    pollUntilBypassed();
    addMany();
    expect(connections.get(1));
    until(() -> driver.poll() == 0 && selected() == connections.size());
    assertEquals(POLL_LIMIT + 1, selected());
  }

  @Test
  void connectionsAreFoundAtTheirPositionsWhenOthersAreOver() {
    addMany();
    driver.connections().remove(connections.remove(connections.size() - 1));
    driver.connections().remove(connections.remove(2));
    driver.connections().remove(connections.remove(0));
    driver.connections().remove(new Silent());
    for (Silent connection : connections) {
      connection.found = connection.position + 1;
      assertEquals(connection.position + 1, driver.connections().poll(connection.position));
      assertEquals(1, connection.polls, "no other was polled");
    }
    assertEquals(0, driver.connections().poll(connections.size()), "nothing is left there");
  }

  @Test
  void ofManyConnectionsTheSelectorWatchesAll() {
    pollUntilBypassed();
    addMany();
    until(() -> driver.poll() == 0 && selected() == connections.size());
    assertEquals(POLL_LIMIT + 1, selected());
  }
}
