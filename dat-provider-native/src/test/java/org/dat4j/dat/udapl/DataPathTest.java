package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.dat4j.dat.DatReturn;
import org.dat4j.dat.udapl.abi.Allocations;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Posts, polls and waits allocate nothing. */
@ExtendWith(NeedsDouble.class)
class DataPathTest {

  private DoubleAdapter a;
  private long firstKey;

  @BeforeEach
  void open() {
    a = new DoubleAdapter();
    DoubleControl.double_watch("dat_ep_post_send");
    assertEquals(DatReturn.SUCCESS, a.send(-1, 0));
    firstKey = a.lastKey();
    a.completeRequest(firstKey, 0);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
  }

  @AfterEach
  void close() {
    a.close();
  }

  @Test
  void emptyDequeueAllocatesNothing() {
    Allocations.expectNone(this::dequeueOften);
  }

  @Test
  void waitThatTimesOutAllocatesNothing() {
    Allocations.expectNone(this::waitOften);
  }

  @Test
  void sendAndItsCompletionAllocateNothing() {
    Allocations.expectNone(this::sendOften);
  }

  private void dequeueOften() {
    for (int i = 0; i < Allocations.CALLS; i++) {
      if (a.request.dequeue(a.event) != DatReturn.QUEUE_EMPTY) {
        throw new AssertionError(a.event);
      }
    }
  }

  private void waitOften() {
    for (int i = 0; i < Allocations.CALLS; i++) {
      if (a.request.await(0, 1, a.event) != DatReturn.TIMEOUT_EXPIRED) {
        throw new AssertionError(a.event);
      }
    }
  }

  private void sendOften() {
    for (int i = 0; i < Allocations.CALLS; i++) {
      if (a.send(i, 0) != DatReturn.SUCCESS) {
        throw new AssertionError(i);
      }
      // Keys count up; asking the double for each would allocate.
      firstKey++;
      a.completeRequest(firstKey, 0);
      int ret = i % 2 == 0 ? a.request.dequeue(a.event) : a.request.await(0, 1, a.event);
      if (ret != DatReturn.SUCCESS || a.event.cookie() != i) {
        throw new AssertionError(a.event);
      }
    }
  }
}
