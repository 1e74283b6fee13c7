package org.dat4j.conformance.stepper;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** One thread: life after life, each some hundred steps long, compared call by call. */
public final class SingleRun {
  /** Steps of a life. */
  static final int STEPS = 600;

  private static final long SHORTEN_NANOS = 30_000_000_000L;
  private static final long PATIENCE_MILLIS = 8000;
  private static final long HASTE_MILLIS = 300;

  private final StepOptions options;
  private final Life life;
  private final BooleanSupplier cancelled;
  private final LongConsumer progress;
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
  public SingleRun(
      StepOptions options, Life life, BooleanSupplier cancelled, LongConsumer progress) {
    this.options = options;
    this.life = life;
    this.cancelled = cancelled;
    this.progress = progress;
  }

  /**
   * Runs until enough calls were made or one differs; then looks for a short history of it.
   *
   * @return what was found
   */
  public StepResult run() {
    if (!options.replay().isEmpty()) {
      return result(options.replay(), live(options.replay()));
    }
    long next = options.from();
    while (calls < options.calls() && !cancelled.getAsBoolean()) {
      List<Long> numbers = new ArrayList<>();
      for (int i = 0; i < STEPS; i++) {
        numbers.add(next++);
      }
      Life.Outcome outcome = live(numbers);
      progress.accept(calls);
      if (outcome.difference() != null) {
        long made = calls;
        long refused = refusals;
        patience = HASTE_MILLIS;
        List<Long> shorter = shorten(numbers, outcome);
        patience = PATIENCE_MILLIS;
        Life.Outcome again = shorter.size() < numbers.size() ? live(shorter) : outcome;
        calls = made;
        refusals = refused;
        return again.difference() == null ? result(numbers, outcome) : result(shorter, again);
      }
    }
    return result(List.of(), new Life.Outcome(null, 0, List.of(), 0, 0));
  }

  private StepResult result(List<Long> numbers, Life.Outcome outcome) {
    Difference difference = outcome.difference();
    return new StepResult(
        calls,
        refusals,
        cancelled.getAsBoolean(),
        difference == null ? null : difference.getMessage(),
        outcome.step(),
        difference == null ? List.of() : numbers,
        outcome.history());
  }

  private Life.Outcome live(List<Long> numbers) {
    Life.Outcome outcome = life.live(numbers, patience);
    calls += outcome.calls();
    refusals += outcome.refusals();
    return outcome;
  }

  /** Leaves out steps as long as the difference stays the same kind. */
  private List<Long> shorten(List<Long> numbers, Life.Outcome outcome) {
    long limit = System.nanoTime() + SHORTEN_NANOS;
    String call = outcome.difference().call();
    List<Long> best = new ArrayList<>(numbers);
    best.removeIf(n -> n > outcome.step());
    for (int chunk = Math.max(1, best.size() / 2); chunk > 0; chunk /= 2) {
      for (int from = 0; from < best.size() && System.nanoTime() - limit < 0; ) {
        List<Long> candidate = new ArrayList<>(best);
        candidate.subList(from, Math.min(best.size(), from + chunk)).clear();
        Life.Outcome again = live(candidate);
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
