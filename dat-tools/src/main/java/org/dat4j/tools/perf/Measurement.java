package org.dat4j.tools.perf;

import java.util.List;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;

/**
 * The result of one measurement of {@code perf}: its parameters and the numbers of its blocks.
 * Times are nanoseconds per round trip or, in a stream, per operation.
 *
 * @param spec the measurement
 * @param outcome the blocks
 */
record Measurement(MeasurementSpec spec, BlockSampling.Outcome<Measurement.Content> outcome) {

  /**
   * The numbers of one block.
   *
   * @param count operations
   * @param verified operations with checked data
   * @param nanos time of all operations
   * @param allocated bytes that all threads of both sides allocated meanwhile, -1 if unknown
   * @param latencies time of each operation; empty in a stream
   * @param baselineLatencies time of each round trip of the baseline; empty in a stream and without
   *     baseline
   */
  record Content(
      long count,
      long verified,
      long nanos,
      long allocated,
      LatencyRecorder latencies,
      LatencyRecorder baselineLatencies) {}

  private List<Content> contents() {
    return outcome.kept().stream().map(BlockSampling.Block::content).toList();
  }

  long count() {
    return contents().stream().mapToLong(Content::count).sum();
  }

  long verified() {
    return contents().stream().mapToLong(Content::verified).sum();
  }

  /** Sums the allocated bytes of all blocks that count; -1 if the JVM does not count them. */
  long allocated() {
    List<Content> contents = contents();
    if (contents.stream().anyMatch(c -> c.allocated() < 0)) {
      return -1;
    }
    return contents.stream().mapToLong(Content::allocated).sum();
  }

  /** Merges the operation's latencies. */
  LatencyRecorder latencies() {
    LatencyRecorder all = new LatencyRecorder();
    contents().forEach(c -> all.add(c.latencies()));
    return all;
  }

  /** Merges the baseline's latencies. */
  LatencyRecorder baselineLatencies() {
    LatencyRecorder all = new LatencyRecorder();
    contents().forEach(c -> all.add(c.baselineLatencies()));
    return all;
  }

  /** Computes messages per second; a ping-pong has two per round trip. */
  double messagesPerSecond() {
    double nanos = contents().stream().mapToLong(Content::nanos).sum();
    double messages = (double) count() * (spec.stream() ? 1 : spec.divisor());
    return messages / nanos * 1e9;
  }

  /** Computes the payload in 10^9 bytes per second. */
  double bandwidth() {
    return messagesPerSecond() * spec.size() / 1e9;
  }

  /** Computes the payload of the baseline's stream in 10^9 bytes per second; NaN without one. */
  double baselineBandwidth() {
    return spec.stream() ? spec.size() / outcome.baselineCost() : Double.NaN;
  }
}
