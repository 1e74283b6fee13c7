package org.dat4j.conformance.report;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dimension.Coverage;

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
 */
public record ClauseResult(
    String id,
    Status status,
    int checks,
    List<String> tests,
    String reason,
    String requirement,
    String absent,
    List<Coverage> coverage) {

  /**
   * Tells in words what the checks of the clause met and what was left out.
   *
   * @return one line per dimension
   */
  public List<String> coverageLines() {
    List<String> lines = new ArrayList<>();
    for (Coverage each : coverage) {
      StringBuilder line = new StringBuilder(each.dimension()).append(": ");
      line.append(String.join(", ", each.covered()));
      each.leftOut()
          .forEach(
              (value, why) -> line.append("; left out ").append(value).append(": ").append(why));
      lines.add(line.toString());
    }
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
