package org.dat4j.benchmarks.report;

import java.util.Arrays;
import java.util.Collection;

/**
 * The median of a benchmark figure that was measured repeatedly, with the least and the greatest
 * value.
 *
 * @param median the middle one, or the mean of the two in the middle
 * @param least the least
 * @param most the greatest
 */
public record Spread(double median, double least, double most) {

  /**
   * Computes the spread of figures.
   *
   * @param figures one or more; those that are unknown (NaN) do not count
   * @return the spread; NaN if none counts
   */
  public static Spread of(Collection<Double> figures) {
    double[] sorted =
        figures.stream()
            .mapToDouble(Double::doubleValue)
            .filter(Double::isFinite)
            .sorted()
            .toArray();
    if (sorted.length == 0) {
      return new Spread(Double.NaN, Double.NaN, Double.NaN);
    }
    int middle = sorted.length / 2;
    double median =
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    return new Spread(median, sorted[0], Arrays.stream(sorted).max().getAsDouble());
  }
}
