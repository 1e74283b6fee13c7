package org.dat4j.benchmarks.program;

/**
 * The measuring side of the open-loop benchmark: sends at a fixed rate, however slow the answers
 * are, and times each answer from its due moment.
 */
final class OpenLoop extends MeasuringPattern {

  private static final double NANOS_PER_SECOND = 1e9;

  private final double interval;
  private final int window;
  private long begin;
  private long sent;
  private long answered;

  OpenLoop(Transport transport, Side side, Phases phases) {
    super(transport, phases);
    this.interval = NANOS_PER_SECOND / side.point().rate();
    this.window = side.point().window();
  }

  private long due(long message) {
    return begin + (long) (message * interval);
  }

  @Override
  void echoed(int connection, long stamp) {
    answered++;
    recordRoundTrip(System.nanoTime() - due(stamp));
  }

  @Override
  boolean isIdle() {
    if (sent == answered) {
      // After the mark the clock starts again.
      begin = 0;
      sent = 0;
      answered = 0;
      return true;
    }
    return false;
  }

  @Override
  boolean canSend() {
    return true;
  }

  @Override
  void send() {
    long now = System.nanoTime();
    if (begin == 0) {
      begin = now;
    }
    boolean isSent = false;
    while (sent - answered < window && due(sent) - now <= 0 && transport.send(0, sent)) {
      sent++;
      isSent = true;
    }
    if (isSent) {
      transport.flush();
    }
  }
}
