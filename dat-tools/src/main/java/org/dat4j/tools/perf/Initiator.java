package org.dat4j.tools.perf;

import java.util.function.IntConsumer;

/** The side that measures: tells the other what to do, runs blocks, keeps the numbers. */
final class Initiator implements AutoCloseable {

  /** Time and operations of a block whose count was not given. */
  private static final long BLOCK_NANOS = 60_000_000L;

  private static final long MOST_PER_BLOCK = 20_000;

  /** Each block has a few full windows, or what is measured is its beginning and its end. */
  private static final int WINDOWS_PER_BLOCK = 4;

  private final Session session;
  private final Control control;
  private final AllocationMeter meter = new AllocationMeter();

  /** What all threads of this JVM allocated during the last exchange, -1 if unknown. */
  private long allocated;

  /** Meets the other side. */
  Initiator(Session session) {
    this.session = session;
    this.control = new Control(session);
  }

  /**
   * Measures one thing.
   *
   * @param spec what
   * @param iterations operations over all blocks; 0 chooses by time
   * @param progress told how many blocks count so far
   * @return what was measured, incomplete when the run was stopped
   */
  Measurement measure(Spec spec, long iterations, IntConsumer progress) {
    control.send(Control.Kind.SPEC, Responder.numbers(spec));
    Pairing pairing = null;
    try {
      pairing = Pairing.initiator(session, control, spec);
      Spec measured = pairing.exchange(Part.LIMIT) == null ? spec.withoutLimit() : spec;
      Measurement measurement =
          new Measurement(measured, blocks(pairing, spec, iterations, progress));
      if (!session.stop().cancelled()) {
        control.send(Control.Kind.END);
      }
      return measurement;
    } catch (RuntimeException e) {
      // Before the connection is closed: the other side would only see that, not why.
      throw explained(e);
    } finally {
      if (pairing != null) {
        pairing.close();
      }
    }
  }

  private BlockScheme.Outcome<Measurement.Content> blocks(
      Pairing pairing, Spec spec, long iterations, IntConsumer progress) {
    double nanos = warm(pairing, Part.OPERATION, iterations);
    warm(pairing, Part.LIMIT, iterations);
    warm(pairing, Part.COMPANION, iterations);
    long count = perBlock(spec, iterations, nanos);
    return BlockScheme.run(BlockScheme.BLOCKS, () -> stoppable(pairing, spec, count), progress);
  }

  /**
   * Runs until compiled.
   *
   * @return the nanoseconds one operation takes in the end
   */
  private double warm(Pairing pairing, Part part, long iterations) {
    if (pairing.exchange(part) == null) {
      return Double.NaN;
    }
    Trips trips = new Trips();
    WarmUp warmUp = new WarmUp(iterations);
    double nanos = 0;
    for (long piece = warmUp.next(); piece > 0; piece = warmUp.next()) {
      nanos = (double) exchange(pairing, part, piece, trips) / piece;
      session.stop().check();
      warmUp.ran(piece);
    }
    return nanos;
  }

  private static long perBlock(Spec spec, long iterations, double nanos) {
    if (iterations > 0) {
      return (iterations + BlockScheme.BLOCKS - 1) / BlockScheme.BLOCKS;
    }
    long count = (long) (BLOCK_NANOS / Math.max(1, nanos));
    long least = spec.stream() ? (long) WINDOWS_PER_BLOCK * spec.window() : 1;
    return Math.max(least, Math.min(MOST_PER_BLOCK, count));
  }

  /** A block, or null when the user has stopped the run before or during it. */
  private BlockScheme.Block<Measurement.Content> stoppable(Pairing pairing, Spec spec, long count) {
    if (session.stop().cancelled()) {
      return null;
    }
    try {
      return block(pairing, spec, count);
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

  private BlockScheme.Block<Measurement.Content> block(Pairing pairing, Spec spec, long count) {
    Trips trips = new Trips();
    Trips limitTrips = new Trips();
    double limitCost = Double.NaN;
    if (pairing.exchange(Part.LIMIT) != null) {
      long nanos = exchange(pairing, Part.LIMIT, count, limitTrips);
      limitCost = cost(spec, nanos, count, limitTrips);
    }
    long nanos = exchange(pairing, Part.OPERATION, count, trips);
    long verified = Math.max(control.number(0), pairing.exchange(Part.OPERATION).verified());
    long own = allocated;
    long other = control.number(1);
    long both = own < 0 || other < 0 ? -1 : own + other;
    Trips companionTrips = new Trips();
    if (pairing.exchange(Part.COMPANION) != null) {
      exchange(pairing, Part.COMPANION, count, companionTrips);
    }
    Measurement.Content content =
        new Measurement.Content(
            count, verified, nanos, both, trips, limitTrips, companionTrips.nanos(50));
    return new BlockScheme.Block<>(limitCost, cost(spec, nanos, count, trips), content);
  }

  private static double cost(Spec spec, long nanos, long count, Trips trips) {
    return spec.stream() ? (double) nanos / count : trips.nanos(50);
  }

  private long exchange(Pairing pairing, Part part, long count, Trips trips) {
    Exchange exchange = pairing.exchange(part);
    exchange.prepare();
    control.send(Control.Kind.RUN, part.ordinal(), count);
    control.expect(Control.Kind.READY);
    meter.begin();
    long nanos = exchange.initiate(count, trips);
    if (session.inOneJvm()) {
      // The other thread's share is complete when it says so.
      control.expect(Control.Kind.DONE);
      allocated = meter.end();
    } else {
      allocated = meter.end();
      control.expect(Control.Kind.DONE);
    }
    return nanos;
  }

  /** Tells the other side a result, as JSON. */
  void tell(String result) {
    control.send(Control.Kind.RESULT, result);
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

  /** Says goodbye, as far as the other side can still be reached. */
  @Override
  public void close() {
    try (control) {
      if (session.stop().cause() == null) {
        control.send(Control.Kind.BYE);
      }
    } catch (RuntimeException e) {
      // The other side is gone; what there was to say about it has been said.
      session.stop().fail(e);
    }
  }
}
