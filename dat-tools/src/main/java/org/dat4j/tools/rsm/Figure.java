package org.dat4j.tools.rsm;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** One operation, measured in turns with its limit. Used by one thread. */
final class Figure {
  /** Something that is done many times. */
  @FunctionalInterface
  interface Loop {
    /** Does it so many times. */
    void run(int times);
  }

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long WARM_UP_NANOS = 600_000_000;
  private static final long TURN_NANOS = 4_000_000;

  private final String name;
  private final Loop operation;
  private final Loop limit;
  private final double share;

  /**
   * A figure.
   *
   * @param limit the same on bare memory, or null
   * @param share of one round that counts as one operation
   */
  Figure(String name, Loop operation, Loop limit, double share) {
    this.name = name;
    this.operation = operation;
    this.limit = limit;
    this.share = share;
  }

  /** What was found, in nanoseconds; the limit is 0 if there is none. */
  record Result(String name, double nanos, double limitNanos, long allocated) {
    List<String> row() {
      boolean limited = limitNanos > 0;
      return List.of(
          name,
          RsmPerfCommand.time(nanos),
          limited ? RsmPerfCommand.time(limitNanos) : "-",
          limited ? String.format(Locale.ROOT, "%.2f", nanos / limitNanos) : "-",
          Long.toString(allocated));
    }
  }

  Result measure(int turns) {
    int times = warmUp(operation);
    int limitTimes = limit == null ? 0 : warmUp(limit);
    double[] found = new double[turns];
    double[] bare = new double[turns];
    long least = Long.MAX_VALUE;
    for (int turn = 0; turn < turns; turn++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      found[turn] = timed(operation, times);
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
      if (limit != null) {
        bare[turn] = timed(limit, limitTimes);
      }
    }
    return new Result(name, median(found) * share, median(bare) * share, least / times);
  }

  /** Runs until it is compiled; gives how many times fill one turn. */
  private static int warmUp(Loop loop) {
    long end = System.nanoTime() + WARM_UP_NANOS;
    int times = 1;
    double each = timed(loop, times);
    while (System.nanoTime() < end) {
      times = (int) Math.max(1, Math.min(5_000_000, TURN_NANOS / Math.max(each, 1)));
      each = timed(loop, times);
    }
    return times;
  }

  private static double timed(Loop loop, int times) {
    long start = System.nanoTime();
    loop.run(times);
    return (double) (System.nanoTime() - start) / times;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
