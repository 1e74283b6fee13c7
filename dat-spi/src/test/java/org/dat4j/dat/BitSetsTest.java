package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The text of bit sets. */
class BitSetsTest {
  static Stream<Class<?>> bitSets() {
    return ContractConstant.javaClasses()
        .filter(c -> !c.isEnum())
        .filter(c -> c != DatReturn.class && c != DatSubtype.class && c != DatConstants.class);
  }

  @Test
  void thereAreEighteenBitSets() {
    assertEquals(18, bitSets().count());
  }

  @ParameterizedTest
  @MethodSource("bitSets")
  void singleBitPrintsAsItsName(Class<?> type) throws Exception {
    for (Field field : ContractConstant.javaConstants(type)) {
      long bits = ContractConstant.number(field);
      boolean printsOtherwise = type == PzField.class && field.getName().equals("ALL");
      if (Long.bitCount(bits) == 1 && !printsOtherwise) {
        assertEquals(field.getName(), print(type, field.get(null)));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("bitSets")
  void undefinedBitPrintsAsNumber(Class<?> type) throws Exception {
    boolean wide = hasLongBits(type);
    Object highest = wide ? (Object) Long.MIN_VALUE : (Object) Integer.MIN_VALUE;

    assertEquals(wide ? "0x8000000000000000" : "0x80000000", print(type, highest));
  }

  @Test
  void emptySetPrintsItsNameOrZero() {
    assertEquals("DEFAULT", CompletionFlags.toString(0));
    assertEquals("BEST_EFFORT", Qos.toString(0));
    assertEquals("DEFAULT", ConnectFlags.toString(0));
    assertEquals("NONE", MemPriv.toString(0));
    assertEquals("NONE", IaField.toString(0));
    assertEquals("NONE", ProviderField.toString(0));
    assertEquals("0", EvdFlags.toString(0));
    assertEquals("0", EvdState.toString(0));
    assertEquals("0", EpField.toString(0));
  }

  @Test
  void severalBitsPrintJoined() {
    assertEquals("SUPPRESS|BARRIER_FENCE", CompletionFlags.toString(0x9));
    assertEquals("LOCAL_READ|REMOTE_READ", MemPriv.toString(MemPriv.READ));
    assertEquals("LOCAL_WRITE|REMOTE_WRITE", MemPriv.toString(MemPriv.WRITE));
    assertEquals("DTO|RMR_BIND", EvdFlags.toString(0xa0));
    assertEquals("PZ_HANDLE|EP_ATTR_QOS", EpField.toString(0x8040));
    assertEquals("LOCAL_WRITE|0x4", MemPriv.toString(0x14));
  }

  @Test
  void fullSetPrintsAsAll() {
    assertEquals("ALL", MemPriv.toString(0x33));
    assertEquals("ALL|RO_DISABLE", MemPriv.toString(0x133));
    assertEquals("ALL", IaField.toString(0x7ffffffffL));
    assertEquals("ALL", EpField.toString(0x7ffff7ffL));
    assertEquals("EP_ATTR_ALL", EpField.toString(0x7ffff000L));
    assertEquals("EP_ATTR_ALL|PZ_HANDLE", EpField.toString(0x7ffff040L));
    assertEquals("ALL|0x800", EpField.toString(0x7fffffffL));
    assertEquals("IA_HANDLE", PzField.toString(0x1));
    assertEquals("DEFAULT", EvdFlags.toString(0x1f0));
    assertEquals("DEFAULT|SOFTWARE", EvdFlags.toString(0x1f1));
  }

  @Test
  void evdStatePrintsItsThreeParts() {
    assertEquals("ENABLED|WAITABLE|CONFIG_NOTIFY", EvdState.toString(0x15));
    assertEquals("DISABLED|UNWAITABLE|CONFIG_SOLICITED", EvdState.toString(0x2a));
    assertEquals("ENABLED|UNWAITABLE|CONFIG_THRESHOLD", EvdState.toString(0x39));
  }

  private static String print(Class<?> type, Object bits) throws ReflectiveOperationException {
    Class<?> primitive = bits instanceof Long ? long.class : int.class;
    Method toString = type.getMethod("toString", primitive);
    return (String) toString.invoke(null, bits);
  }

  private static boolean hasLongBits(Class<?> type) {
    return ContractConstant.javaConstants(type).get(0).getType() == long.class;
  }
}
