package org.dat4j.conformance.dat.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests that an object cannot be freed before its last user is gone. Users are few or many and
 * leave in either order.
 */
class UsedObjectClauses extends DatTest {

  /** More users than a counter of one byte can hold. */
  private static final int MANY = 260;

  private static final Dimension<Integer> USERS = Dimension.number("users", 1, 2, 3, MANY);
  private static final Dimension<Boolean> OLDEST_FIRST =
      Dimension.choice("the oldest user leaves first", true, false);
  private static final Dimension<Boolean> COME_AND_GO =
      Dimension.occurrence("users came and went before", false, true);

  private static final String ENDPOINT = "endpoint";
  private static final String LMR = "LMR";
  private static final String RECEIVES = "stream of Receives";
  private static final String REQUESTS = "stream of requests";
  private static final String BOTH = "both streams";
  private static final String CONNECTION = "connection events";
  private static final String REQUEST_ARRIVALS = "PSP";
  private static final Dimension<String> PZ_USER =
      Dimension.choice("user of the PZ", ENDPOINT, LMR);
  private static final Dimension<String> EVD_USER =
      Dimension.choice("user of the EVD", RECEIVES, REQUESTS, BOTH, CONNECTION, REQUEST_ARRIVALS);

  /** The end of one use. */
  private interface UserRemoval {
    void end();
  }

  private Dimension<Integer> users(int limit, String attribute) {
    return USERS.where(count -> count <= limit / 2, attribute + " is " + limit);
  }

  /**
   * Checks that an object can be freed exactly when all its users have left.
   *
   * @param busy clause by which a used object is not freed
   * @param unused clause by which it is freed afterwards
   * @param users makes a user; its argument is the user's number
   * @param free frees the object
   */
  private void check(
      Situation situation,
      String busy,
      String unused,
      IntFunction<UserRemoval> users,
      Runnable free) {
    int count = situation.get(USERS);
    if (situation.get(COME_AND_GO)) {
      users.apply(0).end();
      users.apply(0).end();
    }
    Deque<UserRemoval> present = new ArrayDeque<>();
    for (int i = 0; i < count; i++) {
      present.add(users.apply(i));
    }
    while (!present.isEmpty()) {
      int left = present.size();
      // A try for each of many users would take long. A counter of one byte errs at 128 or 256.
      if (left <= 3 || left == count || left == 256 || left == 128) {
        clause(busy).throwsDat(DatReturn.INVALID_STATE, free::run);
      }
      UserRemoval leaver = situation.get(OLDEST_FIRST) ? present.pollFirst() : present.pollLast();
      leaver.end();
    }
    clause(unused).succeeds("free when the last of " + count + " users has left", free::run);
  }

  @Test
  @Clauses({"dat_pz_free.03", "dat_pz_free.04", "dat_pz_free.07"})
  void zoneIsBusyUntilItsLastUserLeaves() throws Exception {
    int most = Math.min(node().limits().maxEps(), node().limits().maxLmrs());
    checkInSituations(
        this::zone, PZ_USER, users(most, "max_eps or max_lmrs"), OLDEST_FIRST, COME_AND_GO);
  }

  private void zone(Situation situation) {
    AdapterFixture node = node();
    Pz pz = node.ia().createPz();
    if (situation.get(PZ_USER).equals(LMR)) {
      check(
          situation,
          "dat_pz_free.04",
          "dat_pz_free.07",
          number -> node.region(64, MemPriv.ALL, pz).lmr()::free,
          pz::free);
    } else {
      check(
          situation,
          "dat_pz_free.03",
          "dat_pz_free.07",
          number -> node.ep(pz, small(node))::free,
          pz::free);
    }
  }

  /** Attributes of an endpoint that takes little memory. */
  private static EpAttr small(AdapterFixture node) {
    return node.attr().toBuilder().maxRecvDtos(1).maxRequestDtos(1).build();
  }

  @Test
  @Clauses("dat_pz_free.05")
  void zoneIsBusyUntilItsLastRmrIsFreed() throws Exception {
    int most = node().limits().maxRmrs();
    checkInSituations(
        situation -> {
          Pz pz = node().ia().createPz();
          check(
              situation,
              "dat_pz_free.05",
              "dat_pz_free.05",
              number -> pz.createRmr()::free,
              pz::free);
        },
        users(most, "max_rmrs"),
        OLDEST_FIRST,
        COME_AND_GO);
  }

  @Test
  @Clauses({"dat_pz_free.06", "dat_srq_free.03"})
  void zoneAndSrqAreBusyUntilTheirLastUserLeaves() throws Exception {
    checkInSituations(
        situation -> {
          AdapterFixture node = node();
          Pz pz = node.ia().createPz();
          check(
              situation,
              "dat_pz_free.06",
              "dat_pz_free.06",
              number -> node.ia().createSrq(pz, new SrqAttr(1, 1, 0))::free,
              pz::free);
        },
        users(node().limits().maxSrqs(), "max_srqs"),
        OLDEST_FIRST,
        COME_AND_GO);
    checkInSituations(
        situation -> {
          AdapterFixture node = node();
          Srq srq = SrqFixture.queue(node, 4);
          EpAttr attr = small(node);
          check(
              situation,
              "dat_srq_free.03",
              "dat_srq_free.03",
              number -> SrqFixture.endpoint(node, srq, attr)::free,
              srq::free);
        },
        users(node().limits().maxEps(), "max_eps"),
        OLDEST_FIRST,
        COME_AND_GO);
  }

  @Test
  @Clauses({"dat_evd_free.01", "dat_evd_free.03", "dat_evd_free.04"})
  void evdIsBusyUntilItsLastUserLeaves() throws Exception {
    checkInSituations(
        this::evd, EVD_USER, users(node().limits().maxEps(), "max_eps"), OLDEST_FIRST, COME_AND_GO);
  }

  private void evd(Situation situation) {
    AdapterFixture node = node();
    String user = situation.get(EVD_USER);
    int flags =
        switch (user) {
          case CONNECTION -> EvdFlags.CONNECTION;
          case REQUEST_ARRIVALS -> EvdFlags.CR;
          default -> EvdFlags.DTO;
        };
    Evd evd = node.ia().createEvd(64, null, flags);
    IntFunction<UserRemoval> users =
        user.equals(REQUEST_ARRIVALS)
            ? number -> node.ia().createPspAny(evd, PspFlags.CONSUMER)::free
            : number -> endpointOn(node, evd, user)::free;
    String busy = user.equals(REQUEST_ARRIVALS) ? "dat_evd_free.04" : "dat_evd_free.03";
    check(situation, busy, "dat_evd_free.01", users, evd::free);
  }

  private static Ep endpointOn(AdapterFixture node, Evd evd, String user) {
    return node.ia()
        .createEp(
            node.pz(),
            user.equals(RECEIVES) || user.equals(BOTH) ? evd : node.recv(),
            user.equals(REQUESTS) || user.equals(BOTH) ? evd : node.request(),
            user.equals(CONNECTION) ? evd : node.connect(),
            small(node));
  }

  @Test
  @Clauses({"dat_cno_free.01", "dat_cno_free.03"})
  void cnoIsBusyUntilItsLastEvdLeaves() throws Exception {
    checkInSituations(
        situation -> {
          AdapterFixture node = node();
          Cno cno = node.ia().createCno(null);
          check(
              situation,
              "dat_cno_free.03",
              "dat_cno_free.01",
              number -> {
                Evd evd = node.ia().createEvd(4, cno, EvdFlags.DTO);
                return number % 2 == 0 ? evd::free : () -> leave(evd);
              },
              cno::free);
        },
        users(node().limits().maxEvds(), "max_evds"),
        OLDEST_FIRST,
        COME_AND_GO);
  }

  private static void leave(Evd evd) {
    evd.modifyCno(null);
    evd.free();
  }

  private static final Dimension<Integer> WINDOWS =
      Dimension.number("RMRs bound to the LMR", 1, 3, 40);

  @Test
  @SecondParty
  @Clauses({"dat_lmr_free.03", "dat_lmr_free.04"})
  void lmrIsBusyUntilItsLastRmrIsUnbound() throws Exception {
    int most = node().limits().maxRmrs();
    checkInSituations(
        this::windows,
        WINDOWS.where(count -> count <= most / 2, "max_rmrs is " + most),
        OLDEST_FIRST);
  }

  private void windows(Situation situation) {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    Deque<Rmr> bound = new ArrayDeque<>();
    for (int i = 0; i < situation.get(WINDOWS); i++) {
      bound.add(RmrOperations.bound(pair, region, i % 8, 8));
    }
    while (!bound.isEmpty()) {
      clause("dat_lmr_free.03").throwsDat(DatReturn.INVALID_STATE, region.lmr()::free);
      Rmr leaver = situation.get(OLDEST_FIRST) ? bound.pollFirst() : bound.pollLast();
      switch (bound.size() % 3) {
        case 0 -> leaver.free();
        case 1 -> RmrOperations.unbind(pair, leaver, 1);
        default ->
            RmrOperations.bind(pair, leaver, pair.near().region(8), 0, 8, RmrOperations.REMOTE, 1);
      }
    }
    clause("dat_lmr_free.04").succeeds("free when no RMR is bound to it", region.lmr()::free);
  }
}
