package org.dat4j.tools.soak;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * Processor time that threads of Java have taken.
 *
 * @param nanos all of it
 * @param kernel what of it was spent in the kernel, by its clock tick
 */
record Cost(double nanos, double kernel) {

  /** Of all threads so far. */
  static Cost soFar() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] ids = threads.getAllThreadIds();
    double nanos = sum(ids, threads::getThreadCpuTime);
    return new Cost(nanos, nanos - sum(ids, threads::getThreadUserTime));
  }

  /** For each of so many messages since then. */
  static Cost ofEach(long count, Cost before) {
    Cost now = soFar();
    return new Cost((now.nanos - before.nanos) / count, (now.kernel - before.kernel) / count);
  }

  private static double sum(long[] ids, LongUnaryOperator time) {
    // A thread that has ended has -1.
    return LongStream.of(ids).map(time).filter(nanos -> nanos > 0).sum();
  }
}
