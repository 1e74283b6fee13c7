package org.dat4j.tools.certify;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.ClauseGrid;
import org.dat4j.conformance.report.Status;
import org.dat4j.tools.cli.CommandUsageException;
import org.dat4j.tools.cli.VerdictOutput;

/**
 * The comparison of two sets of reports on one backend, such as those of two versions: which
 * clauses changed their status. Used by one thread.
 */
final class ReportComparison {
  /** What stands in the place of the status where no run selected the clause. */
  private static final String NONE = "none";

  /** One of the two sets: its subject and verdict in words, and the status of each clause. */
  private record ComparedReports(
      String name, String subject, String verdict, Map<String, Status> clauses) {
    private static ComparedReports of(List<ReportFolder> reports, LocalDate today) {
      Set<String> names = new TreeSet<>();
      Set<String> subjects = new TreeSet<>();
      for (ReportFolder report : reports) {
        names.add(report.run().contract() + " on " + report.run().ia());
        subjects.add(report.run().subject());
      }
      if (names.size() > 1) {
        throw new CommandUsageException(
            "the runs are " + String.join(" and ", names) + ": give those of one backend");
      }
      return new ComparedReports(
          names.iterator().next(),
          String.join("; ", subjects),
          CertificateRules.judge(reports.stream().map(ReportFolder::run).toList(), today)
              .level()
              .label(),
          ClauseGrid.statuses(reports.stream().flatMap(each -> each.suite().stream()).toList()));
    }

    private String status(String clause) {
      Status status = clauses.get(clause);
      return status == null ? NONE : status.label();
    }

    private Map<String, Object> members() {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("subject", subject);
      members.put("verdict", verdict);
      return members;
    }
  }

  private final ComparedReports before;
  private final ComparedReports after;
  private final Set<String> clauses = new TreeSet<>();

  /**
   * Reads both sets.
   *
   * @throws CommandUsageException if they are not of one backend
   */
  ReportComparison(List<ReportFolder> before, List<ReportFolder> after, LocalDate today) {
    this.before = ComparedReports.of(before, today);
    this.after = ComparedReports.of(after, today);
    if (!this.before.name().equals(this.after.name())) {
      throw new CommandUsageException(
          "the runs are "
              + this.before.name()
              + " and "
              + this.after.name()
              + ": give those of one backend");
    }
    clauses.addAll(this.before.clauses().keySet());
    clauses.addAll(this.after.clauses().keySet());
  }

  /** Gives a row for each clause whose status differs; the first row is the heading. */
  List<List<String>> changes() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("clause", "before", "after"));
    for (String clause : clauses) {
      if (before.clauses().get(clause) != after.clauses().get(clause)) {
        rows.add(List.of(clause, before.status(clause), after.status(clause)));
      }
    }
    return rows;
  }

  /** Tells whether a clause fails that did not fail before. */
  boolean isWorse() {
    return after.clauses().entrySet().stream()
        .anyMatch(
            each ->
                each.getValue() == Status.FAILED
                    && before.clauses().get(each.getKey()) != Status.FAILED);
  }

  /** Tells both subjects and verdicts, and how many clauses changed. */
  List<String> lines() {
    return List.of(
        "before: " + before.verdict() + ", " + before.subject(),
        "after: " + after.verdict() + ", " + after.subject(),
        changes().size() - 1 + " of " + clauses.size() + " clauses changed");
  }

  /** Gives the members of the JSON form. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("before", before.members());
    members.put("after", after.members());
    members.put("clauses", clauses.size());
    members.put("changed", VerdictOutput.objects(changes()));
    members.put("worse", isWorse());
    return members;
  }
}
