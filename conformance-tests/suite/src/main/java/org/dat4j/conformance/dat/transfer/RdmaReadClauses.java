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
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
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
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_post_rdma_read, which copies the peer's memory into local memory. */
class RdmaReadClauses extends TransferTest {
  /** Memory of the second party with random content. */
  private final class Source {
    private final DatPeer far;
    private final byte[] data;
    private final int region;
    private final int context;
    private final long base;

    private Source(DatPeer far, int length, int privileges, int zone) {
      Remote remote = Remote.of(far, length, privileges, zone);
      this.far = far;
      this.data = data(length);
      this.region = remote.region();
      this.context = remote.context();
      this.base = remote.base();
      far.put(region, 0, data);
    }

    private Source(ConnectedPair pair, int length) {
      this(pair.far(), length, MemPriv.ALL, 0);
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({
    "dat_ep_post_rdma_read.01",
    "dat_ep_post_rdma_read.02",
    "dat_ep_post_rdma_read.03",
    "dat_ep_post_rdma_read.04",
    "dat_ep_post_rdma_read.05"
  })
  void readFillsItsSegments() {
    ConnectedPair pair = pair();
    Source source = new Source(pair, 128);
    RegisteredMemory region = pair.near().region(128);
    region.fill(0x21);
    int buffer = pair.far().register(16, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 16, 42);
    int segments = pair.ep().query().attr().maxRdmaReadIov();
    LmrIov iov = new LmrIov(3).add(region.local(), region.address(64), 20);
    int capacity = 20;
    if (segments >= 3) {
      iov.add(region.local(), region.address(0), 20).add(region.local(), region.address(32), 8);
      capacity = 48;
    }
    int length = Math.min(33, capacity);
    clause("dat_ep_post_rdma_read.01")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaRead(iov, 5, source.context, source.base + 10, length, 0));
    clause("dat_ep_post_rdma_read.02")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 5, DtoStatus.SUCCESS, length);
    byte[] expected = new byte[128];
    Arrays.fill(expected, (byte) 0x21);
    System.arraycopy(source.data, 10, expected, 64, Math.min(20, length));
    if (length > 20) {
      System.arraycopy(source.data, 30, expected, 0, length - 20);
    }
    clause("dat_ep_post_rdma_read.03")
        .that(Arrays.equals(expected, region.get(0, 128)), "front to back, the rest unchanged");
    clause("dat_ep_post_rdma_read.04")
        .that(
            Arrays.equals(Arrays.copyOfRange(expected, 64, 84), region.get(64, 20)),
            "the data is there with the completion");
    clause("dat_ep_post_rdma_read.05")
        .that(pair.far().empty(DatPeer.RECV), "no event at the target");
    pair.send(region, 4, 6);
    clause("dat_ep_post_rdma_read.05")
        .completion(pair.far().event(DatPeer.RECV), 42, DtoStatus.SUCCESS, 4);
  }

  private static int post(Ep ep, RegisteredMemory region, long cookie) {
    return ep.postRdmaRead(
        region.local(), region.address(0), region.length(), cookie, 1, 0, CompletionFlags.DEFAULT);
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, FREED, CLOSED})
  @Clauses({"dat_ep_post_rdma_read.06", "dat_ep_post_rdma_read.07", "dat_ep_post_rdma_read.08"})
  void stateDecidesWhetherAReadIsTaken() {
    stateDecides(
        "dat_ep_post_rdma_read.06",
        "dat_ep_post_rdma_read.07",
        "dat_ep_post_rdma_read.08",
        RdmaReadClauses::post);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_read.09",
    "dat_ep_post_rdma_read.10",
    "dat_ep_post_rdma_read.12",
    "dat_ep_post_rdma_read.27",
    "dat_ep_post_rdma_read.35"
  })
  void argumentsAreChecked() {
    int half = size() / 2;
    ConnectedPair pair = pair();
    Source source = new Source(pair, size());
    RegisteredMemory region = pair.near().region(size());
    region.fill(0x22);
    LmrIov iov = new LmrIov(1).add(region.local(), region.address(0), size());
    clause("dat_ep_post_rdma_read.09")
        .throwsDat(
            DatReturn.LENGTH_ERROR,
            () -> pair.ep().postRdmaRead(iov, 1, source.context, source.base, size() + 1, 0));
    EpAttr attr = pair.ep().query().attr();
    int limit = Math.max(attr.maxRdmaReadIov(), attr.maxRequestIov());
    LmrIov tooMany = new LmrIov(limit + 1);
    for (int i = 0; i <= limit; i++) {
      tooMany.add(region.local(), region.address(i), 1);
    }
    clause("dat_ep_post_rdma_read.12")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> pair.ep().postRdmaRead(tooMany, 1, source.context, source.base, 1, 0));
    clause("dat_ep_post_rdma_read.27")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                pair.ep()
                    .postRdmaRead(
                        iov, 1, source.context, source.base, size(), CompletionFlags.UNSIGNALLED));
    int type;
    try {
      type =
          pair.ep()
              .postRdmaRead(
                  iov, 3, source.context, source.base, size(), CompletionFlags.SOLICITED_WAIT);
    } catch (DatException e) {
      type = e.type();
    }
    clause("dat_ep_post_rdma_read.35")
        .that(
            type == DatReturn.INVALID_PARAMETER || type == DatReturn.SUCCESS,
            "SOLICITED_WAIT gives " + DatReturn.name(type));
    if (type == DatReturn.SUCCESS) {
      clause("dat_ep_post_rdma_read.35")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, size());
    }
    region.fill(0x22);
    clause("dat_ep_post_rdma_read.10")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRdmaRead(iov, 2, source.context, source.base, half, 0));
    clause("dat_ep_post_rdma_read.10")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, half);
    clause("dat_ep_post_rdma_read.10")
        .that(Arrays.equals(Arrays.copyOf(source.data, half), region.get(0, half)), "bytes read");
    clause("dat_ep_post_rdma_read.10").equal(0x22, region.get(half, 1)[0], "byte of the tail");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({
    "dat_ep_post_rdma_read.13",
    "dat_ep_post_rdma_read.14",
    "dat_ep_post_rdma_read.15",
    "dat_ep_post_rdma_read.16",
    "dat_ep_post_rdma_read.33"
  })
  void remoteViolationsFailAtTheInitiator() {
    ConnectedPair unknown = pair();
    Source gone = new Source(unknown, size());
    gone.far.freeRegion(gone.region);
    violates("dat_ep_post_rdma_read.13", unknown, gone, 0, size());
    for (int[] range : RegisteredMemory.beyond(size())) {
      ConnectedPair pair = pair();
      violates("dat_ep_post_rdma_read.14", pair, new Source(pair, size()), range[0], range[1]);
    }
    for (int privileges : new int[] {LOCAL | MemPriv.REMOTE_WRITE, MemPriv.REMOTE_WRITE}) {
      ConnectedPair pair = pair();
      Source source = new Source(pair.far(), size(), privileges, 0);
      PostOutcome outcome = violates("dat_ep_post_rdma_read.15", pair, source, 0, size());
      clause("dat_ep_post_rdma_read.33")
          .that(
              !outcome.refused() || outcome.refusal() == DatReturn.PRIVILEGES_VIOLATION,
              "a missing privilege that is seen at the post is told as such, is " + outcome);
    }
    ConnectedPair zones = pair();
    Source elsewhere = new Source(zones.far(), size(), MemPriv.ALL, zones.far().createZone());
    PostOutcome outcome = violates("dat_ep_post_rdma_read.16", zones, elsewhere, 0, size());
    clause("dat_ep_post_rdma_read.33")
        .that(
            !outcome.refused() || outcome.refusal() == DatReturn.PROTECTION_VIOLATION,
            "a wrong PZ that is seen at the post is told as such, is " + outcome);
  }

  private PostOutcome violates(
      String id, ConnectedPair pair, Source source, int offset, int length) {
    RegisteredMemory region = pair.near().region(2 * size());
    PostOutcome outcome = pair.read(region, length, 1, source.context, source.base + offset);
    clause(id).ends(outcome, AT_POST, Set.of(DtoStatus.ERR_REMOTE_ACCESS));
    clause(id)
        .that(
            Arrays.equals(source.data, source.far.get(source.region, 0, size())),
            "the remote memory is unchanged");
    return outcome;
  }

  /** A Read of memory of the second party. */
  private final class ReadScene implements Scene {
    private final ConnectedPair pair;
    private final Source source;

    private ReadScene(ConnectedPair pair, int length) {
      this.pair = pair;
      this.source = new Source(pair, length);
    }

    @Override
    public int post(int context, long address, long length) {
      return pair.ep().postRdmaRead(context, address, length, 1, source.context, source.base, 0);
    }
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_read.17", "dat_ep_post_rdma_read.18",
    "dat_ep_post_rdma_read.19", "dat_ep_post_rdma_read.32"
  })
  void localSegmentsAreChecked() {
    ConnectedPair readOnly = pair();
    Source first = new Source(readOnly, size());
    RegisteredMemory unwritable =
        readOnly.near().region(size(), MemPriv.LOCAL_READ, readOnly.near().pz());
    clause("dat_ep_post_rdma_read.17")
        .ends(
            readOnly.read(unwritable, size(), 1, first.context, first.base),
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
    clause("dat_ep_post_rdma_read.17")
        .that(
            Arrays.equals(new byte[size()], unwritable.get(0, size())), "the memory is unchanged");
    localSegmentsAreChecked(
        "dat_ep_post_rdma_read.19",
        "dat_ep_post_rdma_read.18",
        "dat_ep_post_rdma_read.32",
        pair -> new ReadScene(pair, 2 * size()));
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses("dat_ep_post_rdma_read.20")
  void remoteViolationBreaksBothSides() {
    ConnectedPair pair = pair();
    Source writeOnly = new Source(pair.far(), size(), LOCAL | MemPriv.REMOTE_WRITE, 0);
    PostOutcome outcome =
        pair.read(pair.near().region(size()), size(), 1, writeOnly.context, writeOnly.base);
    if (outcome.refused()) {
      clause("dat_ep_post_rdma_read.20")
          .equal(EpState.CONNECTED, pair.ep().getStatus().state(), "a refusal breaks nothing");
    } else {
      ended("dat_ep_post_rdma_read.20", pair);
    }
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses({
    "dat_ep_post_rdma_read.21",
    "dat_ep_post_rdma_read.22",
    "dat_ep_post_rdma_read.30",
    "dat_ep_post_rdma_read.36"
  })
  void readsCompleteInOrderAmongAllRequests() {
    ConnectedPair pair = pair();
    Source source = new Source(pair, size());
    buffers(pair, 4);
    RegisteredMemory region = pair.near().region(2 * size() + 8);
    int posted = 0;
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 2; j++) {
        clause("dat_ep_post_rdma_read.36")
            .returns(
                DatReturn.SUCCESS,
                pair.ep()
                    .postRdmaRead(
                        region.local(),
                        region.address(j * size()),
                        size(),
                        posted++,
                        source.context,
                        source.base,
                        CompletionFlags.DEFAULT));
      }
      pair.ep()
          .postSend(
              region.local(), region.address(2L * size()), 8, posted++, CompletionFlags.DEFAULT);
    }
    for (int i = 0; i < posted; i++) {
      DatEvent event = AdapterFixture.await(pair.near().request());
      clause(i % 3 == 2 ? "dat_ep_post_rdma_read.22" : "dat_ep_post_rdma_read.21")
          .completion(event, pair.ep(), i, DtoStatus.SUCCESS, i % 3 == 2 ? 8 : size());
      clause("dat_ep_post_rdma_read.30").equal(i, event.cookie(), "cookie");
    }
    clause("dat_ep_post_rdma_read.21")
        .that(Arrays.equals(source.data, region.get(size(), size())), "the bytes arrive");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.23")
  void asManyReadsAsPromisedCanBeOutstanding() {
    ConnectedPair pair = pair();
    Source source = new Source(pair, 1024);
    RegisteredMemory region = pair.near().region(1024);
    int promised = pair.ep().query().attr().maxRdmaReadOut();
    int taken = 0;
    int result = DatReturn.SUCCESS;
    while (taken < 2 * promised && result == DatReturn.SUCCESS) {
      result =
          pair.ep()
              .postRdmaRead(
                  region.local(),
                  region.address(0),
                  1024,
                  taken,
                  source.context,
                  source.base,
                  CompletionFlags.DEFAULT);
      taken += result == DatReturn.SUCCESS ? 1 : 0;
    }
    clause("dat_ep_post_rdma_read.23")
        .that(taken >= promised, taken + " Reads were taken, at least " + promised + " have to be");
    if (result != DatReturn.SUCCESS) {
      clause("dat_ep_post_rdma_read.23").returns(DatReturn.INSUFFICIENT_RESOURCES, result);
    }
    readsSucceed("dat_ep_post_rdma_read.23", pair, taken, source, region);
  }

  /** Checks that Reads of the whole source end in the order of their posts and bring its bytes. */
  private void readsSucceed(
      String id, ConnectedPair pair, int reads, Source source, RegisteredMemory region) {
    int length = source.data.length;
    for (int i = 0; i < reads; i++) {
      clause(id)
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, length);
    }
    clause(id).that(Arrays.equals(source.data, region.get(0, length)), "the bytes arrive");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.25")
  void endpointWithoutReadsDoesNotRead() {
    AdapterFixture node = node();
    Ep ep = node.ep(node.pz(), node.attr().toBuilder().maxRdmaReadOut(0).build());
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    boolean granted = ep.query().attr().maxRdmaReadOut() > 0;
    Source source = new Source(pair, size());
    PostOutcome outcome = pair.read(node.region(size()), size(), 1, source.context, source.base);
    clause("dat_ep_post_rdma_read.25")
        .that(
            granted || outcome.refused() || outcome.status() != DtoStatus.SUCCESS,
            "the Read is refused or fails, is " + outcome);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.29")
  void emptyReadChangesNothing() {
    ConnectedPair pair = pair();
    Source source = new Source(pair, size());
    RegisteredMemory region = pair.near().region(size());
    clause("dat_ep_post_rdma_read.29")
        .ends(
            pair.read(region, 0, 2, source.context, source.base),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    for (LmrIov none : new LmrIov[] {new LmrIov(1), null}) {
      int result =
          pair.ep().postRdmaRead(none, 3, source.context, source.base, 0, CompletionFlags.DEFAULT);
      clause("dat_ep_post_rdma_read.29").returns(DatReturn.SUCCESS, result);
      clause("dat_ep_post_rdma_read.29")
          .completion(
              AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.SUCCESS, 0);
    }
    clause("dat_ep_post_rdma_read.29")
        .that(Arrays.equals(new byte[size()], region.get(0, size())), "the memory is unchanged");
  }

  @Test
  @SecondParty
  @OtherSide({BUSY, BUSY_HERE})
  @Clauses("dat_ep_post_rdma_read.26")
  void suppressedReadReportsFailureOnly() {
    ConnectedPair pair = pair();
    Source source = new Source(pair, 64);
    RegisteredMemory region = pair.near().region(64);
    read(pair, region, 0, 1, source, CompletionFlags.SUPPRESS);
    read(pair, region, 32, 2, source, CompletionFlags.DEFAULT);
    clause("dat_ep_post_rdma_read.26")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 2, DtoStatus.SUCCESS, 8);
    clause("dat_ep_post_rdma_read.26")
        .that(AdapterFixture.empty(pair.near().request()), "no completion of the suppressed Read");
    clause("dat_ep_post_rdma_read.26")
        .that(Arrays.equals(Arrays.copyOf(source.data, 8), region.get(0, 8)), "bytes read");
    pair.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED);
    read(pair, region, 0, 3, source, CompletionFlags.SUPPRESS);
    clause("dat_ep_post_rdma_read.26")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 3, DtoStatus.ERR_FLUSHED, 0);
  }

  private static void read(
      ConnectedPair pair,
      RegisteredMemory region,
      int offset,
      long cookie,
      Source source,
      int flags) {
    pair.ep()
        .postRdmaRead(
            region.local(), region.address(offset), 8, cookie, source.context, source.base, flags);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_read.34")
  void transferAboveTheMaximumIsRefused() {
    ConnectedPair pair = pair(attr -> attr.maxRdmaSize(size()));
    long most = pair.ep().query().attr().maxRdmaSize();
    maximumHolds("dat_ep_post_rdma_read.34", pair, most, FAILURES, ReadScene::new);
  }
}
