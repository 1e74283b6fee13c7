package org.dat4j.benchmarks.peer;

/**
 * The times of measurements.
 *
 * @param warmUpMillis until the figures count
 * @param measureMillis for which they count
 * @param deadline after which no measurement begins
 */
public record Times(int warmUpMillis, int measureMillis, Deadline deadline) {

  /**
   * Makes the times of measurements without a deadline.
   *
   * @param warmUpMillis until the figures count
   * @param measureMillis for which they count
   */
  public Times(int warmUpMillis, int measureMillis) {
    this(warmUpMillis, measureMillis, Deadline.none());
  }
}
