package org.dat4j.tools.perf;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Counts the octets that all threads of this JVM allocate between two calls, threads that start in
 * between included; what a thread that ends in between allocated is lost. For one thread at a time.
 */
final class AllocationMeter {

  private final ThreadMXBean threads;
  private long[] ids = {};
  private long[] before = {};

  AllocationMeter() {
    threads =
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean
                && bean.isThreadAllocatedMemorySupported()
            ? bean
            : null;
    // The first calls load classes; a measurement is not to pay for that.
    begin();
    end();
  }

  /** Starts counting. What this call allocates itself is not counted. */
  void begin() {
    if (threads == null) {
      return;
    }
    ids = threads.getAllThreadIds();
    before = new long[ids.length];
    for (int i = 0; i < ids.length; i++) {
      before[i] = threads.getThreadAllocatedBytes(ids[i]);
    }
  }

  /**
   * Ends counting. Threads known at the beginning are read without allocating anything.
   *
   * @return octets, -1 where the JVM cannot tell
   */
  long end() {
    if (threads == null) {
      return -1;
    }
    long octets = 0;
    for (int i = 0; i < ids.length; i++) {
      octets += Math.max(0, threads.getThreadAllocatedBytes(ids[i]) - before[i]);
    }
    Arrays.sort(ids);
    for (long id : threads.getAllThreadIds()) {
      if (Arrays.binarySearch(ids, id) < 0) {
        octets += Math.max(0, threads.getThreadAllocatedBytes(id));
      }
    }
    return octets;
  }
}
