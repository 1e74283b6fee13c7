package org.dat4j.conformance.dat.memory;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests that binds complete between requests of all kinds, also as the last request of an endpoint,
 * which no later post moves along.
 */
class BindSequenceClauses extends DatTest {
  private static final String COMPLETES = "dat_rmr_bind.02";
  private static final String BEFORE_LATER_ONES = "dat_rmr_bind.28";

  private static final String NOTHING = "nothing";
  private static final String SEND = "Send";
  private static final String WRITE = "RDMA Write";
  private static final String READ = "RDMA Read";
  private static final String BIND = "bind";

  /** Bytes of a bind, and of the request behind the binds. */
  private static final int BOUND = 8;

  private static final Dimension<String> FRONT =
      Dimension.choice("requests in front", SEND, WRITE, READ, BIND, NOTHING);
  private static final Dimension<Integer> COUNT = Dimension.number("number of them", 1, 3);
  private static final Dimension<Integer> SIZE =
      SharedDimensions.magnitudes("size of them", 1, 1 << 21);
  private static final Dimension<Integer> BINDS = Dimension.number("binds", 1, 2);
  private static final Dimension<String> BEHIND =
      Dimension.choice("request behind", NOTHING, SEND, WRITE, READ);

  @Test
  @SecondParty
  @Clauses({COMPLETES, BEFORE_LATER_ONES})
  void bindsCompleteBetweenRequestsOfEachKind() throws Exception {
    long most = Math.min(node().attr().maxMessageSize(), node().attr().maxRdmaSize());
    checkInSituations(
        this::sequence,
        FRONT,
        COUNT,
        SIZE.where(size -> size <= most, "max_message_size or max_rdma_size is " + most),
        BINDS,
        BEHIND);
  }

  private void sequence(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(SIZE);
    Requests requests = new Requests(pair, size);
    int front = situation.get(FRONT).equals(NOTHING) ? 0 : situation.get(COUNT);
    for (int i = 0; i < front; i++) {
      requests.post(situation.get(FRONT), size);
    }
    int firstBind = requests.posted;
    for (int i = 0; i < situation.get(BINDS); i++) {
      requests.post(BIND, BOUND);
    }
    int firstBehind = requests.posted;
    if (!situation.get(BEHIND).equals(NOTHING)) {
      requests.post(situation.get(BEHIND), BOUND);
    }
    List<Long> cookies = new ArrayList<>();
    for (int i = 0; i < requests.posted; i++) {
      DatEvent event = AdapterFixture.await(pair.near().request());
      clause(COMPLETES).equal(DtoStatus.SUCCESS, event.status(), "status of " + event);
      cookies.add(event.cookie());
    }
    for (long bind = firstBind; bind < firstBehind; bind++) {
      clause(COMPLETES).that(cookies.contains(bind), "a completion of bind " + bind);
    }
    clause(BEFORE_LATER_ONES)
        .that(
            firstBehind == requests.posted
                || cookies.indexOf((long) firstBehind) == requests.posted - 1,
            "the request behind the binds completes last, cookies are " + cookies);
    pair.ep().disconnect(CloseFlags.GRACEFUL);
    clause(COMPLETES)
        .equal(
            EpState.DISCONNECTED,
            AdapterFixture.reach(pair.ep(), EpState.DISCONNECTED),
            "state after a graceful disconnect");
  }

  /** Posts requests of one connection, whose cookies count from 0. */
  private static final class Requests {
    private final ConnectedPair pair;
    private final RegisteredMemory near;
    private final int far;
    private final Rmr rmr;
    private int posted;

    private Requests(ConnectedPair pair, int size) {
      this.pair = pair;
      int length = Math.max(BOUND, size);
      near = pair.near().region(length);
      far = pair.far().register(length, MemPriv.ALL, 0);
      rmr = pair.near().pz().createRmr();
    }

    private void post(String kind, int size) {
      int cookie = posted++;
      int local = near.local();
      long from = near.address(0);
      DatPeer peer = pair.far();
      switch (kind) {
        case SEND -> {
          peer.postRecv(pair.farEp(), far, 0, size, cookie);
          pair.ep().postSend(local, from, size, cookie, CompletionFlags.DEFAULT);
        }
        case WRITE ->
            pair.ep()
                .postRdmaWrite(
                    local,
                    from,
                    size,
                    cookie,
                    peer.remote(far),
                    peer.base(far),
                    CompletionFlags.DEFAULT);
        case READ ->
            pair.ep()
                .postRdmaRead(
                    local,
                    from,
                    size,
                    cookie,
                    peer.remote(far),
                    peer.base(far),
                    CompletionFlags.DEFAULT);
        default ->
            rmr.bind(
                local,
                from,
                BOUND,
                MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE,
                pair.ep(),
                cookie,
                CompletionFlags.DEFAULT);
      }
    }
  }
}
