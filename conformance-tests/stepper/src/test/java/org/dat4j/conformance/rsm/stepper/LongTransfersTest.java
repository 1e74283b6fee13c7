package org.dat4j.conformance.rsm.stepper;

import static org.junit.jupiter.api.Assertions.assertFalse;

import java.lang.reflect.Proxy;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Stream;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.spi.StepOptions;
import org.dat4j.conformance.stepper.SequentialRun;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.forward.Call;
import org.dat4j.rsm.spi.forward.InterceptingForwarding;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;

/** The stepper finds transfers above 64 KiB that move nothing, in one barrier mode only. */
@Tag("long")
class LongTransfersTest {
  private static final long SEED = Long.getLong("test.seed", System.nanoTime() >>> 4);
  private static final long CALLS = 200_000;
  private static final int LONG = 64 << 10;

  @TestFactory
  Stream<DynamicTest> longTransfersThatMoveNothingAreFound() {
    return Map.<String, BiPredicate<String, BarrierMode>>of(
            "puts in explicit mode", (m, mode) -> put(m) && mode == BarrierMode.EXPLICIT,
            "puts in implicit mode", (m, mode) -> put(m) && mode == BarrierMode.IMPLICIT,
            "gets in implicit mode", (m, mode) -> get(m) && mode == BarrierMode.IMPLICIT)
        .entrySet()
        .stream()
        .map(fault -> DynamicTest.dynamicTest(fault.getKey(), () -> found(fault.getValue())));
  }

  private static boolean put(String method) {
    return method.startsWith("put") && !method.equals("putv");
  }

  private static boolean get(String method) {
    return method.equals("get") || method.matches("get[0-9]+");
  }

  private static void found(BiPredicate<String, BarrierMode> when) {
    Map<Object, BarrierMode> modes = new IdentityHashMap<>();
    InterceptingForwarding layer =
        new InterceptingForwarding(
            call -> {
              BarrierMode mode = modes.getOrDefault(call.object(), BarrierMode.IMPLICIT);
              boolean moves = !when.test(call.method().getName(), mode) || bytes(call) <= LONG;
              Object answer = moves ? call.proceed() : (Object) RsmReturn.SUCCESS;
              if (call.method().getName().equals("setMode")) {
                modes.put(call.object(), (BarrierMode) call.arguments()[0]);
              }
              return answer;
            });
    RsmSource source = settings -> behind(layer, RsmSource.PLAIN.registry(settings));
    StepOptions options = StepOptions.of("loopback", CALLS, 1, SEED);
    RsmSession session = new RsmSession(options, new RsmModelTables(Set.of()), source, () -> false);
    assertFalse(
        new SequentialRun(options, session, () -> false, made -> {}).run().agrees(),
        "seed " + SEED);
  }

  private static long bytes(Call call) {
    String width = call.method().getName().replaceAll("[a-z]", "");
    int count = (int) call.arguments()[3];
    return width.isEmpty() ? count : count * Long.parseLong(width) / 8;
  }

  private static RsmRegistryUnderTest behind(
      InterceptingForwarding layer, RsmRegistryUnderTest inner) {
    return (RsmRegistryUnderTest)
        Proxy.newProxyInstance(
            RsmRegistryUnderTest.class.getClassLoader(),
            new Class<?>[] {RsmRegistryUnderTest.class},
            (proxy, method, arguments) -> {
              if (!method.getName().equals("getController")) {
                return method.invoke(inner, arguments);
              }
              RsmController controller = inner.getController((String) arguments[0]);
              return layer.wrap(RsmController.class, controller);
            });
  }
}
