package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.CompletionModel;

/**
 * One stream of completions of an endpoint: into which dispatcher, under which number, and whether
 * single completions decide about waking. Without a dispatcher everything is discarded.
 */
final class Completions {

  private final SoftEvd evd;
  private final int feed;
  private final boolean controlled;
  private final SharedReceives source;
  private volatile boolean muted;

  /** Guarded by this. */
  private boolean attached = true;

  /**
   * Attaches a stream.
   *
   * @param ep whose completions
   * @param evd where they go, or null
   * @param completionFlags the endpoint's receive or request completion flags
   * @param source shared queue whose receives complete here, or null
   */
  Completions(Ep ep, AbstractEvd evd, int completionFlags, SharedReceives source) {
    this.evd = (SoftEvd) evd;
    this.feed = evd == null ? 0 : this.evd.attach(ep, source);
    this.controlled = CompletionModel.of(completionFlags) != CompletionModel.THRESHOLD;
    this.source = source;
  }

  /** Queues a completion, without waking; false when it was lost. */
  boolean offer(int status, long cookie, long length, boolean notifies) {
    boolean wanted = evd != null && !muted;
    if (wanted
        && (controlled
            ? evd.offerControlled(feed, status, cookie, length, notifies)
            : evd.offer(feed, status, cookie, length))) {
      return true;
    }
    discarded();
    return !wanted;
  }

  /** A receive's completion will never be taken from a dispatcher. */
  private void discarded() {
    if (source != null) {
      source.reaped();
    }
  }

  /** Queues the completion of a bind, without waking; false when it was lost. */
  boolean offer(SoftRmr rmr, DtoStatus status, long cookie, boolean notifies) {
    return evd == null || muted || evd.offer(rmr, status, cookie, notifies);
  }

  /** Whether a completion can be announced by {@link #claim} before it is there. */
  boolean canClaim() {
    return evd != null && !controlled;
  }

  /** Takes a place for a completion that {@link #publish} follows at once; -1 when it is lost. */
  long claim() {
    long place = evd.claim();
    if (place < 0) {
      discarded();
    }
    return place;
  }

  void publish(long place, int status, long cookie, long length) {
    evd.publish(place, feed, status, cookie, length);
  }

  /** Wakes a waiter; by a thread that holds no turn, after a full fence behind the completions. */
  void signal() {
    if (evd != null) {
      evd.signal();
    }
  }

  /** Nothing is delivered any more. */
  void mute() {
    muted = true;
  }

  /**
   * Gives the number back; what is queued still names the endpoint. When nothing can come any more;
   * later calls have no effect.
   */
  synchronized void detach() {
    muted = true;
    if (evd != null && attached) {
      attached = false;
      evd.detach(feed);
    }
  }
}
