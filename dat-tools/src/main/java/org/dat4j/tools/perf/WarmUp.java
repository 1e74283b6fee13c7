package org.dat4j.tools.perf;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Decides how long to run before what is run is measured: until compiled, in pieces that grow, as
 * nobody knows yet how long one operation takes. The other side runs the same code and is compiled
 * at about the same time.
 */
final class WarmUp {

  /** Operations to warm up with however long they take: the first ones tell nothing. */
  private static final long LEAST = 16;

  /** The compiler needs time rather than operations, and a processor beside those that spin. */
  private static final long LEAST_NANOS = 2_000_000_000L;

  private static final long PIECE = 10_000;

  /** Where the compiler shares the processor with both sides, it is done much later. */
  private static final long MOST_NANOS = 20_000_000_000L;

  /** Time in which the compiler has to be nearly idle, and what it may have worked in it. */
  private static final long SETTLED_NANOS = 1_000_000_000L;

  private static final long SETTLED_MILLIS = 10;

  private final long most;
  private final LongSupplier clock;
  private final LongSupplier compiler;
  private final long begin;
  private long since;
  private long compiled;
  private boolean settled;
  private long done;

  /**
   * Begins now.
   *
   * @param iterations operations at most; 0 for any number
   */
  WarmUp(long iterations) {
    this(iterations, System::nanoTime, WarmUp::compilerMillis);
  }

  /**
   * Begins now.
   *
   * @param iterations operations at most; 0 for any number
   * @param clock nanoseconds
   * @param compiler milliseconds that the compiler has worked so far; always 0 where nobody can
   *     tell
   */
  WarmUp(long iterations, LongSupplier clock, LongSupplier compiler) {
    this.most = iterations > 0 ? iterations : Long.MAX_VALUE;
    this.clock = clock;
    this.compiler = compiler;
    begin = clock.getAsLong();
    since = begin;
    compiled = compiler.getAsLong();
  }

  /** Operations to run next; 0 when it is time to measure. */
  long next() {
    if (done >= most || done >= LEAST && !isCold(clock.getAsLong() - begin)) {
      return 0;
    }
    return Math.min(PIECE, Math.min(most - done, done + 1));
  }

  private boolean isCold(long warmed) {
    return warmed < LEAST_NANOS || !settled && warmed < MOST_NANOS;
  }

  /** So many operations were run. */
  void ran(long operations) {
    done += operations;
    long now = clock.getAsLong();
    if (now - since >= SETTLED_NANOS) {
      long before = compiled;
      compiled = compiler.getAsLong();
      settled = compiled - before <= SETTLED_MILLIS;
      since = now;
    }
  }

  private static long compilerMillis() {
    CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    boolean told = bean != null && bean.isCompilationTimeMonitoringSupported();
    return told ? bean.getTotalCompilationTime() : 0;
  }
}
