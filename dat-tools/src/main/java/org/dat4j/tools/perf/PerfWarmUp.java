package org.dat4j.tools.perf;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * Decides how long {@code perf} warms up before a measurement: in growing pieces, until the JVM has
 * compiled the code. The pieces grow because the duration of one operation is not known yet. The
 * other side runs the same code and is compiled at about the same time.
 */
final class PerfWarmUp {

  /** Least operations, however long they take: the first ones say nothing about the speed. */
  private static final long MIN_OPERATIONS = 16;

  /** Least time: the compiler needs time rather than operations, and a processor of its own. */
  private static final long MIN_NANOS = 2_000_000_000L;

  private static final long PIECE = 10_000;

  /** Most time: a compiler that shares the processor with both sides needs much longer. */
  private static final long MAX_NANOS = 20_000_000_000L;

  /** Time during which the compiler has to be nearly idle. */
  private static final long SETTLED_NANOS = 1_000_000_000L;

  /** Compiler time within {@link #SETTLED_NANOS} that counts as idle. */
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
   * @param iterations most operations; 0 for no limit
   */
  PerfWarmUp(long iterations) {
    this(iterations, System::nanoTime, PerfWarmUp::compilerMillis);
  }

  /**
   * Begins now.
   *
   * @param iterations most operations; 0 for no limit
   * @param clock nanoseconds
   * @param compiler milliseconds of compiler time so far; always 0 if the JVM does not count them
   */
  PerfWarmUp(long iterations, LongSupplier clock, LongSupplier compiler) {
    this.most = iterations > 0 ? iterations : Long.MAX_VALUE;
    this.clock = clock;
    this.compiler = compiler;
    begin = clock.getAsLong();
    since = begin;
    compiled = compiler.getAsLong();
  }

  /** Gives the number of operations to run next; 0 to start measuring. */
  long next() {
    if (done >= most || done >= MIN_OPERATIONS && !isCold(clock.getAsLong() - begin)) {
      return 0;
    }
    return Math.min(PIECE, Math.min(most - done, done + 1));
  }

  private boolean isCold(long warmed) {
    return warmed < MIN_NANOS || !settled && warmed < MAX_NANOS;
  }

  /** Counts operations that were run. */
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
