package org.dat4j.benchmarks.report;

import java.util.List;
import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;

/**
 * The results of the comparison benchmark for all peers, with the machine they were taken on, which
 * the reports show.
 *
 * @param machine facts about the machine, the build and the run, by name
 * @param rounds how often each figure was measured
 * @param points the operating points that all peers were asked for
 * @param peers the peers in the order of the report
 */
public record Results(
    Map<String, String> machine, int rounds, List<OperatingPoint> points, List<PeerResult> peers) {

  /**
   * The results of a peer.
   *
   * @param name its name
   * @param kind what kind of peer it is
   * @param reach what connects its sides
   * @param missing why it could not run at all, and what would help; empty if it could
   * @param measured the figures by point, those of sweeps included
   * @param failures why there is no figure, by point
   */
  public record PeerResult(
      String name,
      String kind,
      String reach,
      String missing,
      Map<OperatingPoint, Measured> measured,
      Map<OperatingPoint, String> failures) {}
}
