package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;
import org.junit.jupiter.api.Test;

/** Tests of dat_lmr_free, which ends the registration of memory (LMR). */
class LmrFreeClauses extends DatTest {
  private static final int CYCLES = 20_000;

  @Test
  @Clauses({"dat_lmr_free.01", "dat_lmr_free.05", "dat_lmr_free.06", "dat_lmr_free.07"})
  void freedHandleIsRefusedAndMemoryStays() {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    byte[] content = data(size());
    region.put(0, content);
    clause("dat_lmr_free.01").succeeds("free", region.lmr()::free);
    clause("dat_lmr_free.05")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> region.lmr().query(LmrField.ALL));
    int types = node.ia().query().providerAttr().lmrMemTypesSupported();
    if ((types & MemType.LMR.value()) != 0) {
      clause("dat_lmr_free.05")
          .throwsDat(
              DatReturn.INVALID_HANDLE,
              () ->
                  node.ia()
                      .createLmr(
                          MemType.LMR,
                          RegionDescription.lmr(region.lmr()),
                          size(),
                          node.pz(),
                          MemPriv.ALL));
    }
    clause("dat_lmr_free.06").secondFree(region.lmr()::free);
    clause("dat_lmr_free.07")
        .that(Arrays.equals(content, region.get(0, size())), "the memory keeps its content");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses("dat_lmr_free.08")
  void localUseAfterTheFreeFails() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    int buffer = pair.far().register(size(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, size(), 1);
    region.lmr().free();
    clause("dat_lmr_free.08")
        .ends(
            pair.send(region, size(), 2),
            Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_lmr_free.09", "dat_lmr_free.10"})
  void remoteUseAfterTheFreeFailsAndBreaksTheConnection() {
    ConnectedPair pair = pair();
    RegisteredMemory memory = pair.near().region(size());
    memory.fill(0x77);
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    int context = pair.far().remote(target);
    long address = pair.far().base(target);
    clause("dat_lmr_free.09")
        .ends(pair.read(memory, size(), 1, context, address), Set.of(), Set.of(DtoStatus.SUCCESS));
    pair.far().freeRegion(target);
    PostOutcome outcome = pair.read(memory, size(), 2, context, address);
    clause("dat_lmr_free.09").ends(outcome, Set.of(), Set.of(DtoStatus.ERR_REMOTE_ACCESS));
    ended("dat_lmr_free.10", pair);
    clause("dat_lmr_free.09")
        .that(
            Arrays.equals(new byte[size()], pair.far().get(target, 0, size())),
            "the memory keeps its content");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_lmr_free.07", "dat_lmr_free.12"})
  void otherRegistrationsOfTheMemoryStay() {
    ConnectedPair pair = pair();
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    Lmr first = pair.near().ia().createLmr(memory, pair.near().pz(), MemPriv.ALL);
    List<Lmr> others = new ArrayList<>();
    Lmr second = pair.near().ia().createLmr(memory, pair.near().pz(), MemPriv.ALL);
    others.add(second);
    if ((run().capabilities().number("lmr_mem_types_supported") & MemType.LMR.value()) != 0) {
      others.add(over(pair, first));
      // The LMR under one that is freed stays, too.
      over(pair, second).free();
    }
    byte[] before = data(size());
    memory.put(0, before);
    first.free();
    byte[] after = new byte[size()];
    memory.get(0, after);
    clause("dat_lmr_free.07").that(Arrays.equals(before, after), "the memory keeps its content");
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    for (Lmr other : others) {
      byte[] content = data(size());
      pair.far().put(target, 0, content);
      clause("dat_lmr_free.12")
          .ends(
              pair.read(
                  new RegisteredMemory(memory, other),
                  size(),
                  1,
                  pair.far().remote(target),
                  pair.far().base(target)),
              Set.of(),
              Set.of(DtoStatus.SUCCESS));
      byte[] read = new byte[size()];
      memory.get(0, read);
      clause("dat_lmr_free.12").that(Arrays.equals(content, read), "the bytes arrive");
    }
  }

  private static Lmr over(ConnectedPair pair, Lmr lmr) {
    return pair.near()
        .ia()
        .createLmr(MemType.LMR, RegionDescription.lmr(lmr), 0, pair.near().pz(), MemPriv.ALL);
  }

  @Test
  @Clauses("dat_lmr_free.13")
  void registeringInALoopExhaustsNothing() {
    AdapterFixture node = node();
    int cycles = Math.min(CYCLES, 2 * Math.max(1000, Math.min(CYCLES, node.limits().maxLmrs())));
    int done = 0;
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    try {
      for (; done < cycles; done++) {
        node.ia().createLmr(memory, node.pz(), MemPriv.ALL).free();
      }
    } catch (DatException e) {
      clause("dat_lmr_free.13").that(false, "cycle " + done + " failed: " + e.getMessage());
    }
    clause("dat_lmr_free.13").equal(cycles, done, "number of cycles");
  }
}
