package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.BUSY_HERE;
import static org.dat4j.conformance.dimension.OtherSideState.CLOSED;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostLimit;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
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
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_post_rdma_write, which copies local memory into the peer's memory. */
class RdmaWriteClauses extends TransferTest {
  /** How often the test fills the queue and goes on after a completion. */
  private static final int ROUNDS = 100_000;

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({
    "dat_ep_post_rdma_write.01",
    "dat_ep_post_rdma_write.02",
    "dat_ep_post_rdma_write.03",
    "dat_ep_post_rdma_write.04",
    "dat_ep_post_rdma_write.05"
  })
  void writePlacesItsSegments() {
    ConnectedPair pair = pair();
    Remote target = remote(pair, 128);
    byte[] before = data(128);
    pair.far().put(target.region(), 0, before);
    RegisteredMemory region = pair.near().region(128);
    byte[] data = data(128);
    region.put(0, data);
    int buffer = pair.far().register(16, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 16, 42);
    LmrIov iov =
        new LmrIov(2)
            .add(region.local(), region.address(64), 20)
            .add(region.local(), region.address(0), 13);
    clause("dat_ep_post_rdma_write.01")
        .returns(
            DatReturn.SUCCESS,
            pair.ep()
                .postRdmaWrite(
                    iov, 5, target.context(), target.base() + 40, 33, CompletionFlags.DEFAULT));
    clause("dat_ep_post_rdma_write.02")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 5, DtoStatus.SUCCESS, 33);
    clause("dat_ep_post_rdma_write.04")
        .that(pair.far().empty(DatPeer.RECV), "no event at the target");
    pair.send(region, 4, 6);
    clause("dat_ep_post_rdma_write.04")
        .completion(pair.far().event(DatPeer.RECV), 42, DtoStatus.SUCCESS, 4);
    byte[] expected = before.clone();
    System.arraycopy(data, 64, expected, 40, 20);
    System.arraycopy(data, 0, expected, 60, 13);
    byte[] found = target.content(128);
    clause("dat_ep_post_rdma_write.03")
        .that(Arrays.equals(expected, found), "the segments in order, the neighbours unchanged");
    clause("dat_ep_post_rdma_write.05")
        .that(Arrays.equals(expected, found), "they are visible when the Send has arrived");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_rdma_write.06", "dat_ep_post_rdma_write.28"})
  void lastWriteWinsAndCookiesComeBack() {
    ConnectedPair pair = pair();
    Remote target = remote(pair, 64);
    RegisteredMemory region = pair.near().region(64 * 8);
    byte[] data = data(64 * 8);
    region.put(0, data);
    long[] cookies = {0, -1, 7, 7, Long.MIN_VALUE, 1, 2, 3};
    for (int i = 0; i < cookies.length; i++) {
      pair.ep()
          .postRdmaWrite(
              region.local(),
              region.address(i * 64L),
              64,
              cookies[i],
              target.context(),
              target.base(),
              CompletionFlags.DEFAULT);
    }
    for (long cookie : cookies) {
      clause("dat_ep_post_rdma_write.28")
          .completion(
              AdapterFixture.await(pair.near().request()),
              pair.ep(),
              cookie,
              DtoStatus.SUCCESS,
              64);
    }
    flushBySend(pair);
    clause("dat_ep_post_rdma_write.06")
        .that(
            Arrays.equals(Arrays.copyOfRange(data, 64 * 7, 64 * 8), target.content(64)),
            "the bytes of the last Write");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses({"dat_ep_post_rdma_write.07", "dat_ep_post_rdma_write.08", "dat_ep_post_rdma_write.09"})
  void stateDecidesWhetherAWriteIsTaken() {
    stateDecides(
        "dat_ep_post_rdma_write.07",
        "dat_ep_post_rdma_write.08",
        "dat_ep_post_rdma_write.09",
        RdmaWriteClauses::post);
  }

  private static int post(Ep ep, RegisteredMemory region, long cookie) {
    return ep.postRdmaWrite(
        region.local(), region.address(0), region.length(), cookie, 1, 0, CompletionFlags.DEFAULT);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.10",
    "dat_ep_post_rdma_write.11",
    "dat_ep_post_rdma_write.13",
    "dat_ep_post_rdma_write.23",
    "dat_ep_post_rdma_write.24"
  })
  void argumentsAreChecked() {
    ConnectedPair pair = pair();
    Remote target = remote(pair, 2 * size());
    RegisteredMemory region = pair.near().region(size());
    region.fill(0x66);
    LmrIov iov = new LmrIov(1).add(region.local(), region.address(0), size());
    for (long length : new long[] {size() - 1, 0}) {
      clause("dat_ep_post_rdma_write.10")
          .throwsDat(
              DatReturn.LENGTH_ERROR,
              () -> pair.ep().postRdmaWrite(iov, 1, target.context(), target.base(), length, 0));
    }
    int most =
        Math.min(
            pair.ep().query().attr().maxRdmaWriteIov(), pair.ep().query().attr().maxRequestIov());
    int limit =
        Math.max(
            pair.ep().query().attr().maxRdmaWriteIov(), pair.ep().query().attr().maxRequestIov());
    LmrIov tooMany = new LmrIov(limit + 1);
    for (int i = 0; i <= limit; i++) {
      tooMany.add(region.local(), region.address(0), 1);
    }
    LmrIov full = new LmrIov(most);
    for (int i = 0; i < most; i++) {
      full.add(region.local(), region.address(0), 1);
    }
    clause("dat_ep_post_rdma_write.13")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaWrite(full, 4, target.context(), target.base(), most, 0));
    clause("dat_ep_post_rdma_write.13")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 4, DtoStatus.SUCCESS, most);
    clause("dat_ep_post_rdma_write.13")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                pair.ep().postRdmaWrite(tooMany, 1, target.context(), target.base(), limit + 1, 0));
    clause("dat_ep_post_rdma_write.23")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                pair.ep()
                    .postRdmaWrite(
                        iov,
                        1,
                        target.context(),
                        target.base(),
                        size(),
                        CompletionFlags.UNSIGNALLED));
    int type;
    try {
      type =
          pair.ep()
              .postRdmaWrite(
                  iov, 3, target.context(), target.base(), size(), CompletionFlags.SOLICITED_WAIT);
    } catch (DatException e) {
      type = e.type();
    }
    clause("dat_ep_post_rdma_write.24")
        .that(
            type == DatReturn.INVALID_PARAMETER || type == DatReturn.SUCCESS,
            "SOLICITED_WAIT gives " + DatReturn.name(type));
    if (type == DatReturn.SUCCESS) {
      clause("dat_ep_post_rdma_write.24")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, size());
    }
    clause("dat_ep_post_rdma_write.11")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaWrite(iov, 2, target.context(), target.base() + 8, size() + 24, 0));
    clause("dat_ep_post_rdma_write.11")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, size());
    flushBySend(pair);
    byte[] found = target.content(2 * size());
    clause("dat_ep_post_rdma_write.11").equal(0x66, found[size() + 7], "last byte written");
    clause("dat_ep_post_rdma_write.11").equal(0, found[size() + 8], "byte behind the local length");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.11")
  void maximumIsThatOfTheBytesThatMove() {
    ConnectedPair pair = pair(attr -> attr.maxRdmaSize(1024));
    long most = pair.ep().query().attr().maxRdmaSize();
    clause("dat_ep_post_rdma_write.11").require(most < 1 << 30, most + " bytes fit a buffer");
    Remote larger = remote(pair, (int) most + 16);
    RegisteredMemory few = pair.near().region(16);
    few.fill(0x66);
    LmrIov iov = new LmrIov(1).add(few.local(), few.address(0), 16);
    clause("dat_ep_post_rdma_write.11")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaWrite(iov, 1, larger.context(), larger.base(), most + 16, 0));
    clause("dat_ep_post_rdma_write.11")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 1, DtoStatus.SUCCESS, 16);
    flushBySend(pair);
    byte[] found = larger.content(17);
    clause("dat_ep_post_rdma_write.11").equal(0x66, found[15], "last byte written");
    clause("dat_ep_post_rdma_write.11").equal(0, found[16], "byte behind the local length");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.14")
  void transferAboveTheMaximumIsRefused() {
    ConnectedPair pair = pair(attr -> attr.maxRdmaSize(size()));
    long most = pair.ep().query().attr().maxRdmaSize();
    maximumHolds("dat_ep_post_rdma_write.14", pair, most, FAILURES, Writing::new);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({
    "dat_ep_post_rdma_write.15", "dat_ep_post_rdma_write.16",
    "dat_ep_post_rdma_write.17", "dat_ep_post_rdma_write.18"
  })
  void remoteViolationsFailAtTheInitiator() {
    violations(
        (id, pair, outcome) ->
            clause(id).ends(outcome, AT_POST, Set.of(DtoStatus.ERR_REMOTE_ACCESS)));
  }

  /**
   * The gate is {@code completion=local}: the Write is reported as done, but its effect has not
   * happened.
   */
  @Test
  @SecondParty
  @Refuses({
    "dat_ep_post_rdma_write.15", "dat_ep_post_rdma_write.16",
    "dat_ep_post_rdma_write.17", "dat_ep_post_rdma_write.18"
  })
  void remoteViolationsOfLocalWritesChangeNothingAndEndTheConnection() {
    violations(
        (id, pair, outcome) -> {
          if (!outcome.refused()) {
            ended(id, pair);
          }
        });
  }

  /** Check of how a Write ends that the target does not permit. */
  private interface Ending {
    void check(String id, ConnectedPair pair, PostOutcome outcome);
  }

  private void violations(Ending ending) {
    ConnectedPair unknown = pair();
    Remote gone = remote(unknown, size());
    gone.far().freeRegion(gone.region());
    violates("dat_ep_post_rdma_write.15", unknown, gone, 0, size(), ending);
    for (int[] range : RegisteredMemory.beyond(size())) {
      ConnectedPair pair = pair();
      violates("dat_ep_post_rdma_write.16", pair, remote(pair, size()), range[0], range[1], ending);
    }
    for (int privileges : new int[] {LOCAL | MemPriv.REMOTE_READ, MemPriv.REMOTE_READ}) {
      ConnectedPair pair = pair();
      Remote unwritable = Remote.of(pair.far(), size(), privileges, 0);
      violates("dat_ep_post_rdma_write.17", pair, unwritable, 0, size(), ending);
    }
    ConnectedPair zones = pair();
    Remote elsewhere = Remote.of(zones.far(), size(), MemPriv.ALL, zones.far().createZone());
    violates("dat_ep_post_rdma_write.18", zones, elsewhere, 0, size(), ending);
  }

  private void violates(
      String id, ConnectedPair pair, Remote target, int offset, int length, Ending ending) {
    RegisteredMemory region = pair.near().region(2 * size());
    region.fill(0x77);
    PostOutcome outcome = pair.write(region, length, 1, target.context(), target.base() + offset);
    ending.check(id, pair, outcome);
    byte[] found = target.content(size());
    boolean permitted = offset >= 0 && offset < size() && offset + length > size();
    int untouched = permitted ? offset : size();
    clause(id)
        .that(
            Arrays.equals(new byte[untouched], Arrays.copyOf(found, untouched)),
            "memory that may not be written is unchanged");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_rdma_write.19", "dat_ep_post_rdma_write.20"})
  void remoteViolationBreaksBothSides() {
    ConnectedPair pair = pair();
    Remote readOnly = Remote.of(pair.far(), size(), LOCAL | MemPriv.REMOTE_READ, 0);
    RegisteredMemory region = pair.near().region(size());
    PostOutcome outcome = pair.write(region, size(), 1, readOnly.context(), readOnly.base());
    clause("dat_ep_post_rdma_write.19")
        .that(
            !outcome.refused() || outcome.refusal() == DatReturn.PRIVILEGES_VIOLATION,
            "a missing privilege that is seen at the post is told as such, is " + outcome);
    if (isRefusedAtPost("dat_ep_post_rdma_write.20", outcome.refusal(), pair.ep())) {
      return;
    }
    ended("dat_ep_post_rdma_write.20", pair);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.21")
  void localSegmentsAreChecked() {
    String id = "dat_ep_post_rdma_write.21";
    localSegmentsAreChecked(id, id, id, pair -> new Writing(pair, 2 * size()));
  }

  /** A Write to memory of the second party. */
  private final class Writing implements Scene {
    private final ConnectedPair pair;
    private final Remote target;

    private Writing(ConnectedPair pair, int length) {
      this.pair = pair;
      this.target = remote(pair, length);
    }

    @Override
    public int post(int context, long address, long length) {
      return pair.ep()
          .postRdmaWrite(context, address, length, 1, target.context(), target.base(), 0);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.30")
  void writeFromUnreadableMemoryIsRefusedWhereEnforced() {
    localReadIsNeededWhereEnforced("dat_ep_post_rdma_write.30", pair -> new Writing(pair, size()));
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({"dat_ep_post_rdma_write.22", "dat_ep_post_rdma_write.26"})
  void suppressedAndEmptyWrites() {
    ConnectedPair pair = pair();
    Remote target = remote(pair, 64);
    RegisteredMemory region = pair.near().region(64);
    region.fill(0x12);
    pair.ep()
        .postRdmaWrite(
            region.local(),
            region.address(0),
            8,
            1,
            target.context(),
            target.base(),
            CompletionFlags.SUPPRESS);
    pair.ep()
        .postRdmaWrite(
            region.local(),
            region.address(0),
            0,
            2,
            target.context(),
            target.base() + 32,
            CompletionFlags.DEFAULT);
    clause("dat_ep_post_rdma_write.26")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, 0);
    for (LmrIov none : new LmrIov[] {new LmrIov(1), null}) {
      int result =
          pair.ep()
              .postRdmaWrite(
                  none, 4, target.context(), target.base() + 32, 0, CompletionFlags.DEFAULT);
      clause("dat_ep_post_rdma_write.26").returns(DatReturn.SUCCESS, result);
      clause("dat_ep_post_rdma_write.26")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), 4, DtoStatus.SUCCESS, 0);
    }
    clause("dat_ep_post_rdma_write.22")
        .that(AdapterFixture.empty(pair.near().request()), "no completion of the suppressed Write");
    flushBySend(pair);
    byte[] found = target.content(64);
    clause("dat_ep_post_rdma_write.22").equal(0x12, found[7], "byte of the suppressed Write");
    clause("dat_ep_post_rdma_write.26").equal(0, found[32], "byte at the empty Write");
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    pair.ep()
        .postRdmaWrite(
            region.local(),
            region.address(0),
            8,
            3,
            target.context(),
            target.base(),
            CompletionFlags.SUPPRESS);
    DatEvent flushed = AdapterFixture.await(pair.near().request());
    clause("dat_ep_post_rdma_write.22").completion(flushed, pair.ep(), 3, DtoStatus.ERR_FLUSHED, 0);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.27", "dat_ep_post_rdma_write.31"})
  void writesAreOutstandingUntilTheirCompletionsAreTaken() {
    AdapterFixture node = node();
    Evd request = node.ia().createEvd(8, null, EvdFlags.DTO);
    EpAttr attr = node.attr().toBuilder().maxRequestDtos(4).build();
    Ep ep = node.ia().createEp(node.pz(), node.recv(), request, node.connect(), attr);
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    Remote target = remote(pair, size());
    RegisteredMemory region = node.region(size());
    int limit = ep.query().attr().maxRequestDtos();
    PostLimit writes = new PostLimit(() -> clause("dat_ep_post_rdma_write.27"), request, limit);
    writes.cycle(
        ROUNDS,
        cookie ->
            ep.postRdmaWrite(
                region.local(),
                region.address(0),
                cookie % 10_000 == 0 ? size() : 16,
                cookie,
                target.context(),
                target.base(),
                CompletionFlags.DEFAULT));
    clause("dat_ep_post_rdma_write.31")
        .equal(EpState.CONNECTED, ep.getStatus().state(), "state after " + ROUNDS + " rounds");
    clause("dat_ep_post_rdma_write.27")
        .that(AdapterFixture.empty(ep.query().ia().query().asyncEvd()), "no EVD has overflowed");
  }
}
