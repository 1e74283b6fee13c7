package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.dat4j.benchmarks.program.OperatingPoint;
import org.dat4j.benchmarks.program.Sample;
import org.junit.jupiter.api.Test;

class UcxPeerTest {

  @Test
  void latencyLineIsReadAsRoundTrips() {
    String output =
        """
        iterations,50.0_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr
        1000,3.500,4.000,5.000,15.26,12.21,250000,200000
        """;
    Sample sample = UcxPeer.parse(output, OperatingPoint.pingPong(64, 1)).orElseThrow();
    assertEquals(Map.of(50.0, 7000.0), sample.percentiles());
    assertEquals(1000, sample.count());
  }

  @Test
  void rateLineHasTimeAndNoPercentile() {
    String output =
        """
        [vm:1] UCX WARN something else
        iterations,50.0_percentile_lat,avg_lat,overall_lat,avg_bw,overall_bw,avg_mr,overall_mr
        4000,0.100,0.200,0.500,161.75,152.00,2650087,2000000
        """;
    Sample sample = UcxPeer.parse(output, OperatingPoint.stream(64, 256)).orElseThrow();
    assertEquals(4000, sample.count());
    assertEquals(2_000_000, sample.nanos(), 1);
    assertTrue(sample.percentiles().isEmpty());
  }

  @Test
  void outputWithoutFiguresHasNoSample() {
    String output = "[vm:1] perftest.c:1 UCX ERROR socket connect failed: Connection refused\n";
    assertTrue(UcxPeer.parse(output, OperatingPoint.pingPong(64, 1)).isEmpty());
  }
}
