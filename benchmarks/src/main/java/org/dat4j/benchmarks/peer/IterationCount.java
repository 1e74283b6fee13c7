package org.dat4j.benchmarks.peer;

import java.util.HashMap;
import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * Learns from runs how many iterations a benchmark program in C has to make to measure for a given
 * time.
 */
final class IterationCount {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final long MIN_ITERATIONS = 20;
  private static final long MAX_ITERATIONS = 50_000_000;

  /** Bytes that the first run moves, at most; and its most messages. */
  private static final long PILOT_BYTES = 1 << 25;

  private static final long PILOT_MESSAGES = 2000;

  private final Map<String, Double> nanosOfOne = new HashMap<>();

  boolean isKnown(String setting, OperatingPoint point) {
    return nanosOfOne.containsKey(key(setting, point));
  }

  /** Gives the number of the first run. */
  long pilot(OperatingPoint point) {
    return Math.max(MIN_ITERATIONS, Math.min(PILOT_MESSAGES, PILOT_BYTES / point.size()));
  }

  /** Gives the number that takes about the given time. */
  long within(String setting, OperatingPoint point, int millis) {
    Double nanos = nanosOfOne.get(key(setting, point));
    if (nanos == null) {
      return pilot(point);
    }
    return Math.max(
        MIN_ITERATIONS, Math.min(MAX_ITERATIONS, (long) (millis * NANOS_PER_MILLI / nanos)));
  }

  void learn(String setting, OperatingPoint point, Sample sample) {
    nanosOfOne.put(key(setting, point), (double) sample.nanos() / sample.count());
  }

  private static String key(String setting, OperatingPoint point) {
    return setting + " " + point;
  }
}
