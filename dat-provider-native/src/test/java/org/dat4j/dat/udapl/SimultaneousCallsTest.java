package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Pointer;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Calls of several threads at the same moment, on the C double, which holds one of them. */
@ExtendWith(NeedsDouble.class)
@Timeout(60)
class SimultaneousCallsTest {

  private static final long QUALIFIER = 7;

  private DoubleAdapter a;

  @BeforeEach
  void open() {
    a = new DoubleAdapter();
  }

  @AfterEach
  void close() {
    DoubleControl.double_hold_in(null);
    a.close();
  }

  /** Runs in a thread of its own. */
  private static final class Call extends FutureTask<Void> {

    private final Thread thread = new Thread(this, "simultaneous call");

    Call(Runnable call) {
      super(call, null);
      thread.start();
    }

    /** Returns when the call waits for a lock, or is over. */
    void awaitWaiting(Thread.State state) {
      while (thread.isAlive() && thread.getState() != state) {
        Thread.onSpinWait();
      }
    }

    void end() throws Exception {
      get(10, TimeUnit.SECONDS);
    }
  }

  /** Returns when the held function has been called. */
  private static void awaitHeld(String function, int before) {
    while (calls(function) == before) {
      Thread.onSpinWait();
    }
  }

  private static int calls(String function) {
    int count = 0;
    for (String name : DoubleControl.double_history().split(" ")) {
      count += name.equals(function) ? 1 : 0;
    }
    return count;
  }

  private static void pushRequest(Evd evd, long point) {
    long request = DoubleControl.double_handle(0xc0ffee);
    DoubleControl.double_push_cr(DoubleAdapter.handle(evd), point, 0, QUALIFIER, request);
  }

  private static long handle(Rsp rsp) {
    return ((NativeRsp) rsp).handle();
  }

  @Test
  void requestIsTakenWhileItsEndpointIsBeingModified() throws Exception {
    Evd both = a.ia.createEvd(8, null, EvdFlags.CR | EvdFlags.CONNECTION);
    Ep ep = a.ia.createEp(a.pz, a.recv, a.request, both, null);
    Rsp rsp = a.ia.createRsp(QUALIFIER, ep, both);
    EpParam now = ep.query();
    EpAttr fewer = now.attr().toBuilder().maxRequestDtos(8).build();
    EpParam next = now.toBuilder().attr(fewer).build();
    int before = calls("dat_ep_create");
    DoubleControl.double_hold_in("dat_ep_create");
    Call modify = new Call(() -> ep.modify(EpField.EP_ATTR_MAX_REQUEST_DTOS, next));
    awaitHeld("dat_ep_create", before);
    pushRequest(both, handle(rsp));
    new Call(() -> assertEquals(DatReturn.SUCCESS, both.dequeue(a.event))).end();
    DoubleControl.double_hold_in(null);
    modify.end();
    a.event.cr().reject();
  }

  @Test
  void requestNamesItsServicePointAlthoughItIsReadBeforeThatIsMade() throws Exception {
    Evd evd = a.ia.createEvd(8, null, EvdFlags.CR);
    DoubleControl.double_watch("dat_psp_create");
    int before = calls("dat_psp_create");
    AtomicReference<Psp> psp = new AtomicReference<>();
    DoubleControl.double_hold_in("dat_psp_create made");
    Call create = new Call(() -> psp.set(a.ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER)));
    Call read = readWhileMade(evd, before);
    DoubleControl.double_hold_in(null);
    create.end();
    read.end();
    assertSame(psp.get(), a.event.servicePoint());
    a.event.cr().reject();
  }

  @Test
  void requestHasTheReservedEndpointAlthoughItIsReadBeforeItsPointIsMade() throws Exception {
    Evd evd = a.ia.createEvd(8, null, EvdFlags.CR);
    DoubleControl.double_watch("dat_psp_create");
    int before = calls("dat_psp_create");
    DoubleControl.double_hold_in("dat_psp_create made");
    Call create = new Call(() -> a.ia.createRsp(QUALIFIER, a.ep, evd));
    Call read = readWhileMade(evd, before);
    DoubleControl.double_hold_in(null);
    create.end();
    read.end();
    assertSame(a.ep, a.event.cr().query().localEp());
    assertEquals(0, ((NativeIa) a.ia).count(HandleType.RSP));
    a.event.cr().reject();
  }

  /** Reads a request of the listener that is being made; returns when that waits or is done. */
  private Call readWhileMade(Evd evd, int before) {
    awaitHeld("dat_psp_create", before);
    long point = 0;
    while (point == 0) {
      point = DoubleControl.calls() == 1 && DoubleControl.argumentCount() == 5 ? made() : 0;
    }
    pushRequest(evd, point);
    Call read = new Call(() -> assertEquals(DatReturn.SUCCESS, evd.dequeue(a.event)));
    read.awaitWaiting(Thread.State.BLOCKED);
    return read;
  }

  private static long made() {
    return new Pointer(DoubleControl.argument(4)).getLong(0);
  }

  @Test
  void endpointIsUnconnectedAfterARejectDuringItsFree() throws Exception {
    Evd evd = a.ia.createEvd(8, null, EvdFlags.CR);
    Rsp rsp = a.ia.createRsp(QUALIFIER, a.ep, evd);
    pushRequest(evd, handle(rsp));
    DatEvent event = new DatEvent();
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    Cr cr = event.cr();
    int before = calls("dat_ep_query");
    DoubleControl.double_hold_in("dat_ep_query");
    Call query = new Call(a.ep::query);
    awaitHeld("dat_ep_query", before);
    Call free = new Call(a.ep::free);
    free.awaitWaiting(Thread.State.WAITING);
    cr.reject();
    DoubleControl.double_hold_in(null);
    query.end();
    free.end();
  }

  @Test
  void closeOfAnAdapterThatStaysOpenInTheLibraryWaitsForNoCreation() throws Exception {
    int before = calls("dat_pz_create");
    DoubleControl.double_hold_in("dat_pz_create");
    Call create = new Call(() -> assertThrows(DatException.class, a.ia::createPz));
    awaitHeld("dat_pz_create", before);
    ((NativeIa) a.ia).poison();
    new Call(a.ia::close).end();
    DoubleControl.double_hold_in(null);
    create.end();
  }

  @Test
  void receiveThatTheLibraryRefusesWhileOthersAreFlushedCompletesOnce() throws Exception {
    DoubleControl.double_hold_in("dat_ep_post_recv");
    Call post = new Call(() -> assertEquals(DatReturn.SUCCESS, a.receive(5)));
    awaitHeld("dat_ep_post_recv", 0);
    DoubleControl.double_fail("dat_ep_post_recv", 0x8004_0000);
    DoubleControl.double_ep_state(DoubleAdapter.DISCONNECTED);
    a.connectionEvent(0x4003);
    Call read = new Call(() -> assertEquals(DatReturn.SUCCESS, a.connect.dequeue(a.event)));
    read.awaitWaiting(Thread.State.TIMED_WAITING);
    DoubleControl.double_hold_in(null);
    post.end();
    read.end();
    assertEquals(DatReturn.SUCCESS, a.recv.dequeue(a.event));
    assertEquals(DtoStatus.ERR_FLUSHED, a.event.status());
    assertEquals(5, a.event.cookie());
    assertEquals(DatReturn.QUEUE_EMPTY, a.recv.dequeue(a.event), "not twice");
    assertTrue(a.ep.getStatus().recvIdle());
  }
}
