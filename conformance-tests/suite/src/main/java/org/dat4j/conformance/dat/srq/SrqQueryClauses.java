package org.dat4j.conformance.dat.srq;

import java.util.HashSet;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Limit;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_srq_query, which returns attributes and counts of a shared receive queue, and
 * dat_srq_resize, which changes its size.
 */
class SrqQueryClauses extends SrqTest {

  @Test
  @Clauses({
    "dat_srq_query.01",
    "dat_srq_query.02",
    "dat_srq_query.03",
    "dat_srq_query.04",
    "dat_srq_query.08"
  })
  void queryReturnsTheAttributesOfTheQueue() {
    AdapterFixture node = node();
    int segments = node.attr().maxRecvIov();
    Srq srq = node.ia().createSrq(node.pz(), new SrqAttr(10, segments, 0));
    clause("dat_srq_query.01").succeeds("a full query", () -> srq.query(SrqField.ALL));
    for (int mask : new int[] {0x100, 0x1ff, Integer.MIN_VALUE, -1}) {
      clause("dat_srq_query.02").throwsDat(DatReturn.INVALID_PARAMETER, () -> srq.query(mask));
    }
    clause("dat_srq_query.03")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> freed().query(SrqField.ALL));
    SrqParam param = srq.query(SrqField.ALL);
    clause("dat_srq_query.04").that(param.ia() == node.ia(), "ia_handle");
    clause("dat_srq_query.04").that(param.pz() == node.pz(), "pz_handle");
    clause("dat_srq_query.04").that(param.maxRecvDtos() >= 10, "max_recv_dtos in " + param);
    clause("dat_srq_query.04").that(param.maxRecvIov() >= segments, "max_recv_iov in " + param);
    clause("dat_srq_query.04")
        .equal(DatConstants.SRQ_LW_DEFAULT, param.lowWatermark(), "low_watermark");
    srq.resize(20);
    clause("dat_srq_query.04")
        .that(srq.query(SrqField.MAX_RECV_DTO).maxRecvDtos() >= 20, "max_recv_dtos later");
    boolean neither = node.ia().query().providerAttr().srqInfoSupported() == 0;
    for (int count : new int[] {param.availableDtoCount(), param.outstandingDtoCount()}) {
      clause("dat_srq_query.08")
          .that(
              count == DatConstants.VALUE_UNKNOWN || !neither && count >= 0,
              "count " + count + " is -2, or one the provider declares");
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_query.05", "dat_srq_query.06", "dat_srq_query.07"})
  void countsFollowPostsArrivalsAndReaps() {
    SrqFixture hub = hub(10);
    ConnectedPair pair = hub.join();
    hub.postAll(0, 3);
    counts("dat_srq_query.05", hub.srq(), 3, 3);
    hub.send(pair, MESSAGE, 1);
    SrqFixture.queued(pair.near().recv(), 1);
    counts("dat_srq_query.06", hub.srq(), 2, 3);
    AdapterFixture.await(pair.near().recv());
    counts("dat_srq_query.07", hub.srq(), 2, 2);
  }

  private static final Dimension<Integer> ARRIVED = Dimension.number("messages before", 0, 1, 3);
  private static final Dimension<Integer> REAPED = Dimension.number("completions reaped", 0, 1, 3);
  private static final Dimension<Integer> NEW_SIZE =
      Dimension.attributes("size that it is changed to", 10, 9, 64, 11);
  private static final Dimension<Integer> CHANGES = Dimension.occurrence("changes of size", 1, 2);

  @Test
  @SecondParty
  @Clauses({"dat_srq_query.05", "dat_srq_query.06", "dat_srq_query.07"})
  void countsMatchTheBuffersAfterAResize() throws Exception {
    checkInSituations(
        this::countsAfterResize,
        ARRIVED,
        REAPED,
        NEW_SIZE.where(
            size -> size <= node().limits().maxRecvPerSrq(), "max_recv_per_srq is smaller"),
        CHANGES);
  }

  private void countsAfterResize(Situation situation) {
    SrqFixture hub = hub(10);
    ConnectedPair pair = hub.join();
    hub.postAll(0, 6);
    int arrived = situation.get(ARRIVED);
    for (int i = 0; i < arrived; i++) {
      hub.send(pair, MESSAGE, i);
    }
    SrqFixture.queued(pair.near().recv(), arrived);
    int reaped = Math.min(arrived, situation.get(REAPED));
    for (int i = 0; i < reaped; i++) {
      AdapterFixture.await(pair.near().recv());
    }
    for (int i = 0; i < situation.get(CHANGES); i++) {
      hub.srq().resize(situation.get(NEW_SIZE) + i);
    }
    counts("dat_srq_query.06", hub.srq(), 6 - arrived, 6 - reaped);
    hub.postAll(6, 9);
    counts("dat_srq_query.05", hub.srq(), 9 - arrived, 9 - reaped);
    hub.send(pair, MESSAGE, arrived);
    SrqFixture.queued(pair.near().recv(), arrived - reaped + 1);
    counts("dat_srq_query.06", hub.srq(), 9 - arrived - 1, 9 - reaped);
    while (reaped <= arrived) {
      AdapterFixture.await(pair.near().recv());
      reaped++;
    }
    counts("dat_srq_query.07", hub.srq(), 9 - reaped, 9 - reaped);
  }

  @Test
  @Clauses("dat_ia_query.50")
  void undeclaredCountsAreUnknown() {
    Srq srq = SrqFixture.queue(node(), 4);
    SrqParam param = srq.query(SrqField.ALL);
    clause("dat_ia_query.50")
        .equal(DatConstants.VALUE_UNKNOWN, param.availableDtoCount(), "available_dto_count");
    clause("dat_ia_query.50")
        .equal(DatConstants.VALUE_UNKNOWN, param.outstandingDtoCount(), "outstanding_dto_count");
  }

  @Test
  @Clauses({"dat_srq_resize.01", "dat_srq_resize.02", "dat_srq_resize.03", "dat_srq_resize.06"})
  void sizeCanBeChangedWithinTheLimits() {
    AdapterFixture node = node();
    Srq srq = SrqFixture.queue(node, 4);
    int most = node.ia().query().iaAttr().maxRecvPerSrq();
    for (int size : new int[] {5, 16, 17, Math.min(1000, most)}) {
      if (size <= most) {
        clause("dat_srq_resize.01").succeeds("growing to " + size, () -> srq.resize(size));
        int reported = srq.query(SrqField.ALL).maxRecvDtos();
        clause("dat_srq_resize.01").that(reported >= size, reported + " is at least " + size);
      }
    }
    clause("dat_srq_resize.02").throwsDat(DatReturn.INVALID_HANDLE, () -> freed().resize(4));
    int before = srq.query(SrqField.ALL).maxRecvDtos();
    for (int size : new int[] {0, -1, Integer.MIN_VALUE}) {
      clause("dat_srq_resize.03").throwsDat(DatReturn.INVALID_PARAMETER, () -> srq.resize(size));
    }
    if (most < Integer.MAX_VALUE) {
      clause("dat_srq_resize.03")
          .throwsOneOf(
              () -> srq.resize(most + 1),
              DatReturn.INVALID_PARAMETER,
              DatReturn.INSUFFICIENT_RESOURCES);
    }
    clause("dat_srq_resize.03")
        .equal(before, srq.query(SrqField.ALL).maxRecvDtos(), "size after the refusals");
    clause("dat_srq_resize.06").succeeds("shrinking to 4", () -> srq.resize(4));
    int shrunk = srq.query(SrqField.ALL).maxRecvDtos();
    clause("dat_srq_resize.06")
        .that(shrunk >= 4 && shrunk <= before, shrunk + " lies between 4 and " + before);
  }

  @Test
  @SecondParty
  @Clauses({"dat_srq_resize.04", "dat_srq_resize.07"})
  void resizesLoseNoBuffer() {
    SrqFixture hub = hub(10);
    ConnectedPair pair = hub.join();
    hub.postAll(0, 5);
    hub.send(pair, 1, 1);
    SrqFixture.queued(pair.near().recv(), 1);
    // Four on the queue, one completed and not reaped: five are outstanding.
    int before = hub.srq().query(SrqField.ALL).maxRecvDtos();
    boolean refused = false;
    try {
      hub.srq().resize(4);
    } catch (DatException e) {
      refused = true;
      clause("dat_srq_resize.04").throwsOneOf(() -> hub.srq().resize(4), DatReturn.INVALID_STATE);
    }
    int after = hub.srq().query(SrqField.ALL).maxRecvDtos();
    clause("dat_srq_resize.04")
        .that(
            refused ? after == before : after >= 5,
            "size " + after + " after " + (refused ? "a refusal" : "a success"));
    clause("dat_srq_resize.04")
        .succeeds("a size equal to the outstanding buffers", () -> hub.srq().resize(5));
    int least = hub.srq().query(SrqField.ALL).maxRecvDtos();
    clause("dat_srq_resize.04").that(least >= 5, "size " + least + " after it");
    hub.srq().resize(30);
    hub.postAll(5, 30);
    Set<Long> cookies = new HashSet<>();
    for (int i = 1; i <= 30; i++) {
      if (i > 1) {
        hub.send(pair, i, i);
      }
      DatEvent event = AdapterFixture.await(pair.near().recv());
      pair.far().event(DatPeer.REQUEST);
      String id = i <= 5 ? "dat_srq_resize.04" : "dat_srq_resize.07";
      clause(id).completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, i);
      clause("dat_srq_resize.07")
          .that(
              cookies.add(event.cookie()) && hub.holds(event.cookie(), i),
              "message " + i + " is in a buffer of its own");
    }
  }

  private static final Dimension<Limit> SIZE = SharedDimensions.limits("max_recv_dtos");
  private static final Dimension<Amount> POSTED = SharedDimensions.numbers("buffers posted");
  private static final Dimension<String> CHANGE =
      Dimension.choice("resize", "twice as long", "one longer", "as long as it is", "shorter");
  private static final Dimension<Boolean> ARRIVES =
      Dimension.moment("a message is there before the resize", false, true);
  private static final int MOST_BUFFERS = 30;

  @Test
  @SecondParty
  @Clauses({"dat_srq_resize.01", "dat_srq_resize.04", "dat_srq_resize.06", "dat_srq_resize.07"})
  void resizedQueueKeepsItsBuffersAndHoldsItsNewSize() throws Exception {
    checkInSituations(
        situation -> situation.get(SIZE) != Limit.LEAST || !situation.get(CHANGE).equals("shorter"),
        this::resized,
        SIZE,
        POSTED,
        CHANGE,
        ARRIVES,
        SharedDimensions.firstAndSecond());
  }

  private void resized(Situation situation) {
    SrqFixture hub = hub(situation.get(SIZE).of(1, MOST_BUFFERS, 10));
    ConnectedPair pair = hub.join();
    int before = Math.min(MOST_BUFFERS, hub.srq().query(SrqField.ALL).maxRecvDtos());
    int posted = situation.get(POSTED).of(before);
    hub.postAll(0, posted);
    int sent = situation.get(ARRIVES) ? 1 : 0;
    if (sent > 0) {
      hub.send(pair, MESSAGE, 0);
      SrqFixture.queued(pair.near().recv(), 1);
    }
    int times = situation.get(SharedDimensions.OCCURRENCE).times();
    for (int time = 0; time < times; time++) {
      int now = hub.srq().query(SrqField.ALL).maxRecvDtos();
      int wanted =
          switch (situation.get(CHANGE)) {
            case "twice as long" -> 2 * now;
            case "one longer" -> now + 1;
            case "as long as it is" -> now;
            default -> Math.max(1, Math.min(now, MOST_BUFFERS) / 2);
          };
      changed(hub.srq(), Math.min(wanted, pair.near().limits().maxRecvPerSrq()), now, posted);
    }
    int size = Math.min(MOST_BUFFERS, hub.srq().query(SrqField.ALL).maxRecvDtos());
    hub.postAll(posted, Math.max(posted, size));
    Set<Long> cookies = new HashSet<>();
    for (int i = 0; i < Math.max(posted, size); i++) {
      if (i >= sent) {
        hub.send(pair, MESSAGE, i);
      }
      DatEvent event = AdapterFixture.await(pair.near().recv());
      pair.far().event(DatPeer.REQUEST);
      clause("dat_srq_resize.07")
          .completion(event, pair.ep(), event.cookie(), DtoStatus.SUCCESS, MESSAGE);
      clause("dat_srq_resize.07")
          .that(
              cookies.add(event.cookie()) && hub.holds(event.cookie(), MESSAGE),
              "message " + i + " is in a buffer of its own");
    }
  }

  /** Resizes a queue with outstanding buffers, and checks the size that it reports. */
  private void changed(Srq srq, int wanted, int before, int outstanding) {
    String id =
        wanted < outstanding
            ? "dat_srq_resize.04"
            : wanted < before ? "dat_srq_resize.06" : "dat_srq_resize.01";
    int result = DatReturn.SUCCESS;
    try {
      srq.resize(wanted);
    } catch (DatException refused) {
      result = refused.type();
    }
    int now = srq.query(SrqField.ALL).maxRecvDtos();
    if (wanted < outstanding) {
      clause(id)
          .that(
              result == DatReturn.SUCCESS
                  ? now >= outstanding
                  : result == DatReturn.INVALID_STATE && now == before,
              DatReturn.name(result) + " and the size " + now + " with " + outstanding + " in use");
    } else {
      clause(id).returns(DatReturn.SUCCESS, result);
      clause(id).that(now >= wanted, "size " + now + " is at least " + wanted);
    }
  }

  @Test
  @Clauses("dat_srq_resize.05")
  void sizeBelowTheWatermarkIsRefused() {
    Srq srq = SrqFixture.queue(node(), 10);
    srq.setLw(6);
    int before = srq.query(SrqField.ALL).maxRecvDtos();
    clause("dat_srq_resize.05").throwsDat(DatReturn.INVALID_STATE, () -> srq.resize(5));
    clause("dat_srq_resize.05")
        .equal(before, srq.query(SrqField.ALL).maxRecvDtos(), "size after the refusal");
    clause("dat_srq_resize.05").succeeds("a size equal to it", () -> srq.resize(6));
  }
}
