package org.dat4j.tools.rsm;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dat4j.tools.cli.CommandFailedException;

/**
 * An operation of RSM that {@code rsm perf} measures in turns with its baseline. For one thread.
 */
final class TimedOperation {
  /** A loop over one operation. */
  @FunctionalInterface
  interface Loop {
    /** Runs the operation a number of times. */
    void run(int times);
  }

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
  private static final long TURN_NANOS = 4_000_000;

  /**
   * Parts of a turn, between which the clock is read. An exchange with another process takes
   * thousands of times as long once the two have to share a processor, so a turn may have to end
   * after a part of its rounds.
   */
  private static final int PARTS = 256;

  /** The longest turn, in planned turns. */
  private static final int MAX_PLANNED_TURNS = 10;

  private final String name;
  private final Loop operation;
  private final double share;
  private Loop limit;
  private double most;
  private double less;
  private long turnNanos = TURN_NANOS;

  /** The rounds of the last turn. */
  private int rounds;

  /**
   * Makes an operation without a limit.
   *
   * @param operation the measured loop
   * @param share of one round that counts as one operation
   */
  TimedOperation(String name, Loop operation, double share) {
    this.name = name;
    this.operation = operation;
    this.share = share;
  }

  /** Sets a baseline, the same work without RSM, and the allowed ratio to it. */
  TimedOperation atMost(double times, Loop same) {
    most = times;
    limit = same;
    return this;
  }

  /** Sets a limit in nanoseconds. */
  TimedOperation atMost(double nanos) {
    most = nanos;
    return this;
  }

  /** Sets the nanoseconds of each round that belong to neither the operation nor the baseline. */
  TimedOperation without(double nanos) {
    less = nanos;
    return this;
  }

  /** Sets longer turns, for rounds that differ much. */
  TimedOperation turnsOf(long millis) {
    turnNanos = TimeUnit.MILLISECONDS.toNanos(millis);
    return this;
  }

  /**
   * A result in nanoseconds.
   *
   * @param most a ratio if there is a baseline, else nanoseconds; 0 for no limit
   * @param limitNanos of the baseline; 0 without one
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

    /** Gives the members of the JSON form; what there is none of is null. */
    Map<String, Object> map() {
      boolean relative = limitNanos > 0;
      Map<String, Object> map = new LinkedHashMap<>();
      map.put("operation", name);
      map.put("nanos", rounded(nanos));
      map.put("same_without_nanos", relative ? rounded(limitNanos) : null);
      map.put("ratio", relative ? rounded(nanos / limitNanos) : null);
      map.put("at_most", most > 0 ? most : null);
      map.put("holds", most > 0 ? holds() : null);
      map.put("allocated_bytes", allocated);
      return map;
    }

    private static double rounded(double value) {
      return Math.round(value * 1000) / 1000.0;
    }

    private static String ratio(double value) {
      return String.format(Locale.ROOT, "%.2f", value);
    }
  }

  /**
   * Measures the operation in turns with its baseline.
   *
   * @param warmUpMillis time for each of the two to run before, until it is compiled
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
      least = Math.min(least, (THREADS.getCurrentThreadAllocatedBytes() - before) / rounds);
      if (limit != null) {
        bare[turn] = timed(limit, limitTimes);
      }
    }
    double without = limit == null ? 0 : (median(bare) - less) * share;
    return new Result(name, (median(found) - less) * share, without, most, least);
  }

  /** Runs a loop until compiled and computes how many rounds fill one turn. */
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

  /** Runs a loop, a part of its rounds if they take too long; returns the time of a round. */
  private double timed(Loop loop, int times) {
    int part = (times + PARTS - 1) / PARTS;
    long start = System.nanoTime();
    long took;
    rounds = 0;
    do {
      if (Thread.currentThread().isInterrupted()) {
        throw new CommandFailedException("interrupted in the operation " + name);
      }
      int next = Math.min(part, times - rounds);
      loop.run(next);
      rounds += next;
      took = System.nanoTime() - start;
    } while (rounds < times && took < MAX_PLANNED_TURNS * turnNanos);
    return (double) took / rounds;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
