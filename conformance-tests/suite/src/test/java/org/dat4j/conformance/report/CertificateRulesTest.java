package org.dat4j.conformance.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.Deviation;
import org.dat4j.conformance.report.CertifiedRun.Kind;
import org.junit.jupiter.api.Test;

class CertificateRulesTest {
  private static final LocalDate TODAY = LocalDate.of(2027, 1, 31);
  private static final Deviation LINE =
      new Deviation("dat_a.01", "reads stop", "vendor", TODAY, Deviation.Kind.DEFECT, 2);

  /** One run, changed by each test in the place that matters. */
  private static final class Run {
    private final Kind kind;
    private String contract = "dat";
    private String placement = "one-jvm";
    private long seed;
    private long calls;
    private int threads;
    private String version = "1.0";
    private boolean cancelled;
    private List<String> limits = List.of();
    private List<String> failures = List.of();
    private List<String> unexplained = List.of();
    private List<String> repeated = List.of();
    private List<Deviation> deviations = List.of();
    private Map<String, Integer> absent = Map.of();

    Run(Kind kind) {
      this.kind = kind;
    }

    CertifiedRun end() {
      return new CertifiedRun(
          kind,
          "mine0",
          contract,
          Map.of("provider", "mine " + version, "dat4j", "0.1", "catalogue", "3 clauses"),
          placement,
          seed,
          calls,
          threads,
          cancelled,
          limits,
          failures,
          unexplained,
          "3 of 3 testable clauses",
          repeated,
          deviations,
          absent);
    }
  }

  private static Run suite(String placement, long seed) {
    Run run = new Run(Kind.SUITE);
    run.placement = placement;
    run.seed = seed;
    return run;
  }

  private static Run stepper(int threads, long calls) {
    Run run = new Run(Kind.STEPPER);
    run.threads = threads;
    run.calls = calls;
    return run;
  }

  /**
   * Everything that a certificate demands: six runs of the suite, two of the stepper, and two of
   * the pairs.
   */
  private static List<Run> all() {
    List<Run> runs = new ArrayList<>();
    for (String placement : List.of("one-jvm", "two-jvms")) {
      for (int seed = 1; seed <= 3; seed++) {
        runs.add(suite(placement, seed));
      }
    }
    runs.add(stepper(1, 1_000_000));
    runs.add(stepper(4, 1_000_000));
    for (String placement : List.of("one-jvm", "two-jvms")) {
      Run pairs = new Run(Kind.PAIRS);
      pairs.placement = placement;
      runs.add(pairs);
    }
    return runs;
  }

  private static Certificate judge(List<Run> runs) {
    return CertificateRules.judge(runs.stream().map(Run::end).toList(), TODAY);
  }

  @Test
  void allDemandedRunsWithoutFailureAreConformant() {
    Certificate certificate = judge(all());
    assertEquals(CertificateLevel.CONFORMANT, certificate.level());
    assertEquals(List.of(), certificate.missing());
    assertEquals(10, certificate.covered().size());
    assertEquals("verdict: conformant", certificate.lines().get(0));
  }

  @Test
  void aFailureInOneRunFails() {
    List<Run> runs = all();
    runs.get(4).failures = List.of("dat_a.01");
    Certificate certificate = judge(runs);
    assertEquals(CertificateLevel.FAILED, certificate.level());
    assertEquals(List.of("suite, two-jvms, seed 2: dat_a.01"), certificate.failures());
  }

  @Test
  void aFailureCountsInAPartialOrCancelledRunToo() {
    Run run = suite("one-jvm", 1);
    run.cancelled = true;
    run.failures = List.of("dat_a.01");
    assertEquals(CertificateLevel.FAILED, judge(List.of(run)).level());
  }

  @Test
  void eachPlacementNeedsThreeSeeds() {
    List<Run> runs = all();
    runs.get(5).seed = 2;
    Certificate certificate = judge(runs);
    assertEquals(CertificateLevel.PARTIAL, certificate.level());
    assertEquals(List.of("suite, two-jvms: 2 of 3 seeds"), certificate.missing());
  }

  @Test
  void aBackendOfOneProcessNeedsOnePlacement() {
    List<Run> runs = all();
    runs.removeIf(run -> run.placement.equals("two-jvms"));
    assertEquals(CertificateLevel.PARTIAL, judge(runs).level());
    runs.forEach(run -> run.absent = Map.of("other_process", 0));
    Certificate certificate = judge(runs);
    assertEquals(CertificateLevel.CONFORMANT, certificate.level());
    assertEquals("other_process", certificate.absentText());
  }

  @Test
  void theStepperNeedsAMillionCallsWithOneThreadAndWithFour() {
    List<Run> runs = all();
    runs.get(6).calls = 999_999;
    runs.get(7).threads = 3;
    assertEquals(
        List.of("stepper, 1 thread: 999999 of 1000000 calls", "no whole run: stepper, 4 threads"),
        judge(runs).missing());
  }

  @Test
  void pairsAreDemandedOfTheContractsThatHaveThem() {
    List<Run> runs = all();
    runs.removeIf(run -> run.kind == Kind.PAIRS);
    assertEquals(List.of("no whole run: pairs of calls"), judge(runs).missing());
    runs.forEach(run -> run.contract = "rsm");
    assertEquals(CertificateLevel.CONFORMANT, judge(runs).level());
  }

  @Test
  void eachPlacementNeedsThePairs() {
    List<Run> runs = all();
    runs.get(9).limits = List.of("3 pairs were not made");
    assertEquals(List.of("no whole run: pairs of calls, two-jvms"), judge(runs).missing());
    runs.get(9).failures = List.of("ep-two-jvms/busy/a+b: no order explains it");
    assertEquals(
        List.of("pairs, two-jvms, seed 0: ep-two-jvms/busy/a+b: no order explains it"),
        judge(runs).failures());
  }

  @Test
  void runsThatWereNotMadeAreOnePhrase() {
    Run look = suite("one-jvm", 1);
    look.limits = List.of("only the clauses dat_a*");
    assertEquals(
        List.of("no whole run: suite; stepper; pairs of calls"), judge(List.of(look)).missing());
    assertEquals(
        List.of(
            "suite, one-jvm: 1 of 3 seeds",
            "no whole run: suite, two-jvms; stepper; pairs of calls"),
        judge(List.of(suite("one-jvm", 1))).missing());
    look.absent = Map.of("other_process", 0);
    look.contract = "rsm";
    assertEquals(List.of("no whole run: suite; stepper"), judge(List.of(look)).missing());
  }

  @Test
  void cancelledAndLimitedRunsDoNotCount() {
    List<Run> runs = all();
    runs.get(0).cancelled = true;
    runs.get(3).limits = List.of("only the clauses dat_a*");
    Certificate certificate = judge(runs);
    assertEquals(
        List.of("suite, one-jvm: 2 of 3 seeds", "suite, two-jvms: 2 of 3 seeds"),
        certificate.missing());
    assertTrue(certificate.covered().get(0).endsWith("(cancelled)"));
    assertTrue(certificate.covered().get(3).endsWith("(only the clauses dat_a*)"));
  }

  @Test
  void aClauseThatWasNotRunNeedsADeclaredAbsence() {
    List<Run> runs = all();
    runs.get(1).unexplained = List.of("dat_a.01", "dat_a.02");
    assertEquals(
        List.of(
            "suite, one-jvm, seed 2: not run, and no declared absence says why: dat_a.01 dat_a.02"),
        judge(runs).missing());
  }

  @Test
  void deviationsAreNamedUntilTheyExpire() {
    List<Run> runs = all();
    runs.forEach(run -> run.deviations = List.of(LINE));
    Certificate certificate = judge(runs);
    assertEquals(CertificateLevel.WITH_DEVIATIONS, certificate.level());
    assertEquals(List.of(LINE), certificate.deviations());
    assertTrue(certificate.lines().get(1).contains("until 2027-01-31"));
    List<CertifiedRun> later = runs.stream().map(Run::end).toList();
    assertEquals(
        List.of("the deviation of dat_a.01 expired on 2027-01-31"),
        CertificateRules.judge(later, TODAY.plusDays(1)).failures());
  }

  @Test
  void runsOfTwoVersionsAreNoOneCertificate() {
    List<Run> runs = all();
    runs.get(0).version = "1.1";
    Certificate certificate = judge(runs);
    assertEquals(CertificateLevel.PARTIAL, certificate.level());
    assertTrue(certificate.missing().get(0).contains("provider mine 1.1, "));
  }

  @Test
  void repeatedTestsStandInTheCertificate() {
    List<Run> runs = all();
    runs.get(2).repeated = List.of("A.x, passed after: [stood still]");
    assertEquals(
        List.of("suite, one-jvm, seed 3: A.x, passed after: [stood still]"),
        judge(runs).repeated());
  }
}
