package org.dat4j.tools.perf;

import org.HdrHistogram.Histogram;

/** Durations of trips in nanoseconds. For one thread; recording allocates nothing. */
final class Trips {

  private static final long LONGEST_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(LONGEST_NANOS, DIGITS);

  /** Adds a trip; longer ones than a minute count as a minute. */
  void record(long nanos) {
    histogram.recordValue(nanos < LONGEST_NANOS ? nanos : LONGEST_NANOS);
  }

  /** Adds all trips of another. */
  void add(Trips other) {
    histogram.add(other.histogram);
  }

  long count() {
    return histogram.getTotalCount();
  }

  /** The duration that a share of the trips did not exceed, in nanoseconds; NaN without trips. */
  double nanos(double percentile) {
    return count() == 0 ? Double.NaN : histogram.getValueAtPercentile(percentile);
  }

  /** For files. */
  Histogram histogram() {
    return histogram;
  }
}
