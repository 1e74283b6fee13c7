package org.dat4j.conformance.dat.event;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.kernel.TimeLimitFailure;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.PspFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of an endpoint's completion flags, which decide whether a completion wakes a waiting
 * thread, and which event streams may share an EVD.
 */
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

  /**
   * Time limit of a waiter. A test waits half as long for its end, as a wait at its limit takes
   * also an event that did not wake it.
   */
  private static final long LIMIT_MILLIS = 2 * AdapterFixture.PATIENCE_MILLIS;

  /** How long the test watches a waiter that has to stay blocked. */
  private static final long WATCH_MILLIS = 20;

  private static final Dimension<Integer> PLAIN_SIZE =
      SharedDimensions.magnitudes("size of the unsolicited message", 1, 1 << 17);
  private static final Dimension<Integer> WAKING_SIZE =
      SharedDimensions.magnitudes("size of the solicited message", 0, 1 << 21);
  private static final Dimension<Integer> WAKING_SEGMENTS =
      Dimension.size("segments of the solicited message", 1, 2);
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();

  private static Ep ep(
      AdapterFixture node, Evd recv, int recvFlags, Evd request, int requestFlags) {
    EpAttr attr =
        node.attr().toBuilder()
            .recvCompletionFlags(recvFlags)
            .requestCompletionFlags(requestFlags)
            .build();
    return node.ia().createEp(node.pz(), recv, request, node.connect(), attr);
  }

  private static Evd evd(AdapterFixture node) {
    return node.ia().createEvd(64, null, EvdFlags.DTO);
  }

  private static boolean same(int one, int other) {
    int plain = CompletionFlags.EVD_THRESHOLD;
    return (one & ~plain) == (other & ~plain);
  }

  private boolean has(int model) {
    return switch (model) {
      case CompletionFlags.SOLICITED_WAIT -> isCapable("solicited_model");
      case CompletionFlags.UNSIGNALLED -> isCapable("unsignalled_model");
      default -> true;
    };
  }

  private boolean isCapable(String name) {
    return run().capabilities().get(name).equals(1L);
  }

  @Test
  @Clauses("dat_ep_create.30")
  void streamsOfOneEvdFollowOneModel() {
    for (int first : RECV_MODELS) {
      for (int second : RECV_MODELS) {
        if (has(first) && has(second)) {
          AdapterFixture node = node();
          Evd recv = evd(node);
          ep(node, recv, first, null, CompletionFlags.DEFAULT);
          together(first, second, () -> ep(node, recv, second, null, 0));
        }
      }
    }
    for (int first : REQUEST_MODELS) {
      for (int second : REQUEST_MODELS) {
        AdapterFixture node = node();
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
    AdapterFixture node = node();
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

  private static final Dimension<Integer> STREAMS =
      Dimension.number("endpoints of the model", 1, 2, 3, 130);
  private static final Dimension<Boolean> OLDEST_FIRST =
      Dimension.choice("the oldest endpoint leaves first", true, false);

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @Clauses("dat_ep_create.30")
  void modelHoldsUntilTheLastOfItsEndpointsIsFreed() throws Exception {
    int most = node().limits().maxEps();
    checkInSituations(
        this::modelHolds,
        STREAMS.where(
            count -> count <= most / 2 && has(CompletionFlags.UNSIGNALLED),
            "max_eps is " + most + ", or unsignalled_model is absent"),
        OLDEST_FIRST);
  }

  private void modelHolds(Situation situation) {
    AdapterFixture node = node();
    Evd both = evd(node);
    Deque<Ep> present = new ArrayDeque<>();
    int model = CompletionFlags.UNSIGNALLED;
    for (int i = 0; i < situation.get(STREAMS); i++) {
      present.add(ep(node, both, model, both, model));
    }
    while (!present.isEmpty()) {
      clause("dat_ep_create.30")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> ep(node, null, 0, both, CompletionFlags.EVD_THRESHOLD));
      (situation.get(OLDEST_FIRST) ? present.pollFirst() : present.pollLast()).free();
    }
    clause("dat_ep_create.30")
        .succeeds(
            "another model when the last is freed",
            () -> ep(node, both, CompletionFlags.EVD_THRESHOLD, both, 0));
  }

  private static final Dimension<Boolean> RECEIVES =
      Dimension.choice("stream of Receives", true, false);
  private static final String OTHER_MODEL = "EVD of another model";
  private static final Dimension<String> REFUSED =
      Dimension.choice("refused modify", OTHER_MODEL, "freed EVD", "value above its limit");

  @Test
  @Clauses("dat_ep_modify.07")
  void refusedModifyLeavesTheModelOfTheEvd() throws Exception {
    checkInSituations(
        this::refusedModify,
        RECEIVES,
        REFUSED.where(
            how -> has(CompletionFlags.UNSIGNALLED) || !how.equals(OTHER_MODEL),
            "unsignalled_model is absent"));
  }

  private void refusedModify(Situation situation) {
    AdapterFixture node = node();
    boolean receives = situation.get(RECEIVES);
    boolean severalModels = has(CompletionFlags.UNSIGNALLED);
    Evd own = evd(node);
    Evd other = evd(node);
    Evd freed = evd(node);
    freed.free();
    Ep ep = stream(node, receives, own, CompletionFlags.DEFAULT);
    if (severalModels) {
      stream(node, receives, other, CompletionFlags.UNSIGNALLED);
    }
    EpParam before = ep.query();
    EpParam.Builder to = before.toBuilder();
    long mask = receives ? EpField.RECV_EVD_HANDLE : EpField.REQUEST_EVD_HANDLE;
    if (situation.get(REFUSED).equals("value above its limit")) {
      mask = EpField.EP_ATTR_MAX_MESSAGE_SIZE;
      long size = node.limits().maxMessageSize() + 1;
      to.attr(before.attr().toBuilder().maxMessageSize(size).build());
    } else {
      Evd wanted = situation.get(REFUSED).equals("freed EVD") ? freed : other;
      to = receives ? to.recvEvd(wanted) : to.requestEvd(wanted);
    }
    String id = "dat_ep_modify.07";
    EpParam asked = to.build();
    long fields = mask;
    clause(id)
        .throwsOneOf(
            () -> ep.modify(fields, asked), DatReturn.INVALID_PARAMETER, DatReturn.INVALID_HANDLE);
    clause(id).equal(before, ep.query(), "parameters after a refused modify");
    clause(id).throwsDat(DatReturn.INVALID_STATE, own::free);
    if (severalModels) {
      clause(id)
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> stream(node, receives, own, CompletionFlags.UNSIGNALLED));
    }
    clause(id)
        .succeeds(
            "a second endpoint of the same model",
            () -> stream(node, receives, own, CompletionFlags.DEFAULT).free());
    ep.free();
    int last = severalModels ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
    clause(id)
        .succeeds("any model when no endpoint is left", () -> stream(node, receives, own, last));
  }

  /** Creates an endpoint with one completion stream. */
  private static Ep stream(AdapterFixture node, boolean receives, Evd evd, int model) {
    return receives ? ep(node, evd, model, null, 0) : ep(node, null, 0, evd, model);
  }

  @Test
  @Clauses("dat_ep_create.31")
  void otherEventsGoWithTheThresholdModelOnly() {
    AdapterFixture node = node();
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
  void solicitedReceivesHaveTheirEvdToThemselves() {
    AdapterFixture node = node();
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

  /** Waits on an EVD in another thread; returns when it waits. */
  private BackgroundCall<DatEvent> waiter(Evd evd) {
    BackgroundCall<DatEvent> waiter =
        background(
            () -> {
              DatEvent event = new DatEvent();
              evd.await(TimeFactor.micros(LIMIT_MILLIS), 1, event);
              return event;
            });
    long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    DatEvent unused = new DatEvent();
    while (System.nanoTime() - deadline < 0) {
      try {
        evd.dequeue(unused);
      } catch (DatException refused) {
        return waiter;
      }
      Thread.onSpinWait();
    }
    throw new TimeLimitFailure("no thread waits on " + evd);
  }

  private static boolean staysBlocked(BackgroundCall<DatEvent> waiter) {
    long end = System.nanoTime() + WATCH_MILLIS * 1_000_000;
    while (System.nanoTime() - end < 0 && !waiter.done()) {
      LockSupport.parkNanos(1_000_000);
    }
    return !waiter.done();
  }

  /** Checks that the second completion woke the waiter, and not the first. */
  private void woken(
      String id, BackgroundCall<DatEvent> waiter, Ep ep, Evd evd, int plain, int waking)
      throws Exception {
    DatEvent first = waiter.get();
    clause(id).completion(first, ep, 1, DtoStatus.SUCCESS, plain);
    clause(id).equal(1, first.more(), "events left by the waiter");
    clause(id).completion(AdapterFixture.await(evd), ep, 2, DtoStatus.SUCCESS, waking);
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_ep_post_send.22")
  void senderDecidesWhetherAMessageWakes() throws Exception {
    long most = node().attr().maxMessageSize();
    int segments = partner().attr().maxRequestIov();
    String reason = "max_message_size is " + most;
    checkInSituations(
        this::senderDecides,
        PLAIN_SIZE.where(size -> size <= most, reason),
        WAKING_SIZE.where(size -> size <= most, reason),
        WAKING_SEGMENTS.where(count -> count <= segments, "max_request_iov is " + segments),
        OCCURRENCE);
  }

  private void senderDecides(Situation situation) throws Exception {
    AdapterFixture node = node();
    Evd recv = evd(node);
    Ep receiver = ep(node, recv, CompletionFlags.SOLICITED_WAIT, node.request(), 0);
    AdapterFixture partner = partner();
    Ep sender = partner.ep();
    ConnectedPair.connect(partner, sender, node, receiver);
    int plain = situation.get(PLAIN_SIZE);
    int waking = situation.get(WAKING_SIZE);
    int longest = Math.max(plain, waking);
    RegisteredMemory region = node.region(longest);
    RegisteredMemory message = partner.region(longest);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      for (int i = 1; i <= 2; i++) {
        receiver.postRecv(region.local(), region.address(0), longest, i, CompletionFlags.DEFAULT);
      }
      BackgroundCall<DatEvent> waiter = waiter(recv);
      sender.postSend(message.local(), message.address(0), plain, 1, CompletionFlags.DEFAULT);
      AdapterFixture.await(partner.request());
      clause("dat_ep_post_send.22")
          .that(staysBlocked(waiter), "an unsolicited message wakes nobody");
      int first = waking / situation.get(WAKING_SEGMENTS);
      LmrIov iov = new LmrIov(2).add(message.local(), message.address(0), first);
      if (situation.get(WAKING_SEGMENTS) > 1) {
        iov.add(message.local(), message.address(first), waking - first);
      }
      clause("dat_ep_post_send.22")
          .returns(DatReturn.SUCCESS, sender.postSend(iov, 2, CompletionFlags.SOLICITED_WAIT));
      AdapterFixture.await(partner.request());
      woken("dat_ep_post_send.22", waiter, receiver, recv, plain, waking);
    }
  }

  private static final String SEND = "Send";
  private static final String RECEIVE = "Receive";
  private static final String WRITE = "RDMA Write";
  private static final Dimension<String> POSTED =
      Dimension.choice("request", SEND, RECEIVE, WRITE, "RDMA Read");
  private static final Dimension<String> NEIGHBOURS =
      Dimension.number(
          "other endpoint on the EVDs",
          "none",
          "older",
          "older that is freed",
          "younger",
          "younger that is freed");

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.24",
    "dat_ep_post_recv.22",
    "dat_ep_post_rdma_write.32",
    "dat_ep_post_rdma_read.37"
  })
  void posterDecidesWhetherACompletionWakes() throws Exception {
    checkInSituations(this::unsignalled, POSTED, NEIGHBOURS);
  }

  private void unsignalled(Situation situation) throws Exception {
    AdapterFixture node = node();
    Evd recv = evd(node);
    Evd request = evd(node);
    int model = CompletionFlags.UNSIGNALLED;
    boolean hasOlder = situation.get(NEIGHBOURS).startsWith("older");
    Ep older = hasOlder ? ep(node, recv, model, request, model) : null;
    Ep one = ep(node, recv, model, request, model);
    Ep younger =
        situation.get(NEIGHBOURS).startsWith("younger")
            ? ep(node, recv, model, request, model)
            : null;
    String posted = situation.get(POSTED);
    if (situation.get(NEIGHBOURS).endsWith("freed")) {
      (hasOlder ? older : younger).free();
    }
    String id =
        switch (posted) {
          case SEND -> "dat_ep_post_send.24";
          case RECEIVE -> "dat_ep_post_recv.22";
          case WRITE -> "dat_ep_post_rdma_write.32";
          default -> "dat_ep_post_rdma_read.37";
        };
    AdapterFixture partner = partner();
    Ep other = partner.ep();
    boolean receives = posted.equals(RECEIVE);
    if (receives) {
      ConnectedPair.connect(partner, other, node, one);
    } else {
      ConnectedPair.connect(node, one, partner, other);
    }
    RegisteredMemory region = node.region(size());
    int lmr = region.local();
    long from = region.address(0);
    RegisteredMemory there = partner.region(size());
    long to = there.address(0);
    for (int i = 1; i <= 2; i++) {
      if (receives) {
        int flags = i == 1 ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
        one.postRecv(lmr, from, size(), i, flags);
      } else {
        other.postRecv(there.local(), to, size(), i, CompletionFlags.DEFAULT);
      }
    }
    BackgroundCall<DatEvent> waiter = waiter(receives ? recv : request);
    for (int i = 1; i <= 2; i++) {
      int flags = i == 1 ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
      switch (posted) {
        case SEND -> one.postSend(lmr, from, size(), i, flags);
        case RECEIVE -> other.postSend(there.local(), to, size(), i, CompletionFlags.DEFAULT);
        case WRITE -> one.postRdmaWrite(lmr, from, size(), i, there.remote(), to, flags);
        default -> one.postRdmaRead(lmr, from, size(), i, there.remote(), to, flags);
      }
      if (i == 1) {
        clause(id).that(staysBlocked(waiter), "an unsignalled completion wakes nobody");
      }
    }
    woken(id, waiter, one, receives ? recv : request, size(), size());
  }

  private static final Dimension<Integer> SOLICITED =
      Dimension.occurrence("solicited messages before", 0, 1, 2);
  private static final Dimension<Integer> UNSOLICITED =
      Dimension.number("unsolicited messages", 1, 3);
  private static final Dimension<Boolean> TAKES =
      Dimension.occurrence("their completions are taken", false, true);

  @Test
  @SecondParty
  @Clauses("dat_ep_post_send.22")
  void senderDecidesWhetherAMessageTriggersTheCno() throws Exception {
    checkInSituations(this::triggers, SOLICITED, UNSOLICITED, TAKES, OCCURRENCE);
  }

  private void triggers(Situation situation) {
    AdapterFixture node = node();
    Cno cno = node.ia().createCno(null);
    Evd recv = node.ia().createEvd(64, cno, EvdFlags.DTO);
    Ep receiver = ep(node, recv, CompletionFlags.SOLICITED_WAIT, node.request(), 0);
    AdapterFixture partner = partner();
    Ep sender = partner.ep();
    ConnectedPair.connect(partner, sender, node, receiver);
    RegisteredMemory region = node.region(8);
    RegisteredMemory message = partner.region(8);
    int solicited = situation.get(SOLICITED);
    int all = solicited + situation.get(UNSOLICITED);
    String id = "dat_ep_post_send.22";
    for (int time = 0; time < situation.get(OCCURRENCE).times(); time++) {
      for (int i = 0; i < all; i++) {
        receiver.postRecv(region.local(), region.address(0), 8, i, CompletionFlags.DEFAULT);
      }
      for (int i = 0; i < all; i++) {
        int flags = i < solicited ? CompletionFlags.SOLICITED_WAIT : CompletionFlags.DEFAULT;
        sender.postSend(message.local(), message.address(0), 8, i, flags);
        AdapterFixture.await(partner.request());
        if (i < solicited) {
          clause(id).returns(DatReturn.SUCCESS, SoftwareEvents.await(cno, new CnoTrigger()));
          if (situation.get(TAKES)) {
            clause(id).completion(dequeued(recv), receiver, i, DtoStatus.SUCCESS, 8);
          }
        }
      }
      clause(id).that(SoftwareEvents.quiet(cno), "an unsolicited message triggers nothing");
      for (int i = situation.get(TAKES) ? solicited : 0; i < all; i++) {
        clause(id).completion(dequeued(recv), receiver, i, DtoStatus.SUCCESS, 8);
      }
    }
  }

  /** Takes a completion that has come or comes in a moment; its arrival need not end a wait. */
  private static DatEvent dequeued(Evd evd) {
    DatEvent event = new DatEvent();
    long end = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
    while (evd.dequeue(event) != DatReturn.SUCCESS) {
      if (System.nanoTime() - end > 0) {
        throw new TimeLimitFailure("no completion on " + evd);
      }
      LockSupport.parkNanos(100_000);
    }
    return event;
  }

  private static final Dimension<Integer> SILENT = Dimension.number("unsignalled Receives", 1, 3);
  private static final Dimension<String> CHANGE =
      Dimension.occurrence(
          "change behind the posts", "none", "max_recv_dtos", "max_recv_iov", "a reset");

  @Test
  @SecondParty
  @Clauses("dat_ep_post_recv.22")
  void changedEndpointKeepsTheFlagsOfItsReceives() throws Exception {
    checkInSituations(this::flagsAfterChange, SILENT, CHANGE);
  }

  private void flagsAfterChange(Situation situation) throws Exception {
    AdapterFixture node = node();
    Evd recv = evd(node);
    Ep receiver = ep(node, recv, CompletionFlags.UNSIGNALLED, node.request(), 0);
    int silent = situation.get(SILENT);
    RegisteredMemory region = node.region(size());
    for (int i = 0; i <= silent; i++) {
      int flags = i < silent ? CompletionFlags.UNSIGNALLED : CompletionFlags.DEFAULT;
      receiver.postRecv(region.local(), region.address(0), size(), i, flags);
    }
    EpAttr now = receiver.query().attr();
    int most = node.limits().maxDtoPerEp();
    String id = "dat_ep_post_recv.22";
    switch (situation.get(CHANGE)) {
      case "max_recv_dtos" ->
          change(
              receiver,
              EpField.EP_ATTR_MAX_RECV_DTOS,
              now.toBuilder().maxRecvDtos(Math.min(most, now.maxRecvDtos() + 8)).build());
      case "max_recv_iov" ->
          change(receiver, EpField.EP_ATTR_MAX_RECV_IOV, now.toBuilder().maxRecvIov(1).build());
      case "a reset" -> receiver.reset();
      default -> {
        // The Receives alone.
      }
    }
    AdapterFixture partner = partner();
    Ep sender = partner.ep();
    ConnectedPair.connect(partner, sender, node, receiver);
    RegisteredMemory message = partner.region(size());
    BackgroundCall<DatEvent> waiter = waiter(recv);
    for (int i = 0; i < silent; i++) {
      sender.postSend(message.local(), message.address(0), size(), i, CompletionFlags.DEFAULT);
      AdapterFixture.await(partner.request());
    }
    clause(id).that(staysBlocked(waiter), "an unsignalled Receive wakes nobody");
    sender.postSend(message.local(), message.address(0), size(), silent, CompletionFlags.DEFAULT);
    DatEvent first = waiter.get();
    clause(id).completion(first, receiver, 0, DtoStatus.SUCCESS, size());
    clause(id).equal(silent, first.more(), "events left by the waiter");
  }

  private static void change(Ep ep, long mask, EpAttr attr) {
    ep.modify(mask, ep.query().toBuilder().attr(attr).build());
  }
}
