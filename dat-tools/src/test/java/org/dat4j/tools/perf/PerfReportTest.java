package org.dat4j.tools.perf;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.perf.BlockSampling.Block;
import org.dat4j.tools.perf.BlockSampling.Outcome;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.junit.jupiter.api.Test;

/** The numbers of a result, computed by hand. */
class PerfReportTest {

  private static final int COUNT = 10;

  private static LatencyRecorder latencies(long nanos) {
    LatencyRecorder latencies = new LatencyRecorder();
    for (int i = 0; i < COUNT; i++) {
      latencies.record(nanos);
    }
    return latencies;
  }

  /** Blocks of ten operations that take {@code nanos} each, their baseline {@code limitNanos}. */
  private static Map<String, Object> result(
      MeasurementSpec spec, long nanos, long limitNanos, long allocated, int dropped) {
    boolean latency = !spec.stream();
    boolean limited = spec.baseline() != Baseline.NONE;
    Measurement.Content content =
        new Measurement.Content(
            COUNT,
            COUNT,
            COUNT * nanos,
            allocated,
            latency ? latencies(nanos) : new LatencyRecorder(),
            latency && limited ? latencies(limitNanos) : new LatencyRecorder());
    Block<Measurement.Content> block =
        new Block<>(limited ? limitNanos : Double.NaN, nanos, content);
    Outcome<Measurement.Content> outcome =
        new Outcome<>(Collections.nCopies(3, block), dropped, dropped == 0);
    return PerfReport.map("x0", new Measurement(spec, outcome), null, "");
  }

  @Test
  void latencyOfASendIsHalfARoundTrip() {
    Map<String, Object> result =
        result(new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.FLAG), 2000, 500, 0, 0);
    assertEquals(Map.of("p50", 1.0, "p99", 1.0, "p999", 1.0), result.get("latency_us"));
    Map<?, ?> baseline = (Map<?, ?>) result.get("limit");
    assertEquals(0.25, baseline.get("p50"));
    assertEquals(0.25, baseline.get("p99"));
    assertEquals(4.0, result.get("ratio_to_limit"));
    // Two messages in 2 us.
    assertEquals(1_000_000.0, result.get("messages_per_s"));
    assertEquals(0.064, result.get("bandwidth_GBps"));
    assertEquals(0.0, result.get("allocated_B_per_op"));
    assertEquals(30L, result.get("ops_verified"));
  }

  @Test
  void latencyOfAWriteIsAllOfIt() {
    Map<String, Object> result =
        result(
            new MeasurementSpec(Operation.WRITE, 1000, 1, true, Baseline.COPY), 2000, 500, 150, 0);
    assertEquals(2.0, ((Map<?, ?>) result.get("latency_us")).get("p50"));
    assertEquals(500_000.0, result.get("messages_per_s"));
    assertEquals(0.5, result.get("bandwidth_GBps"));
    assertEquals(15.0, result.get("allocated_B_per_op"));
  }

  @Test
  void aStreamHasBandwidthInsteadOfLatency() {
    Map<String, Object> result =
        result(
            new MeasurementSpec(Operation.SEND, 1000, 16, true, Baseline.NIO_STREAM),
            2000,
            500,
            0,
            0);
    assertNull(((Map<?, ?>) result.get("latency_us")).get("p50"));
    assertNull(((Map<?, ?>) result.get("limit")).get("p50"));
    assertEquals(2.0, ((Map<?, ?>) result.get("limit")).get("GBps"));
    assertEquals(0.5, result.get("bandwidth_GBps"));
    assertEquals(4.0, result.get("ratio_to_limit"));
  }

  @Test
  void withoutALimitThereIsNoRatioAndItSaysSo() {
    Map<String, Object> result =
        result(new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.NONE), 2000, 0, -1, 0);
    assertEquals(1.0, ((Map<?, ?>) result.get("latency_us")).get("p50"));
    Map<?, ?> baseline = (Map<?, ?>) result.get("limit");
    assertNull(baseline.get("p50"));
    assertTrue(baseline.get("what").toString().startsWith("none: "), baseline::toString);
    assertNull(result.get("ratio_to_limit"));
    // The JVM cannot tell.
    assertNull(result.get("allocated_B_per_op"));
  }

  @Test
  void moreDroppedThanKeptGivesNoResult() {
    Map<String, Object> result =
        result(new MeasurementSpec(Operation.SEND, 64, 1, true, Baseline.FLAG), 2000, 500, 0, 4);
    assertNull(((Map<?, ?>) result.get("latency_us")).get("p50"));
    assertNull(result.get("ratio_to_limit"));
    assertNull(result.get("bandwidth_GBps"));
    assertNull(result.get("messages_per_s"));
    assertEquals(0.25, ((Map<?, ?>) result.get("limit")).get("p50"));
  }

  @Test
  void theTableShowsADashForUnknownValues() {
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    PerfReport.table(
        List.of(
            result(
                new MeasurementSpec(Operation.SEND, 1000, 16, true, Baseline.NIO_STREAM),
                2000,
                500,
                0,
                0)),
        out);
    out.flush();
    List<String> lines = text.toString().lines().toList();
    assertTrue(
        lines.get(1).matches("send +1000 +16 +poll +- +- +- +- +- +4 +0\\.5 +2 +500000 +0 +30"),
        lines.get(1));
    assertEquals("baseline: bare NIO over TCP, gathering writes", lines.get(2));
  }
}
