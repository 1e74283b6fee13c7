package org.dat4j.benchmarks.peer;

import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * The outcome of one benchmark measurement: its figures, or the reason why there are none.
 *
 * @param point what was measured
 * @param sample the figures; null after a failure
 * @param failure the reason in words; empty if there are figures
 * @param command what repeats the measurement in a shell
 * @param note what distinguishes the figures from those of other peers; often empty
 */
public record MeasurementOutcome(
    OperatingPoint point, Sample sample, String failure, String command, String note) {

  /** Gives the outcome of a point that the end of the whole run left out. */
  static MeasurementOutcome notBegun(OperatingPoint point) {
    return new MeasurementOutcome(point, null, "the run ended before", "", "");
  }

  /** {@return whether there are figures} */
  public boolean isGood() {
    return sample != null;
  }
}
