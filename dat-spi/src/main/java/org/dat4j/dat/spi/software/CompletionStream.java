package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.CompletionModel;

/**
 * Delivers the completions of an endpoint's requests, or of its Receives, to their EVD in a
 * software backend. It knows the endpoint's number there, and whether single completions decide
 * about waking. Without an EVD everything is discarded.
 */
final class CompletionStream {

  private final SoftEvd evd;
  private final int feed;
  private final boolean controlled;
  private final WorkRequestRing source;

  /** Set when nothing is to be delivered from then on; written before the number is given back. */
  volatile boolean completionsSuppressed;

  /** A place that was claimed and that an Error has kept from being published; -1 for none. */
  long unfilled = -1;

  /** Whether the endpoint still has a number at the EVD; guarded by this. */
  private boolean attached = true;

  /**
   * Attaches a stream.
   *
   * @param ep the endpoint of the completions
   * @param evd where they go, or null
   * @param completionFlags the endpoint's receive or request completion flags
   * @param source the queue whose entries complete here
   */
  CompletionStream(Ep ep, AbstractEvd evd, int completionFlags, WorkRequestRing source) {
    this.evd = (SoftEvd) evd;
    this.feed = evd == null ? 0 : this.evd.attach(ep, source);
    this.controlled = CompletionModel.of(completionFlags) != CompletionModel.THRESHOLD;
    this.source = source;
  }

  /** Queues a completion, without waking; false when it was lost. */
  boolean offer(int status, long cookie, long length, boolean notifies) {
    boolean wanted = evd != null && !completionsSuppressed;
    if (wanted
        && (controlled
            ? evd.offerControlled(feed, status, cookie, length, notifies, this)
            : evd.offer(feed, status, cookie, length, this))) {
      return true;
    }
    source.release();
    return !wanted || completionsSuppressed;
  }

  /** Queues the completion of a bind, without waking; false when it was lost. */
  boolean offer(RmrBind bind, DtoStatus status, long cookie, boolean notifies) {
    boolean wanted = evd != null && !completionsSuppressed;
    if (wanted && evd.offer(bind, status, cookie, notifies)) {
      return true;
    }
    source.release();
    return !wanted;
  }

  /** Whether a completion can be announced by {@link #claim} before it is there. */
  boolean canClaim() {
    return evd != null && !controlled;
  }

  /**
   * Takes a place for a completion that {@link #publish} follows at once; -1 when it is lost or the
   * stream suppresses it, and {@link WorkRequestRing#release} follows as soon as it is complete.
   */
  long claim() {
    if (completionsSuppressed) {
      return -1;
    }
    long place = evd.claim();
    if (place >= 0 && completionsSuppressed) {
      // The number may be given back already, and another endpoint may bear it at the publish.
      evd.spoil(place);
      return -1;
    }
    return place;
  }

  void publish(long place, int status, long cookie, long length) {
    evd.publish(place, feed, status, cookie, length);
  }

  /** Lets consumers pass over a place that an Error has kept from being published. */
  void fill() {
    if (unfilled >= 0) {
      evd.spoil(unfilled);
      unfilled = -1;
    }
  }

  /** Wakes a waiter; by a thread that holds no turn, after a full fence behind the completions. */
  void signal() {
    if (evd != null) {
      evd.signal();
    }
  }

  /** Stops the delivery of completions. */
  void suppressCompletions() {
    completionsSuppressed = true;
  }

  /**
   * Gives the number back; events in the queue still name the endpoint. Called when no completion
   * can follow; later calls have no effect.
   */
  synchronized void detach() {
    completionsSuppressed = true;
    if (evd != null && attached) {
      attached = false;
      evd.detach(feed);
    }
  }
}
