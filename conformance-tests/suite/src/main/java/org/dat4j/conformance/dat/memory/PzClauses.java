package org.dat4j.conformance.dat.memory;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzField;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests of PZs, which limit endpoints to the memory of their PZ: dat_pz_create, dat_pz_free and
 * dat_pz_query.
 */
class PzClauses extends DatTest {
  @Test
  @Clauses({"dat_pz_create.01", "dat_pz_create.02", "dat_pz_query.01", "dat_pz_query.02"})
  void zoneBelongsToItsAdapter() {
    Ia ia = open();
    Pz pz = ia.createPz();
    clause("dat_pz_create.01").that(pz != null, "a handle is given");
    clause("dat_pz_query.01").succeeds("a full query", () -> pz.query(PzField.ALL));
    clause("dat_pz_query.02").that(pz.query(PzField.ALL).ia() == ia, "ia_handle is the creator");
    ia.close();
    clause("dat_pz_create.02").throwsDat(DatReturn.INVALID_HANDLE, ia::createPz);
  }

  @Test
  @SecondParty
  @Clauses("dat_pz_create.05")
  void memoryOfAnotherZoneIsOutOfReach() {
    ConnectedPair pair = pair();
    RegisteredMemory other = pair.near().region(64, MemPriv.ALL, pair.near().ia().createPz());
    int buffer = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 64, 1);
    PostOutcome outcome =
        PostOutcome.of(
            pair.near().request(),
            () ->
                pair.ep()
                    .postSend(other.local(), other.address(0), 16, 5, CompletionFlags.DEFAULT));
    clause("dat_pz_create.05")
        .ends(
            outcome,
            Set.of(DatReturn.PROTECTION_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
  }

  /** A call that uses a PZ. */
  @FunctionalInterface
  private interface PzCall {
    /** Makes an object of the PZ. */
    AutoCloseable of(Pz pz);
  }

  /** Calls that most adapters refuse, each at another step of the creation. */
  private static List<PzCall> wrongUses(AdapterFixture node) {
    Ia ia = node.ia();
    ByteBuffer memory = ByteBuffer.allocateDirect(64);
    RegionDescription buffer = RegionDescription.virtual(memory);
    RegionDescription address = RegionDescription.address(1, 64);
    byte[] name = new byte[DatConstants.LMR_COOKIE_SIZE];
    RegionDescription shared = RegionDescription.sharedVirtual(name, memory);
    EpAttr attr = node.attr();
    EpAttr tooLong = attr.toBuilder().maxMessageSize(node.limits().maxMessageSize() + 1).build();
    EpAttr tooMany = attr.toBuilder().maxRequestDtos(node.limits().maxDtoPerEp() + 1).build();
    Evd freed = ia.createEvd(4, null, EvdFlags.DTO);
    freed.free();
    return List.of(
        pz -> ia.createLmr(MemType.VIRTUAL, buffer, 64, pz, 1 << 30),
        pz -> ia.createLmr(MemType.VIRTUAL, buffer, 65, pz, MemPriv.ALL),
        pz -> ia.createLmr(MemType.VIRTUAL, buffer, -1, pz, MemPriv.ALL),
        pz -> ia.createLmr(MemType.VIRTUAL, address, 64, pz, MemPriv.ALL),
        pz -> ia.createLmr(MemType.LMR, buffer, 64, pz, MemPriv.ALL),
        pz -> ia.createLmr(MemType.SHARED_VIRTUAL, shared, 64, pz, 1 << 30),
        pz -> ia.createLmr(MemType.SHARED_VIRTUAL, buffer, 64, pz, MemPriv.ALL),
        pz -> node.ep(pz, tooLong),
        pz -> node.ep(pz, tooMany),
        pz -> ia.createEp(pz, freed, node.request(), node.connect(), attr),
        pz -> ia.createEp(pz, node.recv(), node.request(), node.recv(), attr),
        pz -> ia.createSrq(pz, new SrqAttr(0, 1, 0)),
        pz -> ia.createSrq(pz, new SrqAttr(4, node.limits().maxIovSegmentsPerDto() + 1, 0)));
  }

  @Test
  @Clauses("dat_pz_create.06")
  void concurrentCreationsAreDistinct() throws Exception {
    Ia ia = open();
    List<Pz> zones = concurrently(4, ia::createPz);
    clause("dat_pz_create.06").equal(4, new HashSet<>(zones).size(), "distinct PZs");
    for (Pz pz : zones) {
      clause("dat_pz_create.06").that(pz.query(PzField.ALL).ia() == ia, "each is usable");
    }
  }

  @Test
  @Clauses({
    "dat_pz_free.01", "dat_pz_free.03", "dat_pz_free.04",
    "dat_pz_free.07", "dat_pz_free.08", "dat_pz_free.09"
  })
  void busyZoneIsNotFreed() {
    AdapterFixture node = node();
    table(
        row(
            "dat_pz_free.01",
            "unused",
            () -> clause("dat_pz_free.01").succeeds("free", node.ia().createPz()::free)),
        row(
            "dat_pz_free.01",
            "its users were refused",
            () -> {
              for (PzCall use : wrongUses(node)) {
                Pz pz = node.ia().createPz();
                try {
                  use.of(pz).close();
                } catch (DatException e) {
                  // What the call gives is the matter of its own clauses.
                }
                clause("dat_pz_free.01").succeeds("free", pz::free);
              }
            }),
        row(
            "dat_pz_free.03",
            "used by an EP",
            () -> {
              Pz pz = node.ia().createPz();
              Ep ep = node.ep(pz, node.attr());
              clause("dat_pz_free.03")
                  .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, pz::free);
              clause("dat_pz_free.03")
                  .succeeds("use after the refusal", () -> node.region(64, MemPriv.ALL, pz));
              ep.free();
            }),
        row(
            "dat_pz_free.04",
            "used by an LMR",
            () -> {
              Pz pz = node.ia().createPz();
              node.region(64, MemPriv.ALL, pz);
              clause("dat_pz_free.04")
                  .throwsDat(DatReturn.INVALID_STATE, DatSubtype.INVALID_STATE_PZ_IN_USE, pz::free);
            }),
        row(
            "dat_pz_free.07",
            "after its last user",
            () -> {
              Pz pz = node.ia().createPz();
              Ep ep = node.ep(pz, node.attr());
              RegisteredMemory region = node.region(64, MemPriv.ALL, pz);
              ep.free();
              clause("dat_pz_free.07").throwsDat(DatReturn.INVALID_STATE, pz::free);
              region.lmr().free();
              clause("dat_pz_free.07").succeeds("free", pz::free);
            }),
        row(
            "dat_pz_free.08",
            "freed handle",
            () -> {
              Pz pz = node.ia().createPz();
              pz.free();
              clause("dat_pz_free.08")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> pz.query(PzField.ALL));
              clause("dat_pz_free.08")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> node.region(64, MemPriv.ALL, pz));
              clause("dat_pz_free.08")
                  .throwsDat(DatReturn.INVALID_HANDLE, () -> node.ep(pz, node.attr()));
              clause("dat_pz_free.08").throwsDat(DatReturn.INVALID_HANDLE, pz::createRmr);
            }),
        row(
            "dat_pz_free.09",
            "second free",
            () -> {
              Pz pz = node.ia().createPz();
              pz.free();
              clause("dat_pz_free.09").secondFree(pz::free);
            }));
  }

  @Test
  @Clauses({"dat_pz_query.03", "dat_pz_query.04", "dat_pz_query.05"})
  void queryRefusesWrongMaskAndFreedZone() throws Exception {
    Ia ia = open();
    Pz pz = ia.createPz();
    for (int mask : new int[] {2, 3, Integer.MIN_VALUE}) {
      clause("dat_pz_query.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> pz.query(mask));
    }
    List<Ia> owners = concurrently(4, () -> pz.query(PzField.ALL).ia());
    clause("dat_pz_query.05").that(owners.stream().allMatch(o -> o == ia), "all see the same IA");
    pz.free();
    clause("dat_pz_query.04").throwsDat(DatReturn.INVALID_HANDLE, () -> pz.query(PzField.ALL));
  }
}
