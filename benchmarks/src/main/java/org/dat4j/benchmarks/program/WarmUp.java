package org.dat4j.benchmarks.program;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Decides how long the measuring side of a benchmark warms up: for the time given and the number of
 * steps given, and then until the JVM has compiled the code. A compiler that shares the processor
 * with the side needs longer. The JVM compiles a method after some thousand calls, so a slow
 * transport is not warm after a time alone.
 */
final class WarmUp {

  /** Multiples of the given time after which the warm-up ends while the compiler still works. */
  private static final int MAX_MULTIPLE = 5;

  /** Multiples of the given time after which the warm-up ends in any case. */
  private static final int MAX_MULTIPLE_OF_FEW_STEPS = 20;

  /** Time during which the compiler has to be nearly idle. */
  private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** Compiler time within {@link #SETTLED_NANOS} that counts as idle. */
  private static final long SETTLED_MILLIS = 10;

  private final long nanos;
  private final long leastSteps;
  private final LongSupplier clock;
  private final LongSupplier compiler;
  private boolean isBegun;
  private long begin;
  private long checked;
  private long compiled;
  private long steps;

  WarmUp(long nanos, long leastSteps) {
    this(nanos, leastSteps, System::nanoTime, WarmUp::compilerMillis);
  }

  WarmUp(long nanos, long leastSteps, LongSupplier clock, LongSupplier compiler) {
    this.nanos = nanos;
    this.leastSteps = leastSteps;
    this.clock = clock;
    this.compiler = compiler;
  }

  /** Counts a step and says whether the warm-up is over; the first call begins it. */
  boolean isOver() {
    steps++;
    long now = clock.getAsLong();
    if (!isBegun) {
      isBegun = true;
      begin = now;
      checked = now;
      compiled = compiler.getAsLong();
    }
    if (now - begin < nanos) {
      return false;
    }
    boolean hasSteps = steps > leastSteps;
    if (now - begin >= (hasSteps ? MAX_MULTIPLE : MAX_MULTIPLE_OF_FEW_STEPS) * nanos) {
      return true;
    }
    if (!hasSteps || now - checked < SETTLED_NANOS) {
      return false;
    }
    long before = compiled;
    compiled = compiler.getAsLong();
    long allowed = SETTLED_MILLIS * (now - checked) / SETTLED_NANOS;
    checked = now;
    return compiled - before <= allowed;
  }

  private static long compilerMillis() {
    CompilationMXBean bean = ManagementFactory.getCompilationMXBean();
    boolean isCounted = bean != null && bean.isCompilationTimeMonitoringSupported();
    return isCounted ? bean.getTotalCompilationTime() : 0;
  }
}
