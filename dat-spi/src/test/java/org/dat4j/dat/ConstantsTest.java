package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Field;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java constants against the table of the contract, in both directions. */
class ConstantsTest {
  /** Masks for parts of a value: the contract gives their numbers and no names. */
  private static final Set<String> NAMELESS_IN_C =
      Set.of("EvdState.ENABLE_MASK", "EvdState.WAIT_MASK", "EvdState.CONFIG_MASK");

  static Stream<ContractConstant> constants() {
    return ContractConstant.all().stream().filter(c -> !c.type().equals(ContractConstant.BOOLEAN));
  }

  static Stream<Class<?>> classes() {
    return ContractConstant.javaClasses();
  }

  @Test
  void everyConstantOfTheContractIsInTheTable() {
    assertEquals(
        425, ContractConstant.all().stream().map(ContractConstant::name).distinct().count());
    assertEquals(425, ContractConstant.all().size());
    assertEquals(
        List.of("DAT_FALSE 0", "DAT_TRUE 1"),
        ContractConstant.ofType(ContractConstant.BOOLEAN).stream()
            .map(c -> c.name() + " " + c.number())
            .toList());
  }

  @ParameterizedTest
  @MethodSource("constants")
  void cConstantHasItsNumberInJava(ContractConstant constant) throws Exception {
    Field home = constant.javaClass().getField(constant.javaName());

    long expected = constant.number();
    if (home.getType() == int.class) {
      assertTrue(expected >= Integer.MIN_VALUE && expected <= 0xFFFFFFFFL, "fits an int");
      expected = (int) expected;
    }
    assertEquals(expected, ContractConstant.number(home));
  }

  @ParameterizedTest
  @MethodSource("classes")
  void javaConstantsAreThoseOfTheContract(Class<?> type) {
    Set<String> expected =
        constants()
            .filter(c -> c.javaClass() == type)
            .map(c -> type.getSimpleName() + "." + c.javaName())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> actual =
        ContractConstant.javaConstants(type).stream()
            .map(f -> type.getSimpleName() + "." + f.getName())
            .filter(n -> !NAMELESS_IN_C.contains(n))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(expected, actual);
  }

  @Test
  void twoCNamesShareAJavaConstantOnlyForTheIaAttributes() {
    List<String> shared =
        constants()
            .collect(Collectors.groupingBy(c -> c.javaClass().getSimpleName() + "." + c.javaName()))
            .values()
            .stream()
            .filter(names -> names.size() > 1)
            .map(Object::toString)
            .toList();

    assertEquals(List.of("[DAT_IA_ALL, DAT_IA_FIELD_ALL]"), shared);
  }

  @Test
  void masksOf64BitsAreLongs() {
    for (Class<?> type : List.of(IaField.class, ProviderField.class, EpField.class)) {
      for (Field field : ContractConstant.javaConstants(type)) {
        assertEquals(long.class, field.getType(), field.toString());
      }
    }
    assertEquals(0xFFFFFFFFL, DatConstants.TIMEOUT_INFINITE);
  }

  @Test
  void evdStateHasThreeParts() {
    assertEquals(0x03, EvdState.ENABLE_MASK);
    assertEquals(0x0C, EvdState.WAIT_MASK);
    assertEquals(0x30, EvdState.CONFIG_MASK);
  }
}
