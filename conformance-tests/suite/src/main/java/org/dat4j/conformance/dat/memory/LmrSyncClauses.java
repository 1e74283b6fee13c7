package org.dat4j.conformance.dat.memory;

import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_lmr_sync_rdma_read and dat_lmr_sync_rdma_write, which make registered memory
 * consistent before an RDMA Read and after an RDMA Write.
 */
class LmrSyncClauses extends DatTest {
  private static final BiConsumer<Ia, LmrIov> READ = Ia::lmrSyncRdmaRead;
  private static final BiConsumer<Ia, LmrIov> WRITE = Ia::lmrSyncRdmaWrite;

  private static LmrIov one(RegisteredMemory region, long offset, long length) {
    return new LmrIov(1).add(region.local(), region.address(offset), length);
  }

  @Test
  @Clauses({
    "dat_lmr_sync_rdma_read.01",
    "dat_lmr_sync_rdma_read.02",
    "dat_lmr_sync_rdma_read.05",
    "dat_lmr_sync_rdma_read.06"
  })
  void readSyncTakesLiveSegments() {
    taken("dat_lmr_sync_rdma_read.", READ);
  }

  @Test
  @Clauses({
    "dat_lmr_sync_rdma_write.01",
    "dat_lmr_sync_rdma_write.02",
    "dat_lmr_sync_rdma_write.05"
  })
  void writeSyncTakesLiveSegments() {
    taken("dat_lmr_sync_rdma_write.", WRITE);
  }

  private void taken(String page, BiConsumer<Ia, LmrIov> sync) {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    RegisteredMemory other = node.region(size() + 36, MemPriv.LOCAL_READ, node.ia().createPz());
    for (int[] range : new int[][] {{0, size()}, {0, 1}, {size() - 1, 1}, {10, 20}}) {
      clause(page + "01")
          .succeeds(
              "a segment inside a live LMR",
              () -> sync.accept(node.ia(), one(region, range[0], range[1])));
    }
    LmrIov both =
        new LmrIov(2)
            .add(region.local(), region.address(0), size())
            .add(other.local(), other.address(50), size() - 14);
    clause(page + "05").succeeds("several LMRs and PZs", () -> sync.accept(node.ia(), both));
    if (page.contains("read")) {
      clause(page + "06").succeeds("no segment", () -> sync.accept(node.ia(), new LmrIov(1)));
      clause(page + "06").succeeds("null segments", () -> sync.accept(node.ia(), null));
    }
    AdapterFixture closed = node();
    RegisteredMemory gone = closed.region(size());
    closed.close();
    clause(page + "02")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> sync.accept(closed.ia(), one(gone, 0, size())));
  }

  @Test
  @Clauses("dat_h.02")
  void emptySegmentsAreNotExamined() {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    RegisteredMemory freed = node.region(size());
    freed.lmr().free();
    for (int context : new int[] {region.local(), freed.local(), 0, -1}) {
      for (long address : new long[] {region.address(0), region.address(size() + 1), 0, -1}) {
        LmrIov segments =
            new LmrIov(2).add(context, address, 0).add(region.local(), region.address(0), size());
        for (BiConsumer<Ia, LmrIov> sync : List.of(READ, WRITE)) {
          clause("dat_h.02")
              .succeeds(
                  "context " + context + ", address " + address,
                  () -> sync.accept(node.ia(), segments));
        }
      }
    }
  }

  @Test
  @Clauses({"dat_lmr_sync_rdma_read.03", "dat_lmr_sync_rdma_read.04"})
  void readSyncRefusesWrongSegments() {
    wrong("dat_lmr_sync_rdma_read.", READ);
  }

  @Test
  @Clauses({"dat_lmr_sync_rdma_write.03", "dat_lmr_sync_rdma_write.04"})
  void writeSyncRefusesWrongSegments() {
    wrong("dat_lmr_sync_rdma_write.", WRITE);
  }

  private void wrong(String page, BiConsumer<Ia, LmrIov> sync) {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    for (long[] range : RegisteredMemory.outside(size())) {
      refused(page + "03", node, sync, one(region, range[0], range[1]));
      LmrIov second =
          new LmrIov(2)
              .add(region.local(), region.address(0), size())
              .add(region.local(), region.address(range[0]), range[1]);
      refused(page + "03", node, sync, second);
    }
    RegisteredMemory freed = node.region(size());
    freed.lmr().free();
    refused(page + "04", node, sync, one(freed, 0, size()));
    refused(page + "04", node, sync, new LmrIov(1).add(0, region.address(0), size()));
  }

  /** Checks that segments are refused, or ignored where the platform needs no sync. */
  private void refused(
      String id, AdapterFixture node, BiConsumer<Ia, LmrIov> sync, LmrIov segments) {
    if (run().capabilities().number("lmr_sync_req") == 0) {
      try {
        sync.accept(node.ia(), segments);
        clause(id).absent("no sync is needed and the segments are ignored");
        return;
      } catch (DatException looked) {
        // Refused, so it has to be with the right code.
      }
    }
    clause(id).throwsDat(DatReturn.INVALID_PARAMETER, () -> sync.accept(node.ia(), segments));
  }

  @Test
  @SecondParty
  @Clauses({"dat_lmr_sync_rdma_write.06", "dat_lmr_sync_rdma_write.07"})
  void arrivedWritesAreSeen() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    for (int i = 0; i < 20; i++) {
      byte[] content = data(size());
      RmrOperations.write(pair, region.remote(), region.address(0), content);
      RmrOperations.settle(pair);
      WRITE.accept(pair.near().ia(), one(region, 0, size()));
      clause("dat_lmr_sync_rdma_write.06")
          .that(Arrays.equals(content, region.get(0, size())), "the written bytes are loaded");

      byte[] stored = data(size());
      region.put(0, stored);
      WRITE.accept(pair.near().ia(), one(region, 0, size()));
      byte[] part = data(20);
      RmrOperations.write(pair, region.remote(), region.address(10 + i), part);
      RmrOperations.settle(pair);
      System.arraycopy(part, 0, stored, 10 + i, 20);
      clause("dat_lmr_sync_rdma_write.07")
          .that(
              Arrays.equals(stored, region.get(0, size())),
              "the written part is the peer's, the rest is as stored");
    }
  }
}
