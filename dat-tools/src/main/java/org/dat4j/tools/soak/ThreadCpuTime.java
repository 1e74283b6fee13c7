package org.dat4j.tools.soak;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.LongUnaryOperator;
import java.util.stream.LongStream;

/**
 * The processor time of all Java threads of this JVM, by which {@code soak} measures the cost of a
 * message.
 *
 * @param nanos all of it
 * @param kernel its share in the kernel, by the kernel's clock tick
 */
record ThreadCpuTime(double nanos, double kernel) {

  /** Reads the time of all threads so far. */
  static ThreadCpuTime soFar() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long[] ids = threads.getAllThreadIds();
    double nanos = sum(ids, threads::getThreadCpuTime);
    return new ThreadCpuTime(nanos, nanos - sum(ids, threads::getThreadUserTime));
  }

  /** Computes the time per message since an earlier reading. */
  static ThreadCpuTime ofEach(long count, ThreadCpuTime before) {
    ThreadCpuTime now = soFar();
    return new ThreadCpuTime(
        (now.nanos - before.nanos) / count, (now.kernel - before.kernel) / count);
  }

  private static double sum(long[] ids, LongUnaryOperator time) {
    // A thread that has ended has -1.
    return LongStream.of(ids).map(time).filter(nanos -> nanos > 0).sum();
  }
}
