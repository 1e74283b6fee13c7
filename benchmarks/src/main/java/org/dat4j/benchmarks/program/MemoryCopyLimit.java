package org.dat4j.benchmarks.program;

import java.nio.ByteBuffer;
import org.HdrHistogram.Histogram;

/**
 * The benchmarks' limit for every transfer: a loop in one thread that copies between two direct
 * buffers.
 */
final class MemoryCopyLimit {

  /** Copies between two readings of the clock. */
  private static final int BATCH = 16;

  private final ByteBuffer from;
  private final ByteBuffer to;

  MemoryCopyLimit(int size) {
    from = ByteBuffer.allocateDirect(size);
    to = ByteBuffer.allocateDirect(size);
  }

  Sample measure(Phases phases) {
    copy(phases.warmUpNanos());
    ResourceUse use = ResourceUse.now();
    long begin = System.nanoTime();
    long count = copy(phases.measureNanos());
    return Sample.of(count, System.nanoTime() - begin, use.sinceThen(), new Histogram(1));
  }

  private long copy(long nanos) {
    long end = System.nanoTime() + nanos;
    long count = 0;
    while (System.nanoTime() - end < 0) {
      for (int i = 0; i < BATCH; i++) {
        to.put(0, from, 0, from.capacity());
      }
      count += BATCH;
    }
    return count;
  }
}
