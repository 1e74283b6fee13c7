package org.dat4j.conformance.dat.srq;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpRecvInfo;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_recv_query, which counts the Receives that are outstanding on an endpoint. */
class EpRecvQueryClauses extends SrqTest {

  @Test
  @Clauses("dat_ep_recv_query.02")
  void undeclaredCountsAreRefusedOrUnknown() {
    Ep ep = node().ep();
    int type = DatReturn.SUCCESS;
    EpRecvInfo info = null;
    try {
      info = ep.recvQuery();
    } catch (DatException e) {
      type = e.type();
    }
    EpRecvInfo unknown = new EpRecvInfo(DatConstants.VALUE_UNKNOWN, DatConstants.VALUE_UNKNOWN);
    clause("dat_ep_recv_query.02")
        .that(
            type == DatReturn.MODEL_NOT_SUPPORTED || unknown.equals(info),
            "refused as not supported, or both counts unknown: "
                + DatReturn.name(type)
                + " "
                + info);
  }

  @Test
  @Clauses({"dat_ep_recv_query.03", "dat_ep_recv_query.04"})
  void queryOfAFreedEndpointIsRefused() {
    Ep ep = node().ep();
    ep.free();
    clause("dat_ep_recv_query.03").throwsDat(DatReturn.INVALID_HANDLE, ep::recvQuery);
    clause("dat_ep_recv_query.04").equal(-2, DatConstants.VALUE_UNKNOWN, "DAT_VALUE_UNKNOWN");
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_recv_query.01",
    "dat_ep_recv_query.05",
    "dat_ep_recv_query.07",
    "dat_ep_recv_query.09"
  })
  void postedReceivesAreCountedUntilTheyComplete() {
    AdapterFixture node = node();
    Ep ep = node.ep();
    RegisteredMemory region = node.region(64);
    clause("dat_ep_recv_query.01").succeeds("the query", ep::recvQuery);
    count(ep, 0);
    for (int i = 0; i < 5; i++) {
      ep.postRecv(region.local(), region.address(0), 64, i, CompletionFlags.DEFAULT);
      count(ep, i + 1);
    }
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    count(ep, 5);
    int message = far.register(64, MemPriv.ALL, 0);
    for (int left = 4; left >= 3; left--) {
      far.postSend(pair.farEp(), message, 0, 8, left);
      AdapterFixture.await(node.recv());
      count(ep, left);
    }
  }

  private void count(Ep ep, int expected) {
    EpRecvInfo info = ep.recvQuery();
    int allocated = info.nbufsAllocated();
    int span = info.bufsAllocSpan();
    clause("dat_ep_recv_query.09")
        .that(
            Math.min(allocated, span) >= DatConstants.VALUE_UNKNOWN
                && allocated != -1
                && span != -1,
            info + " has counts or DAT_VALUE_UNKNOWN");
    if (allocated != DatConstants.VALUE_UNKNOWN) {
      clause("dat_ep_recv_query.05").equal(expected, allocated, "nbufs_allocated");
    } else {
      clause("dat_ep_recv_query.05").absent("nbufs_allocated is DAT_VALUE_UNKNOWN");
    }
    if (allocated != DatConstants.VALUE_UNKNOWN && span != DatConstants.VALUE_UNKNOWN) {
      clause("dat_ep_recv_query.07")
          .that(span >= allocated, "span " + span + " is not below " + allocated);
    } else {
      clause("dat_ep_recv_query.07").absent("a count is DAT_VALUE_UNKNOWN");
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_recv_query.06")
  void buffersOnTheSharedQueueAreNotCounted() {
    SrqFixture hub = hub(8);
    ConnectedPair pair = hub.join();
    hub.postAll(0, 5);
    shared(pair.ep());
    for (int i = 0; i < 3; i++) {
      hub.send(pair, MESSAGE, i);
      AdapterFixture.await(pair.near().recv());
      shared(pair.ep());
    }
  }

  private void shared(Ep ep) {
    int allocated = ep.recvQuery().nbufsAllocated();
    if (allocated == DatConstants.VALUE_UNKNOWN) {
      clause("dat_ep_recv_query.06").absent("nbufs_allocated is DAT_VALUE_UNKNOWN");
    } else {
      clause("dat_ep_recv_query.06").equal(0, allocated, "nbufs_allocated with none taken");
    }
  }
}
