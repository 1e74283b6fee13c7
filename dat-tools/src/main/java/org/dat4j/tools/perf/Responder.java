package org.dat4j.tools.perf;

import java.util.function.Consumer;

/**
 * The side that does what the other asks: takes specs, runs its half of each block, and passes
 * results on. For one thread.
 */
final class Responder {

  private static final Op[] OPS = Op.values();
  private static final Limit[] LIMITS = Limit.values();

  private final Session session;
  private final AllocationMeter meter;
  private final Consumer<String> results;

  /**
   * Makes one side.
   *
   * @param session the side
   * @param results takes the results the other side tells, as JSON
   */
  Responder(Session session, Consumer<String> results) {
    this.session = session;
    this.results = results;
    // In one JVM the other side counts for all threads.
    this.meter = session.inOneJvm() ? null : new AllocationMeter();
  }

  /** Serves one run until the other side says goodbye; a failure is told to it and thrown. */
  void run() {
    try (Control control = new Control(session)) {
      try {
        serve(control);
      } catch (RuntimeException | Error e) {
        control.fail(e);
        throw e;
      }
    }
  }

  private void serve(Control control) {
    while (true) {
      Control.Kind kind = control.receive();
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

  /** Reads the numbers of {@link Control.Kind#SPEC}. */
  private static Spec spec(Control control) {
    return new Spec(
        OPS[(int) control.number(0)],
        (int) control.number(1),
        (int) control.number(2),
        control.number(3) != 0,
        LIMITS[(int) control.number(4)]);
  }

  /** The numbers of {@link Control.Kind#SPEC}. */
  static long[] numbers(Spec spec) {
    return new long[] {
      spec.op().ordinal(), spec.size(), spec.window(), spec.poll() ? 1 : 0, spec.limit().ordinal()
    };
  }

  private void measure(Control control, Spec spec) {
    try (Pairing pairing = Pairing.responder(session, control, spec)) {
      while (true) {
        Control.Kind kind = control.receive();
        if (kind == Control.Kind.END) {
          return;
        }
        if (kind != Control.Kind.RUN) {
          throw new StalledException("the other side sent " + kind + " unasked");
        }
        block(control, pairing);
      }
    }
  }

  private void block(Control control, Pairing pairing) {
    Exchange exchange = pairing.exchange(control.number(0) != 0);
    long count = control.number(1);
    exchange.prepare();
    if (meter != null) {
      meter.begin();
    }
    control.send(Control.Kind.READY);
    exchange.respond(count);
    long octets = meter == null ? 0 : meter.end();
    control.send(Control.Kind.DONE, exchange.verified(), octets);
  }
}
