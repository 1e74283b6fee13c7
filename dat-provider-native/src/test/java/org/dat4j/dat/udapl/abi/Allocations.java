package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** The memory that calls allocate in the thread that makes them. */
public final class Allocations {
  /** How many calls each work makes. */
  public static final int CALLS = 20_000;

  // Less than an object for every thousandth call: whatever the JVM does once stays below.
  private static final long BOUND = CALLS / 1000 * 16;
  private static final int RUNS = 10;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** Fails if there is no run of {@link #CALLS} calls in which nothing is allocated. */
  public static void expectNone(Runnable calls) {
    calls.run();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < RUNS && least > BOUND; i++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      calls.run();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(least <= BOUND, least + " bytes in " + CALLS + " calls");
  }
}
