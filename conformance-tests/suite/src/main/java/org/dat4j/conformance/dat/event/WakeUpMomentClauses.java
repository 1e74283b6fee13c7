package org.dat4j.conformance.dat.event;

import java.util.function.BooleanSupplier;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.TimeLimitFailure;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.Test;

/**
 * Tests that a wait on an EVD or CNO misses no event that comes just as the thread falls asleep or
 * times out.
 */
class WakeUpMomentClauses extends DatTest {
  private static final int ROUNDS = 1_500;

  /** Rounds that a situation makes in any case, as far as its longest time permits. */
  private static final int MIN_ROUNDS = 300;

  /** How often the event has to come at alternating sides of the moment before a test may end. */
  private static final int MIN_CROSSINGS = 150;

  /** Time in ns after which a situation that has met the moment often begins no further round. */
  private static final long TEST_NANOS = 250_000_000;

  /** The same for a situation that has not, as on a busy machine. */
  private static final long MAX_NANOS = 1_500_000_000;

  /** Longest time between an event and the end of a wait for it. */
  private static final long SOON_MILLIS = 700;

  /**
   * Waits of a situation that have to end too late before it fails. A waiter without a processor on
   * a busy machine is late once; a backend that misses events is late again.
   */
  private static final int LATE_ENDS = 3;

  /** Waits that end early and show how long that takes; the fastest counts, of compiled code. */
  private static final int EARLY_TRIALS = 600;

  /** Waits that have fallen asleep, for the same purpose. */
  private static final int LATE_TRIALS = 40;

  /** Delay in ns of an event that finds the waiter asleep. */
  private static final long LATE_NANOS = 1_000_000;

  private static final long FOREVER_NANOS = Long.MAX_VALUE;

  /** Looks at a shared field before a thread lets others run. */
  private static final int LOOKS = 2_000;

  /** Time limit in ms of a wait that the event ends long before. */
  private static final long LONG_MILLIS = 5_000;

  private static final long SHORT_MICROS = 150;

  /** Change of the delay after each round, as a share of it. */
  private static final double STEP = 0.03;

  private static final Dimension<String> WAIT = Dimension.choice("wait", "EVD", "CNO");
  private static final Dimension<String> MOMENT =
      Dimension.moment("moment", "as the waiter falls asleep", "as the time limit passes");

  /** End of one wait. */
  private record End(int result, int more, long nanos) {}

  @Test
  @Clauses({"dat_evd_wait.02", "dat_evd_enable.03", "dat_cno_wait.01", "dat_cno_wait.02"})
  void eventAtTheWorstMomentOfAWaitIsTold() throws Exception {
    checkInSituations(
        situation -> {
          if (situation.get(MOMENT).startsWith("as the waiter")) {
            fallingAsleep(situation);
          } else {
            timingOut(situation);
          }
        },
        WAIT,
        MOMENT);
  }

  /** A thread that waits when it is told to, and the event that ends its wait. */
  private final class TimedWaiter {
    private final boolean onCno;
    private final Cno cno;
    private final Evd evd;
    private final Runnable event;
    private volatile long limitMicros;
    private volatile int started;
    private volatile long began;
    private volatile End end;
    private volatile boolean over;

    /** Waits that ended too late; only the thread of the test counts. */
    private int lateEnds;

    private TimedWaiter(Situation situation) {
      onCno = situation.get(WAIT).equals("CNO");
      Ia ia = open();
      cno = ia.createCno(null);
      evd = SoftwareEvents.evd(ia, cno);
      event = () -> SoftwareEvents.post(evd, "now");
      begin();
    }

    private TimedWaiter(Situation situation, Cno cno, Evd evd, Runnable event) {
      onCno = situation.get(WAIT).equals("CNO");
      this.cno = cno;
      this.evd = evd;
      this.event = event;
      begin();
    }

    private void begin() {
      background(this::serve);
      atEnd(() -> over = true);
    }

    private Void serve() {
      DatEvent found = new DatEvent();
      CnoTrigger trigger = new CnoTrigger();
      for (int round = 1; ; round++) {
        int mine = round;
        if (!becomes(() -> over || started == mine, FOREVER_NANOS) || over) {
          return null;
        }
        long micros = limitMicros;
        found.setMore(0);
        began = System.nanoTime();
        int result = onCno ? cno.await(micros, trigger) : evd.await(micros, 1, found);
        end = new End(result, found.more(), System.nanoTime());
      }
    }

    /** Begins a wait, posts an event some time later, and returns the end of the wait. */
    private End meet(long micros, double delay) {
      long limit = TimeFactor.nanos(2 * LONG_MILLIS);
      began = 0;
      end = null;
      limitMicros = micros;
      started++;
      boolean begun = becomes(() -> began != 0, limit);
      spinUntil(began + (long) delay);
      event.run();
      if (!begun || !becomes(() -> end != null, limit)) {
        throw new TimeLimitFailure("a wait of " + micros + " us has not ended");
      }
      return end;
    }

    /** Watches for something that another thread is about to bring about; false if it is late. */
    private boolean becomes(BooleanSupplier condition, long nanos) {
      long start = System.nanoTime();
      for (int look = 1; !condition.getAsBoolean(); look++) {
        if (look % LOOKS != 0) {
          Thread.onSpinWait();
        } else if (System.nanoTime() - start >= nanos) {
          return false;
        } else {
          Thread.yield();
        }
      }
      return true;
    }

    /** Takes what is left of a round. */
    private void clean() {
      DatEvent left = new DatEvent();
      while (evd.dequeue(left) == DatReturn.SUCCESS) {
        // Its content has been looked at, or does not matter.
      }
      cno.await(0, new CnoTrigger());
    }
  }

  /**
   * Approach to a moment by steps: each round comes nearer from the side on which the last one was.
   */
  private static final class Approach {
    private final long most;
    private long start = System.nanoTime();
    private double delay;
    private int rounds;
    private int crossings;
    private boolean wasLate;

    private Approach(double delay) {
      this(delay, MAX_NANOS);
    }

    private Approach(double delay, long most) {
      this.delay = delay;
      this.most = most;
    }

    private boolean goesOn() {
      long took = System.nanoTime() - start;
      boolean met = crossings >= MIN_CROSSINGS && rounds >= MIN_ROUNDS;
      return rounds < ROUNDS && took < (met ? Math.min(TEST_NANOS, most) : most);
    }

    private void note(boolean late) {
      rounds++;
      crossings += late == wasLate ? 0 : 1;
      wasLate = late;
      delay *= late ? 1 - STEP : 1 + STEP;
    }
  }

  private void fallingAsleep(Situation situation) {
    fallingAsleep(new TimedWaiter(situation), new Approach(20_000), TEST_NANOS);
  }

  private void fallingAsleep(TimedWaiter waiter, Approach approach, long trialNanos) {
    String id = waiter.onCno ? "dat_cno_wait.01" : "dat_evd_wait.02";
    // A waiter that sleeps is slower than one that polls: this finds the time between.
    double awake = fastest(id, waiter, EARLY_TRIALS, 1_000, trialNanos);
    double asleep = fastest(id, waiter, LATE_TRIALS, LATE_NANOS, trialNanos);
    double border = Math.sqrt(awake * asleep);
    approach.start = System.nanoTime();
    while (approach.goesOn()) {
      double late = latency(id, waiter, Math.min(approach.delay, LATE_NANOS));
      approach.note(late > border);
      if (late >= TimeFactor.nanos(SOON_MILLIS)) {
        // Its time does not count: there have to be rounds enough for the next one.
        approach.start += (long) late;
      }
    }
  }

  /** Returns the shortest time that events needed to end waits of one sort. */
  private double fastest(String id, TimedWaiter waiter, int trials, double delay, long nanos) {
    double fastest = Double.MAX_VALUE;
    long start = System.nanoTime();
    for (int i = 0; i < trials && (i < LATE_TRIALS || System.nanoTime() - start < nanos); i++) {
      fastest = Math.min(fastest, latency(id, waiter, delay));
    }
    return fastest;
  }

  /** Lets an event end a wait; returns how long that took. */
  private double latency(String id, TimedWaiter waiter, double delay) {
    End end = waiter.meet(TimeFactor.micros(LONG_MILLIS), delay);
    long late = end.nanos - waiter.began - (long) delay;
    clause(id).returns(DatReturn.SUCCESS, end.result);
    clause(id)
        .inTime(
            late < TimeFactor.nanos(SOON_MILLIS) || ++waiter.lateEnds < LATE_ENDS,
            "an event ends a wait within "
                + SOON_MILLIS
                + " ms, not after "
                + late
                + " ns as "
                + LATE_ENDS
                + " of them did");
    waiter.clean();
    return Math.max(1, late);
  }

  private void timingOut(Situation situation) {
    TimedWaiter waiter = new TimedWaiter(situation);
    CnoTrigger trigger = new CnoTrigger();
    int told = 0;
    Approach approach = new Approach(SHORT_MICROS * 1_000);
    // A round whose event nobody told of is the last: it took as long as a wait for it may take.
    while (approach.goesOn() && (waiter.onCno || told == approach.rounds)) {
      End end = waiter.meet(SHORT_MICROS, approach.delay);
      boolean inTime = end.result == DatReturn.SUCCESS;
      approach.note(!inTime);
      if (waiter.onCno) {
        if (!inTime) {
          clause("dat_cno_wait.02").returns(DatReturn.QUEUE_EMPTY, end.result);
          clause("dat_cno_wait.02")
              .returns(DatReturn.SUCCESS, SoftwareEvents.await(waiter.cno, trigger));
        }
      } else if (inTime) {
        told++;
      } else {
        clause("dat_evd_enable.03").returns(DatReturn.TIMEOUT_EXPIRED, end.result);
        if (end.more > 0) {
          // The wait has counted the event: it is in the queue.
          told += SoftwareEvents.drain(waiter.evd).equals("now") ? 1 : 0;
        } else {
          // The event came after the wait, so it is the CNO's.
          told += SoftwareEvents.await(waiter.cno, trigger) == DatReturn.SUCCESS ? 1 : 0;
        }
      }
      waiter.clean();
    }
    if (!waiter.onCno) {
      clause("dat_evd_enable.03")
          .equal(approach.rounds, told, "events of which a wait, the queue or the CNO told");
    }
  }

  /** Time in ns after which a situation with completions begins no further round. */
  private static final long COMPLETIONS_NANOS = 250_000_000;

  /** The same for the trials before them. */
  private static final long TRIAL_NANOS = 30_000_000;

  private static final int LENGTH = 4_000;

  private static final Dimension<String> COMPLETION =
      Dimension.choice("event", "own completion", "Receive");

  @Test
  @SecondParty
  @Clauses({"dat_evd_wait.02", "dat_cno_wait.01"})
  void completionAtTheWorstMomentOfAWaitIsTold() throws Exception {
    checkInSituations(this::completionMeets, WAIT, COMPLETION);
  }

  private void completionMeets(Situation situation) {
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    Cno cno = node.ia().createCno(null);
    Cno notified = situation.get(WAIT).equals("CNO") ? cno : null;
    Evd evd = node.ia().createEvd(node.request().query().evdQlen(), notified, EvdFlags.DTO);
    boolean receives = situation.get(COMPLETION).equals("Receive");
    Evd recv = receives ? evd : node.recv();
    Evd request = receives ? node.request() : evd;
    Ep near = node.ia().createEp(node.pz(), recv, request, node.connect(), node.attr());
    Ep far = partner.ep();
    ConnectedPair.connect(node, near, partner, far);
    RegisteredMemory here = node.region(LENGTH);
    RegisteredMemory there = partner.region(LENGTH);
    Runnable event =
        receives
            ? () -> {
              near.postRecv(here.local(), here.address(0), LENGTH, 0, CompletionFlags.DEFAULT);
              far.postSend(there.local(), there.address(0), LENGTH, 0, CompletionFlags.DEFAULT);
              AdapterFixture.await(partner.request());
            }
            : () ->
                near.postRdmaWrite(
                    here.local(),
                    here.address(0),
                    LENGTH,
                    0,
                    there.remote(),
                    there.address(0),
                    CompletionFlags.DEFAULT);
    fallingAsleep(
        new TimedWaiter(situation, cno, evd, event),
        new Approach(20_000, COMPLETIONS_NANOS),
        TRIAL_NANOS);
  }

  private static final Dimension<Boolean> ON_CNO = Dimension.choice("wait on a CNO", false, true);

  private static final long WATCH_NANOS = 10_000_000;

  @Test
  @Clauses({"dat_evd_wait.10", "dat_cno_wait.01"})
  void waitsWithTheLongestLimitsGoOn() throws Exception {
    checkInSituations(this::goesOn, LONG_LIMIT, ON_CNO);
  }

  private void goesOn(Situation situation) throws Exception {
    Ia ia = open();
    boolean onCno = situation.get(ON_CNO);
    Cno cno = onCno ? ia.createCno(null) : null;
    Evd evd = SoftwareEvents.evd(ia, cno);
    long limit = situation.get(LONG_LIMIT);
    BackgroundCall<Integer> wait =
        background(
            () -> onCno ? cno.await(limit, new CnoTrigger()) : evd.await(limit, 1, new DatEvent()));
    long end = System.nanoTime() + WATCH_NANOS;
    while (!wait.done() && (!wait.isIn("await") || System.nanoTime() - end < 0)) {
      Thread.onSpinWait();
    }
    SoftwareEvents.post(evd, "event");
    clause(onCno ? "dat_cno_wait.01" : "dat_evd_wait.10").returns(DatReturn.SUCCESS, wait.get());
  }
}
