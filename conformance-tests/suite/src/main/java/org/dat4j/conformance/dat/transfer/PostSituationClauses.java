package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Amount;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Limit;
import org.dat4j.conformance.dimension.Occurrence;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of the four posts in situations: posts that are refused, posts with a faulty segment among
 * good ones, many posts of any size in a row, and posts after the end of the connection.
 */
class PostSituationClauses extends TransferTest {
  /** Bytes of a post whose size does not matter. */
  private static final int SMALL = 8;

  /** The most posts of a queue that is to be full, so that a small machine can hold them. */
  private static final int MOST_POSTS = 64;

  private static final String RECEIVE = "Receive";
  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Occurrence> OCCURRENCE = SharedDimensions.firstAndSecond();
  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 1 << 21);

  private static long longest(EpAttr attr) {
    return Math.min(attr.maxMessageSize(), attr.maxRdmaSize());
  }

  private Dimension<Integer> sizes() {
    long most = longest(node().attr());
    return SIZE.where(size -> size <= most, "the longest transfer has " + most + " bytes");
  }

  private static int post(TransferKind kind, Ep ep, LmrIov iov, long cookie, Remote to, long size) {
    int flags = CompletionFlags.DEFAULT;
    return switch (kind) {
      case SEND -> ep.postSend(iov, cookie, flags);
      case RDMA_WRITE -> ep.postRdmaWrite(iov, cookie, to.context(), to.base(), size, flags);
      case RDMA_READ -> ep.postRdmaRead(iov, cookie, to.context(), to.base(), size, flags);
    };
  }

  private static LmrIov part(RegisteredMemory memory, long offset, long length) {
    return new LmrIov(1).add(memory.local(), memory.address(offset), length);
  }

  /** Returns how many requests of a kind may be outstanding, of those that the test makes. */
  private static int room(TransferKind kind, ConnectedPair pair) {
    EpAttr attr = pair.ep().query().attr();
    int room = Math.min(attr.maxRequestDtos(), MOST_POSTS);
    return switch (kind) {
      case SEND -> Math.min(room, pair.near().attr().maxRecvDtos());
      case RDMA_WRITE -> room;
      case RDMA_READ -> Math.min(room, attr.maxRdmaReadOut());
    };
  }

  /** Makes an EVD long enough for a number of completions. */
  private static void hold(Evd evd, int events) {
    if (evd.query().evdQlen() < events) {
      evd.resize(events);
    }
  }

  private static final Dimension<Amount> REFUSALS = SharedDimensions.numbers("refused posts");
  private static final Dimension<Limit> ROOM = SharedDimensions.limits("max_request_dtos");

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.10", "dat_ep_post_rdma_write.13", "dat_ep_post_rdma_read.12"})
  void refusedPostsTakeNoRoomOfTheQueue() throws Exception {
    checkInSituations(this::fillsBehindRefusals, KIND, REFUSALS, ROOM, OCCURRENCE);
  }

  private void fillsBehindRefusals(Situation situation) {
    TransferKind kind = situation.get(KIND);
    ConnectedPair pair =
        pair(
            attr ->
                attr.maxRequestDtos(
                    situation.get(ROOM).of(1, MOST_POSTS, attr.build().maxRequestDtos())));
    int room = room(kind, pair);
    hold(pair.near().request(), 2 * room);
    int segments = kind.mostSegments(pair.ep().query().attr()) + 1;
    RegisteredMemory memory = pair.near().region(Math.max(SMALL, segments));
    Remote far = remote(pair, memory.length());
    LmrIov tooMany = new LmrIov(segments);
    for (int i = 0; i < segments; i++) {
      tooMany.add(memory.local(), memory.address(i), 1);
    }
    String id = kind.clause("10", "13", "12");
    // More refusals than there is room: none may take a place.
    int refusals = situation.get(REFUSALS).of(room + 2);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      for (int i = 0; i < refusals; i++) {
        int cookie = i;
        clause(id)
            .throwsDat(
                DatReturn.INVALID_PARAMETER,
                () -> post(kind, pair.ep(), tooMany, cookie, far, segments));
      }
      for (int i = 0; i < room && kind == TransferKind.SEND; i++) {
        pair.far().postRecv(pair.farEp(), far.region(), 0, SMALL, i);
      }
      for (int i = 0; i < room; i++) {
        clause(id)
            .returns(
                DatReturn.SUCCESS,
                post(kind, pair.ep(), part(memory, 0, SMALL), 100 + i, far, SMALL));
      }
      for (int i = 0; i < room; i++) {
        clause(id)
            .completion(
                AdapterFixture.await(pair.near().request()),
                pair.ep(),
                100 + i,
                DtoStatus.SUCCESS,
                SMALL);
      }
      for (int i = 0; i < room && kind == TransferKind.SEND; i++) {
        clause(id).completion(pair.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, SMALL);
      }
    }
    clause(id).that(AdapterFixture.empty(pair.near().request()), "no completion of a refused post");
  }

  private static final String OUTSIDE = "outside of its LMR";
  private static final String ZONE = "of another PZ";
  private static final String CONTEXT = "of a freed LMR";
  private static final String RIGHT = "without the right";
  private static final Dimension<String> FAULT =
      Dimension.choice("faulty segment", OUTSIDE, ZONE, CONTEXT, RIGHT);
  private static final Dimension<Integer> SEGMENTS = Dimension.size("segments", 1, 2, 3);
  private static final Dimension<String> PLACE =
      Dimension.number("place of the faulty segment", "first", "middle", "last");
  private static final Dimension<Integer> SEGMENT_SIZE =
      SharedDimensions.magnitudes("size of a segment", 1, 1 << 17);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_send.14", "dat_ep_post_send.15", "dat_ep_post_send.16"})
  void faultySegmentOfASendIsFoundAtEachPlace() throws Exception {
    faultySegments(
        TransferKind.SEND.name(), node().attr().maxRequestIov(), fault -> !fault.equals(RIGHT));
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_rdma_write.21")
  void faultySegmentOfAWriteIsFoundAtEachPlace() throws Exception {
    faultySegments(
        TransferKind.RDMA_WRITE.name(),
        TransferKind.RDMA_WRITE.mostSegments(node().attr()),
        fault -> !fault.equals(RIGHT));
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_read.17",
    "dat_ep_post_rdma_read.18",
    "dat_ep_post_rdma_read.19",
    "dat_ep_post_rdma_read.32"
  })
  void faultySegmentOfAReadIsFoundAtEachPlace() throws Exception {
    faultySegments(
        TransferKind.RDMA_READ.name(),
        TransferKind.RDMA_READ.mostSegments(node().attr()),
        fault -> true);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_recv.16",
    "dat_ep_post_recv.17",
    "dat_ep_post_recv.18",
    "dat_ep_post_recv.19"
  })
  void faultySegmentOfAReceiveIsFoundAtEachPlace() throws Exception {
    faultySegments(RECEIVE, node().attr().maxRecvIov(), fault -> true);
  }

  private void faultySegments(String request, int most, Predicate<String> applies)
      throws Exception {
    long longest = longest(node().attr());
    checkInSituations(
        situation ->
            (situation.get(PLACE).equals("first")
                    || situation.get(SEGMENTS) > 2
                    || situation.get(SEGMENTS) > 1 && situation.get(PLACE).equals("last"))
                && (long) situation.get(SEGMENTS) * situation.get(SEGMENT_SIZE) <= longest,
        situation -> faultySegment(request, situation),
        FAULT.only(applies),
        SEGMENTS.where(count -> count <= most, "a request has at most " + most + " segments"),
        PLACE.where(place -> place.equals("first") || most > 1, "a request has one segment"),
        SEGMENT_SIZE);
  }

  private void faultySegment(String request, Situation situation) {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    int size = situation.get(SEGMENT_SIZE);
    int count = situation.get(SEGMENTS);
    int wrong =
        switch (situation.get(PLACE)) {
          case "first" -> 0;
          case "middle" -> 1;
          default -> count - 1;
        };
    String fault = situation.get(FAULT);
    RegisteredMemory good = node.region(count * size);
    RegisteredMemory bad =
        switch (fault) {
          case ZONE -> node.region(size, MemPriv.ALL, node.ia().createPz());
          case RIGHT -> node.region(size, MemPriv.LOCAL_READ, node.pz());
          default -> node.region(size);
        };
    Remote far = remote(pair, count * size);
    LmrIov iov = new LmrIov(count);
    for (int i = 0; i < count; i++) {
      boolean here = i == wrong;
      int shift = here && fault.equals(OUTSIDE) ? 1 : 0;
      iov.add(
          (here ? bad : good).local(),
          here ? bad.address(shift) : good.address((long) i * size),
          size);
    }
    if (fault.equals(CONTEXT)) {
      bad.lmr().free();
    }
    Set<Integer> refusals =
        switch (fault) {
          case OUTSIDE -> Set.of(DatReturn.INVALID_PARAMETER);
          case ZONE -> Set.of(DatReturn.PROTECTION_VIOLATION);
          case CONTEXT -> AT_POST;
          default -> Set.of(DatReturn.PRIVILEGES_VIOLATION);
        };
    clause(faultClause(request, fault))
        .ends(outcome(request, pair, iov, far, (long) count * size), refusals, LOCAL_PROTECTION);
  }

  private static String faultClause(String request, String fault) {
    boolean send = request.equals(TransferKind.SEND.name());
    return switch (request) {
      case RECEIVE ->
          "dat_ep_post_recv."
              + switch (fault) {
                case OUTSIDE -> "16";
                case ZONE -> "17";
                case CONTEXT -> "18";
                default -> "19";
              };
      case "RDMA_READ" ->
          "dat_ep_post_rdma_read."
              + switch (fault) {
                case OUTSIDE -> "19";
                case ZONE -> "18";
                case CONTEXT -> "32";
                default -> "17";
              };
      default ->
          !send
              ? "dat_ep_post_rdma_write.21"
              : "dat_ep_post_send."
                  + switch (fault) {
                    case OUTSIDE -> "14";
                    case ZONE -> "15";
                    default -> "16";
                  };
    };
  }

  private static PostOutcome outcome(
      String request, ConnectedPair pair, LmrIov iov, Remote far, long size) {
    if (request.equals(RECEIVE)) {
      return PostOutcome.of(
          pair.near().recv(),
          () -> {
            int result = pair.ep().postRecv(iov, 1, CompletionFlags.DEFAULT);
            pair.far().postSend(pair.farEp(), far.region(), 0, (int) size, 2);
            return result;
          });
    }
    TransferKind kind = TransferKind.valueOf(request);
    if (kind == TransferKind.SEND) {
      pair.far().postRecv(pair.farEp(), far.region(), 0, (int) size, 1);
    }
    return PostOutcome.of(pair.near().request(), () -> post(kind, pair.ep(), iov, 1, far, size));
  }

  /** The most bytes of all requests of a situation together. */
  private static final int MOST_BYTES = 1 << 22;

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.04",
    "dat_ep_post_send.27",
    "dat_ep_post_rdma_write.28",
    "dat_ep_post_rdma_read.21",
    "dat_ep_post_rdma_read.30"
  })
  void requestsCompleteInTheOrderOfTheirPostsWithTheirCookies() throws Exception {
    checkInSituations(this::completeInOrder, KIND, sizes(), SharedDimensions.NUMBER, OCCURRENCE);
  }

  private void completeInOrder(Situation situation) {
    TransferKind kind = situation.get(KIND);
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int number =
        situation
            .get(SharedDimensions.NUMBER)
            .of(Math.max(1, Math.min(room(kind, pair), MOST_BYTES / size)));
    hold(pair.near().request(), number);
    RegisteredMemory memory = pair.near().region(size);
    Remote far = remote(pair, size);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      for (int i = 0; i < number && kind == TransferKind.SEND; i++) {
        pair.far().postRecv(pair.farEp(), far.region(), 0, size, i);
      }
      for (int i = 0; i < number; i++) {
        // Short ones behind long ones, which could overtake them.
        int length = i % 2 == 0 ? size : 1;
        long cookie = COOKIES[i % COOKIES.length];
        clause(kind.clause("04", "28", "21"))
            .returns(
                DatReturn.SUCCESS,
                post(kind, pair.ep(), part(memory, 0, length), cookie, far, length));
      }
      for (int i = 0; i < number; i++) {
        DatEvent event = AdapterFixture.await(pair.near().request());
        long cookie = COOKIES[i % COOKIES.length];
        int length = i % 2 == 0 ? size : 1;
        clause(kind.clause("27", "28", "30")).equal(cookie, event.cookie(), "cookie " + i);
        clause(kind.clause("04", "28", "21"))
            .completion(event, pair.ep(), cookie, DtoStatus.SUCCESS, length);
      }
      for (int i = 0; i < number && kind == TransferKind.SEND; i++) {
        clause("dat_ep_post_send.04")
            .completion(
                pair.far().event(DatPeer.RECV), i, DtoStatus.SUCCESS, i % 2 == 0 ? size : 1);
      }
    }
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.01",
    "dat_ep_post_rdma_write.04",
    "dat_ep_post_rdma_write.05",
    "dat_ep_post_rdma_write.06"
  })
  void lastWriteToAPlaceIsThereBeforeTheSendBehindIt() throws Exception {
    checkInSituations(this::writesThenSend, sizes(), SharedDimensions.NUMBER, OCCURRENCE);
  }

  private void writesThenSend(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int most = Math.min(room(TransferKind.RDMA_WRITE, pair) - 1, MOST_BYTES / size);
    int number = situation.get(SharedDimensions.NUMBER).of(Math.max(1, most));
    hold(pair.near().request(), number + 1);
    Remote far = remote(pair, size);
    RegisteredMemory memory = pair.near().region(number * size);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      byte[] data = data(number * size);
      memory.put(0, data);
      buffers(pair, 1);
      for (int i = 0; i < number; i++) {
        LmrIov iov = part(memory, (long) i * size, size);
        clause("dat_ep_post_rdma_write.01")
            .returns(
                DatReturn.SUCCESS, post(TransferKind.RDMA_WRITE, pair.ep(), iov, i, far, size));
      }
      pair.ep().postSend(new LmrIov(1), number, CompletionFlags.DEFAULT);
      // The only event there is that of the Send, in the only Receive.
      clause("dat_ep_post_rdma_write.04")
          .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, 0);
      byte[] last = Arrays.copyOfRange(data, data.length - size, data.length);
      int wrong = Arrays.mismatch(last, far.content(size));
      clause("dat_ep_post_rdma_write.05").equal(-1, wrong, "first byte that is not there");
      clause("dat_ep_post_rdma_write.06").equal(-1, wrong, "first byte of an earlier Write");
      for (int i = 0; i <= number; i++) {
        clause("dat_ep_post_rdma_write.01")
            .completion(
                AdapterFixture.await(pair.near().request()),
                pair.ep(),
                i,
                DtoStatus.SUCCESS,
                i < number ? size : 0);
      }
    }
    clause("dat_ep_post_rdma_write.04")
        .that(pair.far().next(DatPeer.RECV) == null, "no further event at the target");
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_rdma_read.01", "dat_ep_post_rdma_read.04", "dat_ep_post_rdma_read.05"})
  void eachReadHasItsBytesWhenItsCompletionIsTaken() throws Exception {
    checkInSituations(this::readsOfParts, sizes(), SharedDimensions.NUMBER, OCCURRENCE);
  }

  private void readsOfParts(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int most = Math.min(room(TransferKind.RDMA_READ, pair), MOST_BYTES / size);
    int number = situation.get(SharedDimensions.NUMBER).of(Math.max(1, most));
    hold(pair.near().request(), number);
    int all = number * size;
    Remote far = remote(pair, all);
    RegisteredMemory memory = pair.near().region(all);
    buffers(pair, 1);
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      byte[] data = data(all);
      far.far().put(far.region(), 0, data);
      for (int i = 0; i < number; i++) {
        long at = (long) i * size;
        clause("dat_ep_post_rdma_read.01")
            .returns(
                DatReturn.SUCCESS,
                pair.ep()
                    .postRdmaRead(
                        part(memory, at, size),
                        i,
                        far.context(),
                        far.base() + at,
                        size,
                        CompletionFlags.DEFAULT));
      }
      for (int i = 0; i < number; i++) {
        clause("dat_ep_post_rdma_read.04")
            .completion(
                AdapterFixture.await(pair.near().request()), pair.ep(), i, DtoStatus.SUCCESS, size);
        clause("dat_ep_post_rdma_read.04")
            .equal(
                -1,
                Arrays.mismatch(
                    Arrays.copyOfRange(data, i * size, (i + 1) * size), memory.get(i * size, size)),
                "first wrong byte of Read " + i);
      }
    }
    clause("dat_ep_post_rdma_read.05")
        .that(pair.far().next(DatPeer.RECV) == null, "no event at the target");
    pair.send(memory, 1, number);
    clause("dat_ep_post_rdma_read.05")
        .completion(pair.far().event(DatPeer.RECV), 0, DtoStatus.SUCCESS, 1);
  }

  private static final Dimension<Integer> DIFFERENCE =
      Dimension.size("bytes that the message is longer than its Receive", -4096, -1, 0, 1, 4097);

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_recv.07", "dat_ep_post_recv.10", "dat_ep_post_recv.11"})
  void messageThatFitsNotExactlyChangesNothingBehindItsReceive() throws Exception {
    long longest = longest(node().attr());
    checkInSituations(
        situation ->
            situation.get(SIZE) + situation.get(DIFFERENCE) >= 0
                && situation.get(SIZE) + situation.get(DIFFERENCE) <= longest,
        this::messageOfOtherLength,
        sizes(),
        DIFFERENCE,
        SharedDimensions.NUMBER);
  }

  private void messageOfOtherLength(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    int length = size + situation.get(DIFFERENCE);
    // Messages that fit come before.
    int before = situation.get(SharedDimensions.NUMBER).of(5) - 1;
    RegisteredMemory memory = pair.near().region(size + 64);
    byte[] untouched = data(size + 64);
    int message = pair.far().register(Math.max(1, Math.max(size, length)), MemPriv.ALL, 0);
    byte[] sent = data(Math.max(size, length));
    pair.far().put(message, 0, sent);
    for (int i = 0; i <= before; i++) {
      boolean last = i == before;
      memory.put(0, untouched);
      pair.ep().postRecv(part(memory, 0, size), i, CompletionFlags.DEFAULT);
      pair.far().postSend(pair.farEp(), message, 0, last ? length : size, i);
      DatEvent event = AdapterFixture.await(pair.near().recv());
      if (last && length > size) {
        clause("dat_ep_post_recv.10")
            .equal(DtoStatus.ERR_LOCAL_LENGTH, event.status(), "status of " + event);
      } else {
        clause("dat_ep_post_recv.07")
            .completion(event, pair.ep(), i, DtoStatus.SUCCESS, last ? length : size);
      }
      int filled = last ? Math.min(length, size) : size;
      String id = last && length > size ? "dat_ep_post_recv.10" : "dat_ep_post_recv.07";
      clause(id)
          .equal(
              -1,
              Arrays.mismatch(
                  Arrays.copyOfRange(untouched, filled, size + 64),
                  memory.get(filled, size + 64 - filled)),
              "first byte behind the message that changed");
    }
    if (length > size) {
      ended("dat_ep_post_recv.11", pair);
    }
  }

  private static final Dimension<String> REQUEST =
      Dimension.choice("post", RECEIVE, "SEND", "RDMA_WRITE", "RDMA_READ");
  private static final Dimension<Boolean> BY_PEER =
      Dimension.choice("the peer disconnects", false, true);

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_send.07",
    "dat_ep_post_recv.02",
    "dat_ep_post_rdma_write.09",
    "dat_ep_post_rdma_read.08"
  })
  void postsBehindTheEndAreFlushedInTheirOrder() throws Exception {
    checkInSituations(
        this::flushed, REQUEST, sizes(), SharedDimensions.NUMBER, OCCURRENCE, BY_PEER);
  }

  private void flushed(Situation situation) {
    ConnectedPair pair = pair();
    Ep ep = pair.ep();
    int size = situation.get(SIZE);
    RegisteredMemory memory = pair.near().region(size);
    Remote far = remote(pair, size);
    if (situation.get(BY_PEER)) {
      pair.far().disconnect(pair.farEp(), false);
    } else {
      ep.disconnect(CloseFlags.ABRUPT);
    }
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    String request = situation.get(REQUEST);
    boolean receive = request.equals(RECEIVE);
    Evd evd = receive ? pair.near().recv() : pair.near().request();
    EpAttr attr = ep.query().attr();
    int most = Math.min(MOST_POSTS, receive ? attr.maxRecvDtos() : attr.maxRequestDtos());
    int number = situation.get(SharedDimensions.NUMBER).of(most);
    hold(evd, number);
    String id =
        receive ? "dat_ep_post_recv.02" : TransferKind.valueOf(request).clause("07", "09", "08");
    for (int round = 0; round < situation.get(OCCURRENCE).times(); round++) {
      for (int i = 0; i < number; i++) {
        LmrIov iov = part(memory, 0, size);
        clause(id)
            .returns(
                DatReturn.SUCCESS,
                receive
                    ? ep.postRecv(iov, i, CompletionFlags.DEFAULT)
                    : post(TransferKind.valueOf(request), ep, iov, i, far, size));
      }
      for (int i = 0; i < number; i++) {
        clause(id).completion(AdapterFixture.await(evd), ep, i, DtoStatus.ERR_FLUSHED, 0);
      }
      clause(id).that(AdapterFixture.empty(evd), "each post completes once");
    }
  }
}
