package org.dat4j.conformance.dat.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatFarSides;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
import org.dat4j.conformance.stepper.pairs.FarSides;
import org.dat4j.dat.Dat;
import org.dat4j.dat.Ia;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** The short runs; {@code dat4j step --pairs} makes the long ones. */
class DatPairsTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final int STEPS = 30;

  private static PairsResult run(Supplier<Ia> opener, String ia, String only) {
    return run(opener, ia, only, STEPS);
  }

  private static PairsResult run(Supplier<Ia> opener, String ia, String only, int steps) {
    PairOptions options = new PairOptions(ia, steps, SEED, only, 0, Set.of(), null, false);
    return new DatPairs(options, opener, (made, all) -> {}).run();
  }

  @TestFactory
  Stream<DynamicTest> outcomesOfOneStepAreThoseOfOneOrder() {
    return Stream.of(
            "cr/*",
            "rsp/*",
            "ia/*",
            "*-apart/*",
            "evd/one-event/*_free+*",
            "ep/*/*+lmr_free",
            "ep/*/*+*_disconnect*",
            "srq/*/*+srq_post_recv",
            "rmr/*/*+*_free")
        .map(only -> DynamicTest.dynamicTest(only, () -> agrees(only)));
  }

  private static void agrees(String only) {
    PairsResult result = run(() -> Dat.openIa("loopback0"), "loopback0", only, 1);
    assertTrue(result.agrees(), () -> "seed " + SEED + ": " + result);
  }

  @TestFactory
  Stream<DynamicTest> honestBackendsAgree() {
    return Stream.of(
            "loopback0 evd/one-event/evd_post_se+*",
            "tcp0 evd/empty/*wait+evd_*able*",
            "loopback0 ep/connected/post_send+*",
            "loopback0 srq/attached/srq_free+*",
            "loopback0 rmr/bound/peer_write+*",
            "tcp0 rmr/bound/peer_write+*")
        .map(
            line -> {
              String ia = line.substring(0, line.indexOf(' '));
              String only = line.substring(line.indexOf(' ') + 1);
              return DynamicTest.dynamicTest(line, () -> agrees(ia, only));
            });
  }

  private static void agrees(String ia, String only) {
    PairsResult result = run(() -> Dat.openIa(ia), ia, only);
    assertTrue(result.agrees(), () -> "seed " + SEED + ": " + result);
    assertTrue(result.pairs().size() >= 4, () -> "pairs: " + result);
    assertEquals(0, result.left());
  }

  @TestFactory
  Stream<DynamicTest> faultsOfMeetingsAreFound() {
    return Stream.of(
            "ENABLE_LOSES_POST evd/disabled/evd_enable+evd_post_se",
            "DEQUEUES_SHARE_EVENT evd/many-events/evd_dequeue+evd_dequeue",
            "RESIZE_DOUBLES_POST evd/empty/evd_resize_up+evd_post_se",
            "LMR_FREE_RETURNS_EARLY ep/connected/peer_lmr_free+post_send",
            "DISCONNECT_SWALLOWS_SEND ep/connected/ep_disconnect_abrupt+post_send",
            "RESIZE_LOSES_BUFFER srq/attached/srq_resize_up+srq_post_recv",
            "RMR_FREE_SWALLOWS_BIND rmr/unbound/rmr_free+rmr_bind",
            "RSP_FREE_YIELDS_TO_QUERY rsp/listening/rsp_query+rsp_free",
            "REFUSED_CLOSE_ENDS_ADAPTER ia/one-pz/ia_close_graceful+ia_query",
            "FREE_EMPTIES_OTHER_ADAPTERS evd-apart/one-event/near_evd_free+far_evd_dequeue",
            "RESET_YIELDS_TO_END ep/receiving/peer_disconnect+ep_reset",
            "BOTH_ANSWERS_SUCCEED cr/requested/cr_accept+cr_reject",
            "ACCEPT_SPOILS_OTHER_REJECT cr-apart/requested/near_cr_accept+far_cr_reject",
            "DISCONNECT_SPOILS_OTHER_POST"
                + " ep-apart/connected/near_ep_disconnect_abrupt+far_post_send",
            "CLOSE_SPOILS_OTHER_POST ia-apart/connected/near_ia_close_abrupt+far_post_send")
        .map(
            line -> {
              String fault = line.substring(0, line.indexOf(' '));
              String only = line.substring(line.indexOf(' ') + 1);
              return DynamicTest.dynamicTest(fault, () -> finds(fault, only));
            });
  }

  private static void finds(String fault, String only) {
    FaultyMeetings.Fault kind = FaultyMeetings.Fault.valueOf(fault);
    Supplier<Ia> opener = () -> new FaultyMeetings(kind).wrap(Ia.class, Dat.openIa("loopback0"));
    PairsResult result = run(opener, "loopback0", only);
    PairResult pair = result.pairs().get(0);
    assertEquals(Verdict.FAILED, pair.verdict(), () -> "seed " + SEED + ": " + pair);
    assertTrue(pair.problem().contains("offset"), pair::problem);
  }

  private static PairsResult runInTwoJvms(
      String only, int steps, FaultyMeetings.Fault near, FaultyMeetings.Fault far) {
    Supplier<Ia> opener =
        () ->
            near == null
                ? Dat.openIa("tcp0")
                : new FaultyMeetings(near).wrap(Ia.class, Dat.openIa("tcp0"));
    String layer = far == null ? null : far.name();
    PairOptions options = new PairOptions("tcp0", steps, SEED, only, 0, Set.of(), layer, true);
    Class<? extends FarSides> sides = far == null ? DatFarSides.class : FaultyFarSides.class;
    return new DatPairs(options, opener, sides, (made, all) -> {}).run();
  }

  /** The far sides on an adapter with the fault of the second argument. */
  public static final class FaultyFarSides implements FarSides {
    private final FarSides sides;

    public FaultyFarSides(List<String> arguments) {
      FaultyMeetings.Fault fault = FaultyMeetings.Fault.valueOf(arguments.get(1));
      sides =
          new DatFarSides(
              () -> new FaultyMeetings(fault).wrap(Ia.class, Dat.openIa(arguments.get(0))));
    }

    @Override
    public Map<Class<?>, Object> sides() {
      return sides.sides();
    }

    @Override
    public void close() {
      sides.close();
    }
  }

  @TestFactory
  Stream<DynamicTest> outcomesInTwoJvmsAreThoseOfOneOrder() {
    return Stream.of(
            "cr-two-jvms/*",
            "ep-two-jvms/connected/*+peer_disconnect",
            "ep-two-jvms/receiving/wait_for*+peer_*")
        .map(only -> DynamicTest.dynamicTest(only, () -> agreesInTwoJvms(only)));
  }

  private static void agreesInTwoJvms(String only) {
    PairsResult result = runInTwoJvms(only, 1, null, null);
    assertTrue(result.agrees(), () -> "seed " + SEED + ": " + result);
    assertTrue(result.pairs().size() >= 8, () -> "pairs: " + result);
  }

  @TestFactory
  Stream<DynamicTest> faultsOfMeetingsInTwoJvmsAreFound() {
    return Stream.of(
            "near DISCONNECT_YIELDS_TO_ACCEPT"
                + " cr-two-jvms/requested/active_disconnect+cr_accept",
            "near RMR_FREE_RETURNS_EARLY rmr-two-jvms/bound/rmr_free+peer_write",
            "near END_SWALLOWS_SEND ep-two-jvms/connected/post_send+peer_disconnect",
            "near WAIT_MISSES_FIRST_EVENT ep-two-jvms/connected/wait_for_end+peer_disconnect",
            "far LMR_FREE_RETURNS_EARLY ep-two-jvms/connected/post_write+peer_lmr_free")
        .map(line -> DynamicTest.dynamicTest(line, () -> findsInTwoJvms(line.split(" "))));
  }

  private static void findsInTwoJvms(String... words) {
    FaultyMeetings.Fault fault = FaultyMeetings.Fault.valueOf(words[1]);
    boolean near = words[0].equals("near");
    PairsResult result = runInTwoJvms(words[2], STEPS, near ? fault : null, near ? null : fault);
    PairResult pair = result.pairs().get(0);
    assertEquals(Verdict.FAILED, pair.verdict(), () -> "seed " + SEED + ": " + pair);
    assertTrue(pair.problem().contains("offset"), pair::problem);
  }

  @Test
  void anAdapterThatReachesNoOtherProcessIsRefusedInTwoJvms() {
    PairOptions options = new PairOptions("loopback0", 1, SEED, null, 0, Set.of(), null, true);
    DatPairs pairs = new DatPairs(options, () -> Dat.openIa("loopback0"), (made, all) -> {});
    String problem = assertThrows(UsageException.class, pairs::run).getMessage();
    assertTrue(problem.contains("within one JVM only"), problem);
  }

  @Test
  void theAdapterIsClosedWhenThePreparationFails() {
    List<String> calls = new ArrayList<>();
    Ia faulty =
        (Ia)
            Proxy.newProxyInstance(
                Ia.class.getClassLoader(),
                new Class<?>[] {Ia.class},
                (proxy, method, arguments) -> {
                  calls.add(method.getName());
                  if (method.getName().equals("close")) {
                    return null;
                  }
                  throw new IllegalStateException("the attributes cannot be read");
                });
    assertThrows(IllegalStateException.class, () -> run(() -> faulty, "faulty0", "evd/*"));
    assertEquals(List.of("query", "close"), calls);
  }

  @Test
  void aPatternWithoutPairsIsRefused() {
    assertThrows(
        UsageException.class,
        () -> run(() -> Dat.openIa("loopback0"), "loopback0", "evd/nothing/*"));
  }
}
