package org.dat4j.benchmarks.program;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * The figures of one benchmark measurement, which {@link MeasuringProgram} prints as one line.
 *
 * @param count messages, round trips or writes
 * @param nanos time of all of them
 * @param cpuNanos processor time of both sides; negative if unknown
 * @param allocated bytes that both sides allocated; negative if unknown
 * @param percentiles nanoseconds of a round trip by percentile; empty if single ones were not timed
 */
public record Sample(
    long count, long nanos, long cpuNanos, long allocated, Map<Double, Double> percentiles) {

  /** The percentiles that are kept of the latencies. */
  static final List<Double> PERCENTILES =
      List.of(1.0, 10.0, 25.0, 50.0, 75.0, 90.0, 95.0, 99.0, 99.5, 99.9, 99.95, 99.99, 99.999);

  private static final String COUNT = "count";
  private static final String NANOS = "nanos";
  private static final String CPU = "cpu";
  private static final String ALLOCATED = "allocated";

  static Sample of(long count, long nanos, ResourceUse use, Histogram roundTrips) {
    Map<Double, Double> percentiles = new TreeMap<>();
    if (roundTrips.getTotalCount() > 0) {
      for (double percentile : PERCENTILES) {
        percentiles.put(percentile, (double) roundTrips.getValueAtPercentile(percentile));
      }
    }
    return new Sample(count, nanos, use.cpuNanos(), use.allocated(), percentiles);
  }

  /** {@return the line that {@link #parse} reads} */
  public String line() {
    List<String> words = new ArrayList<>();
    words.add(COUNT + "=" + count);
    words.add(NANOS + "=" + nanos);
    words.add(CPU + "=" + cpuNanos);
    words.add(ALLOCATED + "=" + allocated);
    percentiles.forEach((percentile, value) -> words.add(percentile + "=" + value));
    return String.join(" ", words);
  }

  /**
   * Reads the line of a program.
   *
   * @param line as {@link #line} writes it
   * @return the figures
   * @throws IllegalArgumentException if the line is none
   */
  public static Sample parse(String line) {
    Map<String, String> words = new LinkedHashMap<>();
    for (String word : line.trim().split(" ")) {
      int equals = word.indexOf('=');
      if (equals < 1) {
        throw new IllegalArgumentException("no figures: " + line);
      }
      words.put(word.substring(0, equals), word.substring(equals + 1));
    }
    long count = number(words, COUNT);
    long nanos = number(words, NANOS);
    long cpu = number(words, CPU);
    long allocated = number(words, ALLOCATED);
    Map<Double, Double> percentiles = new TreeMap<>();
    words.forEach((key, value) -> percentiles.put(Double.valueOf(key), Double.valueOf(value)));
    return new Sample(count, nanos, cpu, allocated, percentiles);
  }

  private static long number(Map<String, String> words, String key) {
    String word = words.remove(key);
    if (word == null) {
      throw new IllegalArgumentException("no figures: '" + key + "' is missing");
    }
    return Long.parseLong(word);
  }

  /**
   * Adds what the other process used.
   *
   * @param cpu nanoseconds of processor time
   * @param bytes that it allocated
   * @return the sum
   */
  public Sample plus(long cpu, long bytes) {
    return new Sample(count, nanos, cpuNanos + cpu, allocated + bytes, percentiles);
  }
}
