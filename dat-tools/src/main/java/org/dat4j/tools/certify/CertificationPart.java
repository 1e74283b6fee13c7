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
 * @param placement of the second party; for the suite
 * @param seed of the run
 * @param threads that make calls; for the stepper
 * @param calls to make; for the stepper
 */
record CertificationPart(Kind kind, Placement placement, long seed, int threads, long calls) {
  private static final long QUICK_CALLS = 100_000;

  /** Lists the runs of a certification: all that a certificate demands, or a quick choice. */
  static List<CertificationPart> all(long seed, boolean quick, boolean oneProcess, boolean pairs) {
    List<CertificationPart> parts = new ArrayList<>();
    for (Placement placement : Placement.values()) {
      if (placement == Placement.TWO_JVMS && oneProcess) {
        continue;
      }
      for (int i = 0; i < (quick ? 1 : CertificateRules.SEEDS); i++) {
        parts.add(new CertificationPart(Kind.SUITE, placement, seed + i, 0, 0));
      }
    }
    for (int threads : CertificateRules.THREADS) {
      long calls = quick ? QUICK_CALLS : CertificateRules.CALLS;
      parts.add(new CertificationPart(Kind.STEPPER, Placement.ONE_JVM, seed, threads, calls));
    }
    if (pairs && !quick) {
      parts.add(new CertificationPart(Kind.PAIRS, Placement.ONE_JVM, seed, 0, 0));
    }
    return parts;
  }

  /** Names the folder of its report. */
  String folder() {
    return switch (kind) {
      case SUITE -> "suite-" + placement.label() + "-seed-" + seed;
      case STEPPER -> "stepper-threads-" + threads;
      case PAIRS -> "pairs";
    };
  }
}
