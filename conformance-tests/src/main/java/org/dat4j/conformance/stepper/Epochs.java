package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** Several threads: crowd after crowd, until enough calls were made or one differs. */
public final class Epochs {
  private static final long CALLS = 25_000;

  /** What several threads do with a provider from an open to the end. */
  @FunctionalInterface
  public interface Crowd {
    /**
     * Makes calls on a provider that is opened anew.
     *
     * @param epoch decides everything that is random besides the seed
     * @param most calls to make
     * @return what became of it; the history is not used
     */
    Life.Outcome live(long epoch, long most);
  }

  private Epochs() {}

  /**
   * Runs.
   *
   * @param options what to do
   * @param crowd makes the calls
   * @param cancelled whether to end
   * @param progress told the number of calls made so far
   * @return what was found
   */
  public static StepResult run(
      StepOptions options, Crowd crowd, BooleanSupplier cancelled, LongConsumer progress) {
    long epoch = options.from();
    long calls = 0;
    long refusals = 0;
    long most = 0;
    Difference difference = null;
    while (calls < options.calls() && difference == null && !cancelled.getAsBoolean()) {
      most = Math.min(CALLS, options.calls() - calls);
      Life.Outcome outcome = crowd.live(epoch, most);
      difference = outcome.difference();
      calls += outcome.calls();
      refusals += outcome.refusals();
      progress.accept(calls);
      epoch++;
    }
    return new StepResult(
        calls,
        refusals,
        cancelled.getAsBoolean(),
        difference == null ? null : difference.getMessage(),
        epoch - 1,
        epoch - 1,
        most,
        List.of(),
        List.of("threads meet in another order every time: repeat it more than once"));
  }
}
