package org.dat4j.benchmarks.peer;

/**
 * The durations of a benchmark measurement, warm-up and measured time, and the deadline of the
 * whole run.
 *
 * @param warmUpMillis until the figures count
 * @param measureMillis for which they count
 * @param deadline after which no measurement begins
 */
public record RunDurations(int warmUpMillis, int measureMillis, Deadline deadline) {

  /**
   * Makes the times of measurements without a deadline.
   *
   * @param warmUpMillis until the figures count
   * @param measureMillis for which they count
   */
  public RunDurations(int warmUpMillis, int measureMillis) {
    this(warmUpMillis, measureMillis, Deadline.none());
  }
}
