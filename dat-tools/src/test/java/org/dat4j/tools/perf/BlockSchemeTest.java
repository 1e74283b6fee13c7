package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.dat4j.tools.perf.BlockScheme.Block;
import org.dat4j.tools.perf.BlockScheme.Outcome;
import org.junit.jupiter.api.Test;

class BlockSchemeTest {

  private final List<Integer> progress = new ArrayList<>();

  /** Runs blocks with these limits; each operation takes three times its limit. */
  private Outcome<String> run(int wanted, double... limits) {
    Deque<Block<String>> blocks = new ArrayDeque<>();
    for (double limit : limits) {
      blocks.add(new Block<>(limit, 3 * limit, "block"));
    }
    return BlockScheme.run(wanted, blocks::poll, progress::add);
  }

  @Test
  void undisturbedBlocksAllCountAndNoMoreAreRun() {
    Outcome<String> outcome = run(3, 1.0, 1.5, 1.2, 9);
    assertTrue(outcome.complete());
    assertEquals(3, outcome.kept().size());
    assertEquals(0, outcome.dropped());
    assertEquals(3.0, outcome.ratio(), 1e-9);
    assertEquals(1.2, outcome.limitCost());
    assertEquals(List.of(1, 2, 3), progress);
  }

  @Test
  void aBlockWithALimitAboveOneAndAHalfTimesTheBestIsRepeated() {
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
    assertEquals(List.of(1.0, 1.1, 1.2), outcome.kept().stream().map(Block::limitCost).toList());
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
  void anEarlyEndKeepsWhatThereIs() {
    Outcome<String> outcome = run(3, 1.0, 1.0);
    assertFalse(outcome.complete());
    assertFalse(outcome.noResult());
    assertEquals(2, outcome.kept().size());
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(2.5, BlockScheme.median(4, 1, 3, 2));
    assertEquals(2, BlockScheme.median(3, 1, 2));
    assertTrue(Double.isNaN(BlockScheme.median()));
  }
}
