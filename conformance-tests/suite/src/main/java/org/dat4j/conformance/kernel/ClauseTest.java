package org.dat4j.conformance.kernel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.dimension.OtherSideState;
import org.dat4j.conformance.dimension.PairwiseCover;
import org.dat4j.conformance.dimension.Situation;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Base class of all test classes of the suite: gives them the context of the run and records the
 * result of each clause. It serves DAT and RSM. A fresh instance serves one test method; {@link
 * org.dat4j.conformance.SuiteRunner} starts them, they do not run by themselves.
 */
@ExtendWith(ClauseExtension.class)
public abstract class ClauseTest {
  /** Time in ns after which a test that has met each value begins no further situation. */
  private static final long DEFAULT_NANOS = 1_500_000_000L;

  /** The same for a deep run, which may take 15 minutes for all tests. */
  private static final long DEEP_NANOS = 12_000_000_000L;

  /** Time in ns that the first round of a test may take, so that a default run makes a second. */
  private static final long SECOND_ROUND_NANOS = 50_000_000L;

  /** Whether another thread makes calls on other objects of the adapter or controller. */
  private static final Dimension<Boolean> OTHER_CALLS =
      Dimension.moment("another thread makes calls on other objects", false, true);

  /** An action of a test, of a table row or of its clean-up. */
  @FunctionalInterface
  public interface Action {
    /**
     * Runs it.
     *
     * @throws Exception any failure; the kernel attributes it
     */
    void run() throws Exception;
  }

  /**
   * One row of a table test.
   *
   * @param clause the only clause the row may check
   * @param name what distinguishes the row, for failure messages
   * @param body the checks
   */
  protected record Row(String clause, String name, Action body) {}

  /** The checks of a test in one situation. */
  @FunctionalInterface
  protected interface Scenario {
    /**
     * Brings the situation about and checks the clauses in it.
     *
     * @param situation the values to try
     * @throws Exception any failure; the kernel attributes it
     */
    void run(Situation situation) throws Exception;
  }

  /** The body of the test as the engine calls it. */
  @FunctionalInterface
  interface Body {
    /** Runs it. */
    void run() throws Throwable;
  }

  private final Deque<Action> endings = new ArrayDeque<>();
  private RunContext run;
  private TestRecord record;
  private Random random;

  /** Why no other thread makes calls beside this test; null if one may. */
  private String quiet;

  private boolean hasOtherCalls;

  /** The states that the test declares and the target can have; null if it declares none. */
  private Dimension<OtherSideState> states;

  private OtherSideState state = OtherSideState.IDLE;

  /** The values of {@link #surroundings} in the round of this moment; null without any. */
  private Situation around;

  /** Whether dimensions of the test have been joined with the states. */
  private boolean joined;

  /** For subclasses. */
  protected ClauseTest() {}

  final void begin(RunContext context, TestRecord testRecord, NoOtherCalls alone) {
    this.run = context;
    this.record = testRecord;
    this.quiet = alone == null ? null : alone.value();
  }

  /**
   * Runs the body of the test in surroundings that the seed chooses. A test that was quick, and
   * each test of a deep run, gets a second round in surroundings that differ in each dimension. A
   * test that brings no surroundings about has one round.
   *
   * @param declared its {@link OtherSide}, null without one
   * @param first runs the body for the first time
   * @param again runs it once more
   */
  final void inSurroundings(OtherSide declared, Body first, Body again) throws Throwable {
    List<Dimension<?>> dimensions = surroundings();
    if (dimensions.isEmpty()) {
      inEachState(declared, first, again);
      return;
    }
    long begin = System.nanoTime();
    List<Situation> rounds = Situation.twoUnlike(dimensions, random());
    around = rounds.get(0);
    record.surround(around);
    inEachState(declared, first, again);
    if (record.hasFailures()
        || !record.isSurrounded()
        || !run.target().deep() && System.nanoTime() - begin > SECOND_ROUND_NANOS) {
      return;
    }
    endDownTo(0);
    states = null;
    state = OtherSideState.IDLE;
    joined = false;
    around = rounds.get(1);
    record.surround(around);
    inEachState(declared, again, again);
  }

  /**
   * Gives the dimensions of what is around each test of the contract, such as the attributes of
   * objects on which the test does not depend.
   *
   * @return none by default
   */
  protected List<Dimension<?>> surroundings() {
    return List.of();
  }

  /**
   * Returns the value of one of the {@link #surroundings} in this round of the test.
   *
   * @param dimension one of them
   * @param <T> type of the value
   * @return the value
   */
  protected final <T> T surrounding(Dimension<T> dimension) {
    return around.get(dimension);
  }

  /**
   * Notes that the {@link #surroundings} have the value of a dimension: checks count from then on.
   *
   * @param dimension one of them
   */
  protected final void noteSurroundings(Dimension<?> dimension) {
    record.surroundBy(dimension);
  }

  /**
   * Returns the dimension of the {@link #surroundings} that {@link #startOtherCalls} needs.
   *
   * @return whether another thread makes calls on other objects, as far as test and target permit
   */
  protected final Dimension<Boolean> otherCalls() {
    return Optional.ofNullable(quiet)
        .or(run.environment(Environment.class)::excludesOtherCalls)
        .map(reason -> OTHER_CALLS.where(each -> !each, reason))
        .orElse(OTHER_CALLS);
  }

  /**
   * Starts calls of another thread on other objects, if the surroundings have them and they do not
   * run. They end before the clean-ups that are registered now. Checks count with them once they
   * have made a whole round.
   *
   * @param calls makes their objects and their thread, not started
   */
  protected final void startOtherCalls(Supplier<? extends BusyThread> calls) {
    if (!surrounding(OTHER_CALLS)) {
      noteSurroundings(OTHER_CALLS);
      return;
    }
    if (hasOtherCalls) {
      return;
    }
    BusyThread other;
    try {
      other = calls.get();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("objects for the calls of another thread: " + e.getMessage(), e);
    }
    hasOtherCalls = true;
    atEnd(
        () -> {
          hasOtherCalls = false;
          try {
            other.close();
          } catch (RuntimeException e) {
            throw new AssertionError("the end of the calls of another thread: " + e, e);
          } finally {
            record.leaveSurroundings(OTHER_CALLS);
          }
        });
    other.start(() -> record.surroundBy(OTHER_CALLS));
  }

  /**
   * Runs the body of the test in each state of the other side that it declares.
   *
   * @param declared from its {@link OtherSide}, null without one
   * @param first runs the body for the first time
   * @param again runs it once more
   */
  private void inEachState(OtherSide declared, Body first, Body again) throws Throwable {
    if (declared == null) {
      first.run();
      return;
    }
    states = declaredStates(List.of(declared.value()));
    record.vary(List.of(states));
    for (Situation situation : Situation.each(states)) {
      boolean begins = situation.get(states) == OtherSideState.IDLE;
      enter(situation);
      (begins ? first : again).run();
      if (joined || record.hasFailures()) {
        break;
      }
      endDownTo(0);
    }
    record.leaveSituations(true);
  }

  private Dimension<OtherSideState> declaredStates(List<OtherSideState> declared) {
    Dimension<OtherSideState> possible =
        OtherSideState.ALL.only(s -> s == OtherSideState.IDLE || declared.contains(s));
    for (OtherSideState each : declared) {
      Optional<String> reason = run.environment(Environment.class).excludes(each);
      if (reason.isPresent()) {
        possible = possible.where(value -> value != each, reason.get());
      }
    }
    return possible;
  }

  private void enter(Situation situation) throws Exception {
    if (states != null) {
      state = situation.get(states);
    }
    record.enter(situation, state == OtherSideState.IDLE);
    if (states != null) {
      otherSideChanges();
    }
  }

  /**
   * Brings other sides that are there already into the state of a situation that begins.
   *
   * @throws Exception any failure
   */
  protected void otherSideChanges() throws Exception {}

  /**
   * Tells what the other side has to do in the situation of this moment.
   *
   * @return {@link OtherSideState#IDLE} unless the test declares others
   */
  protected final OtherSideState otherSide() {
    return state;
  }

  /** Notes that the other side is in the state of {@link #otherSide}: from now on checks count. */
  protected final void otherSideIsSo() {
    record.bringAbout(true);
  }

  /**
   * Returns what the tests of a run share.
   *
   * @return the run of this test
   */
  protected final RunContext run() {
    return run;
  }

  /**
   * Binds checks to a clause.
   *
   * @param id a clause that this test method declares
   * @return the checks
   * @throws IllegalArgumentException if the catalogue has no such id
   * @throws AssertionError if the method does not declare it
   */
  protected Check clause(String id) {
    return run.bind(record, id);
  }

  /**
   * Builds a row for {@link #table}.
   *
   * @param clause the only clause the row may check
   * @param name what distinguishes the row
   * @param body the checks
   * @return the row
   */
  protected static Row row(String clause, String name, Action body) {
    return new Row(clause, name, body);
  }

  /**
   * Runs independent rows. A row that throws fails its clause; the other rows still run. Clean-ups
   * that a row registers run at its end.
   *
   * @param rows at least one
   */
  protected final void table(Row... rows) {
    for (Row row : rows) {
      record.requireDeclared(row.clause());
      record.enterRow();
      if (state.isGone()) {
        record.bringAbout(false);
      }
      int before = endings.size();
      Set<Dimension<?>> sizes = record.surroundings();
      try {
        try {
          row.body().run();
        } finally {
          endDownTo(before);
        }
      } catch (CheckFailure alreadyRecorded) {
        // The failed check is on record; the next row is independent of it.
      } catch (Exception | AssertionError e) {
        record.executed(
            row.clause(),
            "row '" + row.name() + "': " + CheckFailure.describe(e),
            e instanceof TimeLimitFailure);
      } finally {
        record.leaveSizes(sizes);
        record.leaveRow();
      }
    }
  }

  /**
   * Runs checks in situations that cover each pair of values of the dimensions, see {@link
   * #checkInSituations(Predicate, Scenario, Dimension[])}.
   *
   * @param scenario the checks
   * @param dimensions what differs
   * @throws Exception what the scenario threw
   */
  protected final void checkInSituations(Scenario scenario, Dimension<?>... dimensions)
      throws Exception {
    checkInSituations(situation -> true, scenario, dimensions);
  }

  /**
   * Runs checks in situations that have each value of the dimensions, and each possible pair of
   * values as far as the time of the test permits; a deep run goes on with further situations.
   * Clean-ups that a situation registers run at its end. The first situation with a failure is the
   * last one.
   *
   * @param possible which situations can be brought about
   * @param scenario the checks
   * @param dimensions what differs
   * @throws Exception what the scenario threw
   */
  protected final void checkInSituations(
      Predicate<Situation> possible, Scenario scenario, Dimension<?>... dimensions)
      throws Exception {
    List<Dimension<?>> all = new ArrayList<>(List.of(dimensions));
    if (states != null) {
      all.add(states);
      joined = true;
    }
    PairwiseCover cover = new PairwiseCover(all, possible, random());
    boolean deep = run.target().deep();
    long limit = deep ? DEEP_NANOS : DEFAULT_NANOS;
    int most = deep ? cover.situations().size() : cover.covering();
    long begin = System.nanoTime();
    int next = 0;
    record.vary(List.of(dimensions));
    while (next < most
        && (next < cover.leading() || record.hasUnchecked() || System.nanoTime() - begin < limit)) {
      Situation situation = cover.situations().get(next++);
      int before = endings.size();
      enter(situation);
      try {
        scenario.run(situation);
      } finally {
        endDownTo(before);
      }
      if (record.hasFailures()) {
        throw new CheckFailure("failed in the situation " + situation);
      }
    }
    record.leaveSituations(next >= cover.covering());
  }

  /**
   * Waits for a moment without giving up the processor, so that the thread goes on in time.
   *
   * @param nanos the moment, as of {@link System#nanoTime()}
   */
  protected static void spinUntil(long nanos) {
    while (System.nanoTime() - nanos < 0) {
      Thread.onSpinWait();
    }
  }

  /**
   * Registers a clean-up. Clean-ups run after the test, the last registered first; a failing one
   * fails the test and does not keep the others from running.
   *
   * @param action what to do
   */
  protected final void atEnd(Action action) {
    endings.push(action);
  }

  /**
   * Gives random numbers that are the same in every run with the same seed.
   *
   * @return the generator of this test method
   */
  protected final Random random() {
    if (random == null) {
      random = new Random(run.seed() ^ record.test().hashCode());
    }
    return random;
  }

  /**
   * Starts a call on another thread.
   *
   * @param call what to do
   * @param <T> what it returns
   * @return its future
   */
  protected final <T> BackgroundCall<T> background(Callable<T> call) {
    BackgroundCall<T> background = new BackgroundCall<>(call);
    atEnd(background::close);
    return background;
  }

  /**
   * Runs a call on several threads at once.
   *
   * @param threads how many
   * @param call what each does
   * @param <T> what each returns
   * @return the results
   * @throws Exception what one of them threw
   */
  protected final <T> List<T> concurrently(int threads, Callable<T> call) throws Exception {
    List<BackgroundCall<T>> running = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      running.add(background(call));
    }
    List<T> results = new ArrayList<>();
    for (BackgroundCall<T> each : running) {
      results.add(each.get());
    }
    return results;
  }

  /**
   * Notes where the other side is that the test meets.
   *
   * @param places one or more
   */
  protected final void meetOtherSide(Set<OtherSidePlace> places) {
    record.meet(places);
  }

  /**
   * Notes that this test meets the second party.
   *
   * @throws AssertionError if it does not carry {@link SecondParty}
   */
  protected final void meetSecondParty() {
    record.meet();
  }

  /**
   * Makes data that differs from run to run with the seed.
   *
   * @param length bytes
   * @return random bytes
   */
  protected final byte[] data(int length) {
    byte[] data = new byte[length];
    random().nextBytes(data);
    return data;
  }

  /**
   * Tells what else there is to know when the test broke off: asked once, before the clean-ups.
   *
   * @return words to add to the failure, or an empty string
   */
  protected String aside() {
    return "";
  }

  final void end() throws Exception {
    endDownTo(0);
  }

  private void endDownTo(int size) throws Exception {
    Throwable first = null;
    while (endings.size() > size) {
      try {
        endings.pop().run();
      } catch (Exception | AssertionError e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (first instanceof AssertionError failure) {
      throw failure;
    } else if (first != null) {
      throw (Exception) first;
    }
  }
}
