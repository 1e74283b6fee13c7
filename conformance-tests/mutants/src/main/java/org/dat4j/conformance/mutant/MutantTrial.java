package org.dat4j.conformance.mutant;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.conformance.SuiteOptions;
import org.dat4j.conformance.SuiteRunner;
import org.dat4j.conformance.kernel.ContractKit;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.report.ClauseResult;
import org.dat4j.conformance.report.Status;
import org.dat4j.conformance.report.SuiteResult;
import org.dat4j.conformance.spi.Mutant;

/**
 * Tries one mutant, a provider with one known fault: runs the suite on it in this JVM, in the
 * strict profile, and gives the verdict. The suite first runs the clauses that the mutant breaks.
 * If they do not find it, all clauses run. The first clause that finds it ends the run. {@link
 * MutantJvm} judges a trial that hangs or ends its JVM. Used by one thread.
 */
final class MutantTrial {
  /** Most runs of all clauses while the failures of each run do not repeat. */
  private static final int TRIES = 3;

  private static final String EVERY_CLAUSE = "*";

  private final ContractKit kit;
  private final String ia;
  private final long seed;

  MutantTrial(ContractKit kit, String ia, long seed) {
    this.kit = kit;
    this.ia = ia;
    this.seed = seed;
  }

  MutantVerdict judge(String id) {
    Mutant mutant =
        kit.mutant(id).orElseThrow(() -> new UsageException("mutant '" + id + "' is unknown"));
    Set<String> own = Set.copyOf(mutant.clauses());
    List<String> failed = failed(id, String.join(",", mutant.clauses()), own);
    if (!failed.isEmpty()) {
      return new MutantVerdict(id, mutant.clauses(), failed, MutantVerdict.Strength.STRONG);
    }
    if (own.contains(EVERY_CLAUSE)) {
      return new MutantVerdict(id, mutant.clauses(), failed, MutantVerdict.Strength.SURVIVOR);
    }
    for (int i = 0; i < TRIES && failed.isEmpty(); i++) {
      List<String> once = failed(id, EVERY_CLAUSE, Set.of());
      if (once.isEmpty()) {
        break;
      }
      failed = confirmed(id, once);
    }
    MutantVerdict.Strength strength =
        failed.isEmpty()
            ? MutantVerdict.Strength.SURVIVOR
            : failed.stream().anyMatch(own::contains)
                ? MutantVerdict.Strength.STRONG
                : MutantVerdict.Strength.WEAK;
    return new MutantVerdict(id, mutant.clauses(), failed, strength);
  }

  /** Runs failed clauses again, as a failure by chance must not hide a survivor. */
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
    List<ClauseResult> failed =
        result.clauses().stream().filter(clause -> clause.status() == Status.FAILED).toList();
    if (id.equals(MutantSet.NONE)) {
      // A failure without a fault may not come again, so its cause is told at once.
      failed.forEach(clause -> System.err.println(clause.id() + ": " + clause.reason()));
    }
    return failed.stream().map(ClauseResult::id).toList();
  }
}
