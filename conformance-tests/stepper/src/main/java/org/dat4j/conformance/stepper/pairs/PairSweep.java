package org.dat4j.conformance.stepper.pairs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * Tests one pair of a stepper: makes its two calls at once again and again, each time with another
 * offset, and has the outcome judged.
 *
 * @param <S> the scene
 * @param <M> its model
 */
final class PairSweep<S extends PairScene<M>, M> {
  /** The steps that only measure how long the calls last. */
  private static final int TRIALS = 8;

  /** The offsets of a call that waits reach so far: its way into the wait, in nanoseconds. */
  private static final long WAY_INTO_WAIT = 60_000;

  /**
   * How long before the end of the first call a second one has to begin to wait, in nanoseconds, so
   * that it blocks inside: about the time in which a wait finds its queue empty.
   */
  private static final long MIN_BLOCK_NANOS = 1_000;

  /** Of this many steps one sweeps over the longer call, the others where a meeting is possible. */
  private static final int WIDE = 4;

  private static final int REMEMBERED = 16;
  private static final long PARK_NANOS = 200_000;
  private static final int MAX_RELIEFS = 4;

  /** Time in nanoseconds after which a call that may wait is taken to wait. */
  private static final long MOMENT_NANOS = 1_000_000;

  private static final int LINES = 10;

  /** How long a call may take before it counts as hung. */
  private static final long HANG_MILLIS = 10_000;

  private final PairFamily.Pair<S, M> pair;
  private final RandomChoice choice;
  private final PairKit kit;
  private final TwoThreads threads;
  private final long[][] lengths = new long[2][REMEMBERED];
  private final long[] delays = new long[REMEMBERED];
  private final List<PairCall<S, M>> calls;
  private int measured;
  private int step;
  private int inside;
  private int across;
  private int firstOrder;
  private int secondOrder;
  private int blocked;
  private long offset;
  private boolean hung;

  /**
   * Prepares the steps.
   *
   * @param seed decides the order of the offsets
   * @param kit what the contract says
   * @param threads make the calls
   */
  PairSweep(PairFamily.Pair<S, M> pair, long seed, PairKit kit, TwoThreads threads) {
    this.pair = pair;
    this.choice = new RandomChoice(seed, pair.name().hashCode());
    this.kit = kit;
    this.threads = threads;
    this.calls = List.of(pair.first(), pair.second());
  }

  /**
   * Makes the steps until one of them cannot be explained.
   *
   * @param steps how many
   * @param least in how many of them the calls have to meet
   */
  PairResult run(int steps, int least, BooleanSupplier cancelled) {
    long start = System.nanoTime();
    String problem = null;
    while (problem == null && !cancelled.getAsBoolean() && step < steps) {
      problem = step();
      step++;
    }
    Verdict verdict =
        hung
            ? Verdict.HUNG
            : problem != null ? Verdict.FAILED : inside >= least ? Verdict.PASSED : Verdict.NOT_MET;
    return new PairResult(
        pair.name(),
        pair.object(),
        verdict,
        step,
        inside,
        across,
        firstOrder,
        secondOrder,
        blocked,
        problem,
        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start),
        middle(lengths[0]),
        middle(lengths[1]));
  }

  /** Computes the median of the last measurements; 0 before the first one. */
  private long middle(long[] values) {
    int count = Math.min(measured, REMEMBERED);
    if (count == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(values, count);
    Arrays.sort(sorted);
    return sorted[count / 2];
  }

  /** Computes the typical length of a call; of one that waits, at most its way into the wait. */
  private long length(int slot) {
    long middle = middle(lengths[slot]);
    return calls.get(slot).blocks() ? Math.min(middle, WAY_INTO_WAIT) : middle;
  }

  /**
   * Decides the next offset. Most steps begin the second call where it can end or block inside the
   * first, or anywhere in the first if it is too long for that. The others sweep over the longer
   * call. Threads do not begin exactly when they are told: the usual delay is subtracted.
   */
  private long nextOffset() {
    if (measured < TRIALS) {
      return measured % 2 == 0 ? 0 : 1_000;
    }
    long first = length(0);
    long second = length(1);
    long room = first - (calls.get(1).blocks() ? MIN_BLOCK_NANOS : second);
    long window = step % WIDE == 0 ? Math.max(first, second) : room > 0 ? room : first;
    long aimed = choice.below((int) Math.min(Integer.MAX_VALUE, Math.max(1, window)));
    return aimed - middle(delays);
  }

  private String step() {
    S scene;
    try {
      scene = pair.maker().get();
    } catch (RuntimeException e) {
      return "the state could not be made: " + e;
    }
    offset = nextOffset();
    List<PairCall<S, M>> reliefs = new ArrayList<>();
    TwoThreads.ThreadCall[] turns = threads.start(deed(0, scene), deed(1, scene), offset);
    String problem = wait(scene, turns, reliefs);
    if (problem != null) {
      hung = true;
      return problem + where();
    }
    problem = judge(scene, turns, reliefs);
    try {
      scene.close();
    } catch (RuntimeException e) {
      problem =
          problem == null
              ? "the objects cannot be freed: " + e + answers(turns) + where()
              : problem;
    }
    return problem;
  }

  private TwoThreads.Deed deed(int slot, S scene) {
    PairCall<S, M> call = calls.get(slot);
    return new TwoThreads.Deed(() -> call.make(scene), pair.isFar(call));
  }

  private String judge(S scene, TwoThreads.ThreadCall[] turns, List<PairCall<S, M>> reliefs) {
    for (int slot = 0; slot < turns.length; slot++) {
      if (turns[slot].thrown() != null) {
        return calls.get(slot).name() + " threw " + turns[slot].thrown() + where();
      }
      lengths[slot][measured % REMEMBERED] = turns[slot].ended() - turns[slot].began();
    }
    long delay = turns[1].began() - turns[0].began();
    delays[measured % REMEMBERED] = delay - offset;
    measured++;
    count(delay, turns);
    try {
      scene.look();
    } catch (RuntimeException e) {
      return "afterwards: " + e + answers(turns) + where();
    }
    OrderSearch.OrderExplanation explanation =
        search(scene, turns, reliefs)
            .explain(
                turns[1].began() - turns[0].ended() < 0, turns[0].began() - turns[1].ended() < 0);
    if (!explanation.found()) {
      return "no order explains" + answers(turns) + where() + "\n" + explanation.problem();
    }
    firstOrder += explanation.firstOrder() && !explanation.secondOrder() ? 1 : 0;
    secondOrder += explanation.secondOrder() && !explanation.firstOrder() ? 1 : 0;
    blocked += !explanation.secondOrder() && !explanation.firstOrder() ? 1 : 0;
    return null;
  }

  /** Counts whether and how the calls met. */
  private void count(long delay, TwoThreads.ThreadCall[] turns) {
    long left = turns[0].ended() - turns[1].began();
    if (delay < 0 || left <= 0) {
      return;
    }
    boolean ends = turns[1].ended() - turns[0].ended() <= 0;
    boolean blocks = calls.get(1).blocks() && left >= MIN_BLOCK_NANOS;
    if (ends || blocks) {
      inside++;
    } else {
      across++;
    }
  }

  private OrderSearch<S, M> search(
      S scene, TwoThreads.ThreadCall[] turns, List<PairCall<S, M>> reliefs) {
    List<Answer> answers = new ArrayList<>();
    for (TwoThreads.ThreadCall turn : turns) {
      answers.add(turn.isDone() ? turn.answer() : null);
    }
    return new OrderSearch<>(kit.exceptions(), scene, calls.get(0), calls.get(1), answers, reliefs);
  }

  /** Waits for both calls; relieves one that the other does not end. Describes a hang or null. */
  private String wait(S scene, TwoThreads.ThreadCall[] turns, List<PairCall<S, M>> reliefs) {
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(HANG_MILLIS);
    long start = System.nanoTime();
    while (!turns[0].isDone() || !turns[1].isDone()) {
      LockSupport.parkNanos(this, PARK_NANOS);
      if (limit.isOver()) {
        return hang(turns, reliefs);
      }
      int pending = pending(turns, System.nanoTime() - start);
      if (pending >= 0 && reliefs.size() < MAX_RELIEFS) {
        boolean thrown = turns[1 - pending].isDone() && turns[1 - pending].thrown() != null;
        if (thrown || !search(scene, turns, reliefs).isWakeUpDue(pending)) {
          calls.get(pending).relieve(scene);
          reliefs.add(calls.get(pending));
        }
      }
    }
    return null;
  }

  /**
   * Finds a call that still waits while the other one has ended or waits too; -1 for none. A thread
   * that selects in the operating system does not count as asleep: it is given a moment.
   */
  private int pending(TwoThreads.ThreadCall[] turns, long waited) {
    boolean moment = waited > MOMENT_NANOS;
    for (int slot = 0; slot < turns.length; slot++) {
      TwoThreads.ThreadCall other = turns[1 - slot];
      boolean waits = calls.get(slot).blocks() && (moment || threads.isAsleep(slot));
      boolean otherWaits = calls.get(1 - slot).blocks() && (moment || threads.isAsleep(1 - slot));
      if (!turns[slot].isDone() && waits && (other.isDone() || otherWaits)) {
        return slot;
      }
    }
    return -1;
  }

  private String hang(TwoThreads.ThreadCall[] turns, List<PairCall<S, M>> reliefs) {
    StringBuilder text = new StringBuilder();
    for (int slot = 0; slot < turns.length; slot++) {
      if (turns[slot].isDone()) {
        text.append(calls.get(slot).name()).append(" returned ");
        text.append(answer(turns[slot])).append("; ");
        continue;
      }
      text.append(calls.get(slot).name()).append(" does not return");
      StackTraceElement[] stack = threads.stack(slot);
      for (int i = 0; i < Math.min(LINES, stack.length); i++) {
        text.append("\n  at ").append(stack[i]);
      }
      text.append('\n');
    }
    return text + (reliefs.isEmpty() ? "" : " in spite of a relief");
  }

  private String answer(TwoThreads.ThreadCall turn) {
    if (turn.answer() == null) {
      return String.valueOf(turn.thrown());
    }
    Object value = turn.answer().value();
    return kit.codes().apply(turn.answer().code()) + (value == null ? "" : " " + value);
  }

  private String answers(TwoThreads.ThreadCall[] turns) {
    return " "
        + calls.get(0).name()
        + " -> "
        + answer(turns[0])
        + ", "
        + calls.get(1).name()
        + " -> "
        + answer(turns[1]);
  }

  private String where() {
    return " ("
        + pair.object()
        + " "
        + pair.state()
        + ", step "
        + step
        + ", offset "
        + offset
        + " ns)";
  }
}
