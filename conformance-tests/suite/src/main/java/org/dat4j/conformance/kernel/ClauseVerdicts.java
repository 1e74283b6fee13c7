package org.dat4j.conformance.kernel;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.dat4j.conformance.catalogue.Clause;
import org.dat4j.conformance.catalogue.Deviation;
import org.dat4j.conformance.catalogue.Deviations;
import org.dat4j.conformance.catalogue.LeftOutKinds;
import org.dat4j.conformance.dimension.Coverage;
import org.dat4j.conformance.dimension.DimensionKind;
import org.dat4j.conformance.dimension.OtherSidePlace;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.TestResult;

/**
 * Decides for each clause whether the backend passed it in a run of the suite, from the records of
 * the clause's tests.
 */
final class ClauseVerdicts {
  private final RunContext run;
  private final TestIndex index;
  private final Deviations deviations;
  private final LocalDate today;

  ClauseVerdicts(RunContext run, TestIndex index, Deviations deviations, LocalDate today) {
    this.run = run;
    this.index = index;
    this.deviations = deviations;
    this.today = today;
  }

  private Optional<Deviation> valid(String id) {
    return deviations.find(id).filter(deviation -> !deviation.expired(today));
  }

  /** Tells whether every id has a line in the deviation file that still counts. */
  boolean allDeviate(List<String> ids) {
    return !ids.isEmpty() && ids.stream().allMatch(id -> valid(id).isPresent());
  }

  /** Decides one clause. */
  ClauseResult decide(Clause clause, Map<String, TestResult> results) {
    if (clause.untestable().isPresent()) {
      return result(clause, Status.UNTESTABLE, 0, List.of(), clause.untestable().get(), "");
    }
    if (clause.vacuous().isPresent()) {
      return result(clause, Status.VACUOUS, 0, List.of(), clause.vacuous().get(), "");
    }
    List<String> tests = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    List<String> unexecuted = new ArrayList<>();
    int checks = 0;
    boolean refused = false;
    boolean passed = false;
    boolean reached = true;
    for (TestIndex.Entry entry : index.entries()) {
      if (!entry.ids().contains(clause.id())) {
        continue;
      }
      tests.add(entry.name());
      TestResult test = results.get(entry.name());
      TestRecord record = run.record(entry.name()).orElse(null);
      if (test == null || record == null) {
        reached &= test != null;
        unexecuted.add(test == null ? unreached(entry) : test.message());
        if (test != null && test.outcome() == TestResult.Outcome.FAILED) {
          failures.add(entry.name() + ": " + test.message());
        }
        continue;
      }
      checks += record.checks(clause.id());
      record.failures(clause.id()).forEach(f -> failures.add(entry.name() + ": " + f));
      String absent = record.absentReason(clause.id());
      if (absent != null) {
        unexecuted.add(absent);
      } else if (record.failures(clause.id()).isEmpty()) {
        refused |= record.refusal();
        passed |= !record.refusal();
      }
    }
    if (!failures.isEmpty()) {
      return failed(clause, checks, tests, String.join("\n", failures));
    }
    if (passed) {
      return passed(clause, checks, tests);
    }
    if (refused) {
      String gate = clause.needs().unmet(run.capabilities()).orElse("");
      return result(clause, Status.REFUSED, checks, tests, gate, gate);
    }
    if (tests.isEmpty()) {
      return result(clause, Status.UNTESTED, 0, tests, "no test yet", "");
    }
    String reason = String.join("; ", unexecuted);
    return result(clause, Status.NOTRUN, checks, tests, reason, reached ? reason : "");
  }

  private String unreached(TestIndex.Entry entry) {
    return run.cancelled()
        ? "the run ended before " + entry.name()
        : entry.name() + " was not selected or not found";
  }

  private ClauseResult failed(Clause clause, int checks, List<String> tests, String failures) {
    Optional<Deviation> line = deviations.find(clause.id());
    if (line.isEmpty()) {
      return result(clause, Status.FAILED, checks, tests, failures, "");
    }
    Deviation deviation = line.get();
    if (deviation.expired(today)) {
      String reason = where(deviation) + " expired on " + deviation.expiry() + "\n" + failures;
      return result(clause, Status.FAILED, checks, tests, reason, "");
    }
    String reason =
        deviation.reason() + " (" + deviation.owner() + ", until " + deviation.expiry() + ")";
    return result(clause, Status.DEVIATION, checks, tests, reason + "\n" + failures, "");
  }

  private ClauseResult passed(Clause clause, int checks, List<String> tests) {
    Optional<Deviation> line = deviations.find(clause.id());
    if (line.isPresent() && line.get().expired(today)) {
      String reason = where(line.get()) + " expired on " + line.get().expiry() + "; remove it";
      return result(clause, Status.FAILED, checks, tests, reason, "");
    }
    if (line.isPresent() && line.get().kind() == Deviation.Kind.DEFECT) {
      String reason = where(line.get()) + " lists a defect, but the clause passes; remove it";
      return result(clause, Status.FAILED, checks, tests, reason, "");
    }
    return result(clause, Status.PASSED, checks, tests, "", "");
  }

  private String where(Deviation deviation) {
    return deviations.source() + ":" + deviation.line();
  }

  private ClauseResult result(
      Clause clause, Status status, int checks, List<String> tests, String reason, String absent) {
    List<Coverage> coverage = new ArrayList<>();
    Set<OtherSidePlace> places = EnumSet.noneOf(OtherSidePlace.class);
    for (String test : tests) {
      run.record(test)
          .ifPresent(
              record -> {
                coverage.addAll(record.coverage(clause.id()));
                places.addAll(record.places(clause.id()));
              });
    }
    if (!places.isEmpty()) {
      coverage.add(run.coverage(places));
    }
    List<Coverage> merged = Coverage.merge(coverage);
    return new ClauseResult(
        clause.id(),
        status,
        checks,
        List.copyOf(tests),
        reason,
        clause.requirement(),
        absent,
        merged,
        checks == 0 || status == Status.REFUSED ? Map.of() : leftOut(clause, merged));
  }

  /** Says why checks that were executed vary the clause in some kinds of dimensions only. */
  private static Map<DimensionKind, String> leftOut(Clause clause, List<Coverage> coverage) {
    Map<DimensionKind, String> leftOut = new EnumMap<>(DimensionKind.class);
    for (DimensionKind kind : DimensionKind.values()) {
      List<Coverage> stated =
          coverage.stream().filter(each -> each.kind().orElse(null) == kind).toList();
      if (stated.isEmpty()) {
        leftOut.put(kind, LeftOutKinds.suite().reason(clause, kind).orElse(ClauseResult.NO_REASON));
      } else if (stated.stream().noneMatch(Coverage::varies)) {
        leftOut.put(kind, ClauseResult.ONE_VALUE);
      }
    }
    return leftOut;
  }
}
