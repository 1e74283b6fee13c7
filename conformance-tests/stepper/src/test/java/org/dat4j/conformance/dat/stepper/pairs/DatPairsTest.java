package org.dat4j.conformance.dat.stepper.pairs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dat4j.conformance.kernel.UsageException;
import org.dat4j.conformance.spi.PairOptions;
import org.dat4j.conformance.spi.PairResult;
import org.dat4j.conformance.spi.PairResult.Verdict;
import org.dat4j.conformance.spi.PairsResult;
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
    PairOptions options = new PairOptions(ia, steps, SEED, only, 0, Set.of(), null);
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
            "loopback0 rmr/bound/peer_write+*")
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
            "FREE_EMPTIES_OTHER_ADAPTERS evd-apart/one-event/near_evd_free+far_evd_dequeue")
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
