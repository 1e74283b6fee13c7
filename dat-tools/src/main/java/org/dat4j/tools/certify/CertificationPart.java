package org.dat4j.tools.certify;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.kernel.Placement;
import org.dat4j.conformance.report.CertificateRules;
import org.dat4j.conformance.report.CertifiedRun.Kind;

/**
 * One of the runs that a certificate demands of a backend: a run of the conformance suite or the
 * stepper, with its parameters.
 *
 * @param kind program that makes it
 * @param placement of the second party; for the suite and the pairs
 * @param seed of the run
 * @param threads that make calls; for the stepper
 * @param calls to make; for the stepper
 */
record CertificationPart(Kind kind, Placement placement, long seed, int threads, long calls) {
  private static final long QUICK_CALLS = 100_000;

  /** Lists the runs of a certification: all that a certificate demands, or a quick choice. */
  static List<CertificationPart> all(long seed, boolean quick, boolean oneProcess, boolean pairs) {
    List<CertificationPart> parts = new ArrayList<>();
    List<Placement> placements = List.of(Placement.values());
    if (oneProcess) {
      placements = List.of(Placement.ONE_JVM);
    }
    for (Placement placement : placements) {
      for (int i = 0; i < (quick ? 1 : CertificateRules.SEEDS); i++) {
        parts.add(new CertificationPart(Kind.SUITE, placement, seed + i, 0, 0));
      }
    }
    for (int threads : CertificateRules.THREADS) {
      long calls = quick ? QUICK_CALLS : CertificateRules.CALLS;
      parts.add(new CertificationPart(Kind.STEPPER, Placement.ONE_JVM, seed, threads, calls));
    }
    for (Placement placement : pairs && !quick ? placements : List.<Placement>of()) {
      parts.add(new CertificationPart(Kind.PAIRS, placement, seed, 0, 0));
    }
    return parts;
  }

  /** Names the folder of its report. */
  String folder() {
    return switch (kind) {
      case SUITE -> "suite-" + placement.label() + "-seed-" + seed;
      case STEPPER -> "stepper-threads-" + threads;
      case PAIRS -> placement == Placement.ONE_JVM ? "pairs" : "pairs-" + placement.label();
    };
  }
}
