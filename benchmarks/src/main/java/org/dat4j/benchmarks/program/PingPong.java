package org.dat4j.benchmarks.program;

/**
 * The measuring side of the ping-pong benchmark: sends one message at a time, over all connections
 * in turn, and times its echo.
 */
final class PingPong extends MeasuringPattern {

  /** Round trips after which the JVM has compiled what each of them calls. */
  private static final long WARM_UP_TRIPS = 20_000;

  private final int connections;
  private int connection;
  private long sent;
  private boolean isDue = true;
  private long sentAt;

  PingPong(Transport transport, Side side, Phases phases) {
    super(transport, phases, WARM_UP_TRIPS);
    this.connections = side.point().connections();
  }

  @Override
  void echoed(int from, long stamp) {
    if (stamp != sent) {
      throw new IllegalStateException("message " + sent + " came back as " + stamp);
    }
    recordRoundTrip(System.nanoTime() - sentAt);
    connection = connection + 1 == connections ? 0 : connection + 1;
    sent++;
    isDue = true;
  }

  @Override
  boolean isIdle() {
    return isDue;
  }

  @Override
  boolean canSend() {
    return isDue;
  }

  @Override
  void send() {
    if (isDue) {
      sentAt = System.nanoTime();
      if (transport.send(connection, sent)) {
        transport.flush();
        isDue = false;
      }
    }
  }
}
