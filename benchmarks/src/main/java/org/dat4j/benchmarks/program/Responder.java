package org.dat4j.benchmarks.program;

/**
 * The answering side of every benchmark: echoes each message, or acknowledges the messages of a
 * stream, until the stop.
 */
final class Responder implements TrafficPattern {

  private final Transport transport;
  private final boolean isStream;
  private final int window;
  private final int part;
  private long received;
  private long acknowledged;
  private long[] stamps = new long[1 << 10];
  private int[] connections = new int[1 << 10];
  private int first;
  private int waiting;
  private ResourceUse use;
  private ResourceUse result;

  Responder(Transport transport, Side side) {
    this.transport = transport;
    this.isStream = side.point().kind() == OperatingPoint.Kind.STREAM;
    this.window = side.point().window();
    this.part = part(window);
  }

  /** Computes how many messages of a window one acknowledgement is for. */
  static int part(int window) {
    return Math.max(1, window / WindowedStream.ACKS);
  }

  /** Reports what this side used between mark and stop. */
  ResourceUse result() {
    return result;
  }

  @Override
  public void received(int connection, long stamp) {
    if (stamp == MARK) {
      use = ResourceUse.now();
    } else if (stamp == STOP) {
      result = use.sinceThen();
    } else if (isStream) {
      if (Math.abs(stamp - received) >= window) {
        // Messages of several connections overtake each other, and so do long ones of UCX.
        throw new IllegalStateException("message " + received + " arrived as " + stamp);
      }
      received++;
      if (received - acknowledged < part) {
        return;
      }
      acknowledged = received;
      answer(connection, received);
      return;
    }
    answer(connection, stamp);
  }

  private void answer(int connection, long stamp) {
    if (waiting == 0 && transport.send(connection, stamp)) {
      transport.flush();
      return;
    }
    if (waiting == stamps.length) {
      throw new IllegalStateException("the other side takes no answers");
    }
    int at = (first + waiting) & (stamps.length - 1);
    stamps[at] = stamp;
    connections[at] = connection;
    waiting++;
  }

  @Override
  public boolean step() {
    boolean isSent = false;
    while (waiting > 0 && transport.send(connections[first], stamps[first])) {
      first = (first + 1) & (stamps.length - 1);
      waiting--;
      isSent = true;
    }
    if (isSent) {
      transport.flush();
    }
    return result == null || waiting > 0;
  }
}
