package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.dat4j.dat.SrqState;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Shared receive queues and their endpoints, on the C double. */
@ExtendWith(NeedsDouble.class)
class NativeSrqTest {

  private static final int INSUFFICIENT = 0x8003_0000;
  private static final int IN_USE_2 = 0x8007_0057;

  private DoubleAdapter a;

  /** An endpoint with a queue, and the library's EVD of its receives. */
  private record Shared(Ep ep, long evd) {}

  @BeforeEach
  void open() {
    assumeTrue(Abi.current() == Abi.DAT_2_0, "other libraries are not asked for queues");
    a = new DoubleAdapter();
  }

  @AfterEach
  void close() {
    if (a != null) {
      a.close();
    }
  }

  private Srq queue(int size) {
    return a.ia.createSrq(a.pz, new SrqAttr(size, 2, 0));
  }

  private Shared endpoint(Srq srq, Evd recv) {
    DoubleControl.double_watch("dat_ep_create_with_srq");
    Ep ep = a.ia.createEpWithSrq(a.pz, recv, a.request, a.connect, srq, EpAttr.DEFAULT);
    assertEquals(1, DoubleControl.calls());
    return new Shared(ep, DoubleControl.argument(2));
  }

  private int post(Srq srq, long cookie) {
    DoubleControl.double_watch("dat_srq_post_recv");
    return srq.postRecv(a.lmr.lmrContext(), a.lmr.registeredAddress(), 64, cookie);
  }

  /** Posts one, and answers the library's cookie. */
  private long posted(Srq srq, long cookie) {
    assertEquals(DatReturn.SUCCESS, post(srq, cookie));
    assertEquals(1, DoubleControl.calls());
    return DoubleControl.argument(3);
  }

  /** As libdapl does it: the event names the queue where it should name the endpoint. */
  private static void complete(Srq srq, Shared by, long key, int status) {
    DoubleControl.double_push_dto(1, by.evd, ((NativeSrq) srq).handle(), key, status, 48);
  }

  private void assertTaken(Evd evd, Ep ep, long cookie, DtoStatus status) {
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertSame(ep, a.event.ep());
    assertSame(evd, a.event.evd());
    assertEquals(cookie, a.event.cookie());
    assertEquals(status, a.event.status());
    assertEquals(status == DtoStatus.SUCCESS ? 48 : 0, a.event.transferredLength());
  }

  @Test
  void queueIsMadeForTheMostThatCanBeAskedFor() {
    int most = a.ia.query().iaAttr().maxRecvPerSrq();
    DoubleControl.double_watch("dat_srq_create");
    Srq srq = queue(3);
    assertEquals(((NativePz) a.pz).handle(), DoubleControl.argument(1));
    assertEquals(4L * most, DoubleControl.segmentLength(0));
    assertEquals(2, DoubleControl.segmentContext(0));
    SrqParam param = srq.query(SrqField.ALL);
    assertEquals(
        new SrqParam(
            a.ia,
            SrqState.OPERATIONAL,
            a.pz,
            3,
            2,
            0,
            DatConstants.VALUE_UNKNOWN,
            DatConstants.VALUE_UNKNOWN),
        param);
  }

  @Test
  void completionNamesTheEndpointThoughTheLibraryNamesTheQueue() {
    Srq srq = queue(8);
    Shared one = endpoint(srq, a.recv);
    Shared two = endpoint(srq, a.recv);
    assertNotEquals(one.evd, two.evd);
    assertNotEquals(DoubleAdapter.handle(a.recv), one.evd);
    long first = posted(srq, 71);
    long second = posted(srq, -1);
    complete(srq, two, second, 0);
    complete(srq, one, first, 5);
    assertTaken(a.recv, two.ep, -1, DtoStatus.SUCCESS);
    assertEquals(DatReturn.SUCCESS, a.recv.await(1_000_000, 1, a.event));
    assertSame(one.ep, a.event.ep());
    assertEquals(71, a.event.cookie());
    assertNotEquals(DtoStatus.SUCCESS, a.event.status());
    assertEquals(DatReturn.QUEUE_EMPTY, a.recv.dequeue(a.event));
  }

  @Test
  void strayCompletionIsDropped() {
    Srq srq = queue(8);
    Shared only = endpoint(srq, a.recv);
    long key = posted(srq, 1);
    complete(srq, only, key + 1, 0);
    complete(srq, only, -1, 0);
    complete(srq, only, key, 0);
    complete(srq, only, key, 0);
    assertTaken(a.recv, only.ep, 1, DtoStatus.SUCCESS);
    assertEquals(DatReturn.QUEUE_EMPTY, a.recv.dequeue(a.event));
  }

  @Test
  void bufferIsOutstandingUntilItsCompletionIsTaken() {
    Srq srq = queue(2);
    Shared only = endpoint(srq, a.recv);
    long first = posted(srq, 1);
    long second = posted(srq, 2);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 3));
    assertEquals(0, DoubleControl.calls(), "the library is not asked");
    complete(srq, only, first, 0);
    complete(srq, only, second, 5);
    // The refused post looks where the endpoints' receives complete, and takes both.
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 3));
    DatException refused = assertThrows(DatException.class, () -> srq.resize(1));
    assertEquals(DatReturn.INVALID_STATE, refused.type());
    assertTaken(a.recv, only.ep, 1, DtoStatus.SUCCESS);
    long third = posted(srq, 3);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 4));
    assertEquals(DatReturn.SUCCESS, a.recv.await(1_000_000, 1, a.event));
    assertEquals(2, a.event.cookie());
    posted(srq, 4);
    complete(srq, only, third, 0);
    // Nobody has taken this one from the library before.
    assertTaken(a.recv, only.ep, 3, DtoStatus.SUCCESS);
    posted(srq, 5);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 6));
  }

  @Test
  void lostCompletionGivesItsBufferBack() {
    Srq srq = queue(3);
    Shared only = endpoint(srq, a.recv);
    a.recv.resize(1);
    for (int i = 0; i < 3; i++) {
      complete(srq, only, posted(srq, i), 0);
    }
    // The first post of these takes all from the library; there is room for one of them.
    posted(srq, 3);
    posted(srq, 4);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 5));
    assertTaken(a.recv, only.ep, 0, DtoStatus.SUCCESS);
    posted(srq, 5);
  }

  @Test
  void completionsLeftByAFreedEndpointAreOutstandingUntilTaken() {
    Srq srq = queue(1);
    Shared only = endpoint(srq, a.recv);
    complete(srq, only, posted(srq, 1), 0);
    only.ep.free();
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 2));
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    posted(srq, 2);
  }

  @Test
  void refusedPostIsNotOutstanding() {
    Srq srq = queue(1);
    DoubleControl.double_fail("dat_srq_post_recv", INSUFFICIENT);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 4));
    DoubleControl.double_fail(null, 0);
    posted(srq, 4);
  }

  private int most() {
    return a.ia.query().iaAttr().maxRecvPerSrq();
  }

  private int entries() {
    return 4 * most() + 1;
  }

  /** Uses an entry of the library's ring. */
  private void refuse(Srq srq) {
    DoubleControl.double_fail("dat_srq_post_recv", INSUFFICIENT);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 0));
    DoubleControl.double_fail(null, 0);
    assertEquals(1, DoubleControl.calls());
  }

  /**
   * The library overwrites the cookie of a buffer that has not completed when its ring comes round,
   * and takes the ring for full up to the entry that completes: so an entry that is used stays
   * ahead by as many as can be outstanding.
   */
  @Test
  void ringStopsBeforeABufferThatHasNotCompleted() {
    Srq srq = queue(4);
    Shared slow = endpoint(srq, a.ia.createEvd(8, null, EvdFlags.DTO));
    Shared fast = endpoint(srq, a.recv);
    long held = posted(srq, 1000);
    long before = held;
    for (int i = 0; i < entries() - 1 - most(); i++) {
      long key = posted(srq, i);
      assertEquals((before + 1) % entries(), key, "the library's next entry");
      before = key;
      complete(srq, fast, key, 0);
      assertTaken(a.recv, fast.ep, i, DtoStatus.SUCCESS);
    }
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 1));
    assertEquals(0, DoubleControl.calls());
    complete(srq, slow, held, 0);
    assertEquals((before + 1) % entries(), posted(srq, 2000));
    assertTaken(slow.ep.query().recvEvd(), slow.ep, 1000, DtoStatus.SUCCESS);
  }

  @Test
  void completionNobodyAsksForIsTakenBeforeTheRingComesRound() {
    Srq srq = queue(4);
    Evd forgotten = a.ia.createEvd(8, null, EvdFlags.DTO);
    Shared slow = endpoint(srq, forgotten);
    Shared fast = endpoint(srq, a.recv);
    complete(srq, slow, posted(srq, 1000), 0);
    for (int i = 0; i < entries() + 1; i++) {
      refuse(srq);
    }
    complete(srq, fast, posted(srq, 2), 0);
    // The double hands out events in their order, so the forgotten one is gone.
    assertTaken(a.recv, fast.ep, 2, DtoStatus.SUCCESS);
    assertTaken(forgotten, slow.ep, 1000, DtoStatus.SUCCESS);
  }

  @Test
  void resizeIsOursAndRefusesLessThanIsOutstanding() {
    Srq srq = queue(2);
    posted(srq, 1);
    posted(srq, 2);
    DoubleControl.double_watch("dat_srq_resize");
    DatException refused = assertThrows(DatException.class, () -> srq.resize(1));
    assertEquals(DatReturn.INVALID_STATE, refused.type());
    srq.resize(3);
    assertEquals(0, DoubleControl.calls(), "the library's changes the device's queue only");
    assertEquals(3, srq.query(SrqField.ALL).maxRecvDtos());
    posted(srq, 3);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, post(srq, 4));
  }

  @Test
  void watermarksAreRefusedBeforeTheLibrary() {
    Srq srq = queue(2);
    Shared only = endpoint(srq, a.recv);
    DoubleControl.double_watch("dat_srq_set_lw");
    assertEquals(
        DatReturn.MODEL_NOT_SUPPORTED, assertThrows(DatException.class, () -> srq.setLw(1)).type());
    assertEquals(0, DoubleControl.calls());
    DoubleControl.double_watch("dat_ep_set_watermark");
    assertEquals(
        DatReturn.MODEL_NOT_SUPPORTED,
        assertThrows(DatException.class, () -> only.ep.setWatermark(1, 1)).type());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void endpointHasAllThatTheLibraryAsksFor() {
    Srq srq = queue(2);
    DoubleControl.double_watch("dat_ep_create_with_srq");
    Ep ep = a.ia.createEpWithSrq(null, null, null, null, srq, EpAttr.DEFAULT);
    assertEquals(((NativePz) a.pz).handle(), DoubleControl.argument(1), "the queue's PZ");
    assertNotEquals(0, DoubleControl.argument(2));
    assertNotEquals(0, DoubleControl.argument(3));
    assertNotEquals(0, DoubleControl.argument(4), "libdapl does not ask whether there is one");
    assertEquals(((NativeSrq) srq).handle(), DoubleControl.argument(5));
    EpParam param = ep.query(EpField.ALL);
    assertSame(srq, param.srq());
    assertEquals(null, param.recvEvd());
    assertEquals(null, param.pz());
  }

  @Test
  void receiveWithoutEvdMakesRoomAgain() {
    Srq srq = queue(1);
    DoubleControl.double_watch("dat_ep_create_with_srq");
    Ep ep = a.ia.createEpWithSrq(a.pz, null, null, null, srq, EpAttr.DEFAULT);
    Shared silent = new Shared(ep, DoubleControl.argument(2));
    complete(srq, silent, posted(srq, 1), 0);
    posted(srq, 2);
  }

  @Test
  void everyEndpointHasAZoneInTheLibrary() {
    DoubleControl.double_watch("dat_ep_create");
    a.ia.createEp(null, a.recv, a.request, a.connect, null);
    assertNotEquals(0, DoubleControl.argument(1), "libdapl looks at everybody's queue pair");
  }

  @Test
  void evdOfTheLibraryEndsWithTheEndpoint() {
    Srq srq = queue(4);
    Shared only = endpoint(srq, a.recv);
    complete(srq, only, posted(srq, 9), 5);
    DatException inUse = assertThrows(DatException.class, srq::free);
    assertEquals(DatSubtype.INVALID_STATE_SRQ_IN_USE, inUse.subtype());
    DoubleControl.double_watch("dat_evd_free");
    only.ep.free();
    assertEquals(1, DoubleControl.calls());
    assertEquals(only.evd, DoubleControl.argument(0));
    // What had completed by then is told.
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(9, a.event.cookie());
    DoubleControl.double_watch("dat_srq_free");
    srq.free();
    assertEquals(1, DoubleControl.calls());
    assertEquals(((NativeSrq) srq).handle(), DoubleControl.argument(0));
  }

  @Test
  void refusedEndpointLeavesNothing() {
    Srq srq = queue(4);
    DoubleControl.double_fail("dat_ep_create_with_srq", INSUFFICIENT);
    DoubleControl.double_watch("dat_evd_free");
    assertEquals(
        DatReturn.INSUFFICIENT_RESOURCES,
        assertThrows(DatException.class, () -> endpoint(srq, a.recv)).type());
    DoubleControl.double_fail(null, 0);
    srq.free();
    assertTrue(DoubleControl.double_history().contains("dat_evd_free"));
  }

  @Test
  void receivesFollowTheEvd() {
    Srq srq = queue(4);
    Shared only = endpoint(srq, a.recv);
    complete(srq, only, posted(srq, 1), 0);
    Evd other = a.ia.createEvd(8, null, EvdFlags.DTO);
    DoubleControl.double_watch("dat_ep_create_with_srq");
    only.ep.modify(EpField.RECV_EVD_HANDLE, only.ep.query().toBuilder().recvEvd(other).build());
    assertEquals(only.evd, DoubleControl.argument(2), "the library's EVD stays");
    complete(srq, only, posted(srq, 2), 0);
    assertTaken(a.recv, only.ep, 1, DtoStatus.SUCCESS);
    assertTaken(other, only.ep, 2, DtoStatus.SUCCESS);
  }

  @Test
  void lastBufferOfAnEndpointIsNoError() {
    Shared only = endpoint(queue(4), a.recv);
    DoubleControl.double_watch("dat_ep_get_status");
    only.ep.getStatus();
    long handle = DoubleControl.argument(0);
    Evd async = a.ia.query().asyncEvd();
    DoubleControl.double_push_async(0x8003, DoubleAdapter.handle(async), handle, 1);
    assertEquals(DatReturn.QUEUE_EMPTY, async.dequeue(a.event));
    DoubleControl.double_push_async(0x8003, DoubleAdapter.handle(async), a.epHandle, 1);
    assertEquals(DatReturn.SUCCESS, async.dequeue(a.event));
    assertSame(a.ep, a.event.asyncObject());
  }

  /** Completions point into the queue, and the library's close takes them from EVDs. */
  @Test
  void queueOutlivesAnEndpointThatTheLibraryKeeps() {
    Srq srq = queue(4);
    Shared only = endpoint(srq, a.recv);
    DoubleControl.double_fail("dat_evd_free", IN_USE_2);
    only.ep.free();
    DoubleControl.double_fail(null, 0);
    DoubleControl.double_watch("dat_srq_free");
    srq.free();
    assertEquals(0, DoubleControl.calls());
    a.close();
    assertEquals(1, DoubleControl.calls());
    assertEquals(((NativeSrq) srq).handle(), DoubleControl.argument(0));
    String history = DoubleControl.double_history();
    int queue = history.lastIndexOf("dat_srq_free ");
    assertTrue(history.lastIndexOf("dat_evd_free ") < queue, history);
    assertTrue(history.lastIndexOf("dat_ia_close ") > queue, history);
    a = null;
  }

  @Test
  void adapterHasNoSrqIfItsDeviceRefuses() {
    a.close();
    a = null;
    DoubleAdapter.reset();
    DoubleControl.double_fail("dat_srq_create", INSUFFICIENT);
    try (Ia ia = DoubleAdapter.registry().openIa("ia0")) {
      DoubleControl.double_fail(null, 0);
      assertFalse(ia.query().providerAttr().srqSupported());
      assertEquals(0, ia.query().iaAttr().maxSrqs());
      assertEquals(
          DatReturn.MODEL_NOT_SUPPORTED,
          assertThrows(DatException.class, () -> ia.createSrq(ia.createPz(), new SrqAttr(1, 1, 0)))
              .type());
      DoubleControl.double_watch("dat_ep_create");
      ia.createEp(null, null, null, null, null);
      assertEquals(0, DoubleControl.argument(1));
    }
  }
}
