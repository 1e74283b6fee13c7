package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The shapes of the data path allocate nothing. */
class AllocationTest {

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
    Allocations.expectNone(this::dequeueOften);
  }

  @Test
  void dequeueOfAnEventAllocatesNothing() {
    Allocations.expectNone(this::receiveOften);
  }

  @Test
  void postAllocatesNothing() {
    Allocations.expectNone(this::postOften);
  }

  private void dequeueOften() {
    for (int i = 0; i < Allocations.CALLS; i++) {
      int ret = LibDat.dat_evd_dequeue(handle, event.address());
      if (ReturnCodes.rawType(ret) != ReturnCodes.QUEUE_EMPTY) {
        throw new AssertionError(ret);
      }
    }
  }

  private void receiveOften() {
    long sum = 0;
    for (int i = 0; i < Allocations.CALLS; i++) {
      DoubleControl.double_push_dto(1, 1, 2, i, 0, 1);
      LibDat.dat_evd_dequeue(handle, event.address());
      sum += event.dtoCookie() + event.dtoLength();
    }
    assertEquals((long) Allocations.CALLS * (Allocations.CALLS - 1) / 2 + Allocations.CALLS, sum);
  }

  private void postOften() {
    for (int i = 0; i < Allocations.CALLS; i++) {
      iov.put(0, 7, 4096, i);
      LibDat.dat_ep_post_send(handle, 1, iov.address(), i, 0);
    }
  }
}
