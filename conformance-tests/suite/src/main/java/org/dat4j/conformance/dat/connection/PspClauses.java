package org.dat4j.conformance.dat.connection;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpCreatorForPsp;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspField;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.PspParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of public service points, which listen for connection requests: dat_psp_create,
 * dat_psp_create_any, dat_psp_query and dat_psp_free.
 */
class PspClauses extends ServicePointTest {
  private static final int PRIVILEGED_PORTS = 1024;

  @Test
  @SecondParty
  @Clauses({"dat_psp_create.01", "dat_psp_create.06", "dat_psp_create.09", "dat_psp_free.07"})
  void qualifierIsListenedOnOnce() {
    AdapterFixture node = node();
    long qualifier = freeQualifier(node);
    Psp psp = node.ia().createPsp(qualifier, node.cr(), PspFlags.CONSUMER);
    clause("dat_psp_free.07").that(psp != null, "the freed qualifier can be used");
    clause("dat_psp_create.01").equal(qualifier, psp.connQual(), "qualifier");
    clause("dat_psp_create.06")
        .throwsDat(
            DatReturn.CONN_QUAL_IN_USE,
            () -> node.ia().createPsp(qualifier, node.cr(), PspFlags.CONSUMER));
    DatPeer far = peer();
    int farEp = requestConnection(far, node.ia(), qualifier);
    works("dat_psp_create.09", node, AdapterFixture.await(node.cr()).cr(), far, farEp);
  }

  @Test
  @Clauses({
    "dat_psp_create.02", "dat_psp_create.03", "dat_psp_create.07",
    "dat_psp_create_any.06", "dat_psp_create_any.07", "dat_psp_create_any.09"
  })
  void wrongArgumentsAreRefused() {
    AdapterFixture node = node();
    long qualifier = freeQualifier(node);
    AdapterFixture closed = node();
    closed.close();
    Evd freed = node.ia().createEvd(4, null, EvdFlags.CR);
    freed.free();
    Evd noRequests = node.ia().createEvd(4, null, EvdFlags.DTO);
    EpCreatorForPsp creator = node.ia().query().providerAttr().epCreator();
    table(
        row(
            "dat_psp_create.02",
            "closed adapter",
            () ->
                clause("dat_psp_create.02")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> closed.ia().createPsp(qualifier, closed.cr(), PspFlags.CONSUMER))),
        row(
            "dat_psp_create_any.06",
            "closed adapter",
            () ->
                clause("dat_psp_create_any.06")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> closed.ia().createPspAny(closed.cr(), PspFlags.CONSUMER))),
        row(
            "dat_psp_create.03",
            "EVD",
            () -> {
              for (Evd evd : new Evd[] {null, freed}) {
                clause("dat_psp_create.03")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> node.ia().createPsp(qualifier, evd, PspFlags.CONSUMER));
              }
              clause("dat_psp_create.03")
                  .throwsOneOf(
                      () -> node.ia().createPsp(qualifier, noRequests, PspFlags.CONSUMER),
                      DatReturn.INVALID_HANDLE,
                      DatReturn.INVALID_PARAMETER);
            }),
        row(
            "dat_psp_create_any.07",
            "EVD",
            () -> {
              for (Evd evd : new Evd[] {null, freed}) {
                clause("dat_psp_create_any.07")
                    .throwsDat(
                        DatReturn.INVALID_HANDLE,
                        () -> node.ia().createPspAny(evd, PspFlags.CONSUMER));
              }
              clause("dat_psp_create_any.07")
                  .throwsOneOf(
                      () -> node.ia().createPspAny(noRequests, PspFlags.CONSUMER),
                      DatReturn.INVALID_HANDLE,
                      DatReturn.INVALID_PARAMETER);
            }),
        row(
            "dat_psp_create.07",
            "who creates endpoints",
            () ->
                contradicts(
                    "dat_psp_create.07",
                    creator,
                    flags -> node.ia().createPsp(qualifier, node.cr(), flags))),
        row(
            "dat_psp_create_any.09",
            "who creates endpoints",
            () ->
                contradicts(
                    "dat_psp_create_any.09",
                    creator,
                    flags -> node.ia().createPspAny(node.cr(), flags))));
  }

  @Test
  @Clauses("dat_psp_create.04")
  void qualifierZeroIsReserved() {
    AdapterFixture node = node();
    clause("dat_psp_create.04")
        .refusedOrAbsent(
            DatReturn.INVALID_PARAMETER,
            "qualifier zero is an ordinary one",
            () -> node.ia().createPsp(0, node.cr(), PspFlags.CONSUMER));
  }

  private void contradicts(String id, EpCreatorForPsp creator, Function<PspFlags, Psp> create) {
    if (creator == EpCreatorForPsp.NEVER) {
      clause(id).throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> create.apply(PspFlags.PROVIDER));
    } else if (creator == EpCreatorForPsp.ALWAYS) {
      clause(id).throwsDat(DatReturn.MODEL_NOT_SUPPORTED, () -> create.apply(PspFlags.CONSUMER));
    } else {
      clause(id).succeeds("either flag", () -> create.apply(PspFlags.PROVIDER).free());
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_psp_create.10", "dat_psp_create.11", "dat_psp_create.12", "dat_psp_create.14"})
  void everyRequestMakesOneEventAndOneRequestObject() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    DatPeer far = peer();
    int first = requestConnection(far, node.ia(), psp.connQual());
    DatEvent one = AdapterFixture.await(node.cr());
    int second = requestConnection(far, node.ia(), psp.connQual());
    DatEvent two = AdapterFixture.await(node.cr());
    for (DatEvent event : List.of(one, two)) {
      clause("dat_psp_create.10")
          .equal(EventNumber.CONNECTION_REQUEST_EVENT, event.number(), "event");
      clause("dat_psp_create.10").that(event.servicePoint() == psp, "PSP handle");
      clause("dat_psp_create.10").equal(psp.connQual(), event.connQual(), "qualifier");
      clause("dat_psp_create.10").equal(node.ia().address(), event.localAddress(), "local address");
      clause("dat_psp_create.14").equal(null, event.cr().query().localEp(), "local endpoint");
    }
    clause("dat_psp_create.10").that(one.cr() != two.cr(), "each has its own CR");
    clause("dat_psp_create.10").that(AdapterFixture.empty(node.cr()), "one event per request");
    works("dat_psp_create.12", node, two.cr(), far, second);
    works("dat_psp_create.12", node, one.cr(), far, first);
    int third = requestConnection(far, node.ia(), psp.connQual());
    works("dat_psp_create.11", node, AdapterFixture.await(node.cr()).cr(), far, third);
  }

  @Test
  @SecondParty
  @Clauses("dat_psp_create.13")
  void backlogHoldsAsManyRequestsAsTheEvd() {
    AdapterFixture node = node();
    Evd small = node.ia().createEvd(3, null, EvdFlags.CR);
    int length = small.query().evdQlen();
    Psp psp = node.ia().createPspAny(small, PspFlags.CONSUMER);
    DatPeer far = peer();
    int waiting = Math.min(length, 8);
    for (int i = 0; i < waiting; i++) {
      requestConnection(far, node.ia(), psp.connQual());
    }
    for (int i = 0; i < waiting; i++) {
      Cr cr = AdapterFixture.await(small).cr();
      clause("dat_psp_create.13").succeeds("answer to request " + i, cr::reject);
      EventView event = far.event(DatPeer.CONNECT);
      clause("dat_psp_create.13").that(rejected(event), "the requester learns of it: " + event);
    }
  }

  private static final int MAX_REQUESTS = 64;

  private static final Dimension<Integer> SURPLUS =
      Dimension.number("requests beyond the length of the EVD", 1, 2, 5);

  @Test
  @SecondParty
  @Clauses("dat_psp_create.13")
  void requestsBeyondTheBacklogAreRefusedOrArriveLater() throws Exception {
    checkInSituations(this::exceedBacklog, SURPLUS);
  }

  private void exceedBacklog(Situation situation) {
    AdapterFixture node = node();
    Evd small = node.ia().createEvd(1, null, EvdFlags.CR);
    Psp psp = node.ia().createPspAny(small, PspFlags.CONSUMER);
    DatPeer far = peer();
    // Where the EVD is much longer than asked for, all of them find room.
    int requests = Math.min(small.query().evdQlen() + situation.get(SURPLUS), MAX_REQUESTS);
    for (int i = 0; i < requests; i++) {
      requestConnection(far, node.ia(), psp.connQual());
    }
    // Each ends: by a refusal for want of room, or it arrives once there is room, and is rejected.
    DatEvent event = new DatEvent();
    int ended = 0;
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    while (ended < requests && System.nanoTime() - deadline < 0) {
      if (small.await(SoftwareEvents.SHORT_MICROS, 1, event) == DatReturn.SUCCESS) {
        event.cr().reject();
      }
      // Each look takes the event that it finds.
      while (!far.empty(DatPeer.CONNECT)) {
        ended++;
      }
    }
    clause("dat_psp_create.13").equal(requests, ended, "requests that have got an answer");
  }

  @Test
  @Clauses({"dat_psp_create.19", "dat_psp_free.01", "dat_psp_free.02", "dat_psp_free.08"})
  void servicePointKeepsItsEvdBusy() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    clause("dat_psp_create.19")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_EVD_IN_USE, node.cr()::free);
    clause("dat_psp_free.01").succeeds("free", psp::free);
    clause("dat_psp_free.02").throwsDat(DatReturn.INVALID_HANDLE, psp::free);
    clause("dat_psp_free.08").succeeds("free of the EVD afterwards", node.cr()::free);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED, KILLED})
  @Clauses({"dat_psp_create.20", "dat_psp_create.22"})
  void oneEvdServesSeveralServicePoints() {
    AdapterFixture node = node();
    Psp one = node.listen();
    Psp two = node.listen();
    Ep before = node.ep();
    DatPeer far = peer();
    int first = requestConnection(far, node.ia(), two.connQual());
    DatEvent event = AdapterFixture.await(node.cr());
    clause("dat_psp_create.20").that(event.servicePoint() == two, "the second PSP");
    clause("dat_psp_create.20").equal(two.connQual(), event.connQual(), "its qualifier");
    event.cr().accept(before, null);
    clause("dat_psp_create.22")
        .connection(
            AdapterFixture.await(node.connect()), EventNumber.CONNECTION_EVENT_ESTABLISHED, before);
    far.event(DatPeer.CONNECT);
    leave(far, first);
    AdapterFixture.await(node.connect());
    DatPeer later = far;
    if (otherSide().isGone()) {
      later = peer();
    } else {
      far.event(DatPeer.CONNECT);
    }
    int second = requestConnection(later, node.ia(), one.connQual());
    DatEvent other = AdapterFixture.await(node.cr());
    clause("dat_psp_create.20").that(other.servicePoint() == one, "the first PSP");
    works("dat_psp_create.22", node, other.cr(), later, second);
  }

  @Test
  @Clauses({"dat_psp_create.21", "dat_psp_create_any.12"})
  void concurrentCreationsShareNoQualifier() throws Exception {
    AdapterFixture node = node();
    List<Psp> all = concurrently(4, node::listen);
    Set<Long> qualifiers = new HashSet<>();
    all.forEach(psp -> qualifiers.add(psp.connQual()));
    clause("dat_psp_create_any.12").equal(4, qualifiers.size(), "distinct qualifiers");
    long wanted = all.get(0).connQual();
    all.get(0).free();
    Callable<Boolean> create =
        () -> {
          try {
            node.ia().createPsp(wanted, node.cr(), PspFlags.CONSUMER);
            return true;
          } catch (DatException e) {
            if (e.type() == DatReturn.CONN_QUAL_IN_USE) {
              return false;
            }
            throw e;
          }
        };
    List<Boolean> created = concurrently(4, create);
    clause("dat_psp_create.21")
        .equal(1, created.stream().filter(b -> b).count(), "creations on one qualifier");
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_psp_create_any.01", "dat_psp_create_any.02", "dat_psp_create_any.03",
    "dat_psp_create_any.04", "dat_psp_create_any.05", "dat_psp_create_any.11"
  })
  void chosenQualifierWorksLikeAGivenOne() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    long qualifier = psp.connQual();
    table(
        row(
            "dat_psp_create_any.01",
            "qualifier",
            () -> {
              clause("dat_psp_create_any.01").that(qualifier != 0, "it is not zero");
              clause("dat_psp_create_any.01")
                  .throwsDat(
                      DatReturn.CONN_QUAL_IN_USE,
                      () -> node.ia().createPsp(qualifier, node.cr(), PspFlags.CONSUMER));
            }),
        row(
            "dat_psp_create_any.02",
            "connect",
            () -> {
              DatPeer far = peer();
              int farEp = requestConnection(far, node.ia(), qualifier);
              works(
                  "dat_psp_create_any.02", node, AdapterFixture.await(node.cr()).cr(), far, farEp);
            }),
        row(
            "dat_psp_create_any.03",
            "query",
            () ->
                clause("dat_psp_create_any.03")
                    .equal(qualifier, psp.query(PspField.ALL).connQual(), "conn_qual")),
        row(
            "dat_psp_create_any.04",
            "second call",
            () ->
                clause("dat_psp_create_any.04")
                    .that(node.listen().connQual() != qualifier, "another qualifier")),
        row(
            "dat_psp_create_any.05",
            "range",
            () ->
                clause("dat_psp_create_any.05")
                    .that(
                        Long.compareUnsigned(qualifier, PRIVILEGED_PORTS) >= 0,
                        qualifier + " is not below 1024")),
        row(
            "dat_psp_create_any.11",
            "reject",
            () -> {
              DatPeer far = peer();
              requestConnection(far, node.ia(), qualifier);
              AdapterFixture.await(node.cr()).cr().reject();
              clause("dat_psp_create_any.11")
                  .that(
                      rejected(far.event(DatPeer.CONNECT)),
                      "the requester learns of the rejection");
            }));
  }

  @Test
  @Clauses({
    "dat_psp_query.01",
    "dat_psp_query.02",
    "dat_psp_query.03",
    "dat_psp_query.04",
    "dat_psp_query.05"
  })
  void queryGivesTheCreationValues() throws Exception {
    AdapterFixture node = node();
    Psp psp = node.listen();
    PspParam param = psp.query(PspField.ALL);
    clause("dat_psp_query.01").that(param != null, "an answer comes");
    clause("dat_psp_query.02").that(param.ia() == node.ia(), "ia_handle");
    clause("dat_psp_query.02").that(param.evd() == node.cr(), "evd_handle");
    clause("dat_psp_query.02").equal(psp.connQual(), param.connQual(), "conn_qual");
    clause("dat_psp_query.02").equal(PspFlags.CONSUMER, param.pspFlags(), "psp_flags");
    clause("dat_psp_query.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> psp.query(0x10));
    List<PspParam> answers = concurrently(4, () -> psp.query(PspField.ALL));
    clause("dat_psp_query.05").equal(1, new HashSet<>(answers).size(), "different answers");
    psp.free();
    clause("dat_psp_query.04").throwsDat(DatReturn.INVALID_HANDLE, () -> psp.query(PspField.ALL));
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_psp_free.03", "dat_psp_free.04", "dat_psp_free.05", "dat_psp_free.06"})
  void freeStopsListeningAndNothingElse() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    long qualifier = psp.connQual();
    DatPeer far = peer();
    int connected = requestConnection(far, node.ia(), qualifier);
    Ep ep = node.ep();
    AdapterFixture.await(node.cr()).cr().accept(ep, null);
    AdapterFixture.await(node.connect());
    far.event(DatPeer.CONNECT);
    int accepted = requestConnection(far, node.ia(), qualifier);
    Cr first = AdapterFixture.await(node.cr()).cr();
    requestConnection(far, node.ia(), qualifier);
    Cr second = AdapterFixture.await(node.cr()).cr();
    psp.free();
    second.reject();
    clause("dat_psp_free.05")
        .that(rejected(far.event(DatPeer.CONNECT)), "the requester learns of the rejection");
    works("dat_psp_free.04", node, first, far, accepted);
    RegisteredMemory region = node.region(16);
    ep.postRecv(region.local(), region.address(0), 16, 5, CompletionFlags.DEFAULT);
    int message = far.register(16, MemPriv.ALL, 0);
    far.postSend(connected, message, 0, 16, 6);
    clause("dat_psp_free.06")
        .completion(AdapterFixture.await(node.recv()), ep, 5, DtoStatus.SUCCESS, 16);
    assertNobodyListens(node, far, qualifier);
  }

  private void assertNobodyListens(AdapterFixture node, DatPeer far, long qualifier) {
    requestConnection(far, node.ia(), qualifier);
    clause("dat_psp_free.03")
        .equal(
            EventNumber.CONNECTION_EVENT_NON_PEER_REJECTED,
            far.event(DatPeer.CONNECT).number(),
            "event of a connect after the free");
  }

  @Test
  @SecondParty
  @Clauses({"dat_psp_free.03", "dat_psp_free.04", "dat_psp_free.05"})
  void nobodyListensWhenTheLastOfItsRequestsIsRejected() {
    AdapterFixture node = node();
    Psp psp = node.listen();
    long qualifier = psp.connQual();
    DatPeer far = peer();
    int accepted = requestConnection(far, node.ia(), qualifier);
    Cr first = AdapterFixture.await(node.cr()).cr();
    requestConnection(far, node.ia(), qualifier);
    Cr second = AdapterFixture.await(node.cr()).cr();
    psp.free();
    works("dat_psp_free.04", node, first, far, accepted);
    second.reject();
    clause("dat_psp_free.05")
        .that(rejected(far.event(DatPeer.CONNECT)), "the requester learns of the rejection");
    assertNobodyListens(node, far, qualifier);
  }
}
