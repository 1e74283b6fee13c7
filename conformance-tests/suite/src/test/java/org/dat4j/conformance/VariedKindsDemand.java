package org.dat4j.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.LeftOutKinds;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.SuiteResult;

/**
 * A demand of this project on a run of its own backends. The checks of each clause vary each kind
 * of dimension, or {@link LeftOutKinds} has the reason. Fewer clauses may be left out for the time
 * being with each change, never more.
 */
public final class VariedKindsDemand {
  private VariedKindsDemand() {}

  /**
   * Fails if a clause is neither varied nor left out for a reason, or too many are not varied yet.
   *
   * @param result what the run found
   * @param most the most clauses that may be not varied yet, for each kind
   */
  public static void check(SuiteResult result, Map<DimensionKind, Integer> most) {
    List<String> without = new ArrayList<>();
    Map<DimensionKind, Integer> notYet = new EnumMap<>(DimensionKind.class);
    for (ClauseResult clause : result.clauses()) {
      clause
          .leftOutKinds()
          .forEach(
              (kind, reason) -> {
                if (reason.equals(ClauseResult.NO_REASON)) {
                  without.add(clause.id() + " " + kind.label());
                } else if (reason.startsWith(LeftOutKinds.NOT_YET)) {
                  notYet.merge(kind, 1, Integer::sum);
                }
              });
    }
    assertEquals(List.of(), without, "clauses not varied in a kind, without a reason in the table");
    for (DimensionKind kind : DimensionKind.values()) {
      assertTrue(
          notYet.getOrDefault(kind, 0) <= most.get(kind),
          () ->
              "more clauses than before are not varied in a kind: " + notYet + ", before " + most);
    }
  }
}
