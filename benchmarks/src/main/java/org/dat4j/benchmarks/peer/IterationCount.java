package org.dat4j.benchmarks.peer;

import java.util.HashMap;
import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;

/**
 * The number of iterations by which a program in C measures for a given time, learned from runs.
 */
final class IterationCount {

  private static final double NANOS_PER_MILLI = 1e6;
  private static final long LEAST = 20;
  private static final long MOST = 50_000_000;

  /** Bytes that the first run moves, at most; and its most messages. */
  private static final long PILOT_BYTES = 1 << 25;

  private static final long PILOT_MESSAGES = 2000;

  private final Map<String, Double> nanosOfOne = new HashMap<>();

  boolean isKnown(String setting, OperatingPoint point) {
    return nanosOfOne.containsKey(key(setting, point));
  }

  /** Gives the number of the first run. */
  long pilot(OperatingPoint point) {
    return Math.max(LEAST, Math.min(PILOT_MESSAGES, PILOT_BYTES / point.size()));
  }

  /** Gives the number that takes about the given time. */
  long within(String setting, OperatingPoint point, int millis) {
    Double nanos = nanosOfOne.get(key(setting, point));
    if (nanos == null) {
      return pilot(point);
    }
    return Math.max(LEAST, Math.min(MOST, (long) (millis * NANOS_PER_MILLI / nanos)));
  }

  void learn(String setting, OperatingPoint point, Sample sample) {
    nanosOfOne.put(key(setting, point), (double) sample.nanos() / sample.count());
  }

  private static String key(String setting, OperatingPoint point) {
    return setting + " " + point;
  }
}
