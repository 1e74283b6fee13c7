package org.dat4j.benchmarks.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

class OperatingPointTest {

  @Test
  void pointIsReadAsItWasWritten() {
    OperatingPoint point = new OperatingPoint(OperatingPoint.Kind.OPENLOOP, 64, 8, 1, 1000);
    assertEquals(point, OperatingPoint.parse(point.toString()));
  }

  @Test
  void wrongPointsAreRefused() {
    for (String text : new String[] {"", "pingpong:64", "pingpong:4:1:1:0", "openloop:64:1:1:0"}) {
      assertThrows(IllegalArgumentException.class, () -> OperatingPoint.parse(text), text);
    }
  }

  @Test
  void sampleIsReadAsItWasWritten() {
    Sample sample = new Sample(3, 4, 5, 6, Map.of(50.0, 1.5));
    assertEquals(sample, Sample.parse(sample.line()));
    assertThrows(IllegalArgumentException.class, () -> Sample.parse("count=1"));
  }

  @Test
  void textNamesSizeAndWindow() {
    assertEquals("1 MiB send, window 16", OperatingPoint.stream(1 << 20, 16).text());
    assertTrue(OperatingPoint.pingPong(64, 100).text().contains("100 connections"));
  }
}
