package org.dat4j.dat.natives.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shapes of the data path allocate nothing. */
class AllocationTest {

  private static final int CALLS = 20_000;
  // Less than an object for every thousandth call: whatever the JVM does once stays below.
  private static final long BOUND = CALLS / 1000 * 16;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final EventMemory event = new EventMemory();
  private final TripletMemory iov = new TripletMemory(2);
  private long handle;

  @BeforeEach
  void loadDouble() {
    NativeTools.loadDouble();
    DoubleControl.double_outputs(1);
    handle = DoubleControl.double_handle(1);
  }

  @Test
  void emptyDequeueAllocatesNothing() {
    assertAllocatesNothing(this::dequeueOften);
  }

  @Test
  void dequeueOfAnEventAllocatesNothing() {
    assertAllocatesNothing(this::receiveOften);
  }

  @Test
  void postAllocatesNothing() {
    assertAllocatesNothing(this::postOften);
  }

  private void assertAllocatesNothing(Runnable calls) {
    calls.run();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10 && least > BOUND; i++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      calls.run();
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(least <= BOUND, least + " octets in " + CALLS + " calls");
  }

  private void dequeueOften() {
    for (int i = 0; i < CALLS; i++) {
      int ret = LibDat.dat_evd_dequeue(handle, event.address());
      if (Ret.rawType(ret) != Ret.QUEUE_EMPTY) {
        throw new AssertionError(ret);
      }
    }
  }

  private void receiveOften() {
    long sum = 0;
    for (int i = 0; i < CALLS; i++) {
      DoubleControl.double_push_dto(1, 1, 2, i, 0, 1);
      LibDat.dat_evd_dequeue(handle, event.address());
      sum += event.dtoCookie() + event.dtoLength();
    }
    assertEquals((long) CALLS * (CALLS - 1) / 2 + CALLS, sum);
  }

  private void postOften() {
    for (int i = 0; i < CALLS; i++) {
      iov.put(0, 7, 4096, i);
      LibDat.dat_ep_post_send(handle, 1, iov.address(), i, 0);
    }
  }
}
