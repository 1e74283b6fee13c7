package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.spi.Errors;
import org.junit.jupiter.api.Test;

/** Requests at reserved and public service points, and what becomes of their events. */
class SoftRspTest {

  private static final long RESERVED = 7;
  private static final long PUBLIC = 8;

  private final StubFabric fabric = new StubFabric();
  private final SoftIa ia = fabric.open();
  private final Evd requests = ia.createEvd(1, null, EvdFlags.CR);
  private final Evd completions = ia.createEvd(1, null, EvdFlags.DTO);
  private final Evd connections = ia.createEvd(1, null, EvdFlags.CONNECTION);
  private final Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
  private final DatEvent event = new DatEvent();

  private boolean request(long connQual, StubFabric.Request request) {
    return fabric.acceptors.get(connQual).request(request);
  }

  /** Leaves no room in the dispatcher of the requests. */
  private int fill() {
    Psp psp = ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    int arrived = 0;
    while (request(PUBLIC, new StubFabric.Request())) {
      arrived++;
    }
    psp.free();
    return arrived;
  }

  private EpState state() {
    return ep.getStatus().state();
  }

  @Test
  void firstRequestEndsThePointAndTakesItsEndpoint() {
    Rsp rsp = ia.createRsp(RESERVED, ep, requests);
    assertEquals(EpState.RESERVED, state());
    Acceptor acceptor = fabric.acceptors.get(RESERVED);
    assertTrue(acceptor.request(new StubFabric.Request()));
    assertEquals(EpState.PASSIVE_CONNECTION_PENDING, state());
    DatException gone = assertThrows(DatException.class, rsp::free);
    assertEquals(DatReturn.INVALID_HANDLE, gone.type());
    assertEquals(0, ia.count(HandleType.RSP));
    assertFalse(acceptor.request(new StubFabric.Request()), "a second one");
    assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
    assertEquals(EventNumber.CONNECTION_REQUEST_EVENT, event.number());
    assertNull(event.servicePoint());
    assertSame(ep, event.cr().query().localEp());
    event.cr().reject();
    assertEquals(EpState.UNCONNECTED, state());
  }

  @Test
  void requestWithoutRoomLeavesThePointAsItWas() {
    assertTrue(fill() > 0);
    Rsp rsp = ia.createRsp(RESERVED, ep, requests);
    assertFalse(request(RESERVED, new StubFabric.Request()));
    assertEquals(EpState.RESERVED, state());
    assertSame(ep, rsp.query(RspField.ALL).ep());
    assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
    assertTrue(request(RESERVED, new StubFabric.Request()));
    assertEquals(EpState.PASSIVE_CONNECTION_PENDING, state());
  }

  @Test
  void freedPointGivesItsEndpointBack() {
    ia.createRsp(RESERVED, ep, requests).free();
    assertEquals(EpState.UNCONNECTED, state());
    assertEquals(Set.of(), fabric.acceptors.keySet());
  }

  @Test
  void pointThatCannotListenGivesItsEndpointBack() {
    Psp psp = ia.createPsp(RESERVED, requests, PspFlags.CONSUMER);
    DatException inUse =
        assertThrows(DatException.class, () -> ia.createRsp(RESERVED, ep, requests));
    assertEquals(DatReturn.CONN_QUAL_IN_USE, inUse.type());
    assertEquals(EpState.UNCONNECTED, state());
    psp.free();
    requests.free();
  }

  @Test
  void requestIsRejectedWhenItsEventIsLostWithTheDispatcher() {
    Psp psp = ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    StubFabric.Request taken = new StubFabric.Request();
    StubFabric.Request lost = new StubFabric.Request();
    assertTrue(request(PUBLIC, taken));
    assertTrue(request(PUBLIC, lost));
    assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
    Cr cr = event.cr();
    psp.free();
    requests.free();
    assertEquals(1, lost.drops);
    assertEquals(0, taken.rejects);
    assertEquals(1, ia.count(HandleType.CR));
    cr.reject();
    assertEquals(1, taken.rejects);
    assertEquals(0, ia.count(HandleType.CR));
  }

  @Test
  void lostRequestGivesTheEndpointOfItsReservedPointBack() {
    ia.createRsp(RESERVED, ep, requests);
    StubFabric.Request lost = new StubFabric.Request();
    assertTrue(request(RESERVED, lost));
    requests.free();
    assertEquals(1, lost.drops);
    assertEquals(EpState.UNCONNECTED, state());
    ep.free();
    completions.free();
    connections.free();
    DatException left =
        assertThrows(DatException.class, () -> ia.close(CloseFlags.GRACEFUL), "the zone is left");
    assertTrue(left.getMessage().contains("1 PZ"), left.getMessage());
  }

  @Test
  void requestWhoseAcceptFailsWhileItsAdapterIsClosedIsDeadWithIt() {
    StubFabric.Request late =
        new StubFabric.Request() {
          @Override
          public void accept(Attempt attempt) {
            ia.close();
            throw Errors.state("accept", DatSubtype.NO_SUBTYPE, "request", this, "ask again");
          }
        };
    ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    assertTrue(request(PUBLIC, late));
    assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
    Cr cr = event.cr();
    DatException refused = assertThrows(DatException.class, () -> cr.accept(ep, null));
    assertEquals(DatReturn.INVALID_STATE, refused.type());
    DatException dead = assertThrows(DatException.class, cr::reject);
    assertEquals(DatReturn.INVALID_HANDLE, dead.type());
    assertEquals(1, late.rejects);
    assertEquals(0, ia.count(HandleType.CR));
  }

  @Test
  void requestThatComesWhenThePointIsFreedIsRefusedWithoutATrace() {
    Psp psp = ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    Acceptor acceptor = fabric.acceptors.get(PUBLIC);
    psp.free();
    assertFalse(acceptor.request(new StubFabric.Request()));
    assertEquals(0, ia.count(HandleType.CR));
    assertEquals(DatReturn.QUEUE_EMPTY, requests.dequeue(event));
  }
}
