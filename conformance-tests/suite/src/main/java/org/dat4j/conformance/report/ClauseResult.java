package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;

/**
 * Outcome of one clause in a run of the suite, with the tests that decided it and the reason.
 *
 * @param id clause id
 * @param status the outcome
 * @param checks number of bound checks that were executed
 * @param tests names of the tests that declare the clause
 * @param reason why the status is not simply passed; empty if there is nothing to say
 * @param requirement the text of the clause
 * @param absent the absence that explains why it was refused or not run; empty if there is none
 * @param coverage which values of which dimensions its checks met; empty where none is varied
 * @param leftOutKinds the kinds of dimensions that none of its checks varied, each with the reason;
 *     empty if no check of it was executed
 */
public record ClauseResult(
    String id,
    Status status,
    int checks,
    List<String> tests,
    String reason,
    String requirement,
    String absent,
    List<Coverage> coverage,
    Map<DimensionKind, String> leftOutKinds) {

  /** Why a kind is left out of which a test has stated several values. */
  public static final String ONE_VALUE = "this run met one value only";

  /** Why a kind is left out of which the table of the suite says nothing. */
  public static final String NO_REASON = "no check of this run varied it";

  /**
   * Lists the kinds of dimensions that its checks varied in this run.
   *
   * @return possibly none
   */
  public Set<DimensionKind> variedKinds() {
    Set<DimensionKind> kinds = EnumSet.noneOf(DimensionKind.class);
    coverage.stream().filter(Coverage::varies).forEach(each -> each.kind().ifPresent(kinds::add));
    return kinds;
  }

  /**
   * Tells in words what the checks of the clause met and what was left out.
   *
   * @return one line per dimension, then one per reason for which kinds of dimensions are left out
   */
  public List<String> coverageLines() {
    List<String> lines = new ArrayList<>();
    for (Coverage each : coverage) {
      String kind = each.kind().map(DimensionKind::label).orElse("choice");
      StringBuilder line = new StringBuilder(kind);
      line.append(each.dimension().equals(kind) ? "" : ", " + each.dimension()).append(": ");
      line.append(String.join(", ", each.covered()));
      each.leftOut()
          .forEach(
              (value, why) -> line.append("; left out ").append(value).append(": ").append(why));
      lines.add(line.toString());
    }
    Map<String, List<DimensionKind>> byReason =
        leftOutKinds.keySet().stream()
            .collect(
                Collectors.groupingBy(leftOutKinds::get, LinkedHashMap::new, Collectors.toList()));
    byReason.forEach(
        (reason, kinds) ->
            lines.add(
                "left out: "
                    + kinds.stream().map(DimensionKind::label).collect(Collectors.joining(", "))
                    + ": "
                    + reason));
    return lines;
  }

  /**
   * Returns the page that the clause comes from.
   *
   * @return the id without its number
   */
  public String page() {
    return id.substring(0, Math.max(0, id.lastIndexOf('.')));
  }
}
