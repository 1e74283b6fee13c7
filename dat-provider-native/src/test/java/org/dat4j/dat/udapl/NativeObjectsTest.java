package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.CrParam;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** PZs, memory, listeners and connection requests, on the C double. */
@ExtendWith(NeedsDouble.class)
class NativeObjectsTest {

  private static final long RESERVED = 0x1_0000_0007L;
  private static final long NOWHERE = 1;

  private DoubleAdapter a;
  private long requestHandle;

  @BeforeEach
  void open() {
    a = new DoubleAdapter();
  }

  @AfterEach
  void close() {
    a.close();
  }

  @Test
  void freedZoneIsFreedInTheLibraryOnce() {
    Pz pz = a.ia.createPz();
    DoubleControl.double_watch("dat_pz_free");
    pz.free();
    assertThrows(DatException.class, pz::free);
    pz.close();
    assertEquals(1, DoubleControl.calls());
    assertEquals(((NativePz) pz).handle(), DoubleControl.argument(0));
  }

  @Test
  void bufferIsRegisteredFromItsPosition() {
    ByteBuffer buffer = ByteBuffer.allocateDirect(1000);
    buffer.position(100).limit(600);
    DoubleControl.double_watch("dat_lmr_create");
    Lmr lmr =
        a.ia.createLmr(
            MemType.VIRTUAL, RegionDescription.virtual(buffer), 400, a.pz, MemPriv.REMOTE_WRITE);
    long address = NativeMemory.addressOf(buffer);
    assertEquals(0, DoubleControl.argument(1), "DAT_MEM_TYPE_VIRTUAL");
    assertEquals(address, DoubleControl.argument(2));
    assertEquals(400, DoubleControl.argument(4));
    assertEquals(
        MemPriv.REMOTE_WRITE | MemPriv.LOCAL_WRITE,
        DoubleControl.argument(6),
        "devices grant remote write with local write only");
    assertEquals(0x1111_2223, lmr.lmrContext());
    assertEquals(0x3333_4445, lmr.rmrContext());
    // The double adds 1 and 2, to tell the library's answer from our argument.
    assertEquals(401, lmr.registeredSize());
    assertEquals(address + 2, lmr.registeredAddress());
    assertEquals(MemPriv.REMOTE_WRITE, lmr.query(LmrField.ALL).memPriv());
    lmr.free();
  }

  @Test
  void memoryIsRegisteredByAddress() {
    DoubleControl.double_watch("dat_lmr_create");
    Lmr lmr =
        a.ia.createLmr(
            MemType.VIRTUAL,
            RegionDescription.address(0x7f00_0000_1000L, 1L << 31),
            1L << 31,
            a.pz,
            MemPriv.LOCAL_READ);
    assertEquals(0x7f00_0000_1000L, DoubleControl.argument(2));
    assertEquals(1L << 31, DoubleControl.argument(4));
    assertEquals(0, lmr.rmrContext(), "without remote privilege");
    lmr.free();
  }

  @Test
  void bufferWithAPositionPastTheLengthIsRefused() {
    RegionDescription region = RegionDescription.virtual(ByteBuffer.allocateDirect(100));
    region.buffer().position(60);
    DoubleControl.double_watch("dat_lmr_create");
    DatException e =
        assertThrows(
            DatException.class,
            () -> a.ia.createLmr(MemType.VIRTUAL, region, 100, a.pz, MemPriv.ALL));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void sharedMemoryIsRefusedBeforeTheLibrary() {
    DoubleControl.double_watch("dat_lmr_create");
    DatException e =
        assertThrows(
            DatException.class,
            () ->
                a.ia.createLmr(
                    MemType.SHARED_VIRTUAL,
                    RegionDescription.sharedVirtual(new byte[40], ByteBuffer.allocateDirect(64)),
                    64,
                    a.pz,
                    MemPriv.ALL));
    assertEquals(DatReturn.MODEL_NOT_SUPPORTED, e.type());
    assertEquals(0, DoubleControl.calls());
  }

  @Test
  void refusedRegistrationNamesTheLimitAndLeavesTheZoneFree() {
    Pz pz = a.ia.createPz();
    DoubleControl.double_fail("dat_lmr_create", 0x0003_0000);
    DatException e =
        assertThrows(
            DatException.class,
            () ->
                a.ia.createLmr(
                    MemType.VIRTUAL,
                    RegionDescription.virtual(ByteBuffer.allocateDirect(64)),
                    64,
                    pz,
                    MemPriv.ALL));
    assertEquals(DatReturn.INSUFFICIENT_RESOURCES, e.type());
    assertTrue(e.getMessage().contains("ulimit -l"), e.getMessage());
    pz.free();
  }

  @Test
  void registeredBufferIsHeldUntilItIsFreed() {
    WeakReference<ByteBuffer> buffer = register();
    System.gc();
    assertNotNull(buffer.get());
  }

  private WeakReference<ByteBuffer> register() {
    a.lmr.free();
    ByteBuffer buffer = ByteBuffer.allocateDirect(64);
    a.ia.createLmr(MemType.VIRTUAL, RegionDescription.virtual(buffer), 64, a.pz, MemPriv.ALL);
    return new WeakReference<>(buffer);
  }

  @Test
  void listenerHasTheQualifierAskedFor() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    DoubleControl.double_watch("dat_psp_create");
    Psp psp = a.ia.createPsp(0x1_2345_6789L, evd, PspFlags.CONSUMER);
    assertEquals(0x1_2345_6789L, DoubleControl.argument(1));
    assertEquals(DoubleAdapter.handle(evd), DoubleControl.argument(2));
    assertEquals(0, DoubleControl.argument(3));
    assertEquals(0x1_2345_6789L, psp.connQual());
    psp.free();
    evd.free();
  }

  @Test
  void listenerHasTheQualifierTheLibraryChose() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    assertEquals(4711, a.ia.createPspAny(evd, PspFlags.CONSUMER).connQual());
  }

  @Test
  void usedQualifierHasTheContractsCode() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    DoubleControl.double_fail("dat_psp_create", 0x8002_0000);
    DatException e =
        assertThrows(DatException.class, () -> a.ia.createPsp(7, evd, PspFlags.CONSUMER));
    assertEquals(DatReturn.CONN_QUAL_IN_USE, e.type());
    evd.free();
  }

  @Test
  void qualifierOfALivingListenerIsNotWaitedForAlthoughItWasFreedBefore() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    a.ia.createPsp(7, evd, PspFlags.CONSUMER).free();
    a.ia.createPsp(7, evd, PspFlags.CONSUMER);
    DoubleControl.double_fail("dat_psp_create", 0x8002_0000);
    DoubleControl.double_watch("dat_psp_create");
    DatException e =
        assertThrows(DatException.class, () -> a.ia.createPsp(7, evd, PspFlags.CONSUMER));
    assertEquals(DatReturn.CONN_QUAL_IN_USE, e.type());
    assertEquals(1, DoubleControl.calls());
  }

  /** What the library was asked until a request was accepted, and nothing keeps a thread away. */
  private String historyOfAccept(String library) {
    a.close();
    a = new DoubleAdapter(DoubleAdapter.open(library), 8);
    DoubleControl.double_heap_points(1);
    Cr cr = request(0);
    DoubleControl.double_fail("dat_ep_connect", 0x0008_0000);
    cr.accept(a.ep, null);
    String history = DoubleControl.double_history();
    return history.substring(0, history.indexOf("dat_cr_accept"));
  }

  @Test
  void withSocketsTheLibrarysThreadIsToBeAwayFromAnAccept() {
    String history = historyOfAccept(DoubleAdapter.SOCKET_LIBRARY);
    assertTrue(history.contains("dat_ep_connect"), history);
  }

  @Test
  void acceptIsMadeAtOnceIfNoThreadIsKnown() {
    String history = historyOfAccept(DoubleAdapter.LIBRARY);
    assertFalse(history.contains("dat_ep_connect"), history);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x4002, 0x4003, 0x4007, 0x4008})
  void failedAcceptIsReportedAsSuchForEachEventOfTheLibrary(int number) {
    request(0).accept(a.ep, null);
    assertEquals(DatReturn.SUCCESS, a.receive(5));
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(number);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, a.event.number());
    assertEquals(0, a.event.privateData().length);
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
  }

  @Test
  @Timeout(60)
  void acceptThatIsGivenUpIsEndedAlthoughTheLibraryHasNoOtherEndpoint() {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(DoubleAdapter.COMPLETION_PENDING);
    DoubleControl.double_fail("dat_ep_create", 0x8003_0000);
    assertThrows(DatException.class, () -> a.ep.disconnect(CloseFlags.ABRUPT));
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
      Thread.onSpinWait();
    }
  }

  @Test
  void acceptedEndpointIsInCompletionPendingWhereTheLibraryHasItConnecting() {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(DoubleAdapter.ACTIVE_CONNECTION_PENDING);
    assertEquals(EpState.COMPLETION_PENDING, a.ep.getStatus().state());
    assertEquals(EpState.COMPLETION_PENDING, a.ep.query().state());
  }

  @Test
  void establishedOfAnAcceptedEndpointHasNoPrivateData() {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    NativeMemory data = NativeMemory.allocate(8);
    DoubleControl.double_push_connection(
        0x4001, DoubleAdapter.handle(a.connect), a.epHandle, 8, data.address());
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_ESTABLISHED, a.event.number());
    assertEquals(0, a.event.privateData().length);
    Reference.reachabilityFence(data);
  }

  @ParameterizedTest
  @ValueSource(ints = {0x4001, 0x4002, 0x4003, 0x4008})
  void eventOfABeginningAfterItsEndIsDropped(int number) {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4006);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_BROKEN, a.event.number());
    a.connectionEvent(number);
    assertEquals(DatReturn.QUEUE_EMPTY, a.connect.dequeue(a.event));
    a.ep.reset();
    a.connectionEvent(number);
    assertEquals(DatReturn.QUEUE_EMPTY, a.connect.dequeue(a.event));
  }

  @ParameterizedTest
  @ValueSource(ints = {DoubleAdapter.COMPLETION_PENDING, DoubleAdapter.ACTIVE_CONNECTION_PENDING})
  @Timeout(60)
  void givenUpAcceptContinuesInTheLibraryUntilItsResultIsKnown(int pending) {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(pending);
    a.ep.disconnect(CloseFlags.ABRUPT);
    assertEquals(EpState.DISCONNECTED, a.ep.getStatus().state());
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_DISCONNECTED, a.event.number());
    assertFalse(DoubleControl.double_history().contains("dat_ep_disconnect"));
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    while (!DoubleControl.double_history().contains("dat_ep_disconnect")) {
      Thread.onSpinWait();
    }
    assertFalse(DoubleControl.double_history().contains("dat_ep_free"));
  }

  @Test
  void refusalOfAConnectAfterAResetAcceptIsReported() {
    request(0).accept(a.ep, null);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.ep.reset();
    DoubleControl.double_ep_state(DoubleAdapter.UNCONNECTED);
    DoubleControl.double_watch("dat_ep_connect");
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 1_000_000, null, 0, 0);
    long connecting = DoubleControl.argument(0);
    DoubleControl.double_push_connection(0x4003, DoubleAdapter.handle(a.connect), connecting, 0, 0);
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, a.event.number());
  }

  @Test
  void requestTellsWhoAsksAndIsAcceptedWithPrivateData() {
    Cr cr = request(3);
    CrParam param = cr.query();
    assertEquals("10.1.2.15", param.remoteIaAddress().getHostAddress());
    assertEquals(77, param.remotePortQual());
    assertArrayEquals(new byte[] {(byte) 0xa0, (byte) 0xa1, (byte) 0xa2}, param.privateData());
    DoubleControl.double_watch("dat_cr_accept");
    cr.accept(a.ep, new byte[] {9, 8});
    assertEquals(requestHandle, DoubleControl.argument(0));
    assertEquals(a.epHandle, DoubleControl.argument(1));
    assertEquals(2, DoubleControl.argument(2));
    assertArrayEquals(new byte[] {9, 8}, DoubleControl.data(2));
    assertThrows(DatException.class, cr::reject, "answered");
  }

  @Test
  void oversizeAnswerIsRefusedBeforeTheLibraryAndLeavesTheRequestPending() {
    Cr cr = request(0);
    DoubleControl.double_watch("dat_cr_accept");
    DatException e = assertThrows(DatException.class, () -> cr.accept(a.ep, new byte[17]));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    assertEquals(0, DoubleControl.calls());
    DoubleControl.double_watch("dat_cr_reject");
    cr.reject();
    assertEquals(requestHandle, DoubleControl.argument(0));
  }

  @Test
  void acceptTheLibraryCannotMakeEndsTheEstablishmentAndTheEndpointIsUsedAgain() {
    Cr cr = request(0);
    assertEquals(DatReturn.SUCCESS, a.receive(5));
    DoubleControl.double_fail("dat_cr_accept", 0x800c_0000);
    cr.accept(a.ep, null);
    DoubleControl.double_fail(null, 0);
    assertEquals(EpState.DISCONNECTED, a.ep.getStatus().state());
    assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event));
    assertEquals(EventNumber.CONNECTION_EVENT_ACCEPT_COMPLETION_ERROR, a.event.number());
    assertSame(a.ep, a.event.ep());
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(5, a.event.cookie());
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
    a.ep.reset();
    DoubleControl.double_watch("dat_ep_connect");
    a.ep.connect(InetAddress.getLoopbackAddress(), 7, 1_000_000, null, 0, 0);
    assertNotEquals(a.epHandle, DoubleControl.argument(0), "libdapl has broken the first one");
    assertThrows(DatException.class, cr::reject, "answered");
  }

  @Test
  void connectedEndpointAcceptsNothing() {
    Cr cr = request(0);
    DoubleControl.double_ep_state(DoubleAdapter.CONNECTED);
    DatException e = assertThrows(DatException.class, () -> cr.accept(a.ep, null));
    assertEquals(DatReturn.INVALID_STATE, e.type());
    assertFalse(DoubleControl.double_history().contains("dat_cr_accept"));
  }

  @Test
  void requestNobodyHasSeenIsRejectedWithItsEvd() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    Psp psp = a.ia.createPspAny(evd, PspFlags.CONSUMER);
    push(evd, psp);
    psp.free();
    evd.free();
    assertTrue(DoubleControl.double_history().contains("dat_cr_reject"));
  }

  private Cr request(int privateData) {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    Psp psp = a.ia.createPspAny(evd, PspFlags.CONSUMER);
    DoubleControl.double_peer_data(privateData);
    push(evd, psp);
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    assertSame(psp, a.event.servicePoint());
    assertEquals(4711, a.event.connQual());
    assertEquals("10.1.2.15", a.event.localAddress().getHostAddress());
    return a.event.cr();
  }

  private void push(Evd evd, Psp psp) {
    requestHandle = DoubleControl.double_handle(0xc0ffee);
    DoubleControl.double_push_cr(
        DoubleAdapter.handle(evd), ((NativePsp) psp).handle(), 0, 4711, requestHandle);
  }

  @Test
  void requestIsTakenAlthoughTheDeviceHasNoQueueForTheGate() {
    a.close();
    a = new DoubleAdapter(DoubleAdapter.open(DoubleAdapter.CM_LIBRARY), 8);
    Cr cr = reservedRequest();
    assertSame(a.ep, cr.query().localEp());
    cr.reject();
    assertEquals(EpState.UNCONNECTED, a.ep.getStatus().state());
  }

  @Test
  void requestIsAcceptedAlthoughTheDeviceHasNoQueueForTheGate() {
    a.close();
    a = new DoubleAdapter(DoubleAdapter.open(DoubleAdapter.SOCKET_LIBRARY), 8);
    DoubleControl.double_heap_points(1);
    reservedRequest().accept(null, null);
    assertTrue(DoubleControl.double_history().contains("dat_cr_accept"));
  }

  /** A request for the endpoint, of a device without further queues. */
  private Cr reservedRequest() {
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    Rsp rsp = a.ia.createRsp(RESERVED, a.ep, evd);
    DoubleControl.double_fail("dat_evd_create", 0x8003_0000);
    requestHandle = DoubleControl.double_handle(0xc0ffee);
    DoubleControl.double_push_cr(
        DoubleAdapter.handle(evd), ((NativeRsp) rsp).handle(), 0, RESERVED, requestHandle);
    assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event));
    return a.event.cr();
  }

  @Test
  void requestThatTheLibraryHasForgottenIsRejectedWithoutTheLibrary() {
    Cr cr = reservedRequest();
    DoubleControl.double_fail(null, 0);
    DoubleControl.double_result(0x8003_0000);
    assertThrows(DatException.class, () -> cr.accept(null, null), "no other endpoint");
    DoubleControl.double_result(0);
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    a.ia.createPsp(RESERVED, evd, PspFlags.CONSUMER);
    DoubleControl.double_watch("dat_cr_reject");
    assertThrows(DatException.class, () -> cr.accept(null, null), "rejected by the library");
    assertThrows(DatException.class, () -> cr.handoff(RESERVED), "rejected by the library");
    cr.reject();
    assertEquals(0, DoubleControl.calls(), "the memory of the request is freed");
  }

  @Test
  void servicePointWithUnreportedEventsIsFreedInTheLibraryOnce() {
    Evd both = a.ia.createEvd(8, null, EvdFlags.CR | EvdFlags.CONNECTION);
    Psp psp = a.ia.createPsp(RESERVED, both, PspFlags.CONSUMER);
    // Found by the look after the free, and not to be read.
    DoubleControl.double_late(1);
    DoubleControl.double_push_connection(
        0x4001, DoubleAdapter.handle(both), a.epHandle, -1, NOWHERE);
    assertThrows(IllegalArgumentException.class, psp::free);
    psp.close();
    assertThrows(DatException.class, psp::free);
    String history = DoubleControl.double_history();
    int first = history.indexOf("dat_psp_free");
    assertTrue(first >= 0 && first == history.lastIndexOf("dat_psp_free"), history);
  }

  @Test
  void requestStaysPendingWhereTheEvdOfTheNextServicePointIsFreed() {
    Cr cr = request(0);
    Evd evd = a.ia.createEvd(4, null, EvdFlags.CR);
    Psp psp = a.ia.createPsp(RESERVED, evd, PspFlags.CONSUMER);
    psp.free();
    evd.free();
    // Found just before its free.
    ((NativeIa) a.ia).listeners().add(RESERVED, psp);
    DatException e = assertThrows(DatException.class, () -> cr.handoff(RESERVED));
    assertEquals(DatReturn.INVALID_PARAMETER, e.type());
    DoubleControl.double_watch("dat_cr_reject");
    cr.reject();
    assertEquals(1, DoubleControl.calls());
  }
}
