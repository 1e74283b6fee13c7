package org.dat4j.conformance.kernel;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.OtherSideState;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests that the kernel's own tests run; right ones and one for each way to be wrong. */
final class Samples {
  /** Names of the methods of {@link Ordered} in order of execution. */
  static final List<String> ORDER = new CopyOnWriteArrayList<>();

  /** Lets the thread of {@link Leaking} end. */
  static final CountDownLatch RELEASE = new CountDownLatch(1);

  /** What {@link Cancelling} does. */
  static volatile Runnable onRun = () -> {};

  /** How often {@link Failing} still fails. */
  static final AtomicInteger FAILURES = new AtomicInteger();

  /** Ends {@link Endless} after all. */
  static final CountDownLatch END = new CountDownLatch(1);

  private Samples() {}

  static class Endless extends ClauseTest {
    @Test
    @Clauses("fake_a.03")
    void loopsWithinACall() {
      clause("fake_a.03").that(true, "yes");
      while (END.getCount() > 0) {
        Thread.onSpinWait();
      }
    }
  }

  static class Failing extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void failsForAWhile() {
      clause("fake_a.01")
          .inTime(FAILURES.getAndUpdate(n -> Math.max(0, n - 1)) == 0, "within 9 ms");
    }
  }

  static class NamesATime extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void failsWithTheWordsOfATimeLimit() {
      clause("fake_a.01").that(false, "ERR_RECEIVER_NOT_READY after 5 ms, UNREACHABLE, a timeout");
    }
  }

  static class LateAndWrong extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void isLateAndWrong() {
      clause("fake_a.01").inTime(false, "it comes");
      clause("fake_a.02").equal(1, 2, "the number");
    }
  }

  static class MissingEvent extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void waitsWithoutAnEnd() {
      clause("fake_a.01").that(true, "yes");
      throw new TimeLimitFailure("no event");
    }
  }

  static class Passing extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void bothHold() {
      clause("fake_a.01").equal(1, 1, "one");
      clause("fake_a.02").that(true, "yes");
      clause("fake_a.02").equal("x", "x", "text");
    }
  }

  static class Varied extends ClauseTest {
    static final Dimension<Integer> SIZE = Dimension.size("size", 0, 1, 64);
    static final Dimension<String> TIME = Dimension.occurrence("occurrence", "first", "second");
    static final List<String> ENDED = new CopyOnWriteArrayList<>();

    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void holdsInEachSituation() throws Exception {
      checkInSituations(
          situation -> {
            atEnd(() -> ENDED.add(situation.toString()));
            clause("fake_a.01").that(true, "yes");
            if (situation.get(SIZE) > 0) {
              clause("fake_a.02").that(true, "yes");
            }
          },
          SIZE,
          TIME);
    }
  }

  static class FailingOnce extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void failsWithTheSecondOccurrence() throws Exception {
      checkInSituations(
          situation ->
              clause("fake_a.01").that(situation.get(Varied.TIME).equals("first"), "is first"),
          Varied.TIME);
    }
  }

  static class WrongExpectation extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void firstIsWrong() {
      clause("fake_a.01").equal(1, 2, "the number");
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class FailingForever extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void waitsForWhatNeverHolds() {
      while (!clause("fake_a.01").that(false, "it has come")) {
        Thread.onSpinWait();
      }
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class Undeclared extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void checksAnotherClause() {
      clause("fake_a.01").that(true, "yes");
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class OfOneAndTwo extends ClauseTest {
    @Test
    @SecondParty
    @Clauses("fake_a.01")
    void meets() {
      meetSecondParty();
      clause("fake_a.01").that(true, "yes");
    }

    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void alone() {
      clause("fake_a.01").that(true, "yes");
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class MeetingUnmarked extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void meets() {
      meetSecondParty();
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class MarkedAndAlone extends ClauseTest {
    @Test
    @SecondParty
    @Clauses("fake_a.01")
    void alone() {
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class Unexecuted extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void forgetsTheSecond() {
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class Unknown extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void bindsAnIdThatIsNoClause() {
      clause("fake_a.99").that(true, "yes");
    }
  }

  static class Vacuous extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_v.01"})
    void bindsAVacuousClause() {
      clause("fake_a.01").that(true, "yes");
      clause("fake_v.01").that(true, "yes");
    }
  }

  static class Throwing extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void breaksBetweenTheChecks() {
      clause("fake_a.01").that(true, "yes");
      throw new IllegalStateException("in between");
    }
  }

  static class ThrowingAtTheEnd extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void breaksBehindTheChecks() {
      clause("fake_a.01").that(true, "yes");
      clause("fake_a.02").that(true, "yes");
      throw new IllegalStateException("behind");
    }
  }

  static class BrokenSetUp extends ClauseTest {
    @BeforeEach
    void setUp() {
      throw new IllegalStateException("no fixture");
    }

    @Test
    @Clauses("fake_a.01")
    void neverStarts() {
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class BrokenCleanUp extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void failsAfterwards() {
      atEnd(() -> ORDER.add("outer"));
      atEnd(
          () -> {
            throw new IllegalStateException("clean-up");
          });
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class Gated extends ClauseTest {
    @Test
    @Clauses("fake_g.01")
    void works() {
      clause("fake_g.01").that(true, "yes");
    }

    @Test
    @Clauses("fake_g.02")
    void worksToo() {
      clause("fake_g.02").that(true, "yes");
    }

    @Test
    @Refuses("fake_g.02")
    void isRefused() {
      clause("fake_g.02").that(true, "refused");
    }
  }

  static class SixWithoutTable extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02", "fake_a.03", "fake_a.04", "fake_a.05", "fake_a.06"})
    void checksSix() {
      for (int i = 1; i <= 6; i++) {
        clause("fake_a.0" + i).that(true, "yes");
      }
    }
  }

  static class SixInTable extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02", "fake_a.03", "fake_a.04", "fake_a.05", "fake_a.06"})
    void checksSix() {
      table(
          row("fake_a.01", "one", () -> clause("fake_a.01").that(true, "yes")),
          row(
              "fake_a.02",
              "two",
              () -> {
                throw new IllegalStateException("this row only");
              }),
          row("fake_a.03", "three", () -> clause("fake_a.03").require(false, "needed")),
          row("fake_a.04", "four", () -> clause("fake_a.04").that(true, "yes")),
          row("fake_a.05", "five", () -> clause("fake_a.05").that(true, "yes")),
          row("fake_a.06", "six", () -> clause("fake_a.06").that(true, "yes")));
    }
  }

  static class Requiring extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void stopsAtTheFirst() {
      clause("fake_a.01").require(false, "needed for the rest");
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class Aborting extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void assumes() {
      Assumptions.assumeTrue(false, "silent skip");
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class Absent extends ClauseTest {
    @Test
    @Clauses({"fake_a.01", "fake_o.01", "fake_o.02"})
    void usesFreedoms() {
      clause("fake_a.01").absent("not there");
      clause("fake_o.01").absent("not offered");
      clause("fake_o.02").absent("not offered either");
    }
  }

  static class Leaking extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void leavesAThread() {
      start("fake-leak-1");
      clause("fake_a.01").that(true, "yes");
    }

    @Test
    @Clauses("fake_a.02")
    void leavesAnotherThread() {
      start("fake-leak-2");
      clause("fake_a.02").that(true, "yes");
    }

    private static void start(String name) {
      Thread thread = new Thread(Leaking::park, name);
      thread.setDaemon(true);
      thread.start();
    }

    private static void park() {
      try {
        RELEASE.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  static class Cancelling extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void first() {
      onRun.run();
      clause("fake_a.01").that(true, "yes");
    }

    @Test
    @Clauses("fake_a.02")
    void second() {
      onRun.run();
      clause("fake_a.02").that(true, "yes");
    }
  }

  static class Ordered extends ClauseTest {
    @Test
    @Clauses("fake_a.01")
    void a() {
      note("a", "fake_a.01");
    }

    @Test
    @Clauses("fake_a.02")
    void b() {
      note("b", "fake_a.02");
    }

    @Test
    @Clauses("fake_a.03")
    void c() {
      note("c", "fake_a.03");
    }

    @Test
    @Clauses("fake_a.04")
    void d() {
      note("d", "fake_a.04");
    }

    private void note(String name, String clause) {
      ORDER.add(name + random().nextInt());
      clause(clause).that(true, "yes");
    }
  }

  static class OtherSideStates extends ClauseTest {
    static final List<String> MET = new ArrayList<>();

    @Test
    @OtherSide({OtherSideState.BUSY, OtherSideState.CLOSED, OtherSideState.KILLED})
    @Clauses({"fake_a.01", "fake_a.02"})
    void holdsInEachState() {
      MET.add(otherSide() + (MET.isEmpty() ? "" : ", ended " + MET.size()));
      clause("fake_a.01").that(true, "yes");
      meetOtherSide(Set.of(OtherSidePlace.THIS_JVM));
      if (otherSide() == OtherSideState.BUSY) {
        otherSideIsSo();
      }
      clause("fake_a.02").that(true, "yes");
      atEnd(() -> MET.add("end of " + otherSide()));
    }
  }

  static class OtherSideInSituations extends ClauseTest {
    static final Dimension<Integer> SIZE = Dimension.size("size", 1, 2);
    static final Set<String> MET = new TreeSet<>();

    @Test
    @OtherSide(OtherSideState.BUSY)
    @Clauses("fake_a.01")
    void holdsInEachSituation() throws Exception {
      checkInSituations(
          situation -> {
            otherSideIsSo();
            MET.add(situation.get(SIZE) + " " + otherSide());
            clause("fake_a.01").that(true, "yes");
          },
          SIZE);
    }
  }

  static class FailingWhileBusy extends ClauseTest {
    @Test
    @OtherSide(OtherSideState.BUSY)
    @Clauses("fake_a.01")
    void failsWhileBusy() {
      clause("fake_a.01").that(otherSide() == OtherSideState.IDLE, "is idle");
    }
  }

  /** Base of tests with two surroundings. */
  abstract static class Surrounded extends ClauseTest {
    static final Dimension<String> USE = Dimension.occurrence("use", "new", "used");
    static final Dimension<Integer> COUNT = Dimension.number("objects beside", 0, 1, 65);

    @Override
    protected List<Dimension<?>> surroundings() {
      return List.of(USE, COUNT);
    }
  }

  static class QuickInSurroundings extends Surrounded {
    static final List<String> ROUNDS = new ArrayList<>();

    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void holds() {
      ROUNDS.add(surrounding(USE) + " " + surrounding(COUNT));
      clause("fake_a.01").that(true, "yes");
      noteSurroundings(USE);
      clause("fake_a.02").that(true, "yes");
      atEnd(() -> ROUNDS.add("end"));
    }
  }

  static class WithoutSurroundings extends Surrounded {
    static final AtomicInteger ROUNDS = new AtomicInteger();

    @Test
    @Clauses("fake_a.01")
    void holds() {
      ROUNDS.incrementAndGet();
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class FailingWhenUsed extends Surrounded {
    @Test
    @Clauses("fake_a.01")
    void failsWhenUsed() {
      noteSurroundings(USE);
      clause("fake_a.01").that(surrounding(USE).equals("new"), "is new");
    }
  }

  /** Base of tests beside which another thread makes rounds of calls. */
  abstract static class BesideOtherCalls extends ClauseTest {
    private final CountDownLatch firstMayEnd = new CountDownLatch(1);
    private final CountDownLatch secondBegins = new CountDownLatch(1);
    private boolean runs;

    @Override
    protected List<Dimension<?>> surroundings() {
      return List.of(otherCalls());
    }

    /** Starts the calls, of which those of the second round go wrong if there is a fault. */
    final void start(String fault) {
      runs = false;
      startOtherCalls(
          () -> {
            runs = true;
            return new BusyThread(BusyThread.Purpose.OTHER_OBJECTS) {
              @Override
              protected boolean round(int number) {
                if (number == 0) {
                  await(firstMayEnd);
                  return true;
                }
                secondBegins.countDown();
                if (fault != null) {
                  throw new AssertionError(fault);
                }
                return true;
              }
            };
          });
    }

    /** Lets the first round end, and waits for the second one. */
    final void meetRound() {
      if (runs) {
        firstMayEnd.countDown();
        await(secondBegins);
      }
    }

    private static void await(CountDownLatch latch) {
      try {
        latch.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  static class MeetingOtherCalls extends BesideOtherCalls {
    @Test
    @Clauses({"fake_a.01", "fake_a.02"})
    void checksInFrontOfARoundAndBehindIt() {
      start(null);
      clause("fake_a.01").that(true, "yes");
      meetRound();
      clause("fake_a.02").that(true, "yes");
    }

    @Test
    @NoOtherCalls("the test is alone")
    @Clauses("fake_a.03")
    void isAlone() {
      start(null);
      meetRound();
      clause("fake_a.03").that(true, "yes");
    }
  }

  static class DisturbingOtherCalls extends BesideOtherCalls {
    @Test
    @Clauses("fake_a.01")
    void disturbs() {
      start("a wrong code");
      meetRound();
      clause("fake_a.01").that(true, "yes");
    }
  }

  static class FailingEnd extends ClauseTest {
    static final AtomicInteger ENDED = new AtomicInteger();

    @Test
    @Clauses("fake_a.01")
    void endFails() {
      atEnd(ENDED::incrementAndGet);
      atEnd(
          () -> {
            throw new AssertionError("the end fails");
          });
      clause("fake_a.01").that(true, "yes");
    }
  }
}
