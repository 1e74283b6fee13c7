package org.dat4j.tools.perf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/**
 * How often an operation and its limit are measured, in turns, and which of these blocks count. A
 * block whose limit took more than 1.5 times the least of the run was disturbed: it is dropped and
 * repeated. When more blocks are dropped than kept, there is no result.
 */
final class BlockScheme {

  /** Blocks a result is made of. */
  static final int BLOCKS = 11;

  private static final double TOLERANCE = 1.5;

  private BlockScheme() {}

  /**
   * One block.
   *
   * @param <T> what the caller keeps about it
   * @param limitCost what the limit took, in any unit; NaN without a limit
   * @param opCost what the operation took, in the same unit
   * @param content what the caller keeps about it
   */
  record Block<T>(double limitCost, double opCost, T content) {}

  /**
   * What a run of blocks gave.
   *
   * @param <T> what the caller keeps about a block
   * @param kept blocks that count
   * @param dropped how many were disturbed
   * @param complete whether there are as many as wanted; otherwise the run ended early
   */
  record Outcome<T>(List<Block<T>> kept, int dropped, boolean complete) {

    /** More blocks were dropped than kept. */
    boolean noResult() {
      return dropped > kept.size();
    }

    /** Median over the blocks of what the operation took by what the limit took; NaN without. */
    double ratio() {
      return median(kept.stream().mapToDouble(b -> b.opCost() / b.limitCost()).toArray());
    }

    /** Median over the blocks of what the operation took. */
    double opCost() {
      return median(kept.stream().mapToDouble(Block::opCost).toArray());
    }

    /** Median over the blocks of what the limit took. */
    double limitCost() {
      return median(kept.stream().mapToDouble(Block::limitCost).toArray());
    }
  }

  /**
   * Runs blocks until enough count, or more are dropped than may be.
   *
   * @param <T> what the caller keeps about a block
   * @param wanted how many must count, 1 or more
   * @param block runs one; null when the run is to end early
   * @param progress told how many count so far
   * @return the blocks that count in the end: a late, faster limit drops early blocks too
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
            .mapToDouble(Block::limitCost)
            .filter(c -> !Double.isNaN(c))
            .min()
            .orElse(Double.NaN);
    List<Block<T>> kept = new ArrayList<>();
    for (Block<T> block : all) {
      // Not the opposite comparison: without limits (NaN) every block counts.
      if (!(block.limitCost() > TOLERANCE * best)) {
        kept.add(block);
      }
    }
    return new Outcome<>(List.copyOf(kept), all.size() - kept.size(), complete);
  }

  /** The median; the mean of the middle two of an even number; NaN of none. */
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
