package org.dat4j.conformance.dat.variant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.ConnectFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.junit.jupiter.api.Test;

/** Completions of two endpoints on one EVD, behind the freedom to change their order. */
class OtherOrderTest {
  private static final int ROUNDS = 100;
  private static final int LIMIT_MICROS = 30_000_000;

  private final DatEvent event = new DatEvent();

  private void next(Evd evd) {
    assertEquals(DatReturn.SUCCESS, evd.await(LIMIT_MICROS, 1, event));
  }

  @Test
  void onlyThoseOfDifferentEndpointsChangeTheirOrder() {
    DatVariantLayer layer = new DatVariantLayer(Set.of(DatFreedom.OTHER_ENDPOINT_FIRST), 1);
    try (Ia ia = layer.wrap(Ia.class, Dat.openIa("loopback0"))) {
      Pz pz = ia.createPz();
      Evd requests = ia.createEvd(16, null, EvdFlags.DTO);
      Evd receives = ia.createEvd(16, null, EvdFlags.DTO);
      Evd connections = ia.createEvd(16, null, EvdFlags.CONNECTION);
      Evd crs = ia.createEvd(4, null, EvdFlags.CR);
      Psp psp = ia.createPspAny(crs, PspFlags.CONSUMER);
      Lmr lmr = ia.createLmr(ByteBuffer.allocateDirect(8), pz, MemPriv.ALL);
      List<Ep> eps = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        Ep active = ia.createEp(pz, receives, requests, connections, null);
        Ep passive = ia.createEp(pz, receives, requests, connections, null);
        active.connect(
            ia.address(),
            psp.connQual(),
            LIMIT_MICROS,
            null,
            Qos.BEST_EFFORT,
            ConnectFlags.DEFAULT);
        next(crs);
        event.cr().accept(passive, null);
        next(connections);
        next(connections);
        eps.add(active);
      }
      boolean changed = false;
      for (int round = 0; round < ROUNDS; round++) {
        Map<Ep, List<Long>> taken = new HashMap<>();
        for (long cookie = 0; cookie < 4; cookie++) {
          Ep ep = eps.get((int) cookie / 2);
          int posted =
              ep.postRdmaWrite(
                  lmr.lmrContext(),
                  lmr.registeredAddress(),
                  1,
                  cookie,
                  lmr.rmrContext(),
                  lmr.registeredAddress(),
                  CompletionFlags.DEFAULT);
          assertEquals(DatReturn.SUCCESS, posted);
        }
        long last = -1;
        for (int i = 0; i < 4; i++) {
          if (requests.dequeue(event) == DatReturn.QUEUE_EMPTY) {
            next(requests);
          }
          changed |= event.cookie() < last;
          last = event.cookie();
          taken.computeIfAbsent(event.ep(), ep -> new ArrayList<>()).add(last);
        }
        assertEquals(List.of(0L, 1L), taken.get(eps.get(0)));
        assertEquals(List.of(2L, 3L), taken.get(eps.get(1)));
        assertEquals(DatReturn.QUEUE_EMPTY, requests.dequeue(event));
        assertTrue(eps.stream().allMatch(ep -> ep.getStatus().requestIdle()));
      }
      assertTrue(changed, "no completion of the other endpoint came first");
    }
  }
}
