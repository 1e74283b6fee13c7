package org.dat4j.conformance.report;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.dat4j.conformance.catalogue.Deviation;

/**
 * Decides the verdict of a certificate on one backend from its runs of suite, stepper and pairs.
 * The page docs/reference/certificate.md states the rules. Stateless.
 */
public final class CertificateRules {
  /** Seeds with which the suite has to run in each placement. */
  public static final int SEEDS = 3;

  /** Calls of the stepper for each number of threads. */
  public static final long CALLS = 1_000_000;

  /** Numbers of threads with which the stepper has to run. */
  public static final List<Integer> THREADS = List.of(1, 4);

  /** Placements of the second party in which the suite and the pairs have to run. */
  public static final List<String> PLACEMENTS = List.of("one-jvm", "two-jvms");

  /** Capability whose absence says that adapters meet within one JVM only. */
  public static final String OTHER_PROCESS = "other_process";

  /** Contracts whose certificate demands the pairs of calls. */
  public static final Set<String> PAIRS_OF = Set.of("dat");

  /**
   * Least share of the pairs that have to meet often enough, in percent. A run below it says more
   * about a busy machine than about the backend.
   */
  public static final int PAIRS_MET_PERCENT = 50;

  private CertificateRules() {}

  /**
   * Decides.
   *
   * @param runs all runs of one backend, at least one
   * @param today the day on which deviations must not have expired
   * @return the verdict and its reasons
   */
  public static Certificate judge(List<CertifiedRun> runs, LocalDate today) {
    List<String> failures = new ArrayList<>();
    List<String> covered = new ArrayList<>();
    List<String> repeated = new ArrayList<>();
    Map<String, Deviation> deviations = new LinkedHashMap<>();
    Map<String, Integer> absent = new TreeMap<>();
    for (CertifiedRun run : runs) {
      run.failures().forEach(failure -> failures.add(run.name() + ": " + failure));
      run.repeated().forEach(test -> repeated.add(run.name() + ": " + test));
      run.deviations().forEach(line -> deviations.putIfAbsent(line.clause(), line));
      run.absent().forEach((name, clauses) -> absent.merge(name, clauses, Math::max));
      covered.add(run.name() + ": " + run.decided() + limits(run));
    }
    for (Deviation line : deviations.values()) {
      if (line.expired(today)) {
        failures.add("the deviation of " + line.clause() + " expired on " + line.expiry());
      }
    }
    List<String> missing = missing(runs, absent.containsKey(OTHER_PROCESS));
    CertificateLevel level;
    if (!failures.isEmpty()) {
      level = CertificateLevel.FAILED;
    } else if (!missing.isEmpty()) {
      level = CertificateLevel.PARTIAL;
    } else if (!deviations.isEmpty()) {
      level = CertificateLevel.WITH_DEVIATIONS;
    } else {
      level = CertificateLevel.CONFORMANT;
    }
    return new Certificate(
        level,
        List.copyOf(failures),
        missing,
        List.copyOf(covered),
        List.copyOf(repeated),
        List.copyOf(deviations.values()),
        absent);
  }

  private static String limits(CertifiedRun run) {
    List<String> limits = new ArrayList<>(run.limits());
    if (run.cancelled()) {
      limits.add("cancelled");
    }
    return limits.isEmpty() ? "" : " (" + String.join(", ", limits) + ")";
  }

  private static List<String> missing(List<CertifiedRun> runs, boolean oneProcess) {
    List<String> missing = new ArrayList<>();
    Set<String> subjects = new LinkedHashSet<>();
    runs.forEach(run -> subjects.add(run.subject()));
    if (subjects.size() > 1) {
      missing.add("one subject: the runs are of " + String.join("; and of ", subjects));
    }
    List<CertifiedRun> whole = runs.stream().filter(CertifiedRun::isWhole).toList();
    List<String> absent = new ArrayList<>();
    List<String> placements = oneProcess ? PLACEMENTS.subList(0, 1) : PLACEMENTS;
    List<String> absentPlacements = new ArrayList<>();
    for (String placement : placements) {
      long seeds =
          whole.stream()
              .filter(run -> run.kind() == CertifiedRun.Kind.SUITE)
              .filter(run -> run.placement().equals(placement))
              .map(CertifiedRun::seed)
              .distinct()
              .count();
      if (seeds == 0) {
        absentPlacements.add(placement);
      } else if (seeds < SEEDS) {
        missing.add("suite, " + placement + ": " + seeds + " of " + SEEDS + " seeds");
      }
    }
    addAbsent("suite", absentPlacements, placements, absent);
    List<String> steppers = THREADS.stream().map(CertificateRules::threads).toList();
    List<String> absentSteppers = new ArrayList<>();
    for (int threads : THREADS) {
      long calls =
          whole.stream()
              .filter(run -> run.kind() == CertifiedRun.Kind.STEPPER && run.threads() == threads)
              .mapToLong(CertifiedRun::calls)
              .max()
              .orElse(0);
      if (calls == 0) {
        absentSteppers.add(threads(threads));
      } else if (calls < CALLS) {
        missing.add("stepper, " + threads(threads) + ": " + calls + " of " + CALLS + " calls");
      }
    }
    addAbsent("stepper", absentSteppers, steppers, absent);
    if (runs.stream().anyMatch(run -> PAIRS_OF.contains(run.contract()))) {
      List<String> made =
          whole.stream()
              .filter(run -> run.kind() == CertifiedRun.Kind.PAIRS)
              .map(CertifiedRun::placement)
              .toList();
      List<String> absentPairs =
          placements.stream().filter(placement -> !made.contains(placement)).toList();
      addAbsent("pairs of calls", absentPairs, placements, absent);
    }
    if (!absent.isEmpty()) {
      missing.add("no whole run: " + String.join("; ", absent));
    }
    for (CertifiedRun run : whole) {
      if (!run.unexplained().isEmpty()) {
        missing.add(
            run.name()
                + ": not run, and no declared absence says why: "
                + String.join(" ", run.unexplained()));
      }
    }
    return List.copyOf(missing);
  }

  private static String threads(int threads) {
    return threads + (threads == 1 ? " thread" : " threads");
  }

  /** Names the absent runs of a kind: the kind alone where all demanded ones are absent. */
  private static void addAbsent(
      String kind, List<String> absent, List<String> demanded, List<String> into) {
    if (absent.equals(demanded)) {
      into.add(kind);
    } else {
      absent.forEach(each -> into.add(kind + ", " + each));
    }
  }
}
