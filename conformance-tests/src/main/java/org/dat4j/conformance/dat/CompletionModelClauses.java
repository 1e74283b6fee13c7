package org.dat4j.conformance.dat;

import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.conformance.dat.fixture.Pair;
import org.dat4j.conformance.dat.fixture.Region;
import org.dat4j.conformance.kernel.Background;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/** Completion-flag models: which may share a dispatcher, and whom a completion wakes. */
class CompletionModelClauses extends DatTest {
  private static final int[] REQUEST_MODELS = {
    CompletionFlags.DEFAULT, CompletionFlags.EVD_THRESHOLD, CompletionFlags.UNSIGNALLED
  };
  private static final int[] RECV_MODELS = {
    CompletionFlags.DEFAULT,
    CompletionFlags.EVD_THRESHOLD,
    CompletionFlags.UNSIGNALLED,
    CompletionFlags.SOLICITED_WAIT
  };

  /** How long a waiter that is to stay blocked is watched. */
  private static final long WATCH_MILLIS = 20;

  private static Ep ep(Node node, Evd recv, int recvFlags, Evd request, int requestFlags) {
    EpAttr attr =
        node.attr().toBuilder()
            .recvCompletionFlags(recvFlags)
            .requestCompletionFlags(requestFlags)
            .build();
    return node.ia().createEp(node.pz(), recv, request, node.connect(), attr);
  }

  private static Evd evd(Node node) {
    return node.ia().createEvd(64, null, EvdFlags.DTO);
  }

  private static boolean same(int one, int other) {
    int plain = CompletionFlags.EVD_THRESHOLD;
    return (one & ~plain) == (other & ~plain);
  }

  private boolean has(int model) {
    return model != CompletionFlags.SOLICITED_WAIT
        || run().capabilities().get("solicited_model").equals(1L);
  }

  @Test
  @Clauses("dat_ep_create.30")
  void streamsOfOneDispatcherFollowOneModel() {
    for (int first : RECV_MODELS) {
      for (int second : RECV_MODELS) {
        if (has(first) && has(second)) {
          Node node = node();
          Evd recv = evd(node);
          ep(node, recv, first, null, CompletionFlags.DEFAULT);
          together(first, second, () -> ep(node, recv, second, null, 0));
        }
      }
    }
    for (int first : REQUEST_MODELS) {
      for (int second : REQUEST_MODELS) {
        Node node = node();
        Evd request = evd(node);
        ep(node, null, CompletionFlags.DEFAULT, request, first);
        together(first, second, () -> ep(node, null, 0, request, second));
        // Receives of another endpoint, and of the same one, on the EVD of the requests.
        together(first, second, () -> ep(node, request, second, null, 0));
        Evd both = evd(node);
        together(first, second, () -> ep(node, both, second, both, first));
      }
    }
  }

  /** Creates what is permitted only if both models agree. */
  private void together(int first, int second, Creation creation) {
    String what = CompletionFlags.toString(second) + " beside " + CompletionFlags.toString(first);
    if (same(first, second)) {
      clause("dat_ep_create.30").succeeds(what, () -> creation.create().free());
    } else {
      clause("dat_ep_create.30").throwsDat(DatReturn.INVALID_PARAMETER, creation::create);
    }
  }

  /** Creates an endpoint. */
  private interface Creation {
    Ep create();
  }

  @Test
  @Clauses("dat_ep_create.30")
  void modelIsFreeAgainWhenItsEndpointIsGone() {
    Node node = node();
    Evd recv = evd(node);
    Ep one = ep(node, recv, CompletionFlags.UNSIGNALLED, null, CompletionFlags.DEFAULT);
    Ep plain = node.ep();
    EpAttr attr = plain.query().attr();
    clause("dat_ep_create.30")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                plain.modify(
                    EpField.RECV_EVD_HANDLE, plain.query().toBuilder().recvEvd(recv).build()));
    clause("dat_ep_create.30").that(plain.query().recvEvd() == node.recv(), "the EVD stays");
    one.free();
    clause("dat_ep_create.30")
        .succeeds(
            "the EVD with another model",
            () ->
                plain.modify(
                    EpField.RECV_EVD_HANDLE, plain.query().toBuilder().recvEvd(recv).build()));
    clause("dat_ep_create.30")
        .succeeds(
            "a change of EVD and model at once",
            () ->
                plain.modify(
                    EpField.RECV_EVD_HANDLE | EpField.EP_ATTR_RECV_COMPLETION_FLAGS,
                    plain.query().toBuilder()
                        .recvEvd(recv)
                        .attr(
                            attr.toBuilder()
                                .recvCompletionFlags(CompletionFlags.UNSIGNALLED)
                                .build())
                        .build()));
  }

  @Test
  @Clauses("dat_ep_create.31")
  void otherEventsGoWithTheThresholdModelOnly() {
    Node node = node();
    int flags = EvdFlags.DTO | EvdFlags.CONNECTION;
    Evd mixed = node.ia().createEvd(64, null, flags);
    Ep connects = node.ia().createEp(node.pz(), null, null, mixed, node.attr());
    clause("dat_ep_create.31")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep(node, mixed, CompletionFlags.UNSIGNALLED, null, 0));
    clause("dat_ep_create.31")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep(node, null, 0, mixed, CompletionFlags.UNSIGNALLED));
    clause("dat_ep_create.31")
        .succeeds("threshold", () -> ep(node, mixed, CompletionFlags.EVD_THRESHOLD, mixed, 0));
    connects.free();
    Evd later = node.ia().createEvd(64, null, flags);
    ep(node, later, CompletionFlags.UNSIGNALLED, null, 0);
    clause("dat_ep_create.31")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> node.ia().createEp(node.pz(), null, null, later, node.attr()));
  }

  @Test
  @Clauses("dat_ep_create.32")
  void solicitedReceivesHaveTheirDispatcherToThemselves() {
    Node node = node();
    Evd recv = evd(node);
    Ep one = ep(node, recv, CompletionFlags.SOLICITED_WAIT, null, 0);
    clause("dat_ep_create.32")
        .succeeds(
            "more solicited receives",
            () -> ep(node, recv, CompletionFlags.SOLICITED_WAIT, null, 0).free());
    for (int model : REQUEST_MODELS) {
      clause("dat_ep_create.32")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> ep(node, null, 0, recv, model));
    }
    Evd both = evd(node);
    clause("dat_ep_create.32")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep(node, both, CompletionFlags.SOLICITED_WAIT, both, 0));
    Evd requests = evd(node);
    ep(node, null, 0, requests, 0);
    clause("dat_ep_create.32")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep(node, requests, CompletionFlags.SOLICITED_WAIT, null, 0));
    if (run().capabilities().get("merge_all").equals(1L)) {
      Evd arrivals = node.ia().createEvd(64, null, EvdFlags.DTO | EvdFlags.CR);
      ep(node, arrivals, CompletionFlags.SOLICITED_WAIT, null, 0);
      clause("dat_ep_create.32")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> node.ia().createPspAny(arrivals, PspFlags.CONSUMER));
    }
    one.free();
    clause("dat_ep_create.32")
        .succeeds("another use afterwards", () -> ep(node, null, 0, recv, CompletionFlags.DEFAULT));
  }

  /** Connects endpoints of two nodes; the active one has to speak first. */
  private static void connect(Node from, Ep active, Node to, Ep passive) {
    Pair.connect(active, to.ia().address().getAddress(), to.listen().connQual(), null);
    Node.await(to.cr()).cr().accept(passive, null);
    Node.await(to.connect());
    Node.await(from.connect());
  }

  /** Waits on an EVD in another thread; returns when it waits. */
  private Background<DatEvent> waiter(Evd evd) {
    Background<DatEvent> waiter = background(() -> Node.await(evd));
    long deadline = System.nanoTime() + TimeFactor.nanos(Node.PATIENCE_MILLIS);
    DatEvent unused = new DatEvent();
    while (System.nanoTime() - deadline < 0) {
      try {
        evd.dequeue(unused);
      } catch (DatException refused) {
        return waiter;
      }
      Thread.onSpinWait();
    }
    throw new AssertionError("no thread waits on " + evd);
  }

  private static boolean staysBlocked(Background<DatEvent> waiter) {
    long end = System.nanoTime() + WATCH_MILLIS * 1_000_000;
    while (System.nanoTime() - end < 0 && !waiter.done()) {
      LockSupport.parkNanos(1_000_000);
    }
    return !waiter.done();
  }

  /** The waiter slept over the first completion and was woken by the second. */
  private void woken(String id, Background<DatEvent> waiter, Ep ep, Evd evd, int length)
      throws Exception {
    DatEvent first = waiter.get();
    clause(id).completion(first, ep, 1, DtoStatus.SUCCESS, length);
    clause(id).equal(1, first.more(), "events left by the waiter");
    clause(id).completion(Node.await(evd), ep, 2, DtoStatus.SUCCESS, length);
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.22")
  void senderDecidesWhetherAMessageWakes() throws Exception {
    Node node = node();
    Evd recv = evd(node);
    Ep receiver = ep(node, recv, CompletionFlags.SOLICITED_WAIT, node.request(), 0);
    Node partner = partner();
    Ep sender = partner.ep();
    connect(partner, sender, node, receiver);
    Region region = node.region(64);
    for (int i = 1; i <= 2; i++) {
      receiver.postRecv(region.local(), region.address(0), 64, i, CompletionFlags.DEFAULT);
    }
    Background<DatEvent> waiter = waiter(recv);
    Region message = partner.region(64);
    sender.postSend(message.local(), message.address(0), 8, 1, CompletionFlags.DEFAULT);
    Node.await(partner.request());
    clause("dat_ep_post_send.22").that(staysBlocked(waiter), "an unsolicited message wakes nobody");
    sender.postSend(message.local(), message.address(0), 8, 2, CompletionFlags.SOLICITED_WAIT);
    woken("dat_ep_post_send.22", waiter, receiver, recv, 8);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.24",
    "dat_ep_post_recv.22",
    "dat_ep_post_rdma_write.32",
    "dat_ep_post_rdma_read.37"
  })
  void posterDecidesWhetherACompletionWakes() {
    table(
        row("dat_ep_post_send.24", "Send", () -> unsignalled("dat_ep_post_send.24", 0)),
        row("dat_ep_post_recv.22", "Receive", () -> unsignalled("dat_ep_post_recv.22", 1)),
        row(
            "dat_ep_post_rdma_write.32",
            "RDMA Write",
            () -> unsignalled("dat_ep_post_rdma_write.32", 2)),
        row(
            "dat_ep_post_rdma_read.37",
            "RDMA Read",
            () -> unsignalled("dat_ep_post_rdma_read.37", 3)));
  }

  private void unsignalled(String id, int kind) throws Exception {
    Node node = node();
    Evd recv = evd(node);
    Evd request = evd(node);
    int model = CompletionFlags.UNSIGNALLED;
    Ep one = ep(node, recv, model, request, model);
    Node partner = partner();
    Ep other = partner.ep();
    boolean receives = kind == 1;
    if (receives) {
      connect(partner, other, node, one);
    } else {
      connect(node, one, partner, other);
    }
    Region region = node.region(64);
    int lmr = region.local();
    long from = region.address(0);
    Region there = partner.region(64);
    long to = there.address(0);
    for (int i = 1; i <= 2; i++) {
      if (receives) {
        int flags = i == 1 ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
        one.postRecv(lmr, from, 64, i, flags);
      } else {
        other.postRecv(there.local(), to, 64, i, CompletionFlags.DEFAULT);
      }
    }
    Background<DatEvent> waiter = waiter(receives ? recv : request);
    for (int i = 1; i <= 2; i++) {
      int flags = i == 1 ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
      switch (kind) {
        case 0 -> one.postSend(lmr, from, 8, i, flags);
        case 1 -> other.postSend(there.local(), to, 8, i, CompletionFlags.DEFAULT);
        case 2 -> one.postRdmaWrite(lmr, from, 8, i, there.remote(), to, flags);
        default -> one.postRdmaRead(lmr, from, 8, i, there.remote(), to, flags);
      }
      if (i == 1) {
        clause(id).that(staysBlocked(waiter), "an unsignalled completion wakes nobody");
      }
    }
    woken(id, waiter, one, receives ? recv : request, 8);
  }
}
