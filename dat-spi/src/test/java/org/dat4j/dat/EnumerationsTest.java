package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Look-up of enumeration constants by number. */
class EnumerationsTest {
  private static final int RUNS = 10;

  static Stream<Class<?>> enumerations() {
    return ContractConstant.javaClasses().filter(Class::isEnum);
  }

  @Test
  void thereAreNineteenEnumerations() {
    assertEquals(19, enumerations().count());
  }

  @ParameterizedTest
  @MethodSource("enumerations")
  void numberLeadsBackToItsConstant(Class<?> type) throws Exception {
    Method of = type.getMethod("of", int.class);
    Method value = type.getMethod("value");

    for (Object constant : type.getEnumConstants()) {
      assertSame(constant, of.invoke(null, value.invoke(constant)));
    }
  }

  @ParameterizedTest
  @MethodSource("enumerations")
  void undefinedNumberIsRefusedByTypeAndNumber(Class<?> type) throws Exception {
    Method of = type.getMethod("of", int.class);
    String cType =
        ContractConstant.all().stream()
            .filter(c -> !c.type().equals(ContractConstant.BOOLEAN) && c.javaClass() == type)
            .map(ContractConstant::type)
            .findFirst()
            .orElseThrow();
    Set<Long> defined =
        ContractConstant.ofType(cType).stream()
            .map(ContractConstant::number)
            .collect(Collectors.toSet());

    int[] candidates = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 1, 2, 3, 4, 11, 12, 13, 0x4009};
    for (int number : candidates) {
      if (!defined.contains((long) number)) {
        InvocationTargetException thrown =
            assertThrows(InvocationTargetException.class, () -> of.invoke(null, number));
        Throwable refusal = thrown.getCause();
        assertInstanceOf(IllegalArgumentException.class, refusal);
        assertTrue(refusal.getMessage().contains(cType), refusal.getMessage());
        assertTrue(refusal.getMessage().contains(" " + number + " "), refusal.getMessage());
      }
    }
  }

  @Test
  void lookUpAllocatesNothing() {
    assumeTrue(
        ManagementFactory.getThreadMXBean() instanceof ThreadMXBean meter
            && meter.isThreadAllocatedMemorySupported()
            && meter.isThreadAllocatedMemoryEnabled(),
        "this JVM does not count allocation");
    ThreadMXBean meter = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    int rounds = 10_000;
    lookUp(rounds);
    meter.getThreadAllocatedBytes(Thread.currentThread().getId());

    // What the JVM does once in a while is not in every run; what a look-up allocates is.
    long least = Long.MAX_VALUE;
    for (int i = 0; i < RUNS && least >= rounds; i++) {
      long before = meter.getThreadAllocatedBytes(Thread.currentThread().getId());
      int sum = lookUp(rounds);
      long after = meter.getThreadAllocatedBytes(Thread.currentThread().getId());
      assertEquals(rounds * (0x4005 + 11 + 9), sum);
      least = Math.min(least, after - before);
    }
    // The meter itself may cost a little; one object per look-up would be at least 16 bytes each.
    assertTrue(least < rounds, least + " bytes for " + rounds + " rounds");
  }

  private static int lookUp(int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; i++) {
      sum += EventNumber.of(0x4005).value() + DtoStatus.of(11).value() + EpState.of(9).value();
    }
    return sum;
  }
}
