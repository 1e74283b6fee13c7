package org.dat4j.tools.perf;

import java.util.function.Consumer;

/**
 * The side that does what the other asks: takes specs, runs its half of each block, and passes
 * results on. For one thread.
 */
final class Responder {

  private static final Op[] OPS = Op.values();
  private static final Limit[] LIMITS = Limit.values();
  private static final Part[] PARTS = Part.values();

  private final Session session;
  private final AllocationMeter meter;
  private final Consumer<String> results;
  private boolean met;
  private Pairing pairing;

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

  /** Whether the other side was met: it is then told whatever goes wrong here. */
  boolean met() {
    return met;
  }

  /** Serves one run until the other side says goodbye; a failure is told to it and thrown. */
  void run() {
    try (Control control = new Control(session)) {
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
    pairing = Pairing.responder(session, control, spec);
    while (true) {
      Control.Kind kind = control.receive();
      if (kind == Control.Kind.END) {
        closePairing();
        return;
      }
      if (kind == Control.Kind.ERROR) {
        throw new StalledException("the other side failed: " + control.text());
      }
      if (kind != Control.Kind.RUN) {
        throw new StalledException("the other side sent " + kind + " unasked");
      }
      block(control);
    }
  }

  private void closePairing() {
    if (pairing != null) {
      pairing.close();
      pairing = null;
    }
  }

  private void block(Control control) {
    Exchange exchange = pairing.exchange(PARTS[(int) control.number(0)]);
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
