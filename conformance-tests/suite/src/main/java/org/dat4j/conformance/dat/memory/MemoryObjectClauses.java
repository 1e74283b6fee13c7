package org.dat4j.conformance.dat.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.RmrField;
import org.dat4j.dat.RmrParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of LMRs and RMRs of any size, one or many at once, the first and the second time: what a
 * query tells, what a sync makes seen, and what a free leaves.
 */
class MemoryObjectClauses extends DatTest {
  /** The most objects of a test at once. */
  private static final int MOST = 40;

  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();
  private static final Dimension<String> PLACE =
      Dimension.number("place of the freed one", "first", "middle", "last");

  private static int place(String place, int count) {
    return switch (place) {
      case "first" -> 0;
      case "middle" -> count / 2;
      default -> count - 1;
    };
  }

  private static final Dimension<Integer> SIZE = SharedDimensions.sizes("size", 1, 1 << 20);
  private static final Dimension<Amount> LMRS = SharedDimensions.numbers("number of LMRs");
  private static final Dimension<Integer> RIGHTS =
      Dimension.attributes(
          "mem_priv", MemPriv.LOCAL_READ, MemPriv.LOCAL_READ | MemPriv.REMOTE_READ, MemPriv.ALL);

  @Test
  @Clauses({"dat_lmr_query.01", "dat_lmr_query.04", "dat_lmr_query.05", "dat_lmr_free.01"})
  void registrationsOfEachSizeTellTheirParameters() throws Exception {
    long most = node().limits().maxLmrBlockSize();
    checkInSituations(
        this::registrations,
        SIZE.where(size -> size <= most, "max_lmr_block_size is " + most),
        LMRS,
        RIGHTS,
        OCCURRENCE,
        PLACE);
  }

  private void registrations(Situation situation) {
    AdapterFixture node = node();
    int size = situation.get(SIZE);
    int count = situation.get(LMRS).of(Math.min(MOST, (1 << 22) / size));
    int rights = situation.get(RIGHTS);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      List<ByteBuffer> buffers = new ArrayList<>();
      List<Lmr> lmrs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        buffers.add(ByteBuffer.allocateDirect(size));
        lmrs.add(node.ia().createLmr(buffers.get(i), node.pz(), rights));
      }
      Set<Integer> contexts = new HashSet<>();
      for (Lmr lmr : lmrs) {
        told(node, lmr, size, rights);
        clause("dat_lmr_query.05").that(contexts.add(lmr.lmrContext()), "a context of its own");
      }
      Lmr freed = lmrs.remove(place(situation.get(PLACE), count));
      clause("dat_lmr_free.01").succeeds("free", freed::free);
      clause("dat_lmr_free.01")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> freed.query(LmrField.ALL));
      for (Lmr lmr : lmrs) {
        told(node, lmr, size, rights);
      }
      for (Lmr lmr : lmrs) {
        clause("dat_lmr_free.01").succeeds("free of the others", lmr::free);
      }
    }
  }

  private void told(AdapterFixture node, Lmr lmr, int size, int rights) {
    clause("dat_lmr_query.01").succeeds("a full query", () -> lmr.query(LmrField.ALL));
    LmrParam param = lmr.query(LmrField.ALL);
    clause("dat_lmr_query.04").that(param.ia() == node.ia(), "ia_handle");
    clause("dat_lmr_query.04").that(param.pz() == node.pz(), "pz_handle");
    clause("dat_lmr_query.04").equal((long) size, param.length(), "length");
    clause("dat_lmr_query.04").equal(rights, param.memPriv(), "mem_priv");
    clause("dat_lmr_query.05").equal(lmr.lmrContext(), param.lmrContext(), "lmr_context");
    clause("dat_lmr_query.05").equal(lmr.rmrContext(), param.rmrContext(), "rmr_context");
    clause("dat_lmr_query.05")
        .that(param.registeredSize() >= size, "registered_size is " + param.registeredSize());
  }

  private static final Dimension<Integer> SYNC_SIZE =
      SharedDimensions.magnitudes("size of a segment", 1, 1 << 21);
  private static final Dimension<Amount> SEGMENTS = SharedDimensions.numbers("segments");
  private static final int MOST_SEGMENTS = 8;

  private Dimension<Integer> syncSizes() {
    long most = node().attr().maxRdmaSize();
    return SYNC_SIZE.where(size -> size <= most, "max_rdma_size is " + most);
  }

  @Test
  @SecondParty
  @Clauses({"dat_lmr_sync_rdma_read.01", "dat_lmr_sync_rdma_read.05", "dat_lmr_sync_rdma_read.07"})
  void storesToEachSegmentAreReadAfterTheSync() throws Exception {
    checkInSituations(this::storesAreRead, syncSizes(), SEGMENTS, OCCURRENCE);
  }

  private void storesAreRead(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SYNC_SIZE);
    List<RegisteredMemory> regions = regions(pair, size, situation.get(SEGMENTS));
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      byte[] content = data(size);
      regions.forEach(region -> region.put(0, content));
      clause("dat_lmr_sync_rdma_read.0" + (regions.size() > 1 ? 5 : 1))
          .succeeds("the sync", () -> pair.near().ia().lmrSyncRdmaRead(all(regions)));
      for (RegisteredMemory region : regions) {
        RmrOperations.RmrAccess access =
            RmrOperations.read(pair, region.remote(), region.address(0), size);
        clause("dat_lmr_sync_rdma_read.07").completion(access.event(), 7, DtoStatus.SUCCESS, size);
        clause("dat_lmr_sync_rdma_read.07")
            .equal(-1, Arrays.mismatch(content, access.data()), "first byte that is not as stored");
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_lmr_sync_rdma_write.01",
    "dat_lmr_sync_rdma_write.05",
    "dat_lmr_sync_rdma_write.06"
  })
  void writesToEachSegmentAreSeenAfterTheSync() throws Exception {
    checkInSituations(this::writesAreSeen, syncSizes(), SEGMENTS, OCCURRENCE);
  }

  private void writesAreSeen(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SYNC_SIZE);
    List<RegisteredMemory> regions = regions(pair, size, situation.get(SEGMENTS));
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      byte[] content = data(size);
      for (RegisteredMemory region : regions) {
        RmrOperations.write(pair, region.remote(), region.address(0), content);
      }
      RmrOperations.settle(pair);
      clause("dat_lmr_sync_rdma_write.0" + (regions.size() > 1 ? 5 : 1))
          .succeeds("the sync", () -> pair.near().ia().lmrSyncRdmaWrite(all(regions)));
      for (RegisteredMemory region : regions) {
        clause("dat_lmr_sync_rdma_write.06")
            .equal(-1, Arrays.mismatch(content, region.get(0, size)), "first byte not as written");
      }
    }
  }

  private static List<RegisteredMemory> regions(ConnectedPair pair, int size, Amount number) {
    List<RegisteredMemory> regions = new ArrayList<>();
    for (int i = number.of(MOST_SEGMENTS); i > 0; i--) {
      regions.add(pair.near().region(size));
    }
    return regions;
  }

  private static LmrIov all(List<RegisteredMemory> regions) {
    LmrIov iov = new LmrIov(regions.size());
    regions.forEach(region -> iov.add(region.local(), region.address(0), region.length()));
    return iov;
  }

  private static final Dimension<Amount> RMRS = SharedDimensions.numbers("number of RMRs");
  private static final Dimension<Boolean> BACKWARDS =
      Dimension.choice("the youngest is freed first", false, true);

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @SecondParty
  @Clauses({
    "dat_rmr_create.01",
    "dat_rmr_create.05",
    "dat_rmr_query.04",
    "dat_rmr_query.06",
    "dat_rmr_free.01"
  })
  void unboundWindowsComeAndGo() throws Exception {
    peer();
    checkInSituations(this::unbound, RMRS, BACKWARDS, OCCURRENCE);
  }

  private void unbound(Situation situation) {
    AdapterFixture node = node();
    int count = situation.get(RMRS).of(Math.min(MOST, node.limits().maxRmrs()));
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      List<Rmr> rmrs = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        rmrs.add(node.pz().createRmr());
      }
      clause("dat_rmr_create.01").equal(count, new HashSet<>(rmrs).size(), "distinct RMRs");
      if (situation.get(BACKWARDS)) {
        Collections.reverse(rmrs);
      }
      while (!rmrs.isEmpty()) {
        for (Rmr rmr : rmrs) {
          clause("dat_rmr_query.06")
              .succeeds("a query", () -> rmr.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE));
          RmrParam param = rmr.query(RmrField.IA_HANDLE | RmrField.PZ_HANDLE);
          clause("dat_rmr_query.04").that(param.ia() == node.ia(), "ia_handle");
          clause("dat_rmr_create.05").that(param.pz() == node.pz(), "pz_handle");
        }
        Rmr freed = rmrs.remove(0);
        clause("dat_rmr_free.01").succeeds("free of an unbound RMR", freed::free);
        clause("dat_rmr_free.01")
            .throwsDat(DatReturn.INVALID_HANDLE, () -> freed.query(RmrField.PZ_HANDLE));
      }
    }
  }

  private static final Dimension<Integer> LENGTH =
      SharedDimensions.magnitudes("length of the RMR", 1, 1 << 17);
  private static final Dimension<Integer> ACCESS =
      Dimension.attributes("mem_priv", MemPriv.REMOTE_READ, RmrOperations.REMOTE);

  @Test
  @SecondParty
  @Clauses({
    "dat_rmr_query.01",
    "dat_rmr_query.05",
    "dat_rmr_free.02",
    "dat_rmr_free.08",
    "dat_rmr_free.12"
  })
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  void freeOfOneWindowLeavesTheOthers() throws Exception {
    long most = node().attr().maxRdmaSize();
    checkInSituations(
        this::windows,
        LENGTH.where(length -> length <= most, "max_rdma_size is " + most),
        RMRS,
        PLACE,
        ACCESS,
        OCCURRENCE);
  }

  private void windows(Situation situation) {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    int length = situation.get(LENGTH);
    int count = situation.get(RMRS).of(Math.min(10, node.limits().maxRmrs()));
    RegisteredMemory region = node.region(length * count);
    byte[] content = data(length * count);
    region.put(0, content);
    List<Rmr> rmrs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Rmr rmr = node.pz().createRmr();
      int rights = situation.get(ACCESS);
      for (int bind = situation.get(OCCURRENCE).times(); bind > 0; bind--) {
        // An earlier bind is to another place.
        int at = bind > 1 ? 0 : i * length;
        clause("dat_rmr_query.05")
            .equal(
                DtoStatus.SUCCESS,
                RmrOperations.bind(pair, rmr, region, at, length, rights, i).status(),
                "status of the bind");
      }
      rmrs.add(rmr);
    }
    for (int i = 0; i < count; i++) {
      Rmr rmr = rmrs.get(i);
      clause("dat_rmr_query.01").succeeds("a full query", () -> rmr.query(RmrField.ALL));
      RmrParam param = rmr.query(RmrField.ALL);
      clause("dat_rmr_query.05").equal(region.local(), param.lmrContext(), "lmr_context");
      clause("dat_rmr_query.05")
          .equal(region.address((long) i * length), param.address(), "address");
      clause("dat_rmr_query.05").equal((long) length, param.length(), "length");
      clause("dat_rmr_query.05").equal((long) situation.get(ACCESS), param.memPriv(), "mem_priv");
      clause("dat_rmr_query.05").equal(rmr.rmrContext(), param.rmrContext(), "rmr_context");
    }
    int gone = place(situation.get(PLACE), count);
    int context = rmrs.get(gone).rmrContext();
    clause("dat_rmr_free.02").succeeds("free of a bound RMR", rmrs.get(gone)::free);
    for (int i = 0; i < count; i++) {
      if (i != gone) {
        RmrOperations.RmrAccess access =
            RmrOperations.read(
                pair, rmrs.get(i).rmrContext(), region.address((long) i * length), length);
        clause("dat_rmr_free.12").completion(access.event(), 7, DtoStatus.SUCCESS, length);
        clause("dat_rmr_free.12")
            .that(
                Arrays.equals(
                    Arrays.copyOfRange(content, i * length, (i + 1) * length), access.data()),
                "the bytes of RMR " + i);
      }
    }
    RmrOperations.RmrAccess late =
        RmrOperations.read(pair, context, region.address((long) gone * length), length);
    clause("dat_rmr_free.08").completion(late.event(), 7, DtoStatus.ERR_REMOTE_ACCESS, 0);
    clause("dat_rmr_free.12")
        .that(Arrays.equals(content, region.get(0, content.length)), "the memory is unchanged");
  }
}
