package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TimeFactorTest {
  private final String before = System.getProperty(TimeFactor.PROPERTY);

  @AfterEach
  void restore() {
    if (before == null) {
      System.clearProperty(TimeFactor.PROPERTY);
    } else {
      System.setProperty(TimeFactor.PROPERTY, before);
    }
  }

  @Test
  void factorStretchesEveryWait() {
    System.setProperty(TimeFactor.PROPERTY, "2.5");
    assertEquals(25_000, TimeFactor.micros(10));
    assertEquals(25_000_000, TimeFactor.nanos(10));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "fast", "NaN", "1e9"})
  void unusableFactorIsRefused(String value) {
    System.setProperty(TimeFactor.PROPERTY, value);
    assertThrows(UsageException.class, TimeFactor::value);
  }
}
