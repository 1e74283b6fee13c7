package org.dat4j.dat.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that may have been meant. */
class SuggestionsTest {
  private static final List<String> NAMES = List.of("tcp0", "loopback0", "ofa-v2-ib0");

  @ParameterizedTest
  @CsvSource({
    "loopback, loopback0",
    "lopback0, loopback0",
    "LOOPBACK0, loopback0",
    "loopback1, loopback0",
    "olopback0, loopback0",
    "tcp, tcp0",
    "tpc0, tcp0",
    "tcp1, tcp0",
    "ofa-v-ib1, ofa-v2-ib0",
    "xyz, ''",
    "'', ''",
  })
  void aNameWithinAFewEditsIsFound(String asked, String expected) {
    assertEquals(expected, String.join(" ", Suggestions.of(asked, NAMES)));
  }

  @Test
  void theNearestComeFirstAndNoMoreThanThree() {
    assertEquals(
        List.of("app0", "app1", "app2"),
        Suggestions.of("app0", List.of("app1", "app2", "app0", "app3")));
  }
}
