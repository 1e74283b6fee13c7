package org.dat4j.conformance.dat;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.conformance.dat.fixture.Outcome;
import org.dat4j.conformance.dat.fixture.Pair;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.Region;
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
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** dat_ep_post_rdma_write. */
class RdmaWriteClauses extends TransferTest {
  /** A Send behind the Writes whose arrival shows that they are placed. */
  private static void flushBySend(Pair pair) {
    buffers(pair, 1);
    pair.ep().postSend(new LmrIov(1), 0, CompletionFlags.SUPPRESS);
    pair.far().event(Party.RECV);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.01",
    "dat_ep_post_rdma_write.02",
    "dat_ep_post_rdma_write.03",
    "dat_ep_post_rdma_write.04",
    "dat_ep_post_rdma_write.05"
  })
  void writePlacesItsSegments() {
    Pair pair = pair();
    Remote target = remote(pair, 128);
    byte[] before = data(128);
    pair.far().put(target.region(), 0, before);
    Region region = pair.near().region(128);
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
        .completion(Node.await(pair.near().request()), pair.ep(), 5, DtoStatus.SUCCESS, 33);
    clause("dat_ep_post_rdma_write.04")
        .that(pair.far().empty(Party.RECV), "no event at the target");
    pair.send(region, 4, 6);
    clause("dat_ep_post_rdma_write.04")
        .completion(pair.far().event(Party.RECV), 42, DtoStatus.SUCCESS, 4);
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
  @Clauses({"dat_ep_post_rdma_write.06", "dat_ep_post_rdma_write.28"})
  void lastWriteWinsAndCookiesComeBack() {
    Pair pair = pair();
    Remote target = remote(pair, 64);
    Region region = pair.near().region(64 * 8);
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
          .completion(Node.await(pair.near().request()), pair.ep(), cookie, DtoStatus.SUCCESS, 64);
    }
    flushBySend(pair);
    clause("dat_ep_post_rdma_write.06")
        .that(
            Arrays.equals(Arrays.copyOfRange(data, 64 * 7, 64 * 8), target.content(64)),
            "the octets of the last Write");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.07", "dat_ep_post_rdma_write.08", "dat_ep_post_rdma_write.09"})
  void stateDecidesWhetherAWriteIsTaken() {
    stateDecides(
        "dat_ep_post_rdma_write.07",
        "dat_ep_post_rdma_write.08",
        "dat_ep_post_rdma_write.09",
        RdmaWriteClauses::post);
  }

  private static int post(Ep ep, Region region, long cookie) {
    return ep.postRdmaWrite(
        region.local(), region.address(0), 16, cookie, 1, 0, CompletionFlags.DEFAULT);
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
    Pair pair = pair();
    Remote target = remote(pair, 64);
    Region region = pair.near().region(64);
    region.fill(0x66);
    LmrIov iov = new LmrIov(1).add(region.local(), region.address(0), 16);
    for (long length : new long[] {15, 0}) {
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
        .completion(Node.await(pair.near().request()), pair.ep(), 4, DtoStatus.SUCCESS, most);
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
                        iov, 1, target.context(), target.base(), 16, CompletionFlags.UNSIGNALLED));
    int type;
    try {
      type =
          pair.ep()
              .postRdmaWrite(
                  iov, 3, target.context(), target.base(), 16, CompletionFlags.SOLICITED_WAIT);
    } catch (DatException e) {
      type = e.type();
    }
    clause("dat_ep_post_rdma_write.24")
        .that(
            type == DatReturn.INVALID_PARAMETER || type == DatReturn.SUCCESS,
            "SOLICITED_WAIT gives " + DatReturn.name(type));
    if (type == DatReturn.SUCCESS) {
      clause("dat_ep_post_rdma_write.24")
          .completion(Node.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, 16);
    }
    clause("dat_ep_post_rdma_write.11")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaWrite(iov, 2, target.context(), target.base() + 8, 40, 0));
    clause("dat_ep_post_rdma_write.11")
        .completion(Node.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, 16);
    flushBySend(pair);
    byte[] found = target.content(64);
    clause("dat_ep_post_rdma_write.11").equal(0x66, found[23], "last octet written");
    clause("dat_ep_post_rdma_write.11").equal(0, found[24], "octet behind the local length");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.14")
  void transferAboveTheMaximumIsRefused() {
    Pair pair = pair(attr -> attr.maxRdmaSize(1024));
    long most = pair.ep().query().attr().maxRdmaSize();
    maximumHolds("dat_ep_post_rdma_write.14", pair, most, FAILURES, Writing::new);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.15", "dat_ep_post_rdma_write.16",
    "dat_ep_post_rdma_write.17", "dat_ep_post_rdma_write.18"
  })
  void remoteViolationsFailAtTheInitiator() {
    violations(
        (id, pair, outcome) ->
            clause(id).ends(outcome, AT_POST, Set.of(DtoStatus.ERR_REMOTE_ACCESS)));
  }

  /** The gate is {@code completion=local}: the Write is told as done, and still nothing is done. */
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

  /** How a Write ends that the target does not permit. */
  private interface Ending {
    void check(String id, Pair pair, Outcome outcome);
  }

  private void violations(Ending ending) {
    Pair unknown = pair();
    Remote gone = remote(unknown, 64);
    gone.far().freeRegion(gone.region());
    violates("dat_ep_post_rdma_write.15", unknown, gone, 0, 16, ending);
    for (int[] range : new int[][] {{-1, 8}, {57, 8}, {64, 1}, {0, 65}}) {
      Pair pair = pair();
      violates("dat_ep_post_rdma_write.16", pair, remote(pair, 64), range[0], range[1], ending);
    }
    for (int privileges : new int[] {LOCAL | MemPriv.REMOTE_READ, MemPriv.REMOTE_READ}) {
      Pair pair = pair();
      Remote unwritable = Remote.of(pair.far(), 64, privileges, 0);
      violates("dat_ep_post_rdma_write.17", pair, unwritable, 0, 16, ending);
    }
    Pair zones = pair();
    Remote elsewhere = Remote.of(zones.far(), 64, MemPriv.ALL, zones.far().createZone());
    violates("dat_ep_post_rdma_write.18", zones, elsewhere, 0, 16, ending);
  }

  private void violates(
      String id, Pair pair, Remote target, int offset, int length, Ending ending) {
    Region region = pair.near().region(128);
    region.fill(0x77);
    Outcome outcome = pair.write(region, length, 1, target.context(), target.base() + offset);
    ending.check(id, pair, outcome);
    byte[] found = target.content(64);
    boolean permitted = offset >= 0 && offset < 64 && offset + length > 64;
    int untouched = permitted ? offset : 64;
    clause(id)
        .that(
            Arrays.equals(new byte[untouched], Arrays.copyOf(found, untouched)),
            "memory that may not be written is unchanged");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.19", "dat_ep_post_rdma_write.20"})
  void remoteViolationBreaksBothSides() {
    Pair pair = pair();
    Remote readOnly = Remote.of(pair.far(), 64, LOCAL | MemPriv.REMOTE_READ, 0);
    Region region = pair.near().region(64);
    Outcome outcome = pair.write(region, 16, 1, readOnly.context(), readOnly.base());
    clause("dat_ep_post_rdma_write.19")
        .that(
            !outcome.refused() || outcome.refusal() == DatReturn.PRIVILEGES_VIOLATION,
            "a missing privilege that is seen at the post is told as such, is " + outcome);
    if (outcome.refused()) {
      clause("dat_ep_post_rdma_write.20")
          .equal(EpState.CONNECTED, pair.ep().getStatus().state(), "a refusal breaks nothing");
      return;
    }
    ended("dat_ep_post_rdma_write.20", pair);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.21")
  void localSegmentsAreChecked() {
    String id = "dat_ep_post_rdma_write.21";
    localSegmentsAreChecked(id, id, id, pair -> new Writing(pair, 128));
  }

  /** A Write to memory of the second party. */
  private final class Writing implements Scene {
    private final Pair pair;
    private final Remote target;

    private Writing(Pair pair, int length) {
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
    localReadIsNeededWhereEnforced("dat_ep_post_rdma_write.30", pair -> new Writing(pair, 64));
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.22", "dat_ep_post_rdma_write.26"})
  void suppressedAndEmptyWrites() {
    Pair pair = pair();
    Remote target = remote(pair, 64);
    Region region = pair.near().region(64);
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
        .completion(Node.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, 0);
    clause("dat_ep_post_rdma_write.22")
        .that(Node.empty(pair.near().request()), "no completion of the suppressed Write");
    flushBySend(pair);
    byte[] found = target.content(64);
    clause("dat_ep_post_rdma_write.22").equal(0x12, found[7], "octet of the suppressed Write");
    clause("dat_ep_post_rdma_write.26").equal(0, found[32], "octet at the empty Write");
    pair.ep().disconnect(CloseFlags.ABRUPT);
    Node.reach(pair.ep(), EpState.DISCONNECTED);
    pair.ep()
        .postRdmaWrite(
            region.local(),
            region.address(0),
            8,
            3,
            target.context(),
            target.base(),
            CompletionFlags.SUPPRESS);
    DatEvent flushed = Node.await(pair.near().request());
    clause("dat_ep_post_rdma_write.22").completion(flushed, pair.ep(), 3, DtoStatus.ERR_FLUSHED, 0);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.25")
  void fenceWaitsForReads() {
    Pair pair = pair();
    Remote target = remote(pair, 4096);
    Region region = pair.near().region(4096);
    byte[] data = readAhead(pair, region);
    pair.ep()
        .postRdmaWrite(
            region.local(),
            region.address(0),
            4096,
            2,
            target.context(),
            target.base(),
            CompletionFlags.BARRIER_FENCE);
    for (int i = 1; i <= 2; i++) {
      clause("dat_ep_post_rdma_write.25")
          .completion(Node.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, 4096);
    }
    flushBySend(pair);
    clause("dat_ep_post_rdma_write.25")
        .that(Arrays.equals(data, target.content(4096)), "the Write carries what was read");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_write.27", "dat_ep_post_rdma_write.31"})
  void manyWritesAreTakenOrToldToWait() {
    Node node = node();
    Ep ep = node.ep(node.pz(), node.attr().toBuilder().maxRequestDtos(4).build());
    Party far = party();
    Pair pair = Pair.connect(node, ep, far, far.createEp(0, -1, -1));
    Remote target = remote(pair, 64);
    Region region = node.region(64);
    int taken = 0;
    int completed = 0;
    DatEvent event = new DatEvent();
    int total = 200;
    while (completed < total) {
      int result = DatReturn.SUCCESS;
      if (taken < total) {
        result =
            ep.postRdmaWrite(
                region.local(),
                region.address(0),
                16,
                taken,
                target.context(),
                target.base(),
                CompletionFlags.DEFAULT);
        if (result == DatReturn.SUCCESS) {
          taken++;
        } else {
          clause("dat_ep_post_rdma_write.27").returns(DatReturn.INSUFFICIENT_RESOURCES, result);
          clause("dat_ep_post_rdma_write.27")
              .that(taken - completed >= 4, "4 Writes can be outstanding");
        }
      }
      // Reaps whenever the queue was full or as many are outstanding as were asked for.
      if (result != DatReturn.SUCCESS || taken - completed >= 4 || taken == total) {
        event = Node.await(node.request());
        clause("dat_ep_post_rdma_write.27").completion(event, ep, completed, DtoStatus.SUCCESS, 16);
        completed++;
      }
    }
    clause("dat_ep_post_rdma_write.31").equal(total, taken, "Writes taken without blocking");
  }
}
