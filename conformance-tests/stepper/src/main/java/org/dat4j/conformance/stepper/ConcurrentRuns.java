package org.dat4j.conformance.stepper;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;

/**
 * Runs a stepper with several threads: session after session, until enough calls were made or one
 * finds a difference from the model.
 */
public final class ConcurrentRuns {
  private static final long CALLS = 25_000;

  /** The calls of several threads on one provider, from its open to its end. */
  @FunctionalInterface
  public interface Session {
    /**
     * Makes calls on a provider that is opened anew.
     *
     * @param epoch decides everything that is random besides the seed
     * @param most calls to make
     * @return what became of it; the history is not used
     */
    StepSession.Outcome live(long epoch, long most);
  }

  private ConcurrentRuns() {}

  /**
   * Runs.
   *
   * @param options what to do
   * @param session makes the calls
   * @param cancelled whether to end
   * @param progress told the number of calls made so far
   * @return what was found
   */
  public static StepResult run(
      StepOptions options, Session session, BooleanSupplier cancelled, LongConsumer progress) {
    long epoch = options.from();
    long calls = 0;
    long refusals = 0;
    long most = 0;
    Difference difference = null;
    while (calls < options.calls() && difference == null && !cancelled.getAsBoolean()) {
      most = Math.min(CALLS, options.calls() - calls);
      StepSession.Outcome outcome = session.live(epoch, most);
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
        List.of("threads meet in another order every time: repeat it more than once"),
        null);
  }
}
