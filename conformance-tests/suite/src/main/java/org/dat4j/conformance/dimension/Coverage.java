package org.dat4j.conformance.dimension;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values of one dimension (a property that a test varies) that were tried for a clause in a
 * run, and those that were left out. Immutable.
 *
 * @param kind kind of the dimension, or empty for a choice
 * @param dimension name of the dimension
 * @param covered texts of the values with which a check was executed
 * @param leftOut texts of the other values, each with the reason
 */
public record Coverage(
    Optional<DimensionKind> kind,
    String dimension,
    List<String> covered,
    Map<String, String> leftOut) {

  /** Why a value that could be tried is left out. */
  public static final String NOT_MET = "no check of this clause was executed with it";

  /**
   * Gathers what situations cover.
   *
   * @param dimensions what a test has stated
   * @param executed the situations in which a check was executed
   * @param reason why values that no situation has were left out
   * @return one entry per dimension
   */
  public static List<Coverage> of(
      List<Dimension<?>> dimensions, Collection<Situation> executed, String reason) {
    List<Coverage> all = new ArrayList<>();
    for (Dimension<?> dimension : dimensions) {
      Set<Object> met = new LinkedHashSet<>();
      for (Situation situation : executed) {
        if (situation.dimensions().contains(dimension)) {
          met.add(situation.get(dimension));
        }
      }
      List<String> covered = new ArrayList<>();
      Map<String, String> leftOut = new LinkedHashMap<>(dimension.leftOut());
      for (Object value : dimension.values()) {
        if (met.contains(value)) {
          covered.add(String.valueOf(value));
        } else {
          leftOut.put(String.valueOf(value), reason);
        }
      }
      all.add(new Coverage(dimension.kind(), dimension.name(), List.copyOf(covered), leftOut));
    }
    return all;
  }

  /**
   * Tells whether the run varied this dimension.
   *
   * @return true if checks were executed with at least two values
   */
  public boolean varies() {
    return covered.size() > 1;
  }

  /**
   * Merges what several tests of a clause cover: a value that one of them met is covered.
   *
   * @param all entries of several tests
   * @return one entry per name of a dimension
   */
  public static List<Coverage> merge(List<Coverage> all) {
    Map<String, Optional<DimensionKind>> kinds = new LinkedHashMap<>();
    Map<String, Set<String>> covered = new LinkedHashMap<>();
    Map<String, Map<String, String>> leftOut = new LinkedHashMap<>();
    for (Coverage each : all) {
      kinds.merge(each.dimension, each.kind, (first, next) -> first.or(() -> next));
      covered.computeIfAbsent(each.dimension, name -> new LinkedHashSet<>()).addAll(each.covered);
      leftOut.computeIfAbsent(each.dimension, name -> new LinkedHashMap<>()).putAll(each.leftOut);
    }
    List<Coverage> merged = new ArrayList<>();
    covered.forEach(
        (name, values) -> {
          Map<String, String> out = leftOut.get(name);
          out.keySet().removeAll(values);
          merged.add(new Coverage(kinds.get(name), name, List.copyOf(values), out));
        });
    return merged;
  }
}
