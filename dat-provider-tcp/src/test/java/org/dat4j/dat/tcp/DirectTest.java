package org.dat4j.dat.tcp;

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

/** Which connections polls read by themselves, and whether the selector looks for their input. */
@Timeout(240)
class DirectTest extends DriverScene {

  private static final int FEW = 8;

  /** So often an expectation has to come true before it counts. */
  private static final int TRUSTED = 2;

  /** Of the looks at what is expected one in so many asks the selector. */
  private static final int ASK_EVERY = 8;

  private static final int LOOKS = 16_384;

  /** Between two waits; with more in a row the selector would not look for input. */
  private static final int SOME_LOOKS = 1024;

  /** Shorter than between two looks of many in vain. */
  private static final long REST_NANOS = 500;

  private static final int TRIES = 20;

  /** So many in a row are not by chance. */
  private static final int STALLS = 3;

  /** A connection, mostly without input, and whether the selector looks for it. */
  private static final class Silent implements Polled {
    volatile boolean selected = true;
    int position;
    int found;
    int reads;

    @Override
    public int poll() {
      reads++;
      return found;
    }

    @Override
    public void placed(int at) {
      position = at;
    }

    @Override
    public void select(boolean now) {
      selected = now;
    }
  }

  private final List<Silent> wires = new ArrayList<>();

  @BeforeEach
  void start() throws IOException {
    driver.register(server, SelectionKey.OP_ACCEPT, ops -> 1);
    add();
    add();
  }

  private void add() {
    Silent wire = new Silent();
    wires.add(wire);
    driver.direct().add(wire);
  }

  private long selected() {
    return wires.stream().filter(wire -> wire.selected).count();
  }

  /** Polls until the selector looks for nobody: a stall of this thread makes it begin anew. */
  private void pollOn() {
    until(() -> driver.poll() == 0 && selected() == 0);
    assertEquals(0, selected());
  }

  @Test
  void whoPollsOnDoesWithoutTheSelector() {
    pollOn();
    assertTrue(wires.get(0).reads > 0);
  }

  @Test
  void aWaitBeginsWithTheSelectorLookingForAll() {
    // A stall of this thread gives the selector to the loop, and such a wait begins with nothing.
    long seen = 0;
    for (int left = STALLS; left > 0 && seen < 2; left--) {
      pollOn();
      lead();
      driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      seen = selected();
    }
    assertEquals(2, seen);
  }

  @Test
  void theLoopThatTakesOverLooksForAll() {
    pollOn();
    until(() -> selected() == 2);
    assertEquals(2, selected());
  }

  @Test
  void whoWaitsNowAndThenNeverDoesWithoutTheSelector() {
    Silent wire = wires.get(0);
    int waited = 0;
    while (wire.reads < LOOKS) {
      driver.poll();
      if (wire.reads - waited >= SOME_LOOKS) {
        waited = wire.reads;
        driver.awaitIo(() -> true, TimeUnit.SECONDS.toNanos(1));
      }
      assertEquals(2, selected());
    }
  }

  @Test
  void whoGetsTheLeaseBackHasNotPolledOnYet() {
    pollOn();
    until(() -> selected() == 2);
    Silent wire = wires.get(0);
    int before = wire.reads;
    while (wire.reads - before < SOME_LOOKS) {
      driver.poll();
      assertEquals(2, selected());
    }
  }

  @Test
  void whoHasLookedInVainRestsBeforeTheNextLook() {
    lead();
    Silent wire = wires.get(0);
    int polls = 0;
    int before = wire.reads;
    long begin = System.nanoTime();
    while (wire.reads - before < SOME_LOOKS) {
      assertEquals(0, driver.poll());
      polls++;
    }
    long nanos = System.nanoTime() - begin;
    // A lease that was lost and taken back begins with a look, at most one in many rests.
    String pace = SOME_LOOKS + " looks in " + nanos + " ns and " + polls + " polls";
    assertTrue(nanos / REST_NANOS >= SOME_LOOKS - 1, pace);
  }

  @Test
  void whoHasFoundInputLooksAgainAtOnce() {
    Silent wire = wires.get(0);
    wire.found = 1;
    until(() -> driver.poll() > 0);
    int most = 0;
    for (int i = 0; i < TRIES && most < TRIES; i++) {
      int before = wire.reads;
      for (int j = 0; j < TRIES; j++) {
        driver.poll();
      }
      // A stall of this thread gives the lease away.
      most = Math.max(most, wire.reads - before);
    }
    assertEquals(TRIES, most);
  }

  @Test
  void aConnectionThatComesLaterDoesWithoutTheSelectorToo() {
    pollOn();
    add();
    pollOn();
  }

  private void addMany() {
    while (wires.size() <= FEW) {
      add();
    }
  }

  /** Posts to a connection brought input each time, and then there were more. */
  private void expect(Silent wire) {
    for (int i = 0; i < TRUSTED; i++) {
      post(wire);
      driver.expected().found(wire.position);
    }
    post(wire);
  }

  private void post(Silent wire) {
    driver.expected().receivePosted(wire.position);
    driver.expected().requestPosted(wire.position);
  }

  /** Of two looks one may ask the selector. */
  private int expected() {
    return Math.max(driver.expected().next(), driver.expected().next());
  }

  @Test
  void ofTooManyConnectionsTheOneExpectedIsReadAndNoOther() {
    addMany();
    Silent wire = wires.get(3);
    wire.found = 1;
    expect(wire);
    until(() -> driver.poll() > 0);
    for (int i = 0; i < TRIES; i++) {
      driver.poll();
    }
    assertEquals(1, wire.reads, "once: its input is not expected any more");
    assertEquals(1, wires.stream().mapToInt(each -> each.reads).sum());
  }

  @Test
  void whatIsExpectedInVainHidesNoOtherInput() throws IOException {
    AtomicInteger arrivals = new AtomicInteger();
    Thread player = Thread.currentThread();
    try (Pipe.SourceChannel source = arrived()) {
      addMany();
      driver.register(
          source,
          SelectionKey.OP_READ,
          ops -> Thread.currentThread() == player ? arrivals.incrementAndGet() : 0);
      lead();
      Silent wire = wires.get(3);
      expect(wire);
      arrivals.set(0);
      until(
          () -> {
            driver.poll();
            return wire.reads >= ASK_EVERY && arrivals.get() > 0;
          });
      assertTrue(wire.reads >= ASK_EVERY, "it was read");
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
  void whatAThreadPostsThatDoesNotDriveMakesNothingBeExpected() throws Exception {
    addMany();
    lead();
    expect(wires.get(3));
    driver.expected().expectNothing();
    Thread stranger =
        new Thread(
            () -> {
              driver.receivePosted(3);
              driver.requestPosted(3);
            });
    stranger.start();
    stranger.join(TimeUnit.SECONDS.toMillis(30));
    assertEquals(Expected.NONE, expected());
    until(
        () -> {
          lead();
          driver.receivePosted(3);
          return expected() == 3;
        });
    assertEquals(3, expected(), "and what the driving thread posts does");
  }

  @Test
  void whoPostsOnLooksForTheInputOfAll() {
    addMany();
    Silent wire = wires.get(3);
    int least = TRIES;
    for (int left = STALLS; left > 0 && least > 0; left--) {
      int before = wire.reads;
      for (int i = 0; i < TRIES; i++) {
        lead();
        expect(wire);
        driver.pollBetweenPosts();
      }
      // A stall of this thread gives the lead away.
      least = Math.min(least, wire.reads - before);
    }
    assertEquals(0, least);
  }

  @Test
  void aPosterThatDoesNotDriveLeavesAloneWhatIsExpected() throws Exception {
    addMany();
    lead();
    expect(wires.get(3));
    Thread stranger = new Thread(driver::pollBetweenPosts);
    stranger.start();
    stranger.join(TimeUnit.SECONDS.toMillis(30));
    assertEquals(3, expected());
  }

  @Test
  void ofTooManyConnectionsTheSelectorLooksAgainThoughOneIsExpected() {
    pollOn();
    addMany();
    expect(wires.get(1));
    until(() -> driver.poll() == 0 && selected() == wires.size());
    assertEquals(FEW + 1, selected());
  }

  @Test
  void connectionsAreFoundAtTheirPositionsWhenOthersAreOver() {
    addMany();
    driver.direct().remove(wires.remove(wires.size() - 1));
    driver.direct().remove(wires.remove(2));
    driver.direct().remove(wires.remove(0));
    driver.direct().remove(new Silent());
    for (Silent wire : wires) {
      wire.found = wire.position + 1;
      assertEquals(wire.position + 1, driver.direct().read(wire.position));
      assertEquals(1, wire.reads, "nobody else was read");
    }
    assertEquals(0, driver.direct().read(wires.size()), "nothing is there any more");
  }

  @Test
  void ofTooManyConnectionsTheSelectorLooksForAll() {
    pollOn();
    addMany();
    until(() -> driver.poll() == 0 && selected() == wires.size());
    assertEquals(FEW + 1, selected());
  }
}
