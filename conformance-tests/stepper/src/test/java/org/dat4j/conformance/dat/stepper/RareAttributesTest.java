package org.dat4j.conformance.dat.stepper;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.stepper.model.DeclaredCapabilities;
import org.dat4j.conformance.dat.stepper.model.LeakCheck;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.spi.StepResult;
import org.dat4j.conformance.stepper.SequentialRun;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.forward.Call;
import org.dat4j.dat.spi.forward.InterceptingForwarding;
import org.dat4j.dat.spi.forward.Interceptor;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The stepper finds faults of long transfers, of full queues and of least or odd attributes. */
class RareAttributesTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 200_000;
  private static final long MIB = 1 << 20;

  /** A fault of posts: those with a long transfer, or on endpoints with some attributes. */
  private record Fault(String method, Predicate<EpAttr> attributes, Predicate<Call> calls) {
    Interceptor layer() {
      Map<Object, EpAttr> endpoints = new IdentityHashMap<>();
      return call -> {
        EpAttr attr = endpoints.getOrDefault(call.object(), EpAttr.DEFAULT);
        boolean hit =
            call.method().getName().equals(method) && attributes.test(attr) && calls.test(call);
        Object answer = call.proceed();
        for (Object argument : call.arguments()) {
          if (argument instanceof EpAttr made) {
            endpoints.put(answer, made);
          }
        }
        return hit ? (Object) DatReturn.INTERNAL_ERROR : answer;
      };
    }
  }

  private static boolean isLong(Call call) {
    if (call.arguments()[0] instanceof LmrIov iov) {
      return iov.count() == 1 && iov.length(0) > MIB;
    }
    return (long) call.arguments()[2] > MIB;
  }

  private static Fault longOnes(String method) {
    return new Fault(method, attr -> true, RareAttributesTest::isLong);
  }

  private static Fault with(String method, Predicate<EpAttr> attributes) {
    return new Fault(method, attributes, call -> true);
  }

  @TestFactory
  Stream<DynamicTest> rareFaultsAreFound() {
    return Map.of(
            "Sends above 1 MiB", longOnes("postSend"),
            "Receives above 1 MiB", longOnes("postRecv"),
            "RDMA Writes above 1 MiB", longOnes("postRdmaWrite"),
            "RDMA Reads above 1 MiB", longOnes("postRdmaRead"),
            "reads of depth 3", with("postRdmaRead", attr -> attr.maxRdmaReadOut() == 3),
            "a request queue of 1", with("postSend", attr -> attr.maxRequestDtos() == 1),
            "receives of one segment", with("postRecv", attr -> attr.maxRecvIov() == 1))
        .entrySet()
        .stream()
        .map(
            fault ->
                DynamicTest.dynamicTest(
                    fault.getKey(), () -> found(fault.getKey(), fault.getValue())));
  }

  private static void found(String name, Fault fault) {
    InterceptingForwarding layer = new InterceptingForwarding(fault.layer());
    StepOptions options = StepOptions.of("loopback0", CALLS, 1, SEED);
    StepResult result = run(options, () -> layer.wrap(Ia.class, Dat.openIa("loopback0")));
    assertFalse(result.agrees(), name + " was not met, seed " + SEED);
  }

  /** Makes random calls by one thread on adapters that are opened so. */
  static StepResult run(StepOptions options, Supplier<Ia> opener) {
    DeclaredCapabilities capabilities;
    try (Ia ia = opener.get()) {
      capabilities = new DeclaredCapabilities(ia.query(), Set.of());
    }
    ModelTables tables = new ModelTables(capabilities::meet);
    DatSession session =
        new DatSession(options, tables, capabilities, opener, new LeakCheck(false), () -> false);
    return new SequentialRun(options, session, () -> false, made -> {}).run();
  }
}
