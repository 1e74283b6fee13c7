package org.dat4j.tools.perf.exchange;

import org.HdrHistogram.Histogram;

/**
 * A histogram of the latencies that {@code perf} measures, in nanoseconds. For one thread;
 * recording allocates nothing.
 */
public final class LatencyRecorder {

  private static final long MAX_NANOS = 60_000_000_000L;
  private static final int DIGITS = 3;

  private final Histogram histogram = new Histogram(MAX_NANOS, DIGITS);

  /**
   * Records a latency; a latency above a minute counts as a minute.
   *
   * @param nanos the latency
   */
  public void record(long nanos) {
    histogram.recordValue(nanos < MAX_NANOS ? nanos : MAX_NANOS);
  }

  /**
   * Adds all latencies of another recorder.
   *
   * @param other the other recorder
   */
  public void add(LatencyRecorder other) {
    histogram.add(other.histogram);
  }

  /** {@return the number of recorded latencies} */
  public long count() {
    return histogram.getTotalCount();
  }

  /**
   * Reads a percentile.
   *
   * @param percentile 0 to 100
   * @return nanoseconds that this share of the latencies did not exceed; NaN without latencies
   */
  public double nanos(double percentile) {
    return count() == 0 ? Double.NaN : histogram.getValueAtPercentile(percentile);
  }

  /** {@return the histogram, for a file} */
  public Histogram histogram() {
    return histogram;
  }
}
