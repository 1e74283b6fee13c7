package org.dat4j.conformance.dimension;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class PairwiseCoverTest {
  private static final Dimension<Integer> SIZE = Dimension.size("size", 0, 1, 64, 4096, 65536);
  private static final Dimension<String> TIME =
      Dimension.occurrence("occurrence", "first", "second");
  private static final Dimension<Integer> COUNT = Dimension.number("number", 1, 2, 8);

  private static PairwiseCover cover(Predicate<Situation> possible, long seed) {
    return new PairwiseCover(List.of(SIZE, TIME, COUNT), possible, new Random(seed));
  }

  private static Set<List<Object>> pairs(List<Situation> situations) {
    Set<List<Object>> pairs = new HashSet<>();
    for (Situation each : situations) {
      pairs.add(List.of(each.get(SIZE), each.get(TIME)));
      pairs.add(List.of(each.get(SIZE), "count", each.get(COUNT)));
      pairs.add(List.of(each.get(TIME), each.get(COUNT)));
    }
    return pairs;
  }

  @Test
  void eachPairOccursInFarFewerSituationsThanThereAre() {
    for (long seed = 0; seed < 50; seed++) {
      PairwiseCover cover = cover(situation -> true, seed);
      List<Situation> first = cover.situations().subList(0, cover.covering());
      assertEquals(5 * 2 + 5 * 3 + 2 * 3, pairs(first).size());
      assertTrue(cover.covering() <= 18, cover.covering() + " situations");
      assertEquals(30, new HashSet<>(cover.situations()).size());
    }
  }

  @Test
  void firstSituationsHaveEachValue() {
    PairwiseCover cover = cover(situation -> true, 3);
    assertEquals(5, cover.leading());
    List<Situation> first = cover.situations().subList(0, cover.leading());
    assertEquals(5, first.stream().map(each -> each.get(SIZE)).distinct().count());
    assertEquals(3, first.stream().map(each -> each.get(COUNT)).distinct().count());
  }

  @Test
  void seedDecidesAloneAndOthersGiveOtherSituations() {
    String first = cover(situation -> true, 1).situations().toString();
    assertEquals(first, cover(situation -> true, 1).situations().toString());
    assertFalse(first.equals(cover(situation -> true, 2).situations().toString()));
  }

  @Test
  void impossibleSituationsAreLeftOutAndTheOtherPairsCovered() {
    Predicate<Situation> possible = each -> each.get(SIZE) > 0 || each.get(COUNT) == 1;
    PairwiseCover cover = cover(possible, 5);
    List<Situation> first = cover.situations().subList(0, cover.covering());
    assertTrue(cover.situations().stream().allMatch(possible));
    assertEquals(5 * 2 + 5 * 3 + 2 * 3 - 2, pairs(first).size());
  }

  @Test
  void coverageNamesWhatWasMetAndWhyTheRestWasNot() {
    Dimension<Integer> small = SIZE.where(size -> size < 5000, "the maximum is 5000");
    PairwiseCover cover = new PairwiseCover(List.of(small, TIME), situation -> true, new Random(1));
    List<Situation> executed = cover.situations().subList(0, 1);
    List<Coverage> found = Coverage.of(List.of(small, TIME), executed, "no time");
    Coverage sizes = found.get(0);
    assertEquals(List.of(executed.get(0).get(small).toString()), sizes.covered());
    assertEquals(4, sizes.leftOut().size());
    assertEquals("the maximum is 5000", sizes.leftOut().get("65536"));
    assertEquals(1, found.get(1).covered().size());
  }

  @Test
  void valueThatOneTestMetIsNotLeftOut() {
    Coverage one =
        new Coverage(Optional.of(DimensionKind.SIZE), "size", List.of("1"), Map.of("2", "no time"));
    Coverage two =
        new Coverage(
            Optional.of(DimensionKind.SIZE),
            "size",
            List.of("2"),
            Map.of("1", "no time", "3", "too long"));
    assertEquals(
        List.of(
            new Coverage(
                Optional.of(DimensionKind.SIZE),
                "size",
                List.of("1", "2"),
                Map.of("3", "too long"))),
        Coverage.merge(List.of(one, two)));
  }
}
