package org.dat4j.conformance.dat.mutant;

import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.report.Status;

/** Runs one clause against one mutant of loopback0, and tells why it fails. */
final class MutantReason {
  private MutantReason() {}

  /**
   * Runs the clause in the strict profile with the seed 1.
   *
   * @param deep whether each test has two rounds
   * @return what failed
   * @throws AssertionError if the clause did not fail
   */
  static String of(String mutant, String clause, boolean deep) {
    SuiteOptions options =
        SuiteOptions.on("loopback0")
            .profile(Profile.STRICT)
            .mutant(mutant)
            .clauses(clause)
            .deep(deep)
            .seed(1)
            .build();
    return SuiteRunner.run(options).clauses().stream()
        .filter(each -> each.id().equals(clause) && each.status() == Status.FAILED)
        .findFirst()
        .orElseThrow(() -> new AssertionError(mutant + ": " + clause + " did not fail"))
        .reason();
  }
}
