package org.dat4j.benchmarks.program;

/**
 * The measuring side of the benchmark of one-sided writes: keeps a window of them under way, and
 * times each if the window is 1.
 */
final class RdmaWrites extends MeasuringPattern {

  private final OneSided transport;
  private final int window;
  private long posted;
  private long done;
  private long postedAt;

  RdmaWrites(OneSided transport, Side side, Phases phases) {
    super(transport, phases);
    this.transport = transport;
    this.window = side.point().window();
  }

  @Override
  void echoed(int connection, long stamp) {
    throw new IllegalStateException("a message came back that was not sent: " + stamp);
  }

  @Override
  boolean isIdle() {
    return transport.completedWrites() == posted;
  }

  @Override
  boolean canSend() {
    return transport.completedWrites() > done || posted == 0;
  }

  @Override
  void send() {
    long now = transport.completedWrites();
    if (now > done) {
      if (window == 1) {
        recordRoundTrip(System.nanoTime() - postedAt);
      } else {
        count(now - done);
      }
      done = now;
    }
    while (posted - now < window) {
      if (window == 1) {
        postedAt = System.nanoTime();
      }
      transport.write(posted);
      posted++;
    }
  }
}
