package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.time.Duration;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.Cr;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.Dats;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The news that a requester gets: that its peer rejected it only when the consumer did; a request
 * that is lost with the EVD it was queued on was rejected by nobody there.
 */
class LostRequestOnBackendsTest {

  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long LIMIT_MICROS = LIMIT.toNanos() / 1000;

  private final DatEvent event = new DatEvent();
  private final CnoTrigger trigger = new CnoTrigger();

  /** Asks, and returns when the request is queued; nobody takes it. */
  private void ask(Ia ia, DatConnection client, long connQual, Cno cno, Evd requests) {
    client.startConnect(ia.address(), connQual, LIMIT);
    assertEquals(DatReturn.SUCCESS, cno.await(LIMIT_MICROS, trigger));
    assertSame(requests, trigger.evd());
  }

  private void assertTold(EventNumber expected, DatConnection client) {
    assertEquals(DatReturn.SUCCESS, client.connectEvd().await(LIMIT_MICROS, 1, event));
    assertEquals(expected, event.number());
    assertEquals(EpState.DISCONNECTED, client.ep().getStatus().state());
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void requestLostWithItsEvdIsNotRejectedByThePeer(String name) {
    try (Ia ia = Dat.openIa(name)) {
      Cno cno = ia.createCno(null);
      Evd requests = ia.createEvd(8, cno, EvdFlags.CR);
      Psp psp = ia.createPspAny(requests, PspFlags.CONSUMER);
      DatConnection client = Dats.endpoint(ia);
      ask(ia, client, psp.connQual(), cno, requests);
      psp.free();
      requests.free();
      assertTold(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, client);
      client.close();
      cno.free();
      // Refused if the request were left.
      ia.close(CloseFlags.GRACEFUL);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void requestOfAReservedEndpointLostWithItsEvdGivesTheEndpointBack(String name) {
    try (Ia ia = Dat.openIa(name)) {
      Cno cno = ia.createCno(null);
      Evd requests = ia.createEvd(8, cno, EvdFlags.CR);
      Psp free = ia.createPspAny(requests, PspFlags.CONSUMER);
      long connQual = free.connQual();
      free.free();
      Pz pz = ia.createPz();
      Evd events = ia.createEvd(8, null, EvdFlags.DTO | EvdFlags.CONNECTION);
      Ep reserved = ia.createEp(pz, events, events, events, null);
      Rsp rsp = ia.createRsp(connQual, reserved, requests);
      assertEquals(EpState.RESERVED, reserved.getStatus().state(), rsp::toString);
      DatConnection client = Dats.endpoint(ia);
      ask(ia, client, connQual, cno, requests);
      assertEquals(EpState.PASSIVE_CONNECTION_PENDING, reserved.getStatus().state());
      requests.free();
      assertTold(EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED, client);
      assertEquals(EpState.UNCONNECTED, reserved.getStatus().state());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void requestTheConsumerRejectsIsRejectedByThePeer(String name) {
    try (Ia ia = Dat.openIa(name)) {
      Cno cno = ia.createCno(null);
      Evd requests = ia.createEvd(8, cno, EvdFlags.CR);
      Psp psp = ia.createPspAny(requests, PspFlags.CONSUMER);
      DatConnection client = Dats.endpoint(ia);
      ask(ia, client, psp.connQual(), cno, requests);
      assertEquals(DatReturn.SUCCESS, requests.dequeue(event));
      Cr cr = event.cr();
      // A request that was taken outlives its EVD: the answer is still the consumer's.
      psp.free();
      requests.free();
      cr.reject();
      assertTold(EventNumber.CONNECTION_EVENT_PEER_REJECTED, client);
    }
  }
}
