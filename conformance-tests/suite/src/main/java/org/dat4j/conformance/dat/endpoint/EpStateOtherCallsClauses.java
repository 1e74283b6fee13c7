package org.dat4j.conformance.dat.endpoint;

import java.util.List;
import java.util.Optional;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.EpStates;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Qos;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of which endpoint states permit queries, and which permit calls on other objects that take
 * the endpoint, such as dat_cr_accept.
 */
class EpStateOtherCallsClauses extends EpStateTest {
  /** Calls on an endpoint before it leaves the state: a stalled connection breaks after a while. */
  private interface CallsInState {
    void of(StateSituation situation);
  }

  private EpState current;

  @Override
  protected String aside() {
    return super.aside() + (current == null ? "" : "; the EP is for " + current);
  }

  private void inEach(List<EpState> states, CallsInState use) {
    for (EpState state : states) {
      current = state;
      Optional<StateSituation> found = situation(state);
      if (found.isPresent() && found.get().state() == state) {
        use.of(found.get());
      }
    }
  }

  private Cr pending(AdapterFixture node) {
    Psp psp = node.listen();
    DatPeer far = peer();
    requestConnection(far, node.ia(), psp.connQual());
    return AdapterFixture.await(node.cr()).cr();
  }

  @Test
  @SecondParty
  @Clauses("dat_cr_accept.09")
  void onlyAnUnconnectedEndpointAccepts() {
    inEach(
        EpStates.without(EpState.UNCONNECTED),
        situation -> {
          EpState state = situation.state();
          Cr cr = pending(situation.node());
          clause("dat_cr_accept.09")
              .throwsOneOf(
                  () -> cr.accept(situation.ep(), null),
                  DatReturn.INVALID_STATE,
                  DatReturn.INVALID_PARAMETER,
                  DatReturn.INVALID_HANDLE);
          if (state != EpState.DISCONNECT_PENDING) {
            clause("dat_cr_accept.09").equal(state, situation.state(), "state of the EP");
          }
          clause("dat_cr_accept.09").succeeds("the CR is pending still", cr::reject);
        });
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_modify.04", "dat_ep_modify.05"})
  void fixedParametersAreRefusedInEveryState() {
    inEach(
        EpStates.ALL,
        situation -> {
          EpParam same = situation.ep().query();
          for (long field :
              new long[] {
                EpField.IA_HANDLE,
                EpField.EP_STATE,
                EpField.LOCAL_IA_ADDRESS_PTR,
                EpField.LOCAL_PORT_QUAL,
                EpField.REMOTE_IA_ADDRESS_PTR,
                EpField.REMOTE_PORT_QUAL
              }) {
            clause("dat_ep_modify.04")
                .throwsDat(DatReturn.INVALID_PARAMETER, () -> situation.ep().modify(field, same));
          }
          for (long field : new long[] {EpField.SRQ_HANDLE, EpField.EP_ATTR_SRQ_SOFT_HW}) {
            clause("dat_ep_modify.05")
                .throwsDat(DatReturn.INVALID_PARAMETER, () -> situation.ep().modify(field, same));
          }
        });
  }

  @Test
  @SecondParty
  @Clauses("dat_rsp_create.04")
  void onlyAnUnconnectedEndpointIsReserved() {
    inEach(
        EpStates.without(EpState.UNCONNECTED),
        situation -> {
          long qualifier = freeQualifier(situation.node());
          clause("dat_rsp_create.04")
              .throwsDat(
                  DatReturn.INVALID_STATE,
                  () ->
                      situation
                          .node()
                          .ia()
                          .createRsp(qualifier, situation.ep(), situation.node().cr()));
        });
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_query.04")
  void queryAndStatusTellTheSameState() {
    for (EpState state : EpStates.ALL) {
      Optional<StateSituation> found = situation(state);
      if (found.isPresent()) {
        Ep ep = found.get().ep();
        EpState told = ep.query().state();
        // Both see a stalled connection break; nothing else moves meanwhile.
        clause("dat_ep_query.04")
            .that(told == state || told == found.get().state(), "ep_state " + told + ", " + state);
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_free.01", "dat_ep_free.02", "dat_ep_free.03", "dat_ep_free.04"})
  void freedEndpointIsGoneWhateverItsState() {
    inEach(
        EpStates.without(
            EpState.RESERVED,
            EpState.PASSIVE_CONNECTION_PENDING,
            EpState.TENTATIVE_CONNECTION_PENDING),
        situation -> {
          String id =
              switch (situation.state()) {
                case UNCONNECTED -> "dat_ep_free.01";
                case CONNECTED -> "dat_ep_free.02";
                case DISCONNECTED -> "dat_ep_free.03";
                default -> "dat_ep_free.04";
              };
          clause(id).succeeds("free", situation.ep()::free);
          clause(id).throwsDat(DatReturn.INVALID_HANDLE, situation.ep()::getStatus);
        });
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.05")
  void contextThatWasNeverIssuedIsNotBound() {
    StateSituation connected = situation(EpState.CONNECTED).orElseThrow();
    Rmr rmr = connected.node().pz().createRmr();
    RegisteredMemory region = connected.node().region(64);
    boolean refused;
    try {
      refused =
          rmr.bind(
                  region.local() ^ RegisteredMemory.NEVER_ISSUED_BITS,
                  region.address(0),
                  64,
                  MemPriv.ALL,
                  connected.ep(),
                  2,
                  CompletionFlags.DEFAULT)
              != DatReturn.SUCCESS;
    } catch (DatException e) {
      refused = true;
    }
    clause("dat_rmr_bind.05")
        .that(
            refused
                || AdapterFixture.await(connected.node().request()).status() != DtoStatus.SUCCESS,
            "a context that was never issued is not bound");
  }

  @Test
  @SecondParty
  @Clauses({"dat_set_consumer_context.01", "dat_get_consumer_context.01"})
  void contextIsKeptInEveryState() {
    inEach(
        EpStates.ALL,
        situation -> {
          long context = 7 + situation.state().value();
          clause("dat_set_consumer_context.01")
              .succeeds(
                  "set in " + situation.state(), () -> situation.ep().setConsumerContext(context));
          clause("dat_get_consumer_context.01")
              .equal(context, situation.ep().getConsumerContext(), "context");
        });
  }

  private Row refusal(String id, EpState beside, CallsInState use) {
    return row(
        id,
        "in " + beside + " and TENTATIVE_CONNECTION_PENDING",
        () ->
            inEach(
                List.of(beside, EpState.TENTATIVE_CONNECTION_PENDING),
                situation ->
                    clause(id).throwsDat(DatReturn.INVALID_STATE, () -> use.of(situation))));
  }

  private static void duplicate(Ep ep, Ep of) {
    ep.dupConnect(of, TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), null, Qos.BEST_EFFORT);
  }

  private static int send(StateSituation situation) {
    return situation.ep().postSend(new LmrIov(1), 1, CompletionFlags.DEFAULT);
  }

  private static int write(StateSituation situation) {
    RegisteredMemory region = situation.node().region(16);
    return situation
        .ep()
        .postRdmaWrite(region.local(), region.address(0), 16, 1, region.remote(), 0, 0);
  }

  private static int read(StateSituation situation) {
    RegisteredMemory region = situation.node().region(16);
    return situation
        .ep()
        .postRdmaRead(region.local(), region.address(0), 16, 1, region.remote(), 0, 0);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_connect.04",
    "dat_ep_dup_connect.04",
    "dat_ep_dup_connect.05",
    "dat_ep_disconnect.04",
    "dat_ep_reset.04",
    "dat_ep_post_send.06",
    "dat_ep_post_rdma_write.08",
    "dat_ep_post_rdma_read.07",
    "dat_ep_post_recv.01"
  })
  void endpointOfTheProviderIsUsedAsTheTableSays() {
    EpState pending = EpState.ACTIVE_CONNECTION_PENDING;
    table(
        refusal(
            "dat_ep_connect.04",
            pending,
            s -> ConnectedPair.connect(s.ep(), s.node().ia().address().getAddress(), 1, null)),
        refusal("dat_ep_dup_connect.04", pending, s -> duplicate(s.ep(), s.ep())),
        refusal("dat_ep_dup_connect.05", pending, s -> duplicate(s.node().ep(), s.ep())),
        refusal(
            "dat_ep_disconnect.04", EpState.UNCONNECTED, s -> s.ep().disconnect(CloseFlags.ABRUPT)),
        refusal(
            "dat_ep_disconnect.04",
            EpState.UNCONNECTED,
            s -> s.ep().disconnect(CloseFlags.GRACEFUL)),
        refusal("dat_ep_reset.04", pending, s -> s.ep().reset()),
        refusal("dat_ep_post_send.06", pending, EpStateOtherCallsClauses::send),
        refusal("dat_ep_post_rdma_write.08", pending, EpStateOtherCallsClauses::write),
        refusal("dat_ep_post_rdma_read.07", pending, EpStateOtherCallsClauses::read),
        row(
            "dat_ep_post_recv.01",
            "in each state",
            () ->
                inEach(
                    EpStates.ALL,
                    s ->
                        clause("dat_ep_post_recv.01")
                            .returns(DatReturn.SUCCESS, s.ep().postRecv(new LmrIov(1), 1, 0)))));
  }
}
