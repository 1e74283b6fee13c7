package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ScatGath;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of the librsm provider: transfers, vectors and signals allocate nothing. */
@ExtendWith(NeedsDouble.class)
class AllocationTest {
  private static final int CALLS = 20_000;

  // Less than an object for every thousandth call: whatever the JVM does once stays below.
  private static final long BOUND = CALLS / 1000 * 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private void allocatesNothing(Runnable call) {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 8 && least > BOUND; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int k = 0; k < CALLS; k++) {
        call.run();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(least <= BOUND, least + " bytes in " + CALLS + " calls");
  }

  @Test
  void transfersOfItemsAllocateNothing() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      long[] longs = new long[4];
      allocatesNothing(() -> assertEquals(0, segment.put64(8, longs, 0, 4)));
      allocatesNothing(() -> assertEquals(0, segment.get64(8, longs, 0, 4)));
    }
  }

  @Test
  void transfersOfDirectMemoryAllocateNothing() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer direct = ByteBuffer.allocateDirect(64);
      allocatesNothing(() -> assertEquals(0, segment.put(8, direct, 1, 32)));
      allocatesNothing(() -> assertEquals(0, segment.get(8, direct, 1, 32)));
    }
  }

  @Test
  void vectorsAllocateNothing() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer direct = ByteBuffer.allocateDirect(64);
      ScatGath vector = new ScatGath(2).add(direct, 0, 0, 32).add(direct, 32, 32, 32);
      allocatesNothing(() -> assertEquals(0, segment.putv(vector)));
    }
  }

  @Test
  void signalsAllocateNothing() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      allocatesNothing(
          () -> {
            segment.post(0);
            assertEquals(0, scene.export.await(0));
          });
    }
  }
}
