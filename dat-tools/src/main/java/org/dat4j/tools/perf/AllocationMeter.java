package org.dat4j.tools.perf;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;

/**
 * Measures how many bytes all threads of this JVM, new ones included, allocate during a measurement
 * of {@code perf}. The share of a thread that ends in between is lost. For one thread at a time.
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
   * Ends counting. Reads threads known at the beginning without allocating anything.
   *
   * @return bytes, -1 if the JVM does not count them
   */
  long end() {
    if (threads == null) {
      return -1;
    }
    long bytes = 0;
    for (int i = 0; i < ids.length; i++) {
      bytes += Math.max(0, threads.getThreadAllocatedBytes(ids[i]) - before[i]);
    }
    Arrays.sort(ids);
    for (long id : threads.getAllThreadIds()) {
      if (Arrays.binarySearch(ids, id) < 0) {
        bytes += Math.max(0, threads.getThreadAllocatedBytes(id));
      }
    }
    return bytes;
  }
}
