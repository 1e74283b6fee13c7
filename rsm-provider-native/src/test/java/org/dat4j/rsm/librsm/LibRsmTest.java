package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dat4j.rsm.ManPage;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the JNA binding of librsm, which call the C double of the library. */
class LibRsmTest {
  private static final int FUNCTIONS = 42;

  @BeforeAll
  static void loadDouble() {
    CDouble.load();
  }

  static Stream<Method> functions() {
    return Arrays.stream(LibRsm.class.getDeclaredMethods())
        .filter(m -> Modifier.isNative(m.getModifiers()))
        .sorted(Comparator.comparing(Method::getName));
  }

  /** Every code that the contract's table has. */
  private static IntStream codes() {
    return IntStream.concat(IntStream.rangeClosed(0, 45), IntStream.rangeClosed(100, 134));
  }

  @Test
  void everyFunctionOfTheContractIsMapped() {
    assertEquals(FUNCTIONS, functions().count());
    Stream<Class<?>> homes =
        Stream.of(
            org.dat4j.rsm.Rsm.class,
            org.dat4j.rsm.RsmController.class,
            org.dat4j.rsm.RsmSegment.class,
            org.dat4j.rsm.ExportSegment.class,
            org.dat4j.rsm.ImportSegment.class,
            org.dat4j.rsm.RsmBarrier.class);
    assertEquals(
        functions().map(Method::getName).toList(),
        homes
            .flatMap(c -> Arrays.stream(c.getDeclaredMethods()))
            .filter(m -> m.isAnnotationPresent(ManPage.class))
            .map(m -> m.getAnnotation(ManPage.class).value())
            .sorted()
            .toList());
  }

  @ParameterizedTest
  @MethodSource("functions")
  void argumentsArriveInTheirPlaces(Method function) throws Exception {
    DoubleControl.double_reset(0);
    // A watcher of signals that is about to end may be making calls of its own.
    DoubleControl.double_watch(function.getName());
    Class<?>[] types = function.getParameterTypes();
    Object[] arguments = new Object[types.length];
    for (int i = 0; i < types.length; i++) {
      arguments[i] =
          types[i] == int.class
              ? (Object) (0x8765_4300 + i)
              : (Object) (0x8877_6655_4433_2200L + i);
    }

    function.invoke(null, arguments);

    assertEquals(function.getName(), DoubleControl.name());
    assertEquals(1, DoubleControl.calls());
    assertEquals(types.length, DoubleControl.argumentCount());
    for (int i = 0; i < types.length; i++) {
      boolean isInt = types[i] == int.class;
      assertEquals(isInt ? 4 : 8, DoubleControl.argumentSize(i), "bytes of argument " + i);
      long expected = isInt ? Integer.toUnsignedLong((int) arguments[i]) : (long) arguments[i];
      assertEquals(
          Long.toHexString(expected), Long.toHexString(DoubleControl.argument(i)), "argument " + i);
    }
  }

  @ParameterizedTest
  @MethodSource("functions")
  void everyCodeComesBack(Method function) throws Exception {
    DoubleControl.double_reset(0);
    Object[] arguments =
        Arrays.stream(function.getParameterTypes())
            .map(t -> t == int.class ? (Object) 0 : (Object) 0L)
            .toArray();
    for (int code : codes().toArray()) {
      DoubleControl.double_result(code);
      Object answer = function.invoke(null, arguments);
      if (function.getReturnType() == int.class) {
        assertEquals(code, answer);
      }
    }
    assertTrue(codes().allMatch(c -> RsmReturn.name(c).startsWith("RSM")));
  }
}
