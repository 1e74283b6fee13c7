package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.abi.TripletMemory;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;
import org.dat4j.dat.udapl.libdapl.ConnectTimeouts;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Endpoints, on the C double. */
@ExtendWith(NeedsDouble.class)
class NativeEpTest {

  private static final int FLUSHED = 1;
  private static final int LOCAL_EP = 3;
  private static final int REMOTE_ACCESS = 6;

  private DoubleAdapter a;

  @BeforeEach
  void open() {
    a = new DoubleAdapter();
  }

  @AfterEach
  void close() {
    a.close();
  }

  @Test
  void connectPassesAddressQualifierTimeAndPrivateData() throws Exception {
    DoubleControl.double_watch("dat_ep_connect");
    a.ep.connect(
        InetAddress.getByAddress(new byte[] {10, 20, 30, 40}),
        0x1_0000_0007L,
        3_600_000_000L,
        new byte[] {1, 2, 3},
        Qos.BEST_EFFORT,
        0);
    assertEquals(a.epHandle, DoubleControl.argument(0));
    assertEquals(0x0a14_1e28L, DoubleControl.segmentAddress(0), "10.20.30.40");
    assertEquals(0x1_0000_0007L, DoubleControl.argument(2));
    assertEquals(DatConstants.TIMEOUT_INFINITE, DoubleControl.argument(3), "the limit is ours");
    assertEquals(3, DoubleControl.argument(4));
    assertArrayEquals(new byte[] {1, 2, 3}, DoubleControl.data(3));
  }

  @Test
  @Timeout(60)
  void connectThatIsNotAnsweredInTimeIsEndedAndToldAsTimedOut() {
    assertEquals(DatReturn.SUCCESS, a.receive(5));
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 500_000, null, 0, 0);
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
      Thread.onSpinWait();
    }
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_TIMED_OUT, a.event.number());
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
  }

  private void ask() {
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 3_600_000_000L, null, 0, 0);
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
  }

  @Test
  @Timeout(60)
  void lateLimitOfAnEarlierConnectDoesNotEndOneWithoutALimit() {
    ask();
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4003);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    a.ep.connect(
        InetAddress.getLoopbackAddress(),
        7,
        DatConstants.TIMEOUT_INFINITE,
        null,
        Qos.BEST_EFFORT,
        0);
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    DoubleControl.double_watch("dat_ep_create");
    ((NativeEp) a.ep).timeOut(1);
    assertEquals(0, DoubleControl.calls(), "another endpoint takes the place of one that ends");
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    assertEquals(EpState.ACTIVE_CONNECTION_PENDING, a.ep.getStatus().state());
    assertEquals(DatReturn.QUEUE_EMPTY, a.connect.dequeue(a.event));
  }

  @Test
  void givenUpConnectContinuesInTheLibraryAndEndsForTheProgram() {
    ask();
    DoubleControl.double_watch("dat_ep_create");
    a.ep.disconnect(CloseFlags.ABRUPT);
    assertEquals(1, DoubleControl.calls(), "another endpoint of the library");
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    assertEquals(EpState.DISCONNECTED, a.ep.getStatus().state());
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, a.event.number());
    a.connectionEvent(0x4001);
    assertEquals(DatReturn.QUEUE_EMPTY, a.connect.dequeue(a.event), "the answer is nobody's");
  }

  @Test
  @Tag("long")
  void connectWithReceivesIsDisconnectedAndItsEndpointLeftToTheKernel() {
    assertEquals(DatReturn.SUCCESS, a.receive(5));
    ask();
    a.ep.disconnect(CloseFlags.ABRUPT);
    assertTrue(DoubleControl.double_history().contains("dat_ep_disconnect"));
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
    a.ep.reset();
    String history = DoubleControl.double_history();
    assertFalse(history.contains("dat_ep_reset"), history);
    assertFalse(history.contains("dat_ep_free"), history);
  }

  @Test
  void partsOfAnEndpointThatIsLeftAreFreedWithIt() {
    ask();
    a.ep.free();
    DoubleControl.double_fail("dat_evd_free", DatReturn.INVALID_STATE);
    a.connect.free();
    DoubleControl.double_fail(null, 0);
    DoubleControl.double_watch("dat_evd_free");
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    while (DoubleControl.calls() == 0) {
      Thread.onSpinWait();
    }
    String history = DoubleControl.double_history();
    assertTrue(history.lastIndexOf("dat_ep_free") < history.lastIndexOf("dat_evd_free"), history);
  }

  @Test
  @Timeout(60)
  void nobodyKeepsTheLimitOfAnEndpointThatWasFreed() throws InterruptedException {
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 3_600_000_000L, null, 0, 0);
    Thread[] all = new Thread[Thread.activeCount() + 50];
    int count = Thread.enumerate(all);
    Thread keeper = null;
    for (Thread thread : Arrays.copyOf(all, count)) {
      keeper = thread.getName().equals("dat4j-connect-limits") ? thread : keeper;
    }
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.ep.free();
    keeper.join();
  }

  @Test
  @Timeout(60)
  void answeredConnectHasNoLimit() throws Exception {
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 50_000, null, 0, 0);
    a.establish();
    // One thread keeps all limits, one after the other.
    ConnectTimeouts.start(() -> {}, 100_000).get();
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, a.event.number());
  }

  @Test
  void peersAddressIsTheEndpointsOwnBeforeItIsWritten() {
    DoubleControl.double_watch("dat_ep_query");
    connect(null);
    assertEquals(1, DoubleControl.calls(), "sets the pointer that dat_ep_connect writes to");
    assertEquals(a.epHandle, DoubleControl.argument(0));
  }

  @Test
  void connectWithoutPrivateDataPassesTheNullPointer() {
    DoubleControl.double_watch("dat_ep_connect");
    connect(null);
    assertEquals(0, DoubleControl.argument(4));
    assertEquals(0, DoubleControl.argument(5));
  }

  private void connect(byte[] privateData) {
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 1_000_000, privateData, 0, 0);
  }

  @Test
  void oversizePrivateDataIsRefusedBeforeTheLibrary() {
    DoubleControl.double_watch("dat_ep_connect");
    DatException e = assertThrows(DatException.class, () -> connect(new byte[17]));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    assertTrue(e.getMessage().contains("give at most 16"), e.getMessage());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void connectedEndpointConnectsNowhere() {
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    DatException e = assertThrows(DatException.class, () -> connect(null));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertEquals(DatSubtype.INVALID_STATE_EP_CONNECTED, e.subtype());
    assertFalse(DoubleControl.double_history().contains("dat_ep_connect"));
  }

  @Test
  void statusAndParametersAreTranslated() {
    DoubleControl.double_ep_state(14);
    assertEquals(EpState.CONNECTED, a.ep.getStatus().state(), "connected over several paths");
    EpParam param = a.ep.query();
    assertEquals(EpState.CONNECTED, param.state());
    assertEquals("10.1.2.15", param.localIaAddress().getHostAddress());
    assertEquals(0x1122_3344_5566_7788L, param.localPortQual());
    assertEquals("10.1.2.15", param.remoteIaAddress().getHostAddress());
    assertEquals(0x99, param.remotePortQual());
    assertSame(a.pz, param.pz());
    assertSame(a.recv, param.recvEvd());
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    assertNull(a.ep.query().remoteIaAddress(), "no peer yet");
  }

  @Test
  void idleIsWhatIsNotOutstanding() {
    assertTrue(a.ep.getStatus().recvIdle());
    assertEquals(DatReturn.SUCCESS, a.receive(1));
    assertFalse(a.ep.getStatus().recvIdle());
    assertTrue(a.ep.getStatus().requestIdle());
    a.completeReceive(keyOfReceive(2), 0);
    a.recv.dequeue(a.event);
    a.recv.dequeue(a.event);
  }

  /** Posts one more receive and answers its key; the double's record is of the watched call. */
  private long keyOfReceive(long cookie) {
    DoubleControl.double_watch("dat_ep_post_recv");
    assertEquals(DatReturn.SUCCESS, a.receive(cookie));
    return a.lastKey();
  }

  private long keyOfSend(long cookie, int flags) {
    DoubleControl.double_watch("dat_ep_post_send");
    assertEquals(DatReturn.SUCCESS, a.send(cookie, flags));
    return a.lastKey();
  }

  @Test
  void sendPassesItsSegmentAndFlags() {
    int flags = CompletionFlags.SOLICITED_WAIT | CompletionFlags.BARRIER_FENCE;
    keyOfSend(1, flags);
    assertEquals(a.epHandle, DoubleControl.argument(0));
    assertEquals(1, DoubleControl.argument(1));
    assertEquals(flags, DoubleControl.argument(4));
    assertEquals(1, DoubleControl.segmentCount());
    assertEquals(a.lmr.registeredAddress(), DoubleControl.segmentAddress(0));
    assertEquals(64, DoubleControl.segmentLength(0));
    assertEquals(0x1111_2222L, DoubleControl.segmentContext(0));
  }

  @Test
  void emptySegmentsAreLeftOut() {
    LmrIov iov = new LmrIov(3);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress() + 8, 8);
    iov.add(0, 0, 0);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress() + 32, 16);
    DoubleControl.double_watch("dat_ep_post_send");
    assertEquals(DatReturn.SUCCESS, a.ep.postSend(iov, 5, 0));
    assertEquals(2, DoubleControl.segmentCount());
    assertEquals(a.lmr.registeredAddress() + 32, DoubleControl.segmentAddress(1));
    assertEquals(16, DoubleControl.segmentLength(1));
    assertEquals(DatReturn.SUCCESS, a.ep.postSend(0, 0, 0, 6, 0));
    assertEquals(0, DoubleControl.argument(1));
  }

  @Test
  void rdmaPassesTheRemoteSegment() {
    int context = a.lmr.lmrContext();
    long address = a.lmr.registeredAddress();
    DoubleControl.double_watch("dat_ep_post_rdma_write");
    assertEquals(DatReturn.SUCCESS, a.ep.postRdmaWrite(context, address, 64, 1, 0xbbbb, -4096L, 0));
    checkRemote(address);
    DoubleControl.double_watch("dat_ep_post_rdma_read");
    assertEquals(DatReturn.SUCCESS, a.ep.postRdmaRead(context, address, 64, 2, 0xbbbb, -4096L, 0));
    checkRemote(address);
  }

  private void checkRemote(long address) {
    int r = DoubleControl.REMOTE_SEGMENT;
    assertEquals(address, DoubleControl.segmentAddress(0));
    assertEquals(-4096L, DoubleControl.segmentAddress(r));
    assertEquals(64, DoubleControl.segmentLength(r));
    assertEquals(0xbbbb, DoubleControl.segmentContext(r));
  }

  @Test
  @Timeout(60)
  void writeIntoATargetLongerThanTheLibraryCanNameIsPostedAndCompletes() {
    a.establish();
    LmrIov iov = new LmrIov(1);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress(), 64);
    long target = 1L << 32;
    DoubleControl.double_watch("dat_ep_post_rdma_write");
    assertEquals(DatReturn.SUCCESS, a.ep.postRdmaWrite(iov, 1, 0xbbbb, 0, target, 0));
    assertEquals(64, DoubleControl.segmentLength(0), "what is transferred");
    assertEquals(
        Math.min(target, TripletMemory.MAX_LENGTH),
        DoubleControl.segmentLength(DoubleControl.REMOTE_SEGMENT));
    a.completeRequest(a.lastKey(), 0);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
    assertTrue(a.ep.getStatus().requestIdle());
  }

  @Test
  void cookieComesBackUnchanged() {
    long cookie = 0xfedc_ba98_7654_3210L;
    long key = keyOfSend(cookie, 0);
    a.completeRequest(key, 0);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
    assertEquals(EventNumber.DTO_COMPLETION_EVENT, a.event.number());
    assertEquals(cookie, a.event.cookie());
    assertEquals(DtoStatus.SUCCESS, a.event.status());
    assertEquals(64, a.event.transferredLength());
    assertSame(a.ep, a.event.ep());
    assertSame(a.request, a.event.evd());
  }

  @Test
  void failedReceiveOfTheExtensionEventIsACompletion() {
    long key = keyOfReceive(-5);
    DoubleControl.double_push_dto(0x4_0000, DoubleAdapter.handle(a.recv), a.epHandle, key, 2, 9);
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_LOCAL_LENGTH, a.event.status());
    assertEquals(-5, a.event.cookie());
    assertEquals(0, a.event.transferredLength(), "undefined in the library");
  }

  @Test
  void fullQueueIsRefusedUntilACompletionIsTaken() {
    long first = keyOfSend(0, 0);
    for (int i = 1; i < EpAttr.DEFAULT.maxRequestDtos(); i++) {
      assertEquals(DatReturn.SUCCESS, a.send(i, 0));
    }
    long calls = DoubleControl.calls();
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.send(99, 0));
    assertEquals(calls, DoubleControl.calls(), "the library loses count when it refuses");
    a.completeRequest(first, 0);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
    assertEquals(DatReturn.SUCCESS, a.send(99, 0));
  }

  @Test
  void suppressedSuccessIsSilentAndTheQueueNeverFillsUp() {
    int limit = EpAttr.DEFAULT.maxRequestDtos();
    int signalled = 0;
    for (int i = 0; i < 10 * limit; i++) {
      long key = keyOfSend(i, CompletionFlags.SUPPRESS);
      if (DoubleControl.argument(4) == 0) {
        signalled++;
        a.completeRequest(key, 0);
      }
    }
    assertTrue(signalled >= 10, "asked for an event " + signalled + " times");
    assertEquals(DatReturn.QUEUE_EMPTY, a.request.dequeue(a.event));
  }

  @Test
  void failureOfASuppressedTransferIsReported() {
    long key = keyOfSend(7, CompletionFlags.SUPPRESS);
    a.completeRequest(key, FLUSHED);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
    assertEquals(7, a.event.cookie());
  }

  @Test
  void refusalsOfThePostAreTranslated() {
    DoubleControl.double_fail("dat_ep_post_send", 0x0003_0009);
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, a.send(1, 0));
    DoubleControl.double_fail("dat_ep_post_send", 0x8007_002f);
    DatException e = assertThrows(DatException.class, () -> a.send(1, 0));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertEquals(DatSubtype.INVALID_STATE_EP_UNCONNECTED, e.subtype());
    DoubleControl.double_fail(null, 0);
    // Nothing is outstanding now: all places are there.
    for (int i = 0; i < EpAttr.DEFAULT.maxRequestDtos(); i++) {
      assertEquals(DatReturn.SUCCESS, a.send(i, 0));
    }
  }

  @Test
  void postsOnADisconnectedEndpointAreFlushed() {
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_fail("dat_ep_post_send", 0x8004_0000);
    DoubleControl.double_watch("dat_ep_post_recv");
    assertEquals(DatReturn.SUCCESS, a.receive(11));
    assertEquals(0, DoubleControl.calls(), "some devices never flush it");
    assertEquals(DatReturn.SUCCESS, a.send(12, 0));
    checkFlushed(a.recv.dequeue(a.event), 11);
    checkFlushed(a.request.dequeue(a.event), 12);
  }

  @Test
  void postRefusedJustBeforeTheLibraryKnowsOfTheEndIsFlushed() throws Exception {
    DoubleControl.double_fail("dat_ep_post_send", 0x8004_0000);
    DoubleControl.double_watch("dat_ep_post_send");
    long before = DoubleControl.calls();
    CompletableFuture<Void> end =
        CompletableFuture.runAsync(
            () -> {
              long start = System.nanoTime();
              while (DoubleControl.calls() == before
                  && System.nanoTime() - start < TimeUnit.SECONDS.toNanos(10)) {
                Thread.onSpinWait();
              }
              DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
            });
    assertEquals(DatReturn.SUCCESS, a.send(12, 0));
    end.get(10, TimeUnit.SECONDS);
    checkFlushed(a.request.dequeue(a.event), 12);
  }

  @Test
  void postRefusedForNoKnownReasonIsAnErrorWhileTheConnectionStands() {
    DoubleControl.double_fail("dat_ep_post_send", 0x8004_0000);
    DatException e = assertThrows(DatException.class, () -> a.send(12, 0));
    assertEquals(DatReturn.INTERNAL_ERROR, e.type());
    assertEquals(DatReturn.QUEUE_EMPTY, a.request.dequeue(a.event));
  }

  private void checkFlushed(int ret, long cookie) {
    assertEquals(DatReturn.SUCCESS, ret);
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
    assertEquals(cookie, a.event.cookie());
  }

  @Test
  void receivesAreFlushedWhenTheConnectionIsNotMade() {
    long key = keyOfReceive(21);
    assertEquals(DatReturn.SUCCESS, a.receive(22));
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4003);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, a.event.number());
    checkFlushed(a.recv.dequeue(a.event), 21);
    checkFlushed(a.recv.dequeue(a.event), 22);
    a.completeReceive(key, FLUSHED);
    assertEquals(DatReturn.QUEUE_EMPTY, a.recv.dequeue(a.event), "not twice");
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    assertFalse(
        DoubleControl.double_history().contains("dat_ep_reset"),
        "which waits for ever for receives that the device keeps");
    DoubleControl.double_watch("dat_ep_connect");
    connect(null);
    assertNotEquals(a.epHandle, DoubleControl.argument(0));
  }

  /** More looks than a call takes that waits for nothing. */
  private static final int LATE = CmThreadTracker.MIN_POLLS - 5;

  /** The library's thread has ended the connection, and tells so later. */
  private void endLate() {
    connect(null);
    a.establish();
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_late(LATE);
    a.connectionEvent(0x4005);
  }

  @Test
  void endedConnectionIsNotFreedBeforeItsEndWasTold() {
    endLate();
    a.ep.free();
    assertTrue(DoubleControl.double_history().contains("dat_ep_free"));
    assertEquals(0, DoubleControl.double_still_late(), "the library's thread may be with it");
  }

  @Test
  void endedConnectionIsNotResetBeforeItsEndWasTold() {
    endLate();
    a.ep.reset();
    assertTrue(DoubleControl.double_history().contains("dat_ep_free"), "of the one it had");
    assertEquals(0, DoubleControl.double_still_late(), "the library's thread may be with it");
  }

  @Test
  void endpointThatWasConnectedIsResetByAnotherOneOfTheLibrary() {
    connect(null);
    a.establish();
    a.connectionEvent(0x4005);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    resetAndConnectAnother();
  }

  @Test
  void libdaplofaMakesAnEndpointForgetItsConnectionItself() {
    a.close();
    a = new DoubleAdapter(DoubleAdapter.open(DoubleAdapter.CM_LIBRARY), 8);
    // Its thread is not kept away: that is another test's.
    DoubleControl.double_fail("dat_cno_create", 0x8003_0000);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.ep.reset();
    String history = DoubleControl.double_history();
    assertTrue(history.contains("dat_ep_reset"), history);
    assertFalse(history.contains("dat_ep_free"), history);
  }

  /** A failed transfer ends the connection, of which nobody takes the event. */
  private void breakConnection() {
    connect(null);
    a.establish();
    long key = keyOfSend(1, 0);
    a.completeRequest(key, REMOTE_ACCESS);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4006);
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event));
    assertEquals(DtoStatus.ERR_REMOTE_ACCESS, a.event.status());
  }

  @Test
  @Timeout(60)
  void peerOfABrokenConnectionIsToldByTheFreeOfTheLibrarysEndpoint() {
    breakConnection();
    while (!DoubleControl.double_history().contains("dat_ep_free")) {
      Thread.onSpinWait();
    }
    // That of the other one, which nobody has connected.
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    assertEquals(EpState.DISCONNECTED, a.ep.getStatus().state());
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, a.event.number());
    assertEquals(DatReturn.SUCCESS, a.receive(7));
    checkFlushed(a.recv.dequeue(a.event), 7);
    resetAndConnectAnother();
  }

  @Test
  void brokenConnectionIsResetByAnotherEndpointOfTheLibrary() {
    breakConnection();
    resetAndConnectAnother();
  }

  private void resetAndConnectAnother() {
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    assertEquals(EpState.UNCONNECTED, a.ep.getStatus().state());
    String history = DoubleControl.double_history();
    assertTrue(history.contains("dat_ep_free"), history);
    assertFalse(history.contains("dat_ep_reset"), history);
    DoubleControl.double_watch("dat_ep_connect");
    connect(null);
    assertEquals(1, DoubleControl.calls());
    assertNotEquals(a.epHandle, DoubleControl.argument(0));
  }

  @Test
  void endThatWasToldIsNotWaitedForAgain() {
    endLate();
    DoubleControl.double_late(0);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    DoubleControl.double_late(LATE);
    a.connectionEvent(0x4005);
    a.ep.free();
    assertNotEquals(0, DoubleControl.double_still_late());
  }

  @Test
  void endedConnectionIsFreedAlthoughItsEndIsNeverTold() {
    endLate();
    DoubleControl.double_drop();
    a.ep.free();
    assertTrue(DoubleControl.double_history().contains("dat_ep_free"));
  }

  @Test
  void endpointIsFreedAtOnceAfterTheLibraryRefusedItsConnect() {
    DoubleControl.double_fail("dat_ep_connect", 0x8003_0000);
    assertThrows(DatException.class, () -> connect(null));
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_late(LATE);
    a.connectionEvent(0x4005);
    a.ep.free();
    assertNotEquals(0, DoubleControl.double_still_late(), "nothing to wait for");
  }

  @Test
  @Timeout(60)
  void nothingIsReceivedIntoADisconnectThatIsUnderWay() throws InterruptedException {
    a.establish();
    DoubleControl.double_hold(1);
    Thread disconnecting = new Thread(() -> a.ep.disconnect(CloseFlags.ABRUPT));
    Thread posting = new Thread(() -> a.receive(5));
    try {
      disconnecting.start();
      while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
        Thread.onSpinWait();
      }
      posting.start();
      while (posting.isAlive() && posting.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      assertFalse(DoubleControl.double_history().contains("dat_ep_post_recv"));
    } finally {
      DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
      DoubleControl.double_hold(0);
    }
    disconnecting.join();
    posting.join();
    assertFalse(DoubleControl.double_history().contains("dat_ep_post_recv"));
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
  }

  @Test
  void disconnectFollowsTheTableOfStates() {
    DatException e = assertThrows(DatException.class, () -> a.ep.disconnect(CloseFlags.ABRUPT));
    assertEquals(DatSubtype.INVALID_STATE_EP_UNCONNECTED, e.subtype());
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.ep.disconnect(CloseFlags.GRACEFUL);
    DoubleControl.double_ep_state(10);
    a.ep.disconnect(CloseFlags.GRACEFUL);
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    DoubleControl.double_watch("dat_ep_disconnect");
    a.ep.disconnect(CloseFlags.GRACEFUL);
    assertEquals(1, DoubleControl.argument(1));
  }

  @Test
  void resetForgetsWhatWasPosted() {
    DatException e =
        assertThrows(
            DatException.class,
            () -> {
              DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
              a.ep.reset();
            });
    assertEquals(DatReturn.INVALID_STATE, e.type());
    long key = keyOfSend(1, 0);
    a.completeRequest(key, FLUSHED);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    DoubleControl.double_watch("dat_ep_free");
    a.ep.reset();
    assertEquals(1, DoubleControl.calls(), "of the one it had");
    checkFlushed(a.request.dequeue(a.event), 1);
    a.completeRequest(key, 0);
    assertEquals(DatReturn.QUEUE_EMPTY, a.request.dequeue(a.event), "an old one");
  }

  @Test
  void freedEndpointIsRefusedAndItsLateEventsAreDropped() {
    long key = keyOfSend(1, 0);
    a.completeRequest(key, 0);
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    a.ep.free();
    DatException e = assertThrows(DatException.class, () -> a.send(2, 0));
    assertEquals(DatReturn.INVALID_HANDLE, e.type());
    assertEquals(DatReturn.SUCCESS, a.request.dequeue(a.event), "completed before the free");
    assertSame(a.ep, a.event.ep());
    a.completeRequest(key, 0);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.QUEUE_EMPTY, a.request.dequeue(a.event));
    assertEquals(DatReturn.QUEUE_EMPTY, a.connect.dequeue(a.event));
  }

  @Test
  void connectedEndpointIsDisconnectedAndFlushedBeforeItIsFreed() {
    a.establish();
    long key = keyOfSend(1, 0);
    a.completeRequest(key, FLUSHED);
    a.ep.free();
    String history = DoubleControl.double_history();
    int free = history.indexOf("dat_ep_free");
    assertTrue(free > 0 && history.indexOf("dat_ep_disconnect") < free, history);
  }

  @Test
  void endpointThatCannotBeFlushedIsLeftToTheClose() {
    assertEquals(DatReturn.SUCCESS, a.receive(1));
    DoubleControl.double_watch("dat_ep_free");
    a.ep.free();
    assertEquals(0, DoubleControl.calls(), "the library would look at it after the free");
    // The library has them in use still.
    DoubleControl.double_fail("dat_evd_free", 0x8007_004a);
    a.recv.free();
    DoubleControl.double_fail("dat_pz_free", 0x8007_0053);
    a.lmr.free();
    a.pz.free();
  }

  @Test
  void completionModelsTheLibraryDoesNotHonourAreRefused() {
    for (int flag : new int[] {CompletionFlags.UNSIGNALLED, CompletionFlags.SOLICITED_WAIT}) {
      EpAttr attr = EpAttr.DEFAULT.toBuilder().recvCompletionFlags(flag).build();
      DatException e =
          assertThrows(
              DatException.class, () -> a.ia.createEp(a.pz, a.recv, a.request, a.connect, attr));
      assertEquals(DatReturn.MODEL_NOT_SUPPORTED, e.type());
    }
  }

  @Test
  void endpointGetsItsEvdsInOrder() {
    DoubleControl.double_watch("dat_ep_create");
    a.ia.createEp(a.pz, a.recv, a.request, a.connect, null);
    assertEquals(DoubleAdapter.handle(a.recv), DoubleControl.argument(2));
    assertEquals(DoubleAdapter.handle(a.request), DoubleControl.argument(3));
    assertEquals(DoubleAdapter.handle(a.connect), DoubleControl.argument(4));
    a.ia.createEp(null, null, null, null, null);
    for (int i = 2; i < 5; i++) {
      assertEquals(0, DoubleControl.argument(i), "argument " + i);
    }
  }

  @Test
  void evdThatCouldOverflowIsNotFedFurther() {
    EpAttr large = EpAttr.DEFAULT.toBuilder().maxRecvDtos(64).build();
    NativeEp[] eps = new NativeEp[8];
    for (int i = 0; i < eps.length; i++) {
      eps[i] = (NativeEp) a.ia.createEp(a.pz, a.recv, a.request, a.connect, large);
    }
    int posted = 0;
    for (NativeEp ep : eps) {
      for (int i = 0; i < 64; i++) {
        int ret = ep.postRecv(a.lmr.lmrContext(), a.lmr.registeredAddress(), 64, i, 0);
        posted += ret == DatReturn.SUCCESS ? 1 : 0;
      }
    }
    // The double's EVDs hold 320.
    assertTrue(posted <= 320 && posted > 300, "posted " + posted);
  }

  @Test
  void receivesPostedBeforeAChangeArePostedAgain() {
    assertEquals(DatReturn.SUCCESS, a.receive(31));
    LmrIov iov = new LmrIov(2);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress() + 8, 16);
    iov.add(a.lmr.lmrContext(), a.lmr.registeredAddress() + 64, 32);
    assertEquals(DatReturn.SUCCESS, a.ep.postRecv(iov, 32, CompletionFlags.DEFAULT));
    DoubleControl.double_watch("dat_ep_post_recv");
    EpAttr fewer = a.ep.query().attr().toBuilder().maxRequestDtos(8).build();
    a.ep.modify(EpField.EP_ATTR_MAX_REQUEST_DTOS, a.ep.query().toBuilder().attr(fewer).build());
    assertEquals(2, DoubleControl.calls());
    assertNotEquals(a.epHandle, DoubleControl.argument(0), "on another endpoint of the library");
    assertEquals(2, DoubleControl.segmentCount());
    assertEquals(a.lmr.registeredAddress() + 64, DoubleControl.segmentAddress(1));
    assertEquals(32, DoubleControl.segmentLength(1));
    assertFalse(a.ep.getStatus().recvIdle());
    long last = a.lastKey();
    a.completeReceive(last - 1, 0);
    a.completeReceive(last, 0);
    for (long cookie = 31; cookie <= 32; cookie++) {
      assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
      assertEquals(cookie, a.event.cookie());
    }
    assertTrue(a.ep.getStatus().recvIdle());
  }

  @Test
  void receiveIntoMemoryOfTheZoneBeforeFailsAsAViolation() {
    DoubleControl.double_watch("dat_ep_post_recv");
    assertEquals(DatReturn.SUCCESS, a.receive(1));
    assertEquals(DatReturn.SUCCESS, a.receive(2));
    changeZone(a.ia.createPz());
    long last = a.lastKey();
    a.completeReceive(last - 1, LOCAL_EP);
    a.completeReceive(last, FLUSHED);
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_LOCAL_PROTECTION, a.event.status());
    checkFlushed(a.recv.dequeue(a.event), 2);
  }

  @Test
  void receiveIntoMemoryOfItsZoneAgainFailsAsTheDeviceSays() {
    DoubleControl.double_watch("dat_ep_post_recv");
    assertEquals(DatReturn.SUCCESS, a.receive(1));
    changeZone(a.ia.createPz());
    changeZone(a.pz);
    a.completeReceive(a.lastKey(), LOCAL_EP);
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_LOCAL_EP, a.event.status());
  }

  private void changeZone(Pz zone) {
    a.ep.modify(EpField.PZ_HANDLE, a.ep.query().toBuilder().pz(zone).build());
  }

  @Test
  void changeThatLeavesNoRoomForPostedReceivesIsRefused() {
    a.receive(1);
    a.receive(2);
    EpAttr one = a.ep.query().attr().toBuilder().maxRecvDtos(1).build();
    EpParam to = a.ep.query().toBuilder().attr(one).build();
    DatException e =
        assertThrows(DatException.class, () -> a.ep.modify(EpField.EP_ATTR_MAX_RECV_DTOS, to));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertTrue(e.getMessage().contains("leave room for them"), e.getMessage());
  }

  @Test
  void flagsOfReceivesAreFixedByTheFirst() {
    a.receive(1);
    int flags = CompletionFlags.EVD_THRESHOLD;
    EpAttr other = a.ep.query().attr().toBuilder().recvCompletionFlags(flags).build();
    EpParam to = a.ep.query().toBuilder().attr(other).build();
    DatException e =
        assertThrows(
            DatException.class, () -> a.ep.modify(EpField.EP_ATTR_RECV_COMPLETION_FLAGS, to));
    assertEquals(DatReturn.INVALID_STATE, e.type());
  }

  @Test
  void endpointWithAnUnreportedEndIsNotConnectedAgain() {
    Ep other = a.ia.createEp(a.pz, a.recv, a.request, a.connect, null);
    DoubleControl.double_watch("dat_ep_get_status");
    other.getStatus();
    long otherHandle = DoubleControl.argument(0);
    ask();
    DoubleControl.double_push_connection(
        0x4001, DoubleAdapter.handle(a.connect), otherHandle, -1, 1);
    assertThrows(IllegalArgumentException.class, () -> a.ep.disconnect(CloseFlags.ABRUPT));
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    DoubleControl.double_watch("dat_ep_connect");
    connect(null);
    assertNotEquals(a.epHandle, DoubleControl.argument(0), "the library's is freed later");
  }

  @Test
  void largeSilentTransferCompletesBeforeAGracefulDisconnect() {
    int size = 1 << 20;
    ByteBuffer memory = ByteBuffer.allocateDirect(size);
    Lmr large =
        a.ia.createLmr(MemType.VIRTUAL, RegionDescription.virtual(memory), size, a.pz, MemPriv.ALL);
    a.establish();
    DoubleControl.double_watch("dat_ep_post_rdma_write");
    int context = large.lmrContext();
    long address = large.registeredAddress();
    int flags = CompletionFlags.SUPPRESS;
    assertEquals(
        DatReturn.SUCCESS, a.ep.postRdmaWrite(context, address, size, 1, 0xbbbb, 0, flags));
    assertEquals(0, DoubleControl.argument(5) & flags, "it is waited for by its event");
    long key = a.lastKey();
    a.ep.disconnect(CloseFlags.GRACEFUL);
    NativeEp ep = (NativeEp) a.ep;
    assertFalse(ep.disconnectIfDrained(1, TimeUnit.HOURS.toNanos(1)));
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    a.completeRequest(key, 0);
    assertTrue(ep.disconnectIfDrained(1, 0));
    assertTrue(DoubleControl.double_history().contains("dat_ep_disconnect"));
    assertEquals(DatReturn.QUEUE_EMPTY, a.request.dequeue(a.event), "silent");
  }

  private static void awaitCall(String function) {
    while (!DoubleControl.double_history().contains(function)) {
      Thread.onSpinWait();
    }
  }

  @Test
  @Timeout(20)
  void gracefulDisconnectGoesOnBehindARefusalOfTheLibrary() {
    a.establish();
    long key = keyOfSend(1, 0);
    a.ep.disconnect(CloseFlags.GRACEFUL);
    DoubleControl.double_watch("dat_ep_get_status");
    DoubleControl.double_fail("dat_ep_get_status", 0x8004_0000);
    while (DoubleControl.calls() == 0) {
      Thread.onSpinWait();
    }
    DoubleControl.double_fail(null, 0);
    a.completeRequest(key, 0);
    awaitCall("dat_ep_disconnect");
  }

  @Test
  void threadOfAnEarlierGracefulDisconnectLeavesTheNextOneAlone() {
    a.establish();
    long key = keyOfSend(1, CompletionFlags.SUPPRESS);
    a.ep.disconnect(CloseFlags.GRACEFUL);
    NativeEp ep = (NativeEp) a.ep;
    assertTrue(ep.disconnectIfDrained(0, TimeUnit.HOURS.toNanos(1)), "it is over");
    assertEquals(EpState.DISCONNECT_PENDING, ep.getStatus().state());
    a.completeRequest(key, FLUSHED);
  }

  @Test
  void endpointReportsTheEndOfItsConnectionAfterARefusedFree() {
    a.establish();
    DoubleControl.double_fail("dat_ep_disconnect", 0x8004_0000);
    assertThrows(DatException.class, a.ep::free);
    DoubleControl.double_fail(null, 0);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4005);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, a.event.number());
    a.ep.free();
  }

  @Test
  @Timeout(60)
  void limitOfAConnectWaitsForNoDisconnectOfAnotherEndpoint() throws Exception {
    a.establish();
    DoubleControl.double_hold(1);
    Thread disconnecting = new Thread(() -> a.ep.disconnect(CloseFlags.ABRUPT));
    try {
      disconnecting.start();
      awaitCall("dat_ep_disconnect");
      ConnectTimeouts.start(() -> ((NativeEp) a.ep).timeOut(0), 0);
      ConnectTimeouts.start(() -> {}, 0).get(10, TimeUnit.SECONDS);
    } finally {
      DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
      DoubleControl.double_hold(0);
      disconnecting.join();
    }
  }
}
