package org.dat4j.tools.rsm;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

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
  private static final long TURN_NANOS = 4_000_000;

  private final String name;
  private final Loop operation;
  private final double share;
  private Loop limit;
  private double most;
  private double less;
  private long turnNanos = TURN_NANOS;

  /**
   * A figure without a limit.
   *
   * @param operation what is measured
   * @param share of one round that counts as one operation
   */
  Figure(String name, Loop operation, double share) {
    this.name = name;
    this.operation = operation;
    this.share = share;
  }

  /** Has a limit that is measured in turns: the same without RSM, so many times. */
  Figure atMost(double times, Loop same) {
    most = times;
    limit = same;
    return this;
  }

  /** Has a limit that is a time. */
  Figure atMost(double nanos) {
    most = nanos;
    return this;
  }

  /** Each round has so much in it that is not the operation's, nor the limit's. */
  Figure without(double nanos) {
    less = nanos;
    return this;
  }

  /** Takes longer turns, as single rounds differ much. */
  Figure turnsOf(long millis) {
    turnNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    return this;
  }

  /**
   * What was found, in nanoseconds.
   *
   * @param most a ratio if there is a measured limit, else nanoseconds; 0 for no limit
   * @param limitNanos 0 if there is no measured limit
   */
  record Result(String name, double nanos, double limitNanos, double most, long allocated) {
    /** Headings of {@link #row}. */
    static final List<String> HEADINGS =
        List.of("operation", "time", "same without", "ratio", "at most", "holds", "allocated");

    boolean holds() {
      return allocated == 0 && (limitNanos > 0 ? nanos / limitNanos : nanos) <= most;
    }

    List<String> row() {
      boolean relative = limitNanos > 0;
      String bound = relative ? ratio(most) : RsmPerfCommand.time(most);
      return List.of(
          name,
          RsmPerfCommand.time(nanos),
          relative ? RsmPerfCommand.time(limitNanos) : "-",
          relative ? ratio(nanos / limitNanos) : "-",
          most > 0 ? bound + ", 0 B" : "-",
          most > 0 ? holds() ? "yes" : "no" : "-",
          allocated + " B");
    }

    private static String ratio(double value) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
  }

  /**
   * Measures it in turns with its limit.
   *
   * @param warmUpMillis how long each of the two runs before that, so that it is compiled
   */
  Result measure(int turns, int warmUpMillis) {
    int times = warmUp(operation, warmUpMillis);
    int limitTimes = limit == null ? 0 : warmUp(limit, warmUpMillis);
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
    double without = limit == null ? 0 : (median(bare) - less) * share;
    return new Result(name, (median(found) - less) * share, without, most, least / times);
  }

  /** Gives how many times fill one turn. */
  private int warmUp(Loop loop, int millis) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    int times = 1;
    double each = timed(loop, times);
    while (System.nanoTime() < end) {
      times = (int) Math.max(1, Math.min(5_000_000, turnNanos / Math.max(each, 1)));
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
