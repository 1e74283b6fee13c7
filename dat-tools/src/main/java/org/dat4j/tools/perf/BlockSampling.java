package org.dat4j.tools.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * Decides which blocks of operations {@code perf} counts: those that no other load of the machine
 * disturbed. The operation and its baseline run in turn. A block whose baseline took more than 1.5
 * times the least of the run was disturbed: it is dropped and repeated. When more blocks are
 * dropped than kept, there is no result.
 */
final class BlockSampling {

  /** Blocks that make a result. */
  static final int BLOCKS = 11;

  /** A block is disturbed whose baseline costs more than this multiple of the run's best. */
  static final double TOLERANCE = 1.5;

  private BlockSampling() {}

  /**
   * A block.
   *
   * @param <T> the caller's data
   * @param baselineCost of the baseline, in any unit; NaN without a baseline
   * @param opCost of the operation, in the same unit
   * @param content the caller's data
   */
  record Block<T>(double baselineCost, double opCost, T content) {}

  /**
   * The result of a run of blocks.
   *
   * @param <T> the caller's data
   * @param kept blocks that count
   * @param dropped number of disturbed blocks
   * @param complete whether all wanted blocks were kept; otherwise the run ended early
   */
  record Outcome<T>(List<Block<T>> kept, int dropped, boolean complete) {

    /** Says whether more blocks were dropped than kept. */
    boolean noResult() {
      return dropped > kept.size();
    }

    /**
     * Computes the median ratio of the operation's cost to the baseline's; NaN without a baseline.
     */
    double ratio() {
      return median(kept.stream().mapToDouble(b -> b.opCost() / b.baselineCost()).toArray());
    }

    /** Computes the operation's median cost. */
    double opCost() {
      return median(kept.stream().mapToDouble(Block::opCost).toArray());
    }

    /** Computes the baseline's median cost. */
    double baselineCost() {
      return median(kept.stream().mapToDouble(Block::baselineCost).toArray());
    }
  }

  /**
   * Runs blocks until enough count, or too many were dropped.
   *
   * @param <T> the caller's data
   * @param wanted blocks that must count, 1 or more
   * @param block runs one; null ends the run early
   * @param progress receives the number of blocks that count so far
   * @return the blocks that count in the end: a later, faster baseline drops earlier blocks
   */
  static <T> Outcome<T> run(int wanted, Supplier<Block<T>> block, IntConsumer progress) {
    List<Block<T>> all = new ArrayList<>();
    Outcome<T> outcome = judge(all, false);
    // With twice as many as wanted and too few of them good, more than half are bad.
    while (outcome.kept().size() < wanted && all.size() < 2 * wanted) {
      Block<T> next = block.get();
      if (next == null) {
        return outcome;
      }
      all.add(next);
      outcome = judge(all, false);
      progress.accept(outcome.kept().size());
    }
    return judge(all, outcome.kept().size() >= wanted);
  }

  private static <T> Outcome<T> judge(List<Block<T>> all, boolean complete) {
    double best =
        all.stream()
            .mapToDouble(Block::baselineCost)
            .filter(c -> !Double.isNaN(c))
            .min()
            .orElse(Double.NaN);
    List<Block<T>> kept = new ArrayList<>();
    for (Block<T> block : all) {
      // Not the opposite comparison: without baselines (NaN) every block counts.
      if (!(block.baselineCost() > TOLERANCE * best)) {
        kept.add(block);
      }
    }
    return new Outcome<>(List.copyOf(kept), all.size() - kept.size(), complete);
  }

  /** Computes the median: the mean of the middle two of an even number, NaN of none. */
  static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
