package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.net.InetAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
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
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.spi.Errors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.function.Executable;

/** Requests at reserved and public service points, and what becomes of their events. */
class SoftRspTest {

  private static final long RESERVED = 7;
  private static final long PUBLIC = 8;
  private static final int ROUNDS = 20_000;
  private static final long LIMIT_SECONDS = 10;

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

  /** Leaves no room in the EVD of the requests. */
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

  /** A request that frees a service point while it is being made an event of. */
  private static final class Freeing extends StubFabric.Request {
    private final Executable free;

    Freeing(Executable free) {
      this.free = free;
    }

    @Override
    public InetAddress remoteAddress() {
      assertDoesNotThrow(free);
      return super.remoteAddress();
    }
  }

  @Test
  void pointIsFreedThoughARequestArrivesForWhichThereIsNoRoom() {
    assertTrue(fill() > 0);
    Rsp rsp = ia.createRsp(RESERVED, ep, requests);
    assertFalse(request(RESERVED, new Freeing(rsp::free)));
    assertEquals(Set.of(), fabric.acceptors.keySet());
    assertEquals(EpState.UNCONNECTED, state());
  }

  @Test
  void pointThatIsFreedWhileARequestArrivesLeavesNoEvent() {
    Rsp rsp = ia.createRsp(RESERVED, ep, requests);
    assertFalse(request(RESERVED, new Freeing(rsp::free)));
    assertEquals(Set.of(), fabric.acceptors.keySet());
    assertEquals(EpState.UNCONNECTED, state());
    assertEquals(0, ia.count(HandleType.CR));
    assertEquals(DatReturn.QUEUE_EMPTY, requests.dequeue(event));
    ia.createRsp(RESERVED, ep, requests);
    assertTrue(request(RESERVED, new StubFabric.Request()));
    assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
  }

  /** The free of an interrupted thread does not wait for the request. */
  @Test
  void freeThatIsRepeatedDoesNotCloseTheListenerOfAnotherPoint() {
    Psp first = ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    request(
        PUBLIC,
        new Freeing(
            () -> {
              Thread.currentThread().interrupt();
              int code = code(first::free);
              assertTrue(Thread.interrupted());
              assertEquals(DatReturn.INTERRUPTED_CALL, code);
            }));
    ia.createPsp(PUBLIC, requests, PspFlags.CONSUMER);
    first.free();
    assertEquals(Set.of(PUBLIC), fabric.acceptors.keySet());
  }

  @Test
  void eventBehindAPlaceThatIsTakenBackIsToldToTheCno() {
    Cno cno = ia.createCno(null);
    CnoTrigger trigger = new CnoTrigger();
    SoftEvd evd = (SoftEvd) ia.createEvd(4, cno, EvdFlags.SOFTWARE);
    long place = evd.claimQuietly();
    evd.postSe(event.setSoftware("behind it"));
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(0, trigger), "it cannot be taken yet");
    evd.takeBack(place);
    assertEquals(DatReturn.SUCCESS, cno.await(0, trigger));
    assertSame(evd, trigger.evd());
    assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    evd.takeBack(evd.claimQuietly());
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(0, trigger), "there is no event");
  }

  @Test
  void freedPointGivesItsEndpointBack() {
    ia.createRsp(RESERVED, ep, requests).free();
    assertEquals(EpState.UNCONNECTED, state());
    assertEquals(Set.of(), fabric.acceptors.keySet());
  }

  /** The order of the two calls is the scheduler's: each round has one of them. */
  @Timeout(60)
  @Test
  void eitherTheFreeOfTheEndpointOrItsReservationIsRefused() throws Exception {
    AtomicReference<Ep> free = new AtomicReference<>();
    AtomicReference<Object> outcome = new AtomicReference<>();
    CompletableFuture<Void> other =
        CompletableFuture.runAsync(
            () -> {
              for (int round = 0; round < ROUNDS; round++) {
                outcome.set(code(taken(free)::free));
              }
            });
    Pz pz = ia.createPz();
    for (int round = 0; round < ROUNDS; round++) {
      Ep each = ia.createEp(pz, completions, completions, connections, null);
      Rsp[] rsp = {null};
      free.set(each);
      int reserved = code(() -> rsp[0] = ia.createRsp(RESERVED, each, requests));
      int freed = (int) taken(outcome);
      if (freed == DatReturn.SUCCESS) {
        assertEquals(DatReturn.INVALID_HANDLE, reserved, "round " + round);
        continue;
      }
      assertEquals(DatReturn.INVALID_STATE, freed, "round " + round);
      assertEquals(DatReturn.SUCCESS, reserved, "round " + round);
      assertEquals(EpState.RESERVED, each.getStatus().state(), "round " + round);
      rsp[0].free();
      each.free();
    }
    other.get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Waits for a value without a sleep, as the two threads have to meet, and takes it. */
  private static <T> T taken(AtomicReference<T> reference) {
    long begin = System.nanoTime();
    T value = reference.getAndSet(null);
    while (value == null) {
      assertTrue(System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(LIMIT_SECONDS), "no value");
      Thread.onSpinWait();
      value = reference.getAndSet(null);
    }
    return value;
  }

  private static int code(Executable call) {
    try {
      call.execute();
      return DatReturn.SUCCESS;
    } catch (DatException e) {
      return e.type();
    } catch (Throwable e) {
      throw new AssertionError(e);
    }
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
  void requestIsRejectedWhenItsEventIsLostWithTheEvd() {
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
        assertThrows(DatException.class, () -> ia.close(CloseFlags.GRACEFUL), "the PZ is left");
    assertTrue(left.getMessage().contains("1 PZ"), left.getMessage());
  }

  @Test
  void requestIsDeadAfterAFailedAcceptDuringTheCloseOfItsAdapter() {
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
