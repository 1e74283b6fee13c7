package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class AllocationMeterTest {

  private static final int SIZE = 1_000_000;

  private volatile byte[] sink;

  @Test
  void allocationsOfThisThreadAreCounted() {
    AllocationMeter meter = new AllocationMeter();
    meter.begin();
    sink = new byte[SIZE];
    long bytes = meter.end();
    assertTrue(bytes >= SIZE && bytes < 2 * SIZE, () -> bytes + " B");
  }

  @Test
  void allocationsOfAThreadThatStartsMeanwhileAreCounted() throws InterruptedException {
    AllocationMeter meter = new AllocationMeter();
    SynchronousQueue<String> steps = new SynchronousQueue<>();
    meter.begin();
    Thread thread =
        new Thread(
            () -> {
              sink = new byte[SIZE];
              handOver(steps);
              handOver(steps);
            });
    thread.start();
    assertTrue(steps.poll(30, TimeUnit.SECONDS) != null);
    long bytes = meter.end();
    assertTrue(steps.poll(30, TimeUnit.SECONDS) != null);
    thread.join(30_000);
    assertTrue(bytes >= SIZE, () -> bytes + " B");
  }

  private static void handOver(SynchronousQueue<String> steps) {
    try {
      steps.offer("done", 30, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void measuringNothingCountsNothingOfItsOwn() {
    AllocationMeter meter = new AllocationMeter();
    long least = Long.MAX_VALUE;
    // Other threads of the test's JVM may allocate at any time; they do not all the time.
    for (int i = 0; i < 100 && least > 0; i++) {
      meter.begin();
      least = Math.min(least, meter.end());
    }
    long found = least;
    assertTrue(found == 0, () -> found + " B");
  }
}
