package org.dat4j.conformance.report;

import java.util.List;
import java.util.Map;
import org.dat4j.conformance.catalogue.Deviation;

/**
 * The record of one run that counts for a certificate, of the suite, the stepper or the stepper's
 * pairs of calls: what was run on which backend, and what came out. Made by {@link
 * BundleContent#run}. Immutable.
 *
 * @param kind suite, stepper or pairs
 * @param ia name of the adapter or controller
 * @param contract {@code dat} or {@code rsm}
 * @param versions of dat4j, catalogue, provider, JDK, operating system and device
 * @param placement {@code one-jvm} or {@code two-jvms}
 * @param seed the seed of the run
 * @param calls calls that the stepper made; 0 for other kinds
 * @param threads threads that made them; 0 for other kinds
 * @param cancelled whether the run was ended early
 * @param limits why the run covers less than a certificate demands; empty for a whole run
 * @param failures what failed, one line each
 * @param unexplained clauses that were not run, and no declared absence says why
 * @param decided in words, how much the run decided
 * @param repeated tests that were run again, with what the earlier attempts found
 * @param deviations the lines of the deviation file
 * @param absent each capability declared absent, and how many clauses it switches off
 */
public record CertifiedRun(
    Kind kind,
    String ia,
    String contract,
    Map<String, String> versions,
    String placement,
    long seed,
    long calls,
    int threads,
    boolean cancelled,
    List<String> limits,
    List<String> failures,
    List<String> unexplained,
    String decided,
    List<String> repeated,
    List<Deviation> deviations,
    Map<String, Integer> absent) {

  /** Program that made a run. */
  public enum Kind {
    /** The conformance suite. */
    SUITE,
    /** Random calls compared with a model. */
    STEPPER,
    /** Pairs of calls that meet. */
    PAIRS
  }

  /** Tells whether the run counts for what a certificate demands. */
  boolean isWhole() {
    return !cancelled && limits.isEmpty();
  }

  /**
   * Names the run.
   *
   * @return kind, placement or threads, and seed
   */
  public String name() {
    return switch (kind) {
      case SUITE -> "suite, " + placement + ", seed " + seed;
      case STEPPER ->
          "stepper, " + threads + (threads == 1 ? " thread" : " threads") + ", seed " + seed;
      case PAIRS ->
          "pairs, " + (placement.equals("one-jvm") ? "" : placement + ", ") + "seed " + seed;
    };
  }

  /**
   * Describes the backend and the suite that were run; one certificate has one of them.
   *
   * @return contract, adapter, and the versions of provider, dat4j and catalogue
   */
  public String subject() {
    return contract
        + " on "
        + ia
        + ", provider "
        + versions.get("provider")
        + ", dat4j "
        + versions.get("dat4j")
        + ", catalogue "
        + versions.get("catalogue");
  }
}
