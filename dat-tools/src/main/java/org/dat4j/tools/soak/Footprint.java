package org.dat4j.tools.soak;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The memory, threads and handles that this JVM holds at one moment, which {@code soak} compares
 * with a later moment.
 *
 * @param heap bytes in use after collections
 * @param direct bytes of direct memory
 * @param threads live threads
 * @param handles open files and sockets, 0 if the platform does not count them
 */
record Footprint(long heap, long direct, int threads, long handles) {

  private static final int MAX_COLLECTIONS = 12;
  private static final long SETTLED_BYTES = 16 << 10;

  /** Collects garbage until the heap stops shrinking, and reads all four. */
  static Footprint take() {
    long heap = Long.MAX_VALUE;
    for (int i = 0; i < MAX_COLLECTIONS; i++) {
      System.gc();
      long now = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
      boolean settled = i > 1 && heap - now < SETTLED_BYTES;
      heap = Math.min(heap, now);
      if (settled) {
        break;
      }
    }
    return new Footprint(heap, directMemory(), threadCount(), handleCount());
  }

  /** Gives the members of the JSON form. */
  Map<String, Object> members() {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("heap", heap);
    members.put("direct", direct);
    members.put("threads", threads);
    members.put("handles", handles);
    return members;
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

  /** Subtracts an earlier footprint; negative where something was released. */
  Footprint since(Footprint before) {
    return new Footprint(
        heap - before.heap,
        direct - before.direct,
        threads - before.threads,
        handles - before.handles);
  }
}
