package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.junit.jupiter.api.Test;

/**
 * Tests of the moments of RSM waits: a signal beside an interrupt, several waits for one segment,
 * and a wait behind one that ended early.
 */
class WaitMomentClauses extends RsmTest {
  /** Time limit for the end of a wait, in milliseconds; much shorter than the long waits. */
  private static final int WAKING = 5_000;

  /** Limit of a wait that has to end before it, in milliseconds. */
  private static final int LONG = 4 * PATIENCE;

  /** Time for a thread to be seen waiting, in milliseconds; it need not be seen. */
  private static final int SETTLING = 20;

  private static final Dimension<String> CALL = Dimension.choice("wait", "wait", "wait_pollfd");
  private static final Dimension<String> SIDE =
      Dimension.choice("waiting side", "export", "import");

  /** The segment that posts signals, the segment that waits for them, and the call that waits. */
  private final class Way {
    private final RsmSegment from;
    private final RsmSegment to;
    private final boolean polls;

    Way(Situation situation) {
      ConnectedSegment link = link();
      boolean exports = situation.get(SIDE).equals("export");
      from = exports ? link.importer() : link.export();
      to = exports ? link.export() : link.importer();
      polls = situation.get(CALL).equals("wait_pollfd");
    }

    /** Waits once, for milliseconds. */
    int await(int timeout) {
      if (!polls) {
        return to.await(timeout);
      }
      PollFd[] fds = {SignalClauses.fd(to)};
      try {
        return registry().awaitPollfd(fds, 1, timeout, null);
      } finally {
        to.releasePollfd();
      }
    }

    /** Waits until it has a number of signals, or none comes; counts one more if it is there. */
    int take(int number) {
      int count = 0;
      while (count < number && to.await(PATIENCE) == RsmReturn.SUCCESS) {
        count++;
      }
      return count < number || to.await(0) != RsmReturn.SUCCESS ? count : count + 1;
    }
  }

  private static final Dimension<String> INTERRUPT =
      Dimension.moment("interrupt", "before the wait", "in the wait, before the signal", "with it");
  private static final Dimension<Integer> SIGNALS = Dimension.number("signals", 1, 3);
  private static final int INTERRUPTS = 10;

  @Test
  @SameJvm("an interrupt is one of the process' own threads")
  @Clauses("rsm_intr_signal_wait_pollfd.09")
  void signalBesideAnInterruptOfAPollIsTakenOrStays() throws Exception {
    importing();
    checkInSituations(
        situation -> besideInterrupt("rsm_intr_signal_wait_pollfd.09", situation),
        CALL.only(call -> call.equals("wait_pollfd")),
        INTERRUPT,
        SIGNALS,
        SIDE);
  }

  @Test
  @SameJvm("an interrupt is one of the process' own threads")
  @Clauses("rsm_intr_signal_post.05")
  void signalBesideAnInterruptOfAWaitIsTakenOrStays() throws Exception {
    importing();
    checkInSituations(
        situation -> besideInterrupt("rsm_intr_signal_post.05", situation),
        CALL.only(call -> call.equals("wait")),
        INTERRUPT,
        SIGNALS,
        SIDE);
  }

  private void besideInterrupt(String clause, Situation situation) throws Exception {
    Way way = new Way(situation);
    int signals = situation.get(SIGNALS);
    boolean early = situation.get(INTERRUPT).equals("before the wait");
    for (int round = 0; round < INTERRUPTS; round++) {
      if (early) {
        post(way, signals);
      }
      BackgroundCall<Integer> waiter =
          background(
              () -> {
                if (early) {
                  Thread.currentThread().interrupt();
                }
                return way.await(LONG);
              });
      if (!early) {
        within(SETTLING, () -> waiter.waitsIn("await") || waiter.waitsIn("awaitPollfd"));
        if (situation.get(INTERRUPT).equals("with it")) {
          BackgroundCall<Integer> beside =
              background(
                  () -> {
                    waiter.interrupt();
                    return 0;
                  });
          post(way, signals);
          beside.get();
        } else {
          waiter.interrupt();
          post(way, signals);
        }
      }
      int code = waiter.get();
      clause(clause)
          .require(
              code == RsmReturn.SUCCESS || code == RsmReturn.INTERRUPTED,
              "the wait ends with " + RsmReturn.name(code));
      int left = signals - (code == RsmReturn.SUCCESS ? 1 : 0);
      clause(clause)
          .equal(left, way.take(left), "signals that are left after " + RsmReturn.name(code));
    }
  }

  private static void post(Way way, int signals) {
    for (int i = 0; i < signals; i++) {
      way.from.post(0);
    }
  }

  private static final Dimension<Integer> WAITERS =
      Dimension.number("waits for one segment", 2, 3, 8);
  private static final int ROUNDS = 20;

  @Test
  @OtherSide(BUSY)
  @SameJvm("several threads wait for one segment")
  @Clauses({"rsm_intr_signal_wait_pollfd.12", "rsm_intr_signal_wait_pollfd.13"})
  void asManyWaitsEndAsSignalsCome() throws Exception {
    importing();
    checkInSituations(
        this::endTogether, WAITERS, CALL.only(call -> call.equals("wait_pollfd")), SIDE);
  }

  private void endTogether(Situation situation) throws Exception {
    Way way = new Way(situation);
    int waiters = situation.get(WAITERS);
    for (int round = 0; round < ROUNDS; round++) {
      CountDownLatch start = new CountDownLatch(waiters);
      List<BackgroundCall<Integer>> running = new ArrayList<>();
      for (int i = 0; i < waiters; i++) {
        running.add(
            background(
                () -> {
                  start.countDown();
                  return way.await(LONG);
                }));
      }
      start.await(PATIENCE, TimeUnit.MILLISECONDS);
      within(SETTLING, () -> running.stream().allMatch(each -> each.waitsIn("awaitPollfd")));
      for (int i = 0; i < waiters; i++) {
        clause("rsm_intr_signal_wait_pollfd.13").gives(() -> way.from.post(0), RsmReturn.SUCCESS);
      }
      clause("rsm_intr_signal_wait_pollfd.13")
          .require(
              within(WAKING, () -> running.stream().allMatch(BackgroundCall::done)),
              waiters + " signals end " + waiters + " waits of " + LONG + " ms");
      for (BackgroundCall<Integer> each : running) {
        clause("rsm_intr_signal_wait_pollfd.12").gives(each::get, RsmReturn.SUCCESS);
      }
      clause("rsm_intr_signal_wait_pollfd.12").gives(() -> way.await(0), RsmReturn.TIMEOUT);
    }
  }

  private static final Dimension<Integer> BEFORE =
      Dimension.occurrence("limit of the wait before, in ms", 0, 5, LONG, -1);
  private static final Dimension<Integer> LIMIT = Dimension.attributes("limit in ms", 0, 10, 40);

  @Test
  @SameJvm("one thread makes both waits")
  @Clauses({"rsm_intr_signal_post.11", "rsm_intr_signal_wait_pollfd.02"})
  void eachWaitHasItsOwnLimit() throws Exception {
    importing();
    checkInSituations(this::secondWait, BEFORE, LIMIT, CALL, SIDE);
  }

  /** Waits without a signal behind a wait that a signal has ended. */
  private void secondWait(Situation situation) throws Exception {
    Way way = new Way(situation);
    String clause = way.polls ? "rsm_intr_signal_wait_pollfd.02" : "rsm_intr_signal_post.11";
    int limit = situation.get(LIMIT);
    clause(clause).gives(() -> way.from.post(0), RsmReturn.SUCCESS);
    BackgroundCall<long[]> waits =
        background(
            () -> {
              long first = way.await(situation.get(BEFORE));
              if (first == RsmReturn.TIMEOUT) {
                // A wait of no time may have been before the signal was there.
                first = way.to.await(PATIENCE);
              }
              long begin = System.nanoTime();
              long second = way.await(limit);
              return new long[] {first, second, System.nanoTime() - begin};
            });
    clause(clause)
        .require(within(WAKING, waits::done), "waits end behind one that has ended early");
    clause(clause).equal((long) RsmReturn.SUCCESS, waits.get()[0], "the wait for a signal");
    clause(clause).equal((long) RsmReturn.TIMEOUT, waits.get()[1], "the wait for nothing");
    long millis = TimeUnit.NANOSECONDS.toMillis(waits.get()[2]);
    clause(clause).that(millis >= limit - 1, "a wait of " + limit + " ms took " + millis + " ms");
  }
}
