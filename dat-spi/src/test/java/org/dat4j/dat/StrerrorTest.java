package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The clauses of {@code dat_strerror}. */
class StrerrorTest {
  private static final int ERROR = 0x80000000;

  static Stream<ContractConstant> types() {
    return ContractConstant.ofType("DAT_RETURN_TYPE").stream();
  }

  static Stream<ContractConstant> subtypes() {
    return ContractConstant.ofType("DAT_RETURN_SUBTYPE").stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void everyTypeHasAMajorMessageAndNoMinorOne(ContractConstant type) {
    DatMessage message = Strerror.of(ERROR | (int) type.number());

    assertFalse(message.major().isBlank());
    assertEquals("", message.minor());
  }

  @ParameterizedTest
  @MethodSource("subtypes")
  void everySubtypeHasAMinorMessage(ContractConstant subtype) {
    DatMessage message = Strerror.of(ERROR | 0x00070000 | (int) subtype.number());

    assertEquals(subtype.number() == 0, message.minor().isBlank());
    assertEquals(Strerror.of(ERROR | 0x00070000).major(), message.major());
  }

  @Test
  void successHasAMessage() {
    assertFalse(Strerror.of(0).major().isBlank());
  }

  @Test
  void bareTypeAndWarningHaveTheTextOfTheError() {
    types()
        .map(c -> (int) c.number())
        .forEach(
            type -> {
              assertEquals(Strerror.of(ERROR | type), Strerror.of(type));
              assertEquals(Strerror.of(ERROR | type), Strerror.of(0x40000000 | type));
            });
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80150000, 0x80160000, 0x8FFE0000, 0xBFFF0000, 0x90000000, 0x80150032})
  void undefinedTypeIsRefused(int code) {
    assertRefused(code, "bits 29-16");
  }

  @ParameterizedTest
  @ValueSource(ints = {0x80070067, 0x80070068, 0x8007FFFF, 103})
  void undefinedSubtypeIsRefused(int code) {
    assertRefused(code, "bits 15-0");
  }

  private static void assertRefused(int code, String part) {
    DatException refusal = assertThrows(DatException.class, () -> Strerror.of(code));

    assertEquals(DatReturn.INVALID_PARAMETER, refusal.type());
    assertEquals("code", refusal.argument());
    assertEquals(String.format(Locale.ROOT, "0x%08X", code), refusal.value());
    assertTrue(refusal.remedy().contains(part), refusal.remedy());
  }

  @Test
  void differentTypesHaveDifferentMajorMessages() {
    Map<String, Long> owners = new HashMap<>();
    types()
        .forEach(
            type -> {
              Long owner = owners.putIfAbsent(major(type), type.number());
              assertTrue(owner == null || owner == type.number(), type.name());
            });
    assertEquals(22, owners.size());
  }

  @Test
  void differentSubtypesHaveDifferentMinorMessages() {
    Set<String> texts = new HashSet<>();
    subtypes()
        .forEach(
            c ->
                assertTrue(
                    texts.add(Strerror.of(0x00010000 | (int) c.number()).minor()), c.name()));
    assertEquals(103, texts.size());
  }

  @Test
  void concurrentCallsReturnTheSameStrings() throws Exception {
    int threads = 4;
    CyclicBarrier start = new CyclicBarrier(threads);
    Callable<List<DatMessage>> all =
        () -> {
          start.await(30, TimeUnit.SECONDS);
          return Stream.concat(types(), subtypes())
              .map(c -> Strerror.of((int) c.number()))
              .toList();
        };
    List<DatMessage> expected =
        Stream.concat(types(), subtypes()).map(c -> Strerror.of((int) c.number())).toList();
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<List<DatMessage>>> results =
          pool.invokeAll(List.of(all, all, all, all), 30, TimeUnit.SECONDS);
      for (Future<List<DatMessage>> result : results) {
        assertEquals(expected, result.get(30, TimeUnit.SECONDS));
      }
    } finally {
      pool.shutdownNow();
    }
  }

  private static String major(ContractConstant type) {
    return Strerror.of(ERROR | (int) type.number()).major();
  }
}
