package org.dat4j.conformance.stepper.pairs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.RandomChoice;

/**
 * Runs a stepper's pairs (two calls made at once) over all calls of a contract, in an order that
 * the seed decides.
 */
public final class PairRuns {
  /** One step in ten has to meet. */
  private static final int MEETS = 10;

  private final PairOptions options;
  private final PairKit kit;
  private final BooleanSupplier cancelled;
  private final BiConsumer<Integer, Integer> progress;
  private TwoThreads threads;

  /**
   * Prepares a run.
   *
   * @param options what to do
   * @param kit what the contract says
   * @param cancelled whether to end
   * @param progress told the number of pairs made, and of all
   */
  public PairRuns(
      PairOptions options,
      PairKit kit,
      BooleanSupplier cancelled,
      BiConsumer<Integer, Integer> progress) {
    this.options = options;
    this.kit = kit;
    this.cancelled = cancelled;
    this.progress = progress;
  }

  /**
   * Makes the pairs.
   *
   * @param families the calls and states of each kind of object
   * @param renew makes new adapters after a call has hung
   */
  public PairsResult run(List<PairFamily<?, ?>> families, Runnable renew) {
    List<PairFamily.Pair<?, ?>> pairs = new ArrayList<>();
    Pattern pattern = Catalogue.pattern(List.of(options.only() == null ? "*" : options.only()));
    for (PairFamily<?, ?> family : families) {
      for (PairFamily.Pair<?, ?> pair : family.pairs()) {
        if (pattern.matcher(pair.name()).matches()) {
          pairs.add(pair);
        }
      }
    }
    if (pairs.isEmpty()) {
      throw new UsageException("no pair is called '" + options.only() + "'");
    }
    List<PairFamily.Pair<?, ?>> order = shuffled(pairs);
    List<PairResult> results = new ArrayList<>();
    long start = System.nanoTime();
    threads = new TwoThreads();
    try {
      for (PairFamily.Pair<?, ?> pair : order) {
        boolean late =
            options.seconds() > 0
                && System.nanoTime() - start > TimeUnit.SECONDS.toNanos(options.seconds());
        if (cancelled.getAsBoolean() || late) {
          break;
        }
        PairResult result = sweep(pair, renew);
        // An interrupt ends the second JVM too: a pair says nothing then.
        if (!cancelled.getAsBoolean() || result.isFault() && !options.twoJvms()) {
          results.add(result);
        }
        progress.accept(results.size(), order.size());
      }
    } finally {
      threads.end();
    }
    results.sort(Comparator.comparing(PairResult::name));
    nameMetInTheOtherOrder(results);
    int left = order.size() - results.size();
    return new PairsResult(
        options, kit.contract(), results, left, cancelled.getAsBoolean(), least());
  }

  /**
   * Gives a pair that did not meet a verdict of its own if its second call is too long to end
   * inside the first, and the same calls met in the other order.
   */
  static void nameMetInTheOtherOrder(List<PairResult> results) {
    Set<String> met =
        results.stream()
            .filter(pair -> pair.verdict() == PairResult.Verdict.PASSED)
            .map(PairResult::name)
            .collect(Collectors.toSet());
    results.replaceAll(
        pair ->
            pair.verdict() == PairResult.Verdict.NOT_MET
                    && pair.isSecondLonger()
                    && met.contains(PairFamily.inTheOtherOrder(pair.name()))
                ? pair.withVerdict(PairResult.Verdict.MEETS_IN_THE_OTHER_ORDER)
                : pair);
  }

  private int least() {
    return Math.max(1, options.steps() / MEETS);
  }

  private <S extends PairScene<M>, M> PairResult sweep(PairFamily.Pair<S, M> pair, Runnable renew) {
    PairResult result =
        new PairSweep<>(pair, options.seed(), kit, threads)
            .run(options.steps(), least(), cancelled);
    if (result.verdict() == PairResult.Verdict.HUNG) {
      // The threads and the objects are of no further use.
      threads.end();
      threads = new TwoThreads();
      renew.run();
    }
    return result;
  }

  private List<PairFamily.Pair<?, ?>> shuffled(List<PairFamily.Pair<?, ?>> pairs) {
    List<PairFamily.Pair<?, ?>> order = new ArrayList<>(pairs);
    RandomChoice choice = new RandomChoice(options.seed(), 0);
    for (int i = order.size() - 1; i > 0; i--) {
      int other = choice.below(i + 1);
      PairFamily.Pair<?, ?> moved = order.get(i);
      order.set(i, order.get(other));
      order.set(other, moved);
    }
    return order;
  }
}
