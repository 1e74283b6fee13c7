package org.dat4j.conformance.dat.srq;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SoftwareEvents;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.junit.jupiter.api.Test;

/** Tests of dat_srq_post_recv, which posts a Receive to a shared receive queue. */
class SrqPostRecvClauses extends SrqTest {
  private static final long[] COOKIES = {0, 1, -1, Long.MIN_VALUE, 0x0123456789abcdefL, 1};
  private static final long LOOK_MICROS = 50_000;

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_srq_post_recv.01", "dat_srq_post_recv.02", "dat_srq_post_recv.03"})
  void buffersServeWhateverEndpointReceives() {
    SrqFixture hub = hub(8);
    clause("dat_srq_post_recv.01").returns(DatReturn.SUCCESS, hub.post(0));
    ConnectedPair first = hub.join();
    clause("dat_srq_post_recv.01").returns(DatReturn.SUCCESS, hub.post(1));
    ConnectedPair second = hub.join();
    clause("dat_srq_post_recv.01").returns(DatReturn.SUCCESS, hub.post(2));
    Set<Long> cookies = new HashSet<>();
    for (ConnectedPair pair : List.of(second, first, second)) {
      hub.send(pair, size(), 1);
      DatEvent event = AdapterFixture.await(pair.near().recv());
      long cookie = event.cookie();
      clause("dat_srq_post_recv.03")
          .completion(event, pair.ep(), cookie, DtoStatus.SUCCESS, size());
      clause("dat_srq_post_recv.03")
          .that(cookie >= 0 && cookie < 3 && cookies.add(cookie), "cookie of one buffer");
      clause("dat_srq_post_recv.03").that(hub.holds(cookie, size()), "the message is there");
    }
    RegisteredMemory region = first.near().region(size());
    Srq freed = freed();
    clause("dat_srq_post_recv.02")
        .throwsDat(
            DatReturn.INVALID_HANDLE,
            () -> freed.postRecv(region.local(), region.address(0), size(), 1));
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_post_recv.04", "dat_srq_post_recv.05"})
  void segmentsAreFilledFrontToBack() {
    int first = size() / 8;
    int sent = first + size() / 16;
    SrqFixture hub = hub(4);
    ConnectedPair pair = hub.join();
    RegisteredMemory region = pair.near().region(size());
    region.fill(0x33);
    LmrIov iov =
        new LmrIov(3)
            .add(region.local(), region.address(size() / 2), first)
            .add(region.local(), region.address(0), size() / 4)
            .add(region.local(), region.address(size() / 4), first);
    clause("dat_srq_post_recv.04").returns(DatReturn.SUCCESS, hub.srq().postRecv(iov, 1));
    iov.clear();
    int message = pair.far().register(size(), MemPriv.ALL, 0);
    byte[] data = data(sent);
    pair.far().put(message, 0, data);
    pair.far().postSend(pair.farEp(), message, 0, sent, 1);
    clause("dat_srq_post_recv.04")
        .completion(
            AdapterFixture.await(pair.near().recv()), pair.ep(), 1, DtoStatus.SUCCESS, sent);
    byte[] expected = new byte[size()];
    Arrays.fill(expected, (byte) 0x33);
    System.arraycopy(data, 0, expected, size() / 2, first);
    System.arraycopy(data, first, expected, 0, sent - first);
    clause("dat_srq_post_recv.04")
        .that(Arrays.equals(expected, region.get(0, size())), "full, in part, not at all");
    LmrIov one = new LmrIov(1).add(region.local(), region.address(0), size() / 4);
    clause("dat_srq_post_recv.04").returns(DatReturn.SUCCESS, hub.srq().postRecv(one, 3));
    pair.far().postSend(pair.farEp(), message, 0, sent, 3);
    clause("dat_srq_post_recv.04")
        .completion(
            AdapterFixture.await(pair.near().recv()), pair.ep(), 3, DtoStatus.SUCCESS, sent);
    clause("dat_srq_post_recv.04")
        .that(Arrays.equals(data, region.get(0, sent)), "a list of one segment");
    LmrIov[] empty = {new LmrIov(1), new LmrIov(1).add(0, 0, 0), null};
    for (LmrIov none : empty) {
      clause("dat_srq_post_recv.05").returns(DatReturn.SUCCESS, hub.srq().postRecv(none, 2));
      pair.far().postSend(pair.farEp(), message, 0, 0, 2);
      clause("dat_srq_post_recv.05")
          .completion(AdapterFixture.await(pair.near().recv()), pair.ep(), 2, DtoStatus.SUCCESS, 0);
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.06")
  void fullQueueIsToldAndLosesNothing() {
    AdapterFixture node = node();
    SrqFixture hub = hub(node, 8);
    ConnectedPair pair = hub.join();
    int least = hub.srq().query(SrqField.ALL).maxRecvDtos();
    int posted = 0;
    int result = DatReturn.SUCCESS;
    while (posted < Math.max(8, Math.min(least, 1024)) + 32 && result == DatReturn.SUCCESS) {
      result = hub.post(posted % 64);
      if (posted == least) {
        // A provider may hold more than it reports, but decides not to under the strict profile.
        clause("dat_srq_post_recv.06")
            .outcome(DatReturn.name(result), "DAT_SUCCESS", "DAT_INSUFFICIENT_RESOURCES");
      }
      posted += result == DatReturn.SUCCESS ? 1 : 0;
    }
    clause("dat_srq_post_recv.06").that(posted >= 8, posted + " buffers were taken, 8 ordered");
    if (result != DatReturn.SUCCESS) {
      clause("dat_srq_post_recv.06")
          .that(posted >= least, posted + " buffers were taken, max_recv_dtos is " + least);
      clause("dat_srq_post_recv.06").returns(DatReturn.INSUFFICIENT_RESOURCES, result);
      clause("dat_srq_post_recv.06").returns(DatReturn.INSUFFICIENT_RESOURCES, hub.post(63));
    }
    // Each buffer serves one message, also those the queue held beyond what was ordered, and its
    // reaped completion makes room for one more.
    Set<Long> cookies = new HashSet<>();
    int rounds = Math.min(posted, 60);
    for (int i = 0; i < rounds; i++) {
      hub.send(pair, MESSAGE, i);
      DatEvent event = AdapterFixture.await(node.recv());
      clause("dat_srq_post_recv.06")
          .completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, MESSAGE);
      clause("dat_srq_post_recv.06").that(cookies.add(event.cookie()), "each buffer once");
    }
    for (int i = 0; i < rounds; i++) {
      clause("dat_srq_post_recv.06").returns(DatReturn.SUCCESS, hub.post(i));
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.06")
  void bufferIsOutstandingUntilItsCompletionIsTaken() {
    AdapterFixture node = node();
    SrqFixture hub = hub(node, 8);
    ConnectedPair pair = hub.join();
    int most = Math.max(8, hub.srq().query(SrqField.ALL).maxRecvDtos()) + 64;
    int posted = 0;
    while (posted < most && hub.post(posted % 64) == DatReturn.SUCCESS) {
      posted++;
    }
    if (posted == most) {
      // The limit of this provider is unknown.
      return;
    }
    for (int i = 0; i < 3; i++) {
      hub.send(pair, MESSAGE, i);
    }
    DatEvent event = new DatEvent();
    long patience = TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS);
    clause("dat_srq_post_recv.06")
        .returns(DatReturn.SUCCESS, node.recv().await(patience, 3, event));
    clause("dat_srq_post_recv.06").returns(DatReturn.SUCCESS, hub.post(0));
    clause("dat_srq_post_recv.06").returns(DatReturn.INSUFFICIENT_RESOURCES, hub.post(1));
    for (int i = 0; i < 2; i++) {
      clause("dat_srq_post_recv.06")
          .returns(DatReturn.SUCCESS, node.recv().await(patience, 1, event));
      clause("dat_srq_post_recv.06").returns(DatReturn.SUCCESS, hub.post(i));
    }
    clause("dat_srq_post_recv.06").returns(DatReturn.INSUFFICIENT_RESOURCES, hub.post(2));
  }

  @Test
  @Clauses("dat_srq_post_recv.07")
  void tooManySegmentsAreRefused() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    RegisteredMemory region = node.region(size());
    int most = srq.query(SrqField.ALL).maxRecvIov();
    LmrIov iov = new LmrIov(most + 1);
    for (int i = 0; i < most; i++) {
      iov.add(region.local(), region.address(i % size()), 1);
    }
    clause("dat_srq_post_recv.07").returns(DatReturn.SUCCESS, srq.postRecv(iov, 1));
    iov.add(region.local(), region.address(0), 1);
    clause("dat_srq_post_recv.07")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> srq.postRecv(iov, 1));
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_post_recv.08", "dat_srq_post_recv.09", "dat_srq_post_recv.10"})
  void segmentsAreChecked() {
    Set<DtoStatus> protection = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);
    for (long[] range : RegisteredMemory.outside(size())) {
      SrqFixture hub = hub(4);
      RegisteredMemory region = hub.region();
      long end = region.length() - size();
      long at = range[0] < 0 ? range[0] : end + range[0];
      clause("dat_srq_post_recv.08")
          .ends(
              receive(hub, region.local(), region.address(at), range[1]),
              Set.of(DatReturn.INVALID_PARAMETER),
              protection);
    }
    AdapterFixture zones = node();
    Pz other = zones.ia().createPz();
    RegisteredMemory elsewhere = zones.region(size(), MemPriv.ALL, other);
    clause("dat_srq_post_recv.09")
        .ends(
            receive(hub(zones, 4), elsewhere.local(), elsewhere.address(0), size()),
            Set.of(DatReturn.PROTECTION_VIOLATION),
            protection);
    AdapterFixture unknown = node();
    RegisteredMemory gone = unknown.region(size());
    gone.lmr().free();
    AdapterFixture readOnly = node();
    RegisteredMemory unwritable = readOnly.region(size(), MemPriv.LOCAL_READ, readOnly.pz());
    for (Map.Entry<AdapterFixture, RegisteredMemory> bad :
        Map.of(unknown, gone, readOnly, unwritable).entrySet()) {
      clause("dat_srq_post_recv.10")
          .ends(
              receive(
                  hub(bad.getKey(), 4), bad.getValue().local(), bad.getValue().address(0), size()),
              Set.of(DatReturn.PRIVILEGES_VIOLATION),
              protection);
    }
    clause("dat_srq_post_recv.10")
        .that(
            Arrays.equals(new byte[size()], unwritable.get(0, size())), "the memory is unchanged");
  }

  private PostOutcome receive(SrqFixture hub, int context, long address, long length) {
    ConnectedPair pair = hub.join();
    return PostOutcome.of(
        pair.near().recv(),
        () -> {
          int result = hub.srq().postRecv(context, address, length, 1);
          hub.send(pair, size(), 2);
          return result;
        });
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_post_recv.12", "dat_ep_create_with_srq.17"})
  void completionsWakeAWaiter() throws Exception {
    boolean unsignalled = run().capabilities().get("unsignalled_model").equals(1L);
    List<Integer> models =
        unsignalled
            ? List.of(
                CompletionFlags.DEFAULT, CompletionFlags.EVD_THRESHOLD, CompletionFlags.UNSIGNALLED)
            : List.of(CompletionFlags.DEFAULT, CompletionFlags.EVD_THRESHOLD);
    for (int model : models) {
      AdapterFixture node = node();
      SrqFixture hub = hub(node, 4);
      ConnectedPair pair =
          hub.join(
              SrqFixture.endpoint(
                  node,
                  hub.srq(),
                  node.attr().toBuilder()
                      .recvCompletionFlags(model)
                      .requestCompletionFlags(model)
                      .build()));
      hub.postAll(0, 1);
      BackgroundCall<DatEvent> waiter = background(() -> AdapterFixture.await(node.recv()));
      hub.send(pair, size(), 1);
      DatEvent event = waiter.get();
      for (String id : List.of("dat_srq_post_recv.12", "dat_ep_create_with_srq.17")) {
        clause(id).completion(event, pair.ep(), 0, DtoStatus.SUCCESS, size());
      }
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.11")
  void solicitedSendDecidesWhetherAWaiterWakes() throws Exception {
    AdapterFixture node = node();
    AdapterFixture far = partner();
    Srq srq = SrqFixture.queue(node, 4);
    Ep ep =
        SrqFixture.endpoint(
            node,
            srq,
            node.attr().toBuilder().recvCompletionFlags(CompletionFlags.SOLICITED_WAIT).build());
    Ep farEp = far.ep();
    ConnectedPair.connect(far, farEp, node, ep);
    RegisteredMemory region = node.region(size());
    RegisteredMemory message = far.region(size());
    for (int i = 0; i < 4; i++) {
      srq.postRecv(region.local(), region.address(0), size(), i);
    }
    DatEvent event = new DatEvent();
    // Longer than the test waits for its end: a wait at its limit also takes what did not wake it.
    long limit = TimeFactor.micros(2 * AdapterFixture.PATIENCE_MILLIS);
    BackgroundCall<Integer> waiter = background(() -> node.recv().await(limit, 1, event));
    SoftwareEvents.awaitWaiter(node.recv());
    int first = size() - 1;
    farEp.postSend(message.local(), message.address(0), first, 1, CompletionFlags.DEFAULT);
    AdapterFixture.await(far.request());
    far.request().await(LOOK_MICROS, 1, new DatEvent());
    clause("dat_srq_post_recv.11").that(!waiter.done(), "a Send without the flag wakes nobody");
    farEp.postSend(message.local(), message.address(0), size(), 2, CompletionFlags.SOLICITED_WAIT);
    clause("dat_srq_post_recv.11").returns(DatReturn.SUCCESS, waiter.get());
    clause("dat_srq_post_recv.11").completion(event, ep, event.cookie(), DtoStatus.SUCCESS, first);
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.13")
  void onlyConnectedEndpointsTakeBuffers() {
    AdapterFixture node = node();
    SrqFixture hub = hub(node, 8);
    Ep unconnected = SrqFixture.endpoint(node, hub.srq());
    ConnectedPair ended = hub.join();
    ConnectedPair lasting = hub.join();
    hub.postAll(0, 4);
    hub.send(ended, size(), 1);
    DatEvent event = AdapterFixture.await(node.recv());
    clause("dat_srq_post_recv.13")
        .completion(event, ended.ep(), event.cookie(), DtoStatus.SUCCESS, size());
    ended.ep().disconnect(CloseFlags.ABRUPT);
    AdapterFixture.await(node.connect());
    clause("dat_srq_post_recv.13")
        .equal(
            EpState.DISCONNECTED,
            AdapterFixture.reach(ended.ep(), EpState.DISCONNECTED),
            "state of the EP");
    clause("dat_srq_post_recv.13")
        .returns(DatReturn.TIMEOUT_EXPIRED, node.recv().await(LOOK_MICROS, 1, event));
    for (int i = 0; i < 3; i++) {
      hub.send(lasting, size(), i);
      DatEvent next = AdapterFixture.await(node.recv());
      clause("dat_srq_post_recv.13")
          .completion(next, lasting.ep(), next.cookie(), DtoStatus.SUCCESS, size());
    }
    clause("dat_srq_post_recv.13")
        .equal(EpState.UNCONNECTED, unconnected.getStatus().state(), "state of the unused EP");
  }

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.14")
  void cookiesComeBackUnchanged() {
    SrqFixture hub = hub(8);
    ConnectedPair pair = hub.join();
    Map<Long, Integer> left = new HashMap<>();
    RegisteredMemory region = hub.region();
    for (long cookie : COOKIES) {
      hub.srq().postRecv(region.local(), region.address(0), size(), cookie);
      left.merge(cookie, 1, Integer::sum);
    }
    for (int i = 0; i < COOKIES.length; i++) {
      hub.send(pair, size(), i);
      long cookie = AdapterFixture.await(pair.near().recv()).cookie();
      clause("dat_srq_post_recv.14")
          .that(left.merge(cookie, -1, Integer::sum) >= 0, "cookie " + cookie + " was posted");
    }
  }

  private static final int PIECE = 24;
  private static final Dimension<Integer> SEGMENTS =
      Dimension.size("segments of a buffer", 1, 2, 3, 4, 5, 9, 16);
  private static final Dimension<Integer> BUFFERS = Dimension.number("number of buffers", 1, 3);
  private static final Dimension<String> FILL =
      Dimension.size("message", "full", "a byte less", "up to the last segment");
  private static final Dimension<Boolean> GROWS =
      Dimension.occurrence("a resize behind the posts", false, true);

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.04")
  void buffersOfEachNumberOfSegmentsAreFilled() throws Exception {
    int most = node().limits().maxIovSegmentsPerDto();
    checkInSituations(
        this::filled,
        SEGMENTS.where(number -> number <= most, "there are " + most + " segments"),
        BUFFERS,
        FILL,
        GROWS);
  }

  private void filled(Situation situation) {
    AdapterFixture node = node();
    int segments = situation.get(SEGMENTS);
    Srq srq = node.ia().createSrq(node.pz(), new SrqAttr(4, segments, 0));
    SrqFixture hub = new SrqFixture(node, peer(), srq, node.pz(), data(SrqFixture.BUFFER));
    ConnectedPair pair = hub.join();
    int buffers = situation.get(BUFFERS);
    int size = segments * PIECE;
    RegisteredMemory region = pair.near().region(buffers * size);
    for (int i = 0; i < buffers; i++) {
      LmrIov iov = new LmrIov(segments);
      // The last piece of memory first.
      for (int j = segments - 1; j >= 0; j--) {
        iov.add(region.local(), region.address((long) i * size + (long) j * PIECE), PIECE);
      }
      clause("dat_srq_post_recv.04").returns(DatReturn.SUCCESS, hub.srq().postRecv(iov, i));
    }
    if (situation.get(GROWS)) {
      hub.srq().resize(hub.srq().query(SrqField.ALL).maxRecvDtos() + 4);
    }
    int length =
        switch (situation.get(FILL)) {
          case "full" -> size;
          case "a byte less" -> size - 1;
          default -> size - PIECE;
        };
    int message = pair.far().register(size, MemPriv.ALL, 0);
    BitSet taken = new BitSet();
    for (int i = 0; i < buffers; i++) {
      byte[] data = data(size);
      pair.far().put(message, 0, data);
      pair.far().postSend(pair.farEp(), message, 0, length, i);
      DatEvent event = AdapterFixture.await(pair.near().recv());
      clause("dat_srq_post_recv.04")
          .completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, length);
      int buffer = (int) event.cookie();
      clause("dat_srq_post_recv.04")
          .that(buffer >= 0 && buffer < buffers && !taken.get(buffer), "a buffer not yet taken");
      taken.set(buffer);
      clause("dat_srq_post_recv.04")
          .completion(pair.far().event(DatPeer.REQUEST), i, DtoStatus.SUCCESS, length);
      byte[] expected = new byte[size];
      for (int at = 0; at < length; at++) {
        expected[(segments - 1 - at / PIECE) * PIECE + at % PIECE] = data[at];
      }
      clause("dat_srq_post_recv.04")
          .that(
              Arrays.equals(expected, region.get(buffer * size, size)),
              "each segment has its part");
    }
  }

  private static final Dimension<Integer> MESSAGES =
      Dimension.number("messages before a completion is taken", 1, 16, 17, 40);
  private static final Dimension<Integer> RECEIVERS =
      Dimension.number("endpoints of the queue", 1, 2);

  @Test
  @SecondParty
  @Clauses("dat_srq_post_recv.03")
  void messagesArriveThoughNoCompletionIsTaken() throws Exception {
    IaAttr limits = node().limits();
    int most =
        Math.min(limits.maxRecvPerSrq(), Math.min(limits.maxDtoPerEp(), limits.maxEvdQlen()));
    checkInSituations(
        this::untaken,
        MESSAGES.where(number -> number <= most, "a queue and an endpoint have room for " + most),
        RECEIVERS);
  }

  private void untaken(Situation situation) {
    int messages = situation.get(MESSAGES);
    AdapterFixture node = node();
    SrqFixture hub = hub(node, messages);
    node.recv().resize(Math.max(messages, node.recv().query().evdQlen()));
    List<ConnectedPair> pairs = new ArrayList<>();
    for (int i = 0; i < situation.get(RECEIVERS); i++) {
      EpAttr attr = node.attr().toBuilder().maxRecvDtos(messages).build();
      pairs.add(hub.join(SrqFixture.endpoint(node, hub.srq(), attr)));
    }
    hub.postAll(0, messages);
    for (int i = 0; i < messages; i++) {
      ConnectedPair pair = pairs.get(i % pairs.size());
      hub.send(pair, MESSAGE, i);
      clause("dat_srq_post_recv.03")
          .completion(pair.far().event(DatPeer.REQUEST), i, DtoStatus.SUCCESS, MESSAGE);
    }
    SrqFixture.queued(node.recv(), messages);
    Set<Long> cookies = new HashSet<>();
    for (int i = 0; i < messages; i++) {
      DatEvent event = AdapterFixture.await(node.recv());
      clause("dat_srq_post_recv.03")
          .completion(event, event.ep(), event.cookie(), DtoStatus.SUCCESS, MESSAGE);
      clause("dat_srq_post_recv.03").that(cookies.add(event.cookie()), "each buffer once");
    }
  }
}
