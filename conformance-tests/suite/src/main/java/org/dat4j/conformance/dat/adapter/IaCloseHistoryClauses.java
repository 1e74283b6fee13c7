package org.dat4j.conformance.dat.adapter;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/**
 * Tests that a graceful dat_ia_close succeeds once the program has freed its objects, whatever
 * happened to the connection requests before.
 */
class IaCloseHistoryClauses extends DatTest {
  private static final String ID = "dat_ia_close.02";

  /** Time limit of a request that finds no room. */
  private static final long LIMIT_MILLIS = 500;

  private static final String REJECTED = "rejected";
  private static final String LOST = "lost, as the EVD was full";
  private static final String WITHDRAWN = "ended by the requester, then rejected";
  private static final String HANDED_OFF = "handed off, then rejected";
  private static final String PSP_FREED = "rejected after the free of its PSP";
  private static final String ACCEPT_REFUSED = "rejected after a refused accept";
  private static final Dimension<String> FATE =
      Dimension.choice(
          "fate of the connection request",
          REJECTED,
          LOST,
          WITHDRAWN,
          HANDED_OFF,
          PSP_FREED,
          ACCEPT_REFUSED);
  private static final Dimension<Integer> REQUESTS = Dimension.number("requests", 1, 2);

  private static final Dimension<PspFlags> CREATOR =
      Dimension.attributes("flag of the PSP", PspFlags.CONSUMER, PspFlags.PROVIDER);

  @Test
  @SecondParty
  @Clauses(ID)
  void gracefulCloseSucceedsWhateverBecameOfTheRequests() throws Exception {
    EpCreatorForPsp creator = open().query().providerAttr().epCreator();
    checkInSituations(
        this::close,
        FATE,
        REQUESTS,
        CREATOR.where(
            flag ->
                creator == EpCreatorForPsp.IFASKED
                    || flag == PspFlags.PROVIDER == (creator == EpCreatorForPsp.ALWAYS),
            "ep_creator is " + creator));
  }

  private void close(Situation situation) {
    Ia ia = open();
    DatPeer far = peer();
    String fate = situation.get(FATE);
    Evd evd = ia.createEvd(1, null, EvdFlags.CR);
    PspFlags creator = situation.get(CREATOR);
    Psp psp = ia.createPspAny(evd, creator);
    for (int i = 0; i < situation.get(REQUESTS); i++) {
      List<Cr> pending = new ArrayList<>();
      int farEp = requestConnection(far, ia, psp.connQual());
      if (fate.equals(LOST)) {
        // The EVD may be longer than asked for.
        for (int more = evd.query().evdQlen(); more > 0; more--) {
          requestConnection(far, ia, psp.connQual(), TimeFactor.micros(LIMIT_MILLIS), null);
        }
        // Refused, or out of time where the transport keeps requests that find no room.
        far.event(DatPeer.CONNECT);
        for (int left = evd.query().evdQlen(); left > 0; left--) {
          pending.add(AdapterFixture.await(evd).cr());
        }
      } else {
        pending.add(AdapterFixture.await(evd).cr());
      }
      if (fate.equals(WITHDRAWN)) {
        far.disconnect(farEp, false);
      }
      for (Cr each : pending) {
        end(ia, psp, each, situation);
      }
      if (fate.equals(PSP_FREED)) {
        psp = ia.createPspAny(evd, creator);
      }
    }
    psp.free();
    // Requests for which there was no room before.
    DatEvent late = new DatEvent();
    while (evd.dequeue(late) == DatReturn.SUCCESS) {
      late.cr().reject();
    }
    evd.free();
    clause(ID).succeeds("graceful close without objects", () -> ia.close(CloseFlags.GRACEFUL));
  }

  private void end(Ia ia, Psp psp, Cr cr, Situation situation) {
    switch (situation.get(FATE)) {
      case HANDED_OFF -> {
        Evd evd = ia.createEvd(1, null, EvdFlags.CR);
        Psp target = ia.createPspAny(evd, situation.get(CREATOR));
        cr.handoff(target.connQual());
        AdapterFixture.await(evd).cr().reject();
        target.free();
        evd.free();
      }
      case PSP_FREED -> {
        psp.free();
        cr.reject();
      }
      case ACCEPT_REFUSED -> {
        Pz pz = ia.createPz();
        Ep ep = ia.createEp(pz, null, null, null, IaCloseClauses.withoutTransfers(ia));
        clause(ID)
            .throwsOneOf(
                () -> cr.accept(ep, null),
                DatReturn.INVALID_HANDLE,
                DatReturn.INVALID_STATE,
                DatReturn.INVALID_PARAMETER);
        cr.reject();
        ep.free();
        pz.free();
      }
      default -> cr.reject();
    }
  }
}
