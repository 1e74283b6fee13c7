package org.dat4j.benchmarks.report;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A logarithmic axis of a plot in the benchmark report.
 *
 * @param least the value at its beginning
 * @param most the value at its end
 */
record Axis(double least, double most) {

  private static final int MAX_TICKS = 7;
  private static final double TEN = 10;

  /** Makes the axis that shows some values; its ends are powers of ten, or the values. */
  static Axis of(Collection<Double> values) {
    double least = values.stream().mapToDouble(Double::doubleValue).min().orElse(1);
    double most = values.stream().mapToDouble(Double::doubleValue).max().orElse(TEN);
    return most / least < 1.2 ? new Axis(least / 2, most * 2) : new Axis(least / 1.1, most * 1.1);
  }

  /** Computes where a value lies, from 0 at the beginning to 1 at the end. */
  double share(double value) {
    return Math.log(value / least) / Math.log(most / least);
  }

  /** Gives values to write at the axis: 1, 2 and 5 times powers of ten, or fewer of them. */
  List<Double> ticks() {
    List<Double> all = ticks(new double[] {1, 2, 5});
    return all.size() <= MAX_TICKS ? all : ticks(new double[] {1});
  }

  private List<Double> ticks(double[] steps) {
    List<Double> ticks = new ArrayList<>();
    int first = (int) Math.floor(Math.log10(least));
    int last = (int) Math.ceil(Math.log10(most));
    for (int power = first; power <= last; power++) {
      for (double step : steps) {
        double tick = step * Math.pow(TEN, power);
        if (tick >= least && tick <= most) {
          ticks.add(tick);
        }
      }
    }
    return ticks;
  }
}
