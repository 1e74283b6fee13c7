package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.EpStates;
import org.dat4j.conformance.dat.fixture.PostLimit;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_rmr_bind, which binds an RMR to registered memory: its arguments, the endpoint
 * states that permit it, how many the queue holds.
 */
class RmrBindClauses extends EpStateTest {
  private static final int ROUNDS = 10_000;
  private static final int TRIES = 4;
  private static final Set<DtoStatus> FAILED =
      Set.of(DtoStatus.RMR_OPERATION_FAILED, DtoStatus.ERR_LOCAL_PROTECTION, DtoStatus.ERR_FLUSHED);

  static int post(Rmr rmr, RegisteredMemory region, Ep ep, long cookie, int flags) {
    int right = MemPriv.REMOTE_READ;
    return rmr.bind(region.local(), region.address(0), region.length(), right, ep, cookie, flags);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_rmr_bind.01", "dat_rmr_bind.02", "dat_rmr_bind.14", "dat_rmr_bind.33"})
  void bindGivesANewContext() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    Rmr rmr = pair.near().pz().createRmr();
    List<Integer> contexts = new ArrayList<>();
    for (long cookie : new long[] {0, 5, 5, -1, Long.MIN_VALUE}) {
      clause("dat_rmr_bind.01")
          .returns(
              DatReturn.SUCCESS, post(rmr, region, pair.ep(), cookie, CompletionFlags.DEFAULT));
      DatEvent event = AdapterFixture.await(pair.near().request());
      clause("dat_rmr_bind.02").bound(event, rmr, cookie, DtoStatus.SUCCESS);
      clause("dat_rmr_bind.33").equal(cookie, event.cookie(), "user cookie");
      if (!contexts.isEmpty()) {
        int last = contexts.get(contexts.size() - 1);
        clause("dat_rmr_bind.14").that(last != rmr.rmrContext(), "the context is another one");
      }
      contexts.add(rmr.rmrContext());
    }
    clause("dat_rmr_bind.01").that(rmr.rmrContext() != 0, "rmr_context is not 0");
    clause("dat_rmr_bind.02")
        .equal(0x01001, EventNumber.RMR_BIND_COMPLETION_EVENT.value(), "event number");
    clause("dat_rmr_bind.02")
        .that(AdapterFixture.empty(pair.near().request()), "one event for each");
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.03", "dat_rmr_bind.04", "dat_rmr_bind.10"})
  void wrongHandlesAndFlagsAreRefused() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory region = node.region(size());
    Rmr rmr = node.pz().createRmr();
    Rmr freedRmr = node.pz().createRmr();
    freedRmr.free();
    clause("dat_rmr_bind.03")
        .throwsDat(
            DatReturn.INVALID_HANDLE,
            () -> post(freedRmr, region, pair.ep(), 1, CompletionFlags.DEFAULT));
    Ep freed = node.ep();
    freed.free();
    Ep foreign = node().ep();
    for (Ep ep : Arrays.asList(null, freed, foreign)) {
      clause("dat_rmr_bind.04")
          .throwsDat(
              DatReturn.INVALID_HANDLE, () -> post(rmr, region, ep, 1, CompletionFlags.DEFAULT));
    }
    clause("dat_rmr_bind.10")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> post(rmr, region, pair.ep(), 1, CompletionFlags.UNSIGNALLED));
    clause("dat_rmr_bind.10").that(AdapterFixture.empty(node.request()), "no completion");
    clause("dat_rmr_bind.10")
        .succeeds("free of the LMR, to which nothing is bound", region.lmr()::free);
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.05")
  void windowOutsideItsMemoryIsRefused() {
    List<long[]> ranges = new ArrayList<>(List.of(RegisteredMemory.outside(size())));
    ranges.add(new long[] {Long.MIN_VALUE, 8});
    for (long[] range : ranges) {
      ConnectedPair pair = pair();
      RegisteredMemory region = pair.near().region(size());
      Rmr rmr = RmrOperations.bound(pair, region, 0, size());
      int context = rmr.rmrContext();
      PostOutcome outcome =
          RmrOperations.bind(pair, rmr, region, range[0], range[1], MemPriv.REMOTE_READ, 1);
      clause("dat_rmr_bind.05").ends(outcome, Set.of(DatReturn.INVALID_PARAMETER), FAILED);
      unchanged("dat_rmr_bind.05", pair, outcome, rmr, context, region);
    }
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    Rmr rmr = RmrOperations.bound(pair, region, 0, size());
    int context = rmr.rmrContext();
    RegisteredMemory freed = pair.near().region(size());
    freed.lmr().free();
    PostOutcome outcome = RmrOperations.bind(pair, rmr, freed, 0, size(), MemPriv.REMOTE_READ, 1);
    clause("dat_rmr_bind.05")
        .ends(
            outcome,
            Set.of(
                DatReturn.INVALID_PARAMETER,
                DatReturn.PRIVILEGES_VIOLATION,
                DatReturn.PROTECTION_VIOLATION),
            FAILED);
    unchanged("dat_rmr_bind.05", pair, outcome, rmr, context, region);
  }

  /**
   * Checks that the old binding serves after a refusal, or that a failed bind broke the connection.
   */
  private void unchanged(
      String id,
      ConnectedPair pair,
      PostOutcome outcome,
      Rmr rmr,
      int context,
      RegisteredMemory region) {
    if (!outcome.refused()) {
      ended(id, pair);
      return;
    }
    clause(id).equal(context, rmr.rmrContext(), "rmr_context after the refusal");
    clause(id)
        .completion(
            RmrOperations.read(pair, context, region.address(0), region.length()).event(),
            7,
            DtoStatus.SUCCESS,
            region.length());
    clause(id).that(AdapterFixture.empty(pair.near().request()), "no completion event");
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.06")
  void everythingIsOfOneZone() {
    for (int odd = 0; odd < 3; odd++) {
      AdapterFixture node = node();
      Pz other = node.ia().createPz();
      Pz epZone = odd == 0 ? other : node.pz();
      Pz lmrZone = odd == 1 ? other : node.pz();
      Pz rmrZone = odd == 2 ? other : node.pz();
      DatPeer far = peer();
      ConnectedPair pair =
          ConnectedPair.connect(node, node.ep(epZone, node.attr()), far, far.createEp(0, -1, -1));
      RegisteredMemory region = node.region(size(), MemPriv.ALL, lmrZone);
      Rmr rmr = rmrZone.createRmr();
      PostOutcome outcome =
          RmrOperations.bind(pair, rmr, region, 0, size(), MemPriv.REMOTE_READ, 1);
      clause("dat_rmr_bind.06").ends(outcome, Set.of(DatReturn.PROTECTION_VIOLATION), FAILED);
      if (outcome.refused()) {
        clause("dat_rmr_bind.06").succeeds("free of the LMR", region.lmr()::free);
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.07", "dat_rmr_bind.08", "dat_rmr_bind.09"})
  void remotePrivilegesNeedTheLocalOnes() {
    String[] ids = {"dat_rmr_bind.07", "dat_rmr_bind.08"};
    int[] remote = {MemPriv.REMOTE_READ, MemPriv.REMOTE_WRITE};
    int[] lacking = {
      MemPriv.LOCAL_WRITE | RmrOperations.REMOTE, MemPriv.LOCAL_READ | MemPriv.REMOTE_READ
    };
    for (int i = 0; i < 2; i++) {
      ConnectedPair pair = pair();
      AdapterFixture node = pair.near();
      Rmr rmr = node.pz().createRmr();
      for (int asked : new int[] {remote[i], RmrOperations.REMOTE}) {
        RegisteredMemory region = node.region(size(), lacking[i], node.pz());
        clause(ids[i])
            .ends(
                RmrOperations.bind(pair, rmr, region, 0, size(), asked, 1),
                Set.of(DatReturn.PRIVILEGES_VIOLATION),
                Set.of(DtoStatus.SUCCESS));
      }
    }
    ConnectedPair pair = pair();
    RegisteredMemory local =
        pair.near().region(size(), MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE, pair.near().pz());
    byte[] content = data(size());
    Rmr rmr = RmrOperations.bound(pair, local, 0, size());
    RmrOperations.RmrAccess write =
        RmrOperations.write(pair, rmr.rmrContext(), local.address(0), content);
    clause("dat_rmr_bind.09").completion(write.event(), 8, DtoStatus.SUCCESS, size());
    RmrOperations.RmrAccess read =
        RmrOperations.read(pair, rmr.rmrContext(), local.address(0), size());
    clause("dat_rmr_bind.09").completion(read.event(), 7, DtoStatus.SUCCESS, size());
    clause("dat_rmr_bind.09")
        .that(Arrays.equals(content, read.data()), "the peer reads what it wrote");
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.11")
  void endpointThatIsNotConnectedTakesNoBind() {
    for (EpState state : EpStates.without(EpState.CONNECTED, EpState.DISCONNECTED)) {
      table(row("dat_rmr_bind.11", state.name(), () -> refusedIn(state)));
    }
  }

  /** Checks that a state refuses binds; tries again where the state ends before the bind. */
  private void refusedIn(EpState state) {
    for (int i = 0; i < TRIES; i++) {
      Optional<StateSituation> at = situation(state);
      if (at.isEmpty() || refuses(state, at.get())) {
        return;
      }
    }
    clause("dat_rmr_bind.11").that(false, state + " does not last until a bind");
  }

  /** Checks the refusal; false if the connection broke before, which permits the bind. */
  private boolean refuses(EpState state, StateSituation situation) {
    Rmr rmr = situation.node().pz().createRmr();
    RegisteredMemory region = situation.node().region(size());
    for (long length : new long[] {size(), 0}) {
      DatException refused = null;
      try {
        rmr.bind(
            region.local(),
            region.address(0),
            length,
            MemPriv.REMOTE_READ,
            situation.ep(),
            1,
            CompletionFlags.DEFAULT);
      } catch (DatException e) {
        refused = e;
      }
      if (state == EpState.DISCONNECT_PENDING && situation.state() == EpState.DISCONNECTED) {
        return false;
      }
      clause("dat_rmr_bind.11")
          .that(
              refused != null && refused.type() == DatReturn.INVALID_STATE,
              "a bind is refused in " + state + ", not " + refused);
      clause("dat_rmr_bind.11").that(situation.state() == state, "the state stays " + state);
    }
    clause("dat_rmr_bind.11").equal(0, rmr.rmrContext(), "rmr_context");
    clause("dat_rmr_bind.11").succeeds("free of the LMR", region.lmr()::free);
    return true;
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE, FREED, CLOSED, KILLED})
  @Clauses("dat_rmr_bind.12")
  void bindOnAnEndedConnectionIsFlushed() {
    ConnectedPair ended = pair();
    RegisteredMemory memory = ended.near().region(size());
    Rmr bound = RmrOperations.bound(ended, memory, 0, size());
    end(ended);
    AdapterFixture.reach(ended.ep(), EpState.DISCONNECTED);
    for (long cookie = 5; cookie < 8; cookie++) {
      clause("dat_rmr_bind.12")
          .returns(
              DatReturn.SUCCESS, post(bound, memory, ended.ep(), cookie, CompletionFlags.DEFAULT));
      clause("dat_rmr_bind.12")
          .bound(
              AdapterFixture.await(ended.near().request()), bound, cookie, DtoStatus.ERR_FLUSHED);
    }
    bound.free();
    clause("dat_rmr_bind.12").succeeds("free of the LMR", memory.lmr()::free);
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.13")
  void queueHoldsItsDeclaredLength() {
    queueHoldsBinds(false);
    queueHoldsBinds(true);
  }

  private void queueHoldsBinds(boolean behindASend) {
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(8, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    EpAttr attr = node.attr().toBuilder().maxRequestDtos(4).build();
    Ep ep = node.ia().createEp(node.pz(), node.recv(), request, node.connect(), attr);
    DatPeer far = peer();
    ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int limit = ep.query().attr().maxRequestDtos();
    RegisteredMemory region = node.region(size());
    Rmr rmr = node.pz().createRmr();
    PostLimit binds = new PostLimit(() -> clause("dat_rmr_bind.13"), request, limit);
    IntUnaryOperator bind = cookie -> post(rmr, region, ep, cookie, CompletionFlags.DEFAULT);
    if (behindASend) {
      // The peer has no Receive, which holds back what is behind a Send that waits for one.
      binds.fill(
          cookie ->
              cookie == 0
                  ? ep.postSend(
                      region.local(), region.address(0), 1, cookie, CompletionFlags.DEFAULT)
                  : bind.applyAsInt(cookie));
    } else {
      binds.cycle(ROUNDS, bind);
      binds.fill(bind);
    }
    ep.disconnect(CloseFlags.ABRUPT);
    binds.drain(null);
    rmr.free();
    clause("dat_rmr_bind.13").succeeds("free of the LMR", region.lmr()::free);
  }
}
