package org.dat4j.benchmarks.program;

/**
 * The measuring side of the stream benchmark: sends over all connections in turn, never with more
 * unacknowledged messages than the window allows.
 */
final class WindowedStream extends MeasuringPattern {

  /** Acknowledgements of a window: the other side sends one for each such part of it. */
  static final int ACKS = 4;

  private final int connections;
  private final int window;
  private long sent;
  private long acknowledged;
  private int connection;

  WindowedStream(Transport transport, Side side, Phases phases) {
    super(transport, phases);
    this.connections = side.point().connections();
    this.window = side.point().window();
  }

  @Override
  void echoed(int from, long stamp) {
    count(stamp - acknowledged);
    acknowledged = stamp;
  }

  @Override
  boolean isIdle() {
    // The last messages fill less than a part of the window, which is not acknowledged.
    return sent - acknowledged < Responder.part(window);
  }

  @Override
  boolean canSend() {
    return sent - acknowledged < window;
  }

  @Override
  void send() {
    long before = sent;
    while (sent - acknowledged < window && transport.send(connection, sent)) {
      sent++;
      connection = connection + 1 == connections ? 0 : connection + 1;
    }
    if (sent != before) {
      transport.flush();
    }
  }
}
