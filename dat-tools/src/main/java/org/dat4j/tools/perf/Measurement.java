package org.dat4j.tools.perf;

import java.util.List;

/**
 * What was measured of one spec. Times are in nanoseconds per trip or, in a stream, per operation.
 *
 * @param spec what was measured
 * @param outcome the blocks
 */
record Measurement(Spec spec, BlockScheme.Outcome<Measurement.Content> outcome) {

  /**
   * What is kept about a block.
   *
   * @param count operations
   * @param verified operations whose data was checked
   * @param nanos time of all operations
   * @param allocated octets all threads of both sides allocated meanwhile, -1 if unknown
   * @param trips each operation's time; empty in a stream
   * @param limitTrips each trip's time of the limit; empty in a stream and without limit
   * @param companionNanos median of the companion's trips, NaN without one
   */
  record Content(
      long count,
      long verified,
      long nanos,
      long allocated,
      Trips trips,
      Trips limitTrips,
      double companionNanos) {}

  private List<Content> contents() {
    return outcome.kept().stream().map(BlockScheme.Block::content).toList();
  }

  long count() {
    return contents().stream().mapToLong(Content::count).sum();
  }

  long verified() {
    return contents().stream().mapToLong(Content::verified).sum();
  }

  /** Octets allocated in all blocks that count, -1 if the JVM cannot tell. */
  long allocated() {
    List<Content> contents = contents();
    if (contents.stream().anyMatch(c -> c.allocated() < 0)) {
      return -1;
    }
    return contents.stream().mapToLong(Content::allocated).sum();
  }

  /** All trips of the operation. */
  Trips trips() {
    Trips all = new Trips();
    contents().forEach(c -> all.add(c.trips()));
    return all;
  }

  /** Median over the blocks of what the operation took by what the companion took; NaN without. */
  double companionRatio() {
    return BlockScheme.median(
        contents().stream().mapToDouble(c -> c.trips().nanos(50) / c.companionNanos()).toArray());
  }

  /** All trips of the limit. */
  Trips limitTrips() {
    Trips all = new Trips();
    contents().forEach(c -> all.add(c.limitTrips()));
    return all;
  }

  /** Operations per second: messages, of which a ping-pong has two per trip. */
  double messagesPerSecond() {
    double nanos = contents().stream().mapToLong(Content::nanos).sum();
    double messages = (double) count() * (spec.stream() ? 1 : spec.divisor());
    return messages / nanos * 1e9;
  }

  /** Payload in 10^9 octets per second. */
  double bandwidth() {
    return messagesPerSecond() * spec.size() / 1e9;
  }

  /** Payload of the limit's stream in 10^9 octets per second; NaN without one. */
  double limitBandwidth() {
    return spec.stream() ? spec.size() / outcome.limitCost() : Double.NaN;
  }
}
