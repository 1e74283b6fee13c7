package org.dat4j.conformance.catalogue;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CapabilityGateTest {
  private static final Capabilities SOME =
      Capabilities.of(Map.of("srq", 1L, "rmrs", 0L, "types", 3L, "completion", "remote"));

  @ParameterizedTest
  @CsvSource({
    "'',true",
    "srq,true",
    "not srq,false",
    "rmrs,false",
    "not rmrs,true",
    "rmrs>0,false",
    "types>=3,true",
    "types<3,false",
    "types<=0x3,true",
    "types!=4,true",
    "types has 2,true",
    "types has 0x4,false",
    "completion=remote,true",
    "completion=local,false",
    "completion!=local,true",
    "srq and types has 1,true",
    "srq and rmrs>0,false",
  })
  void gateOpensAsWritten(String expression, boolean open) {
    assertEquals(open, CapabilityGate.parse(expression).unmet(SOME).isEmpty());
  }

  @Test
  void closedGateNamesTermAndValue() {
    assertEquals(
        Optional.of("needs rmrs>0, rmrs is 0"), CapabilityGate.parse("srq and rmrs>0").unmet(SOME));
  }

  @ParameterizedTest
  @ValueSource(strings = {"Srq", "srq >0", "not srq>0", "srq or rmrs", "srq<high", "srq has x"})
  void malformedExpressionIsRefused(String expression) {
    assertThrows(IllegalArgumentException.class, () -> CapabilityGate.parse(expression));
  }

  @Test
  void unknownAttributeIsAnErrorNotAClosedGate() {
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class, () -> CapabilityGate.parse("cnos").unmet(SOME));
    assertTrue(e.getMessage().contains("'cnos'"), e.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "'',''",
    "srq,''",
    "not srq,''",
    "types=0,''",
    "types<2,''",
    "rmrs,rmrs",
    "rmrs>0,rmrs",
    "types has 8,types has 8",
    "types>=4,types>=4",
    "srq and rmrs,rmrs",
    "completion=local,completion=local",
  })
  void absentNamesTheCapabilityThatCloses(String needs, String name) {
    assertEquals(name, CapabilityGate.parse(needs).absent(SOME).orElse(""));
  }
}
