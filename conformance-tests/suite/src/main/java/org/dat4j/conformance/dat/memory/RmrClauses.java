package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;
import static org.dat4j.conformance.dimension.OtherSideState.KILLED;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_rmr_create, dat_rmr_free and dat_rmr_query, and that an RMR keeps its PZ and LMR
 * from being freed.
 */
class RmrClauses extends DatTest {
  private static final Map<Integer, Function<RmrParam, Object>> FIELDS =
      Map.of(
          RmrField.IA_HANDLE,
          RmrParam::ia,
          RmrField.PZ_HANDLE,
          RmrParam::pz,
          RmrField.LMR_TRIPLET,
          param -> List.of(param.lmrContext(), param.address(), param.length()),
          RmrField.MEM_PRIV,
          RmrParam::memPriv,
          RmrField.RMR_CONTEXT,
          RmrParam::rmrContext);

  @Test
  @SecondParty
  @Clauses({
    "dat_rmr_create.01",
    "dat_rmr_create.02",
    "dat_rmr_create.04",
    "dat_rmr_create.05",
    "dat_rmr_create.06"
  })
  void newWindowIsUnboundInItsZone() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Rmr rmr = node.pz().createRmr();
    clause("dat_rmr_create.01").that(rmr != null, "a handle is given");
    Pz freed = node.ia().createPz();
    freed.free();
    clause("dat_rmr_create.02").throwsDat(DatReturn.INVALID_HANDLE, freed::createRmr);
    AdapterFixture closed = node();
    closed.close();
    clause("dat_rmr_create.02").throwsDat(DatReturn.INVALID_HANDLE, closed.pz()::createRmr);
    RmrParam param = rmr.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE);
    clause("dat_rmr_create.05").that(param.pz() == node.pz(), "pz_handle");
    clause("dat_rmr_create.05").that(param.ia() == node.ia(), "ia_handle");
    RegisteredMemory region = node.region(size());
    clause("dat_rmr_create.04").succeeds("free of the only LMR", region.lmr()::free);
    RegisteredMemory bound = node.region(size());
    clause("dat_rmr_create.06")
        .equal(
            DtoStatus.SUCCESS,
            RmrOperations.bind(pair, rmr, bound, 0, size(), MemPriv.REMOTE_READ, 1).status(),
            "status of a bind");
    // Before the bind its context, whatever it is, led nowhere.
    ConnectedPair early = pair();
    RegisteredMemory memory = early.near().region(size());
    int context = early.near().pz().createRmr().rmrContext();
    clause("dat_rmr_create.04")
        .equal(
            DtoStatus.ERR_REMOTE_ACCESS,
            RmrOperations.read(early, context, memory.address(0), 16).event().status(),
            "status of an RDMA Read through an unbound RMR");
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_create.07")
  void onlyConnectionsOfTheZoneReachTheWindow() {
    AdapterFixture node = node();
    Pz zone = node.ia().createPz();
    DatPeer far = peer();
    ConnectedPair inside =
        ConnectedPair.connect(node, node.ep(zone, node.attr()), far, far.createEp(0, -1, -1));
    ConnectedPair outside = ConnectedPair.connect(node, far);
    RegisteredMemory region = node.region(size(), MemPriv.ALL, zone);
    Rmr rmr = zone.createRmr();
    RmrOperations.bind(inside, rmr, region, 0, size(), RmrOperations.REMOTE, 1);
    clause("dat_rmr_create.07")
        .completion(
            RmrOperations.read(inside, rmr.rmrContext(), region.address(0), size()).event(),
            7,
            DtoStatus.SUCCESS,
            size());
    clause("dat_rmr_create.07")
        .completion(
            RmrOperations.read(outside, rmr.rmrContext(), region.address(0), size()).event(),
            7,
            DtoStatus.ERR_REMOTE_ACCESS,
            0);
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_create.08")
  void concurrentCreationsAreDistinct() throws Exception {
    ConnectedPair pair = pair();
    List<Rmr> all = concurrently(4, pair.near().pz()::createRmr);
    clause("dat_rmr_create.08").equal(4, new HashSet<>(all).size(), "distinct RMRs");
    RegisteredMemory region = pair.near().region(size());
    for (Rmr rmr : all) {
      clause("dat_rmr_create.08")
          .equal(
              DtoStatus.SUCCESS,
              RmrOperations.bind(pair, rmr, region, 0, size(), MemPriv.REMOTE_READ, 1).status(),
              "status of a bind of each");
    }
  }

  @Test
  @Refuses({"dat_rmr_create.01", "dat_rmr_create.08"})
  void undeclaredWindowsAreRefused() {
    AdapterFixture node = node();
    for (String id : List.of("dat_rmr_create.01", "dat_rmr_create.08")) {
      clause(id).throwsDat(DatReturn.INSUFFICIENT_RESOURCES, node.pz()::createRmr);
    }
    node.pz().query(1);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE, FREED, CLOSED, KILLED})
  @Clauses({
    "dat_rmr_free.01",
    "dat_rmr_free.02",
    "dat_rmr_free.04",
    "dat_rmr_free.05",
    "dat_rmr_free.06"
  })
  void windowIsFreedBoundOrNot() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    Rmr unbound = node.pz().createRmr();
    clause("dat_rmr_free.01").succeeds("free of an unbound RMR", unbound::free);
    RegisteredMemory region = node.region(size());
    Rmr bound = RmrOperations.bound(pair, region, 0, size());
    clause("dat_rmr_free.06")
        .throwsDat(
            DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, region.lmr()::free);
    if (otherSide().isGone()) {
      leave(pair);
    }
    clause("dat_rmr_free.02").succeeds("free of a bound RMR", bound::free);
    clause("dat_rmr_free.06").succeeds("free of its LMR", region.lmr()::free);
    RegisteredMemory other = node.region(size());
    for (Rmr freed : List.of(unbound, bound)) {
      clause("dat_rmr_free.04").secondFree(freed::free);
      clause("dat_rmr_free.05")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> freed.query(RmrField.ALL));
      for (long length : new long[] {0, size()}) {
        clause("dat_rmr_free.05")
            .throwsDat(
                DatReturn.INVALID_HANDLE,
                () ->
                    freed.bind(
                        other.local(),
                        other.address(0),
                        length,
                        MemPriv.REMOTE_READ,
                        pair.ep(),
                        1,
                        CompletionFlags.DEFAULT));
      }
    }
    clause("dat_rmr_free.05").succeeds("free of the LMR nothing was bound to", other.lmr()::free);
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_free.07", "dat_pz_free.05"})
  void windowKeepsItsZoneBusy() {
    AdapterFixture node = node();
    Pz zone = node.ia().createPz();
    DatPeer far = peer();
    Ep ep = node.ep(zone, node.attr());
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    RegisteredMemory region = node.region(size(), MemPriv.ALL, zone);
    Rmr rmr = zone.createRmr();
    Rmr never = zone.createRmr();
    RmrOperations.bind(pair, rmr, region, 0, size(), MemPriv.REMOTE_READ, 1);
    clause("dat_pz_free.05")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::free);
    RmrOperations.unbind(pair, rmr, 2);
    region.lmr().free();
    ep.free();
    clause("dat_pz_free.05")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::free);
    rmr.free();
    clause("dat_pz_free.05")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, zone::free);
    never.free();
    clause("dat_rmr_free.07").succeeds("free of the PZ after its last RMR", zone::free);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_rmr_free.08", "dat_rmr_free.09", "dat_rmr_free.11", "dat_rmr_free.12"})
  void freedWindowIsClosedAtOnce() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    byte[] content = data(size());
    region.put(0, content);
    Rmr rmr = RmrOperations.bound(pair, region, 0, size());
    Rmr neighbour = RmrOperations.bound(pair, region, 16, size() - 32);
    int context = rmr.rmrContext();
    clause("dat_rmr_free.08")
        .completion(
            RmrOperations.read(pair, context, region.address(0), size()).event(),
            7,
            DtoStatus.SUCCESS,
            size());
    rmr.free();
    clause("dat_rmr_free.11")
        .that(AdapterFixture.empty(pair.near().request()), "no completion event");
    clause("dat_rmr_free.12")
        .that(Arrays.equals(content, region.get(0, size())), "the memory keeps its content");
    RmrOperations.RmrAccess other =
        RmrOperations.read(pair, neighbour.rmrContext(), region.address(16), size() - 32);
    clause("dat_rmr_free.12").completion(other.event(), 7, DtoStatus.SUCCESS, size() - 32);
    RmrOperations.RmrAccess late = RmrOperations.read(pair, context, region.address(0), size());
    clause("dat_rmr_free.08").completion(late.event(), 7, DtoStatus.ERR_REMOTE_ACCESS, 0);
    clause("dat_rmr_free.08").that(Arrays.equals(new byte[size()], late.data()), "nothing is read");
    ended("dat_rmr_free.09", pair);
    clause("dat_rmr_free.11")
        .that(AdapterFixture.empty(pair.near().request()), "no completion event");

    ConnectedPair written = pair();
    RegisteredMemory target = written.near().region(size());
    target.put(0, content);
    Rmr window = RmrOperations.bound(written, target, 0, size());
    int dead = window.rmrContext();
    window.free();
    RmrOperations.RmrAccess stale =
        RmrOperations.write(written, dead, target.address(0), data(size()));
    if (written.far().remoteCompletion()) {
      clause("dat_rmr_free.08").completion(stale.event(), 8, DtoStatus.ERR_REMOTE_ACCESS, 0);
    }
    ended("dat_rmr_free.09", written);
    clause("dat_rmr_free.08")
        .that(Arrays.equals(content, target.get(0, size())), "nothing is written");
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_rmr_query.01",
    "dat_rmr_query.02",
    "dat_rmr_query.03",
    "dat_rmr_query.04",
    "dat_rmr_query.05"
  })
  void parametersAreThoseOfTheLastBind() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory region = node.region(size());
    Rmr rmr = node.pz().createRmr();
    whose(rmr, node);
    int[][] binds = {
      {0, size(), MemPriv.REMOTE_READ},
      {10, size() - 20, MemPriv.REMOTE_WRITE},
      {size() - 1, 1, RmrOperations.REMOTE}
    };
    for (int[] bind : binds) {
      PostOutcome outcome = RmrOperations.bind(pair, rmr, region, bind[0], bind[1], bind[2], 1);
      clause("dat_rmr_query.01").equal(DtoStatus.SUCCESS, outcome.status(), "status of the bind");
      clause("dat_rmr_query.01").succeeds("a full query", () -> rmr.query(RmrField.ALL));
      RmrParam param = rmr.query(RmrField.ALL);
      clause("dat_rmr_query.05").equal(region.local(), param.lmrContext(), "lmr_context");
      clause("dat_rmr_query.05").equal(region.address(bind[0]), param.address(), "address");
      clause("dat_rmr_query.05").equal(bind[1], param.length(), "length");
      clause("dat_rmr_query.05").equal(bind[2], param.memPriv(), "mem_priv");
      clause("dat_rmr_query.05").equal(rmr.rmrContext(), param.rmrContext(), "rmr_context");
      whose(rmr, node);
      FIELDS.forEach(
          (mask, field) ->
              clause("dat_rmr_query.05")
                  .equal(field.apply(param), field.apply(rmr.query(mask)), "field " + mask));
    }
    for (int bit = 5; bit < 32; bit++) {
      int mask = 1 << bit;
      clause("dat_rmr_query.02").throwsDat(DatReturn.INVALID_PARAMETER, () -> rmr.query(mask));
      clause("dat_rmr_query.02")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> rmr.query(RmrField.ALL | mask));
    }
    RmrOperations.unbind(pair, rmr, 2);
    whose(rmr, node);
    rmr.free();
    clause("dat_rmr_query.03").throwsDat(DatReturn.INVALID_HANDLE, () -> rmr.query(RmrField.ALL));
  }

  private void whose(Rmr rmr, AdapterFixture node) {
    RmrParam param = rmr.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE);
    clause("dat_rmr_query.04").that(param.ia() == node.ia(), "ia_handle");
    clause("dat_rmr_query.04").that(param.pz() == node.pz(), "pz_handle");
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_query.06")
  void unboundWindowTellsItsZone() {
    ConnectedPair pair = pair();
    Rmr rmr = pair.near().pz().createRmr();
    Rmr unbound = RmrOperations.bound(pair, pair.near().region(size()), 0, size());
    RmrOperations.unbind(pair, unbound, 1);
    for (Rmr each : List.of(rmr, unbound)) {
      clause("dat_rmr_query.06")
          .succeeds(
              "query of ia and pz", () -> each.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE));
      clause("dat_rmr_query.06").that(each.query(RmrField.PZ_HANDLE).pz() != null, "pz_handle");
    }
    RmrParam flushed = afterFlush();
    clause("dat_rmr_query.06").that(flushed.pz() != null, "pz_handle after a flushed bind");
  }

  private RmrParam afterFlush() {
    ConnectedPair pair = pair();
    Rmr rmr = pair.near().pz().createRmr();
    RegisteredMemory region = pair.near().region(size());
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    RmrOperations.bind(pair, rmr, region, 0, size(), MemPriv.REMOTE_READ, 1);
    return rmr.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_lmr_create.14", "dat_lmr_free.03", "dat_lmr_free.04"})
  void bindKeepsItsMemoryBusy() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory one = node.region(size());
    RegisteredMemory two = node.region(size());
    byte[] content = data(size());
    one.put(0, content);
    Rmr rmr = node.pz().createRmr();
    clause("dat_lmr_create.14")
        .ends(
            RmrOperations.bind(pair, rmr, one, 0, size(), RmrOperations.REMOTE, 1),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_lmr_free.03")
        .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_LMR_IN_USE, one.lmr()::free);
    RmrOperations.RmrAccess access =
        RmrOperations.read(pair, rmr.rmrContext(), one.address(0), size());
    clause("dat_lmr_free.03").completion(access.event(), 7, DtoStatus.SUCCESS, size());
    clause("dat_lmr_free.03")
        .that(Arrays.equals(content, access.data()), "the RMR serves the memory further");
    clause("dat_lmr_free.03").succeeds("query of the LMR", () -> one.lmr().query(LmrField.ALL));
    RmrOperations.bind(pair, rmr, two, 0, size(), RmrOperations.REMOTE, 2);
    clause("dat_lmr_free.04").succeeds("free after a rebind elsewhere", one.lmr()::free);
    clause("dat_lmr_free.04").throwsDat(DatReturn.INVALID_STATE, two.lmr()::free);
    RmrOperations.unbind(pair, rmr, 3);
    clause("dat_lmr_free.04").succeeds("free after an unbind", two.lmr()::free);
    RegisteredMemory three = node.region(size());
    Rmr last = RmrOperations.bound(pair, three, 0, size());
    Rmr second = RmrOperations.bound(pair, three, 0, size());
    last.free();
    clause("dat_lmr_free.04").throwsDat(DatReturn.INVALID_STATE, three.lmr()::free);
    second.free();
    clause("dat_lmr_free.04").succeeds("free after the RMRs", three.lmr()::free);
  }
}
