package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.dat4j.tools.perf.BlockSampling.Block;
import org.dat4j.tools.perf.BlockSampling.Outcome;
import org.junit.jupiter.api.Test;

class BlockSamplingTest {

  private final List<Integer> progress = new ArrayList<>();

  /** Runs blocks with these baselines; each operation takes three times its baseline. */
  private Outcome<String> run(int wanted, double... baselines) {
    Deque<Block<String>> blocks = new ArrayDeque<>();
    for (double baseline : baselines) {
      blocks.add(new Block<>(baseline, 3 * baseline, "block"));
    }
    return BlockSampling.run(wanted, blocks::poll, progress::add);
  }

  @Test
  void undisturbedBlocksAllCountAndNoMoreAreRun() {
    Outcome<String> outcome = run(3, 1.0, 1.5, 1.2, 9);
    assertTrue(outcome.complete());
    assertEquals(3, outcome.kept().size());
    assertEquals(0, outcome.dropped());
    assertEquals(3.0, outcome.ratio(), 1e-9);
    assertEquals(1.2, outcome.baselineCost());
    assertEquals(List.of(1, 2, 3), progress);
  }

  @Test
  void aBlockAboveOneAndAHalfTimesTheBestLimitIsRepeated() {
    Outcome<String> outcome = run(3, 1.0, 1.51, 1.1, 1.2);
    assertTrue(outcome.complete());
    assertEquals(3, outcome.kept().size());
    assertEquals(1, outcome.dropped());
    assertFalse(outcome.noResult());
  }

  @Test
  void aFasterLimitLaterDropsTheBlocksBeforeIt() {
    Outcome<String> outcome = run(3, 2.0, 2.1, 1.0, 1.1, 1.2);
    assertTrue(outcome.complete());
    assertEquals(List.of(1.0, 1.1, 1.2), outcome.kept().stream().map(Block::baselineCost).toList());
    assertEquals(2, outcome.dropped());
  }

  @Test
  void moreDroppedThanKeptIsNoResult() {
    Outcome<String> outcome = run(3, 1.0, 2, 2, 2, 2, 1.0, 1.0, 1.0);
    assertTrue(outcome.noResult());
    assertFalse(outcome.complete());
    assertEquals(4, outcome.dropped());
    assertEquals(2, outcome.kept().size());
  }

  @Test
  void halfDroppedIsStillAResult() {
    Outcome<String> outcome = run(3, 1.0, 2, 2, 2, 1.0, 1.0);
    assertTrue(outcome.complete());
    assertFalse(outcome.noResult());
    assertEquals(3, outcome.dropped());
  }

  @Test
  void withoutALimitAllBlocksCountAndThereIsNoRatio() {
    Outcome<String> outcome = run(2, Double.NaN, Double.NaN);
    assertTrue(outcome.complete());
    assertEquals(2, outcome.kept().size());
    assertTrue(Double.isNaN(outcome.ratio()));
  }

  @Test
  void anEarlyEndKeepsTheBlocksSoFar() {
    Outcome<String> outcome = run(3, 1.0, 1.0);
    assertFalse(outcome.complete());
    assertFalse(outcome.noResult());
    assertEquals(2, outcome.kept().size());
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, BlockSampling.median(4, 1, 3, 2));
    assertEquals(2, BlockSampling.median(3, 1, 2));
    assertTrue(Double.isNaN(BlockSampling.median()));
  }
}
