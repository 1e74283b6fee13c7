package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * A post is outstanding until the program takes its completion, whoever has taken that from the
 * library. The EVDs of the double hold 32 events, more than the limits here.
 */
@ExtendWith(NeedsDouble.class)
class OutstandingTest {
  private static final int LIMIT = 8;
  private static final int RECEIVES = EpAttr.DEFAULT.maxRecvDtos();
  private static final int ROUNDS = 20_000;

  private DoubleAdapter a;

  @BeforeEach
  void open() {
    a = new DoubleAdapter(LIMIT);
  }

  @AfterEach
  void close() {
    a.close();
  }

  private long keyOfSend(long cookie, int flags) {
    DoubleControl.double_watch("dat_ep_post_send");
    assertEquals(DatReturn.SUCCESS, a.send(cookie, flags));
    return a.lastKey();
  }

  private long keyOfReceive(long cookie) {
    DoubleControl.double_watch("dat_ep_post_recv");
    assertEquals(DatReturn.SUCCESS, a.receive(cookie));
    return a.lastKey();
  }

  private void sendAndComplete(long cookie) {
    a.completeRequest(keyOfSend(cookie, 0), 0);
  }

  private void assertTaken(Evd evd, long cookie, DtoStatus status) {
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertEquals(cookie, a.event.cookie());
    assertEquals(status, a.event.status());
  }

  @Test
  void requestIsOutstandingUntilItsCompletionIsTaken() {
    for (int i = 0; i < LIMIT; i++) {
      sendAndComplete(i);
    }
    for (int i = LIMIT; i < ROUNDS; i++) {
      // The refused post takes from the library what has completed.
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.send(-1, 0), "round " + i);
      assertTaken(a.request, i - LIMIT, DtoStatus.SUCCESS);
      sendAndComplete(i);
    }
    assertFalse(a.ep.getStatus().requestIdle());
    for (int i = ROUNDS - LIMIT; i < ROUNDS; i++) {
      assertTaken(a.request, i, DtoStatus.SUCCESS);
    }
    assertTrue(a.ep.getStatus().requestIdle());
    assertEquals(DatReturn.QUEUE_EMPTY, a.ia.query().asyncEvd().dequeue(a.event), "no overflow");
  }

  @Test
  void receiveIsOutstandingUntilItsCompletionIsTaken() {
    for (int i = 0; i < RECEIVES; i++) {
      a.completeReceive(keyOfReceive(i), 0);
    }
    assertFalse(a.ep.getStatus().recvIdle(), "the status takes them from the library");
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1));
    assertTaken(a.recv, 0, DtoStatus.SUCCESS);
    keyOfReceive(RECEIVES);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1));
    for (int i = 1; i < RECEIVES; i++) {
      assertEquals(DatReturn.SUCCESS, a.recv.await(1_000_000, 1, a.event));
      assertEquals(i, a.event.cookie());
      keyOfReceive(RECEIVES + i);
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1));
    }
  }

  @Test
  void suppressedSuccessIsNotOutstandingWhenALaterOneHasCompleted() {
    keyOfSend(1, CompletionFlags.SUPPRESS);
    keyOfSend(2, CompletionFlags.SUPPRESS);
    sendAndComplete(3);
    for (int i = 3; i < LIMIT; i++) {
      keyOfSend(i + 1, 0);
    }
    // The refusal below finds that two are done; the third has a completion to be taken.
    keyOfSend(LIMIT + 1, 0);
    keyOfSend(LIMIT + 2, 0);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.send(-1, 0));
    assertTaken(a.request, 3, DtoStatus.SUCCESS);
    keyOfSend(LIMIT + 3, 0);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.send(-1, 0));
  }

  @Test
  void flushedPostIsOutstandingUntilItsCompletionIsTaken() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    for (int i = 0; i < RECEIVES; i++) {
      assertEquals(DatReturn.SUCCESS, a.receive(i));
    }
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1));
    for (int i = 0; i < RECEIVES; i++) {
      assertTaken(a.recv, i, DtoStatus.ERR_FLUSHED);
      assertEquals(DatReturn.SUCCESS, a.receive(RECEIVES + i));
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1));
    }
  }

  @Test
  void completionsOfBeforeAResetAreNotCountedAfterIt() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    for (int i = 0; i < RECEIVES; i++) {
      assertEquals(DatReturn.SUCCESS, a.receive(i));
    }
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    assertTrue(a.ep.getStatus().recvIdle());
    for (int i = 0; i < RECEIVES; i++) {
      assertEquals(DatReturn.SUCCESS, a.receive(100 + i));
    }
    for (int i = 0; i < RECEIVES; i++) {
      assertTaken(a.recv, i, DtoStatus.ERR_FLUSHED);
      assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1), "of before the reset");
    }
  }

  @Test
  void lostCompletionGivesItsSlotBack() {
    a.recv.resize(1);
    for (int i = 0; i < RECEIVES; i++) {
      a.completeReceive(keyOfReceive(i), 0);
    }
    assertFalse(a.ep.getStatus().recvIdle());
    for (int i = 1; i < RECEIVES; i++) {
      assertEquals(DatReturn.SUCCESS, a.receive(RECEIVES + i), "post " + i);
    }
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.receive(-1), "one is kept");
  }
}
