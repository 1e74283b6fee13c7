package org.dat4j.benchmarks;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The verdict of {@code benchmarks/guard}: an operation has regressed if two runs found it over a
 * fifth slower than in the older build.
 */
final class SpeedVerdict {

  /** Multiple of the older build's time above which a run counts as slower. */
  private static final double MAX_RATIO = 1.2;

  private static final int ENOUGH = 2;

  private final int mostRuns;
  private final Map<String, Integer> slower = new LinkedHashMap<>();
  private final Set<String> skipped = new LinkedHashSet<>();
  private int runs;
  private int comparisons;

  SpeedVerdict(int mostRuns) {
    this.mostRuns = mostRuns;
  }

  /** Says whether another run can change the verdict. */
  boolean needsRun() {
    if (runs < ENOUGH) {
      return true;
    }
    boolean isOpen = slower.values().stream().anyMatch(count -> count < ENOUGH && count > 0);
    return runs < mostRuns && isOpen;
  }

  /** Counts a run and gives its number. */
  int beginRun() {
    return ++runs;
  }

  /**
   * Takes the figures of a run, as times or other costs: one of each turn. It is slower if its best
   * turn is, and if each of its turns took longer than each of the older build's.
   *
   * @return the best turn in multiples of the older build's
   */
  double add(String what, double[] costs, double[] older) {
    comparisons++;
    double best = Arrays.stream(costs).min().orElseThrow();
    double ratio = best / Arrays.stream(older).min().orElseThrow();
    if (ratio > MAX_RATIO && best > Arrays.stream(older).max().orElseThrow()) {
      slower.merge(what, 1, Integer::sum);
    }
    return ratio;
  }

  /** Notes why something could not be compared. */
  void skip(String reason) {
    skipped.add(reason);
  }

  /** Says why nothing was compared; empty if something was. */
  Optional<String> whyNothing() {
    if (comparisons > 0) {
      return Optional.empty();
    }
    return Optional.of(
        skipped.isEmpty() ? "the builds have no operation in common" : String.join("; ", skipped));
  }

  /** Names what is slower in two runs. */
  List<String> losses() {
    return slower.entrySet().stream()
        .filter(entry -> entry.getValue() >= ENOUGH)
        .map(Map.Entry::getKey)
        .toList();
  }
}
