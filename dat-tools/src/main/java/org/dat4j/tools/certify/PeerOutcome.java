package org.dat4j.tools.certify;

import java.util.Set;
import java.util.TreeSet;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.SuiteResult;

/**
 * A cell of the table of two adapters: the outcome of all runs of the suite on one backend with one
 * adapter as their second party. Used by one thread.
 */
final class PeerOutcome {
  private static final Set<Status> DECIDED =
      Set.of(Status.PASSED, Status.REFUSED, Status.DEVIATION, Status.FAILED);

  private final Set<String> decided = new TreeSet<>();
  private final Set<String> failed = new TreeSet<>();
  private boolean hasPassed = true;

  /** Adds a run; {@code isSuccess} is what its report says of the whole run. */
  void add(SuiteResult run, boolean isSuccess) {
    hasPassed &= isSuccess;
    for (ClauseResult clause : run.clauses()) {
      if (DECIDED.contains(clause.status())) {
        decided.add(clause.id());
      }
      if (clause.status() == Status.FAILED) {
        failed.add(clause.id());
      }
    }
  }

  /** Returns {@code passed} if all runs passed, otherwise {@code failed}. */
  String verdict() {
    return hasPassed ? "passed" : "failed";
  }

  /** Returns how many clauses the runs have decided together. */
  int clauses() {
    return decided.size();
  }

  /** Returns the clauses that failed in one of the runs. */
  Set<String> failed() {
    return Set.copyOf(failed);
  }

  /**
   * Returns the cell in words: a run of a few clauses also passes, so their number stands there.
   */
  String text() {
    return failed.isEmpty()
        ? verdict() + ", " + decided.size() + " clauses"
        : verdict() + ", " + failed.size() + " of " + decided.size() + " clauses";
  }
}
