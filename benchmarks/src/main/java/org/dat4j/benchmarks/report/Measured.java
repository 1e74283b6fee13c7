package org.dat4j.benchmarks.report;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * The figures of one peer at one operating point, from all rounds of the comparison benchmark.
 *
 * @param point what was measured
 * @param setting the setting of the peer that was the better one
 * @param samples one of each round
 * @param command what repeats a single measurement in a shell
 * @param note what distinguishes the figures from those of other peers; often empty
 */
public record Measured(
    OperatingPoint point, String setting, List<Sample> samples, String command, String note) {

  /** Longest message in bytes for which messages a second say more than bytes a second. */
  private static final int SHORT = 4096;

  private static final double NANOS_PER_MICRO = 1000;
  private static final double NANOS_PER_SECOND = 1e9;
  private static final double MILLION = 1e6;

  /**
   * Names the unit in which a point is told.
   *
   * @param point what was measured
   * @return microseconds, millions of messages or 10^9 bytes a second
   */
  public static String unit(OperatingPoint point) {
    if (point.isLatency()) {
      return "us";
    }
    return point.size() <= SHORT ? "M/s" : "GB/s";
  }

  /** {@return the unit of the value} */
  public String unit() {
    return unit(point);
  }

  /** {@return the figure that counts: median latency, or rate} */
  public Spread value() {
    return spread(sample -> value(point, sample));
  }

  /**
   * Computes the figure of one sample that counts.
   *
   * @param point what was measured
   * @param sample its figures
   * @return median latency, or rate
   */
  public static double value(OperatingPoint point, Sample sample) {
    if (point.isLatency()) {
      Double median = sample.percentiles().get(50.0);
      double nanos = median == null ? (double) sample.nanos() / sample.count() : median;
      return nanos / NANOS_PER_MICRO / trips(point);
    }
    double rate = sample.count() * NANOS_PER_SECOND / sample.nanos();
    return point.size() <= SHORT ? rate / MILLION : rate * point.size() / NANOS_PER_SECOND;
  }

  /**
   * Computes the time of a sample that counts.
   *
   * @param point what was measured
   * @param sample its figures
   * @return microseconds: median latency, or the time of a message of a stream
   */
  public static double cost(OperatingPoint point, Sample sample) {
    return point.isLatency()
        ? value(point, sample)
        : sample.nanos() / NANOS_PER_MICRO / Math.max(1, sample.count());
  }

  /** Gives the number by which the time of a round trip is divided. */
  private static int trips(OperatingPoint point) {
    return point.kind() == OperatingPoint.Kind.PINGPONG ? 2 : 1;
  }

  /** {@return the 99th percentile in microseconds; NaN if it is not known} */
  public Spread p99() {
    return spread(
        sample ->
            sample.percentiles().getOrDefault(99.0, Double.NaN) / NANOS_PER_MICRO / trips(point));
  }

  /** {@return microseconds of processor time of both sides for a message} */
  public Spread cpu() {
    return spread(
        sample -> sample.cpuNanos() / NANOS_PER_MICRO / Math.max(1, sample.count()) / trips(point));
  }

  /** {@return bytes that both sides allocate for a message; NaN for programs in C} */
  public Spread allocated() {
    return spread(
        sample ->
            sample.allocated() < 0
                ? Double.NaN
                : (double) sample.allocated() / Math.max(1, sample.count()) / trips(point));
  }

  /** {@return the median over the rounds of each percentile, in microseconds} */
  public Map<Double, Double> percentiles() {
    Map<Double, Double> medians = new TreeMap<>();
    for (Sample sample : samples) {
      for (Double percentile : sample.percentiles().keySet()) {
        medians.computeIfAbsent(
            percentile,
            key ->
                spread(
                        each ->
                            each.percentiles().getOrDefault(key, Double.NaN)
                                / NANOS_PER_MICRO
                                / trips(point))
                    .median());
      }
    }
    return medians;
  }

  private Spread spread(ToDoubleFunction<Sample> figure) {
    return Spread.of(samples.stream().map(figure::applyAsDouble).toList());
  }
}
