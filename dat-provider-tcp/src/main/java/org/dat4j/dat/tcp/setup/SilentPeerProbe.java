package org.dat4j.dat.tcp.setup;

import java.util.function.BooleanSupplier;

/**
 * A probe that wakes a peer which has sent nothing on a new iWARP connection, as Linux's soft iWARP
 * can overlook a first frame. Linux's siw, when accepting, can overlook a frame that comes before
 * it listens to the stream. The frame stays unread until the next bytes come, and both sides wait
 * forever. So a silent peer gets a message a few times, each after twice the time.
 */
final class SilentPeerProbe {

  /** Probes after which the peer is silent because it has nothing to say. */
  static final int MAX_PROBES = 5;

  private final Scheduler scheduler;
  private final BooleanSupplier silent;
  private final Runnable probe;
  private long nanos;
  private int remaining = MAX_PROBES;

  private SilentPeerProbe(Scheduler scheduler, long nanos, BooleanSupplier silent, Runnable probe) {
    this.scheduler = scheduler;
    this.nanos = nanos;
    this.silent = silent;
    this.probe = probe;
  }

  /**
   * Starts to probe a peer.
   *
   * @param scheduler runs the checks
   * @param nanos before the first probe; 0: never
   * @param silent whether the peer has sent nothing and the connection is not over
   * @param probe sends the message
   */
  static void start(Scheduler scheduler, long nanos, BooleanSupplier silent, Runnable probe) {
    if (nanos > 0) {
      scheduler.schedule(nanos, new SilentPeerProbe(scheduler, nanos, silent, probe)::check);
    }
  }

  private void check() {
    if (!silent.getAsBoolean()) {
      return;
    }
    probe.run();
    if (--remaining > 0) {
      nanos *= 2;
      scheduler.schedule(nanos, this::check);
    }
  }
}
