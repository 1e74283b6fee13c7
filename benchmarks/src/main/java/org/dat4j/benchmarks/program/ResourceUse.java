package org.dat4j.benchmarks.program;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The processor time and the allocated bytes of this process, which a benchmark measurement reports
 * beside its speed.
 *
 * @param cpuNanos processor time of all its threads
 * @param allocated bytes that its Java threads allocated
 */
record ResourceUse(long cpuNanos, long allocated) {

  private static final OperatingSystemMXBean SYSTEM =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
  private static final ThreadMXBean THREADS =
      ManagementFactory.getPlatformMXBean(ThreadMXBean.class);

  /** Reads what was used so far. */
  static ResourceUse now() {
    long bytes = 0;
    for (long of : THREADS.getThreadAllocatedBytes(THREADS.getAllThreadIds())) {
      bytes += Math.max(0, of);
    }
    return new ResourceUse(SYSTEM.getProcessCpuTime(), bytes);
  }

  /** Computes what was used since this was read. */
  ResourceUse sinceThen() {
    ResourceUse now = now();
    return new ResourceUse(now.cpuNanos - cpuNanos, now.allocated - allocated);
  }
}
