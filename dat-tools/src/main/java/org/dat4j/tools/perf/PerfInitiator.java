package org.dat4j.tools.perf;

import java.util.function.IntConsumer;
import org.dat4j.tools.perf.exchange.CorruptDataException;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.LatencyRecorder;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The measuring side of a {@code perf} run: tells the other side what to do, runs the blocks and
 * keeps the numbers.
 */
final class PerfInitiator implements AutoCloseable {

  /** Time of a block in nanoseconds when the count of operations is not given. */
  private static final long BLOCK_NANOS = 60_000_000L;

  private static final long MAX_PER_BLOCK = 20_000;

  /** Least windows of a block: with fewer its beginning and end would dominate. */
  private static final int WINDOWS_PER_BLOCK = 4;

  private final PerfSession session;
  private final ControlChannel control;
  private final AllocationMeter meter = new AllocationMeter();

  /** Bytes that all threads of this JVM allocated during the last exchange, -1 if unknown. */
  private long allocated;

  /** Connects with the other side. */
  PerfInitiator(PerfSession session) {
    this.session = session;
    this.control = new ControlChannel(session);
  }

  /**
   * Runs one measurement.
   *
   * @param spec the measurement
   * @param iterations operations over all blocks; 0 chooses by time
   * @param progress receives the number of blocks that count so far
   * @return the result, incomplete when the run was stopped
   */
  Measurement measure(MeasurementSpec spec, long iterations, IntConsumer progress) {
    control.send(ControlChannel.Kind.SPEC, PerfResponder.numbers(spec));
    MeasuredExchanges exchanges = null;
    try {
      exchanges = MeasuredExchanges.initiator(session, control, spec);
      MeasurementSpec measured =
          exchanges.exchange(BlockPart.BASELINE) == null ? spec.withoutBaseline() : spec;
      Measurement measurement =
          new Measurement(measured, blocks(exchanges, spec, iterations, progress));
      if (!session.stop().cancelled()) {
        control.send(ControlChannel.Kind.END);
      }
      return measurement;
    } catch (RuntimeException e) {
      // Before the connection is closed: the other side would only see that, not why.
      throw explained(e);
    } finally {
      if (exchanges != null) {
        exchanges.close();
      }
    }
  }

  private BlockSampling.Outcome<Measurement.Content> blocks(
      MeasuredExchanges exchanges, MeasurementSpec spec, long iterations, IntConsumer progress) {
    double nanos = warm(exchanges, BlockPart.OPERATION, iterations);
    warm(exchanges, BlockPart.BASELINE, iterations);
    long count = perBlock(spec, iterations, nanos);
    return BlockSampling.run(
        BlockSampling.BLOCKS, () -> stoppable(exchanges, spec, count), progress);
  }

  /**
   * Runs until the code is compiled.
   *
   * @return nanoseconds of one operation at the end
   */
  private double warm(MeasuredExchanges exchanges, BlockPart part, long iterations) {
    if (exchanges.exchange(part) == null) {
      return Double.NaN;
    }
    LatencyRecorder latencies = new LatencyRecorder();
    PerfWarmUp warmUp = new PerfWarmUp(iterations);
    double nanos = 0;
    for (long piece = warmUp.next(); piece > 0; piece = warmUp.next()) {
      nanos = (double) exchange(exchanges, part, piece, latencies) / piece;
      session.stop().check();
      warmUp.ran(piece);
    }
    return nanos;
  }

  private static long perBlock(MeasurementSpec spec, long iterations, double nanos) {
    if (iterations > 0) {
      return (iterations + BlockSampling.BLOCKS - 1) / BlockSampling.BLOCKS;
    }
    long count = (long) (BLOCK_NANOS / Math.max(1, nanos));
    long least = spec.stream() ? (long) WINDOWS_PER_BLOCK * spec.window() : 1;
    return Math.max(least, Math.min(MAX_PER_BLOCK, count));
  }

  /** Runs a block; null when the user stopped the run before or during it. */
  private BlockSampling.Block<Measurement.Content> stoppable(
      MeasuredExchanges exchanges, MeasurementSpec spec, long count) {
    if (session.stop().cancelled()) {
      return null;
    }
    try {
      return block(exchanges, spec, count);
    } catch (CorruptDataException e) {
      throw e;
    } catch (RuntimeException e) {
      // A side that ends takes its sockets along.
      if (session.stop().cancelled()) {
        return null;
      }
      throw e;
    }
  }

  private BlockSampling.Block<Measurement.Content> block(
      MeasuredExchanges exchanges, MeasurementSpec spec, long count) {
    LatencyRecorder latencies = new LatencyRecorder();
    LatencyRecorder baselineLatencies = new LatencyRecorder();
    double baselineCost = Double.NaN;
    if (exchanges.exchange(BlockPart.BASELINE) != null) {
      long nanos = exchange(exchanges, BlockPart.BASELINE, count, baselineLatencies);
      baselineCost = cost(spec, nanos, count, baselineLatencies);
    }
    long nanos = exchange(exchanges, BlockPart.OPERATION, count, latencies);
    long verified = Math.max(control.number(0), exchanges.exchange(BlockPart.OPERATION).verified());
    long own = allocated;
    long other = control.number(1);
    long both = own < 0 || other < 0 ? -1 : own + other;
    Measurement.Content content =
        new Measurement.Content(count, verified, nanos, both, latencies, baselineLatencies);
    return new BlockSampling.Block<>(baselineCost, cost(spec, nanos, count, latencies), content);
  }

  private static double cost(
      MeasurementSpec spec, long nanos, long count, LatencyRecorder latencies) {
    return spec.stream() ? (double) nanos / count : latencies.nanos(50);
  }

  private long exchange(
      MeasuredExchanges exchanges, BlockPart part, long count, LatencyRecorder latencies) {
    Exchange exchange = exchanges.exchange(part);
    exchange.prepare();
    control.send(ControlChannel.Kind.RUN, part.ordinal(), count);
    control.expect(ControlChannel.Kind.READY);
    meter.begin();
    long nanos = exchange.initiate(count, latencies);
    if (session.inOneJvm()) {
      // The other thread's share is complete when it says so.
      control.expect(ControlChannel.Kind.DONE);
      allocated = meter.end();
    } else {
      allocated = meter.end();
      control.expect(ControlChannel.Kind.DONE);
    }
    return nanos;
  }

  /** Sends a result to the other side, as JSON. */
  void sendResult(String result) {
    control.send(ControlChannel.Kind.RESULT, result);
  }

  private RuntimeException explained(RuntimeException failure) {
    if (session.stop().cancelled()) {
      return failure;
    }
    if (failure instanceof CorruptDataException) {
      control.fail(failure);
      return failure;
    }
    Throwable cause = session.stop().cause();
    if (cause != null) {
      return failure.getCause() == cause
          ? failure
          : new StalledException("the other side failed: " + cause.getMessage(), cause);
    }
    String why = control.peerError();
    if (why != null) {
      return new StalledException("the other side failed: " + why, failure);
    }
    control.fail(failure);
    return failure;
  }

  /** Ends the run on the other side if it can still be reached. */
  @Override
  public void close() {
    try (control) {
      if (session.stop().cause() == null) {
        control.send(ControlChannel.Kind.BYE);
      }
    } catch (RuntimeException e) {
      // The other side is gone; what there was to say about it has been said.
      session.stop().fail(e);
    }
  }
}
