package org.dat4j.tools.perf;

import java.util.function.Consumer;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.StalledException;

/**
 * The responding side of a {@code perf} run: runs its half of each block as the measuring side
 * asks, and passes results on. For one thread.
 */
final class PerfResponder {

  private static final Operation[] OPS = Operation.values();
  private static final Baseline[] BASELINES = Baseline.values();
  private static final BlockPart[] PARTS = BlockPart.values();

  private final PerfSession session;
  private final AllocationMeter meter;
  private final Consumer<String> results;
  private boolean met;
  private MeasuredExchanges exchanges;

  /**
   * Makes one side.
   *
   * @param session the side
   * @param results receives the results of the other side, as JSON
   */
  PerfResponder(PerfSession session, Consumer<String> results) {
    this.session = session;
    this.results = results;
    // In one JVM the other side counts for all threads.
    this.meter = session.inOneJvm() ? null : new AllocationMeter();
  }

  /** Says whether the other side is connected: failures here are then sent to it. */
  boolean met() {
    return met;
  }

  /** Serves one run until the other side ends it; sends a failure to it and throws it. */
  void run() {
    try (ControlChannel control = new ControlChannel(session)) {
      met = true;
      try {
        serve(control);
      } catch (RuntimeException | Error e) {
        // Before the connection is closed: the other side would only see that, not why.
        control.fail(e);
        throw e;
      } finally {
        closePairing();
      }
    }
  }

  private void serve(ControlChannel control) {
    while (true) {
      ControlChannel.Kind kind = control.receive();
      switch (kind) {
        case SPEC -> measure(control, spec(control));
        case RESULT -> results.accept(control.text());
        case BYE -> {
          return;
        }
        case ERROR -> throw new StalledException("the other side failed: " + control.text());
        default -> throw new StalledException("the other side sent " + kind + " unasked");
      }
    }
  }

  /** Reads the numbers of {@link ControlChannel.Kind#SPEC}. */
  private static MeasurementSpec spec(ControlChannel control) {
    return new MeasurementSpec(
        OPS[(int) control.number(0)],
        (int) control.number(1),
        (int) control.number(2),
        control.number(3) != 0,
        BASELINES[(int) control.number(4)]);
  }

  /** Makes the numbers of {@link ControlChannel.Kind#SPEC}. */
  static long[] numbers(MeasurementSpec spec) {
    return new long[] {
      spec.op().ordinal(),
      spec.size(),
      spec.window(),
      spec.poll() ? 1 : 0,
      spec.baseline().ordinal()
    };
  }

  private void measure(ControlChannel control, MeasurementSpec spec) {
    exchanges = MeasuredExchanges.responder(session, control, spec);
    while (true) {
      ControlChannel.Kind kind = control.receive();
      if (kind == ControlChannel.Kind.END) {
        closePairing();
        return;
      }
      if (kind == ControlChannel.Kind.ERROR) {
        throw new StalledException("the other side failed: " + control.text());
      }
      if (kind != ControlChannel.Kind.RUN) {
        throw new StalledException("the other side sent " + kind + " unasked");
      }
      block(control);
    }
  }

  private void closePairing() {
    if (exchanges != null) {
      exchanges.close();
      exchanges = null;
    }
  }

  private void block(ControlChannel control) {
    Exchange exchange = exchanges.exchange(PARTS[(int) control.number(0)]);
    long count = control.number(1);
    exchange.prepare();
    if (meter != null) {
      meter.begin();
    }
    control.send(ControlChannel.Kind.READY);
    exchange.respond(count);
    long bytes = meter == null ? 0 : meter.end();
    control.send(ControlChannel.Kind.DONE, exchange.verified(), bytes);
  }
}
