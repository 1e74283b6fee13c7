package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Mutant;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.SuiteResult;

/**
 * Tries the suite on one mutant after the other in this JVM, in the strict profile. A mutant runs
 * against the clauses it breaks; one that they do not find, against all. The first clause that
 * finds it ends the run. Used by one thread.
 */
final class Trial {
  /** How often all clauses are run when what failed did so by chance. */
  private static final int TRIES = 3;

  private static final String EVERY_CLAUSE = "*";

  private final ContractKit kit;
  private final String ia;
  private final long seed;

  Trial(ContractKit kit, String ia, long seed) {
    this.kit = kit;
    this.ia = ia;
    this.seed = seed;
  }

  Verdict judge(String id) {
    Mutant mutant =
        kit.mutant(id).orElseThrow(() -> new UsageException("mutant '" + id + "' is unknown"));
    Set<String> own = Set.copyOf(mutant.clauses());
    List<String> failed = failed(id, String.join(",", mutant.clauses()), own);
    if (!failed.isEmpty()) {
      return new Verdict(id, mutant.clauses(), failed, Verdict.Strength.STRONG);
    }
    if (own.contains(EVERY_CLAUSE)) {
      return new Verdict(id, mutant.clauses(), failed, Verdict.Strength.SURVIVOR);
    }
    for (int i = 0; i < TRIES && failed.isEmpty(); i++) {
      List<String> once = failed(id, EVERY_CLAUSE, Set.of());
      if (once.isEmpty()) {
        break;
      }
      failed = confirmed(id, once);
    }
    Verdict.Strength strength =
        failed.isEmpty()
            ? Verdict.Strength.SURVIVOR
            : failed.stream().anyMatch(own::contains)
                ? Verdict.Strength.STRONG
                : Verdict.Strength.WEAK;
    return new Verdict(id, mutant.clauses(), failed, strength);
  }

  /** What fails by chance does not fail again: a survivor is not to be hidden by that. */
  private List<String> confirmed(String id, List<String> once) {
    return failed(id, String.join(",", once), Set.copyOf(once));
  }

  /** Runs the clauses until one of some fails, or any if none is named. */
  private List<String> failed(String id, String clauses, Set<String> enough) {
    SuiteOptions options =
        SuiteOptions.on(ia)
            .contract(kit.contract())
            .clauses(clauses)
            .profile(Profile.STRICT)
            .seed(seed)
            .mutant(id)
            .build();
    AtomicReference<SuiteRunner> running = new AtomicReference<>();
    SuiteRunner runner =
        new SuiteRunner(
            kit,
            options,
            (result, done, total) -> {
              List<String> found = result.failed();
              if (enough.isEmpty() ? !found.isEmpty() : found.stream().anyMatch(enough::contains)) {
                running.get().cancel();
              }
            });
    running.set(runner);
    SuiteResult result = runner.run();
    return result.clauses().stream()
        .filter(clause -> clause.status() == Status.FAILED)
        .map(ClauseResult::id)
        .toList();
  }
}
