package org.dat4j.tools.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/**
 * What this JVM holds at a moment.
 *
 * @param heap octets in use after collections
 * @param direct octets of direct memory
 * @param threads live threads
 * @param handles open files and sockets, 0 where the platform does not tell
 */
record Footprint(long heap, long direct, int threads, long handles) {

  private static final int MOST_COLLECTIONS = 12;
  private static final long SETTLED_OCTETS = 16 << 10;

  /** Collects garbage until the heap stops shrinking, and reads all four. */
  static Footprint take() {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < MOST_COLLECTIONS; i++) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      boolean settled = i > 1 && heap - now < SETTLED_OCTETS;
      heap = Math.min(heap, now);
      if (settled) {
        break;
      }
    }
    return new Footprint(heap, directMemory(), threadCount(), handleCount());
  }

  private static long directMemory() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }

  private static int threadCount() {
    return ManagementFactory.getThreadMXBean().getThreadCount();
  }

  private static long handleCount() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? unix.getOpenFileDescriptorCount()
        : 0;
  }

  /** What came on top of an earlier footprint; negative where something went. */
  Footprint since(Footprint before) {
    return new Footprint(
        heap - before.heap,
        direct - before.direct,
        threads - before.threads,
        handles - before.handles);
  }
}
