package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.dat4j.conformance.kernel.PauseTolerantTimeLimit;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;

/**
 * Runs a stepper with one thread, session after session, and shortens the list of calls that led to
 * a difference from the model. The sessions have a thread of their own; the caller's thread watches
 * it.
 */
public final class SequentialRun {
  /** Steps of a life. */
  public static final int STEPS = 600;

  private static final long SHORTEN_MILLIS = 30_000;
  private static final long PATIENCE_MILLIS = 30_000;
  private static final long HASTE_MILLIS = 300;

  /** A life takes a second or two, and ends by itself when something it waits for does not come. */
  private static final long LIFE_MILLIS = 4 * PATIENCE_MILLIS;

  private static final long LOOK_MILLIS = 40;
  private static final String HANG = "hang";
  private static final int LINES = 20;

  private final StepOptions options;
  private final StepSession life;
  private final BooleanSupplier cancelled;
  private final LongConsumer progress;
  private final long lifeMillis;
  private final AtomicReference<Thread> worker = new AtomicReference<>();
  private ExecutorService executor;
  private long patience = PATIENCE_MILLIS;
  private long calls;
  private long refusals;

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param life makes the steps
   * @param cancelled whether to end
   * @param progress told the number of calls made so far
   */
  public SequentialRun(
      StepOptions options, StepSession life, BooleanSupplier cancelled, LongConsumer progress) {
    this(options, life, cancelled, progress, LIFE_MILLIS);
  }

  public SequentialRun(
      StepOptions options,
      StepSession life,
      BooleanSupplier cancelled,
      LongConsumer progress,
      long lifeMillis) {
    this.lifeMillis = lifeMillis;
    this.options = options;
    this.life = life;
    this.cancelled = cancelled;
    this.progress = progress;
  }

  /**
   * Runs until enough calls were made or one differs; then searches for a short history of it.
   *
   * @return what was found
   */
  public StepResult run() {
    executor =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread thread = new Thread(task, "stepper");
              thread.setDaemon(true);
              worker.set(thread);
              return thread;
            });
    try {
      return lives();
    } finally {
      executor.shutdown();
    }
  }

  private StepResult lives() {
    if (!options.replay().isEmpty()) {
      return replayed(options.replay());
    }
    long next = options.from();
    while (calls < options.calls() && !cancelled.getAsBoolean()) {
      long first = next;
      List<Long> numbers = new ArrayList<>();
      for (int i = 0; i < STEPS; i++) {
        numbers.add(next++);
      }
      StepSession.Outcome outcome = live(numbers);
      progress.accept(calls);
      if (outcome.difference() != null) {
        return found(first, numbers, outcome);
      }
    }
    return result(next, List.of(), new StepSession.Outcome(null, 0, List.of(), 0, 0, null));
  }

  private StepResult found(long first, List<Long> numbers, StepSession.Outcome outcome) {
    if (outcome.difference().call().equals(HANG)) {
      return result(first, numbers, outcome);
    }
    long made = calls;
    long refused = refusals;
    patience = HASTE_MILLIS;
    List<Long> shorter = shorten(numbers, outcome);
    patience = PATIENCE_MILLIS;
    StepSession.Outcome again = live(shorter, life::recorded);
    calls = made;
    refusals = refused;
    return again.difference() == null
        ? result(first, numbers, outcome)
        : result(first, shorter, again);
  }

  private StepResult replayed(List<Long> numbers) {
    StepSession.Outcome outcome = live(numbers, life::recorded);
    return result(numbers.get(0), numbers, outcome);
  }

  private StepResult result(long first, List<Long> numbers, StepSession.Outcome outcome) {
    Difference difference = outcome.difference();
    return new StepResult(
        calls,
        refusals,
        cancelled.getAsBoolean(),
        difference == null ? null : difference.getMessage(),
        outcome.step(),
        first,
        1,
        difference == null ? List.of() : numbers,
        outcome.history(),
        difference == null ? null : program(outcome));
  }

  private static String program(StepSession.Outcome outcome) {
    return outcome.program() == null
        ? "// There is no program: its calls did not show the difference again\n"
        : outcome.program();
  }

  private StepSession.Outcome live(List<Long> numbers) {
    return live(numbers, life);
  }

  private StepSession.Outcome live(List<Long> numbers, StepSession session) {
    Future<StepSession.Outcome> task = executor.submit(() -> session.live(numbers, patience));
    PauseTolerantTimeLimit limit = new PauseTolerantTimeLimit(lifeMillis);
    while (true) {
      try {
        StepSession.Outcome outcome = task.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        calls += outcome.calls();
        refusals += outcome.refusals();
        return outcome;
      } catch (TimeoutException e) {
        if (limit.isOver()) {
          return hanging(numbers);
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted in the middle of a run", e);
      } catch (ExecutionException e) {
        if (e.getCause() instanceof RuntimeException failure) {
          throw failure;
        }
        throw new IllegalStateException("the thread of the run threw " + e.getCause(), e);
      }
    }
  }

  private StepSession.Outcome hanging(List<Long> numbers) {
    StringBuilder text = new StringBuilder("a call does not return");
    StackTraceElement[] frames = worker.get().getStackTrace();
    for (int i = 0; i < Math.min(LINES, frames.length); i++) {
      text.append("\n  at ").append(frames[i]);
    }
    return new StepSession.Outcome(
        new Difference(HANG, text.toString()), numbers.get(0), List.of(), calls, refusals, null);
  }

  /** Leaves out steps as long as the difference stays the same kind. */
  private List<Long> shorten(List<Long> numbers, StepSession.Outcome outcome) {
    long limit = System.nanoTime() + TimeFactor.nanos(SHORTEN_MILLIS);
    String call = outcome.difference().call();
    List<Long> best = new ArrayList<>(numbers);
    best.removeIf(n -> n > outcome.step());
    for (int chunk = Math.max(1, best.size() / 2); chunk > 0; chunk /= 2) {
      for (int from = 0; from < best.size() && System.nanoTime() - limit < 0; ) {
        List<Long> candidate = new ArrayList<>(best);
        candidate.subList(from, Math.min(best.size(), from + chunk)).clear();
        StepSession.Outcome again = live(candidate);
        if (again.difference() != null && again.difference().call().equals(call)) {
          best = candidate;
        } else {
          from += chunk;
        }
      }
    }
    return best;
  }
}
