package org.dat4j.dat.udapl;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.udapl.abi.TripletMemory;
import org.dat4j.dat.udapl.libdapl.Pause;
import org.dat4j.dat.udapl.queue.PostedQueue;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * The request queue and the receive queue of a native endpoint: its posted DTOs, and the EVDs where
 * they complete. Each has a lock, as the library takes one post at a time in a direction; changes
 * of the queues need both.
 */
final class EpQueues {

  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(2);

  /**
   * How long the library's end waits for silent DTOs, which give no event when they succeed. A
   * silent Send that still waits for the peer's Receive after this time is flushed.
   */
  static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NativeEp ep;
  private final SpinLock requestLock = new SpinLock();
  private final SpinLock receiveLock = new SpinLock();
  private PostedQueue requests;
  private PostedQueue receives;
  private TripletMemory requestIov;
  private TripletMemory receiveIov;

  /** Of a shared receive queue, or null. */
  private final SrqReceiveEvd share;

  /**
   * Makes empty queues.
   *
   * @param ep the endpoint that owns the queues
   * @param number by which events name it
   * @param share of a shared receive queue, or null
   */
  EpQueues(NativeEp ep, EpSpec spec, EpAttr attr, int number, SrqReceiveEvd share) {
    this.ep = ep;
    this.share = share;
    if (share != null) {
      share.begin(ep);
    }
    make(spec, attr, number);
  }

  /** Replaces the queues; under both locks. */
  void make(EpSpec spec, EpAttr attr, int number) {
    requests =
        new PostedQueue(spec.requestEvd() == null ? 0 : attr.maxRequestDtos(), number, false);
    receives =
        new PostedQueue(
            spec.recvEvd() == null ? 0 : attr.maxRecvDtos(),
            number,
            places -> ((NativeIa) ep.ia()).memoryOf(places, attr.maxRecvIov()));
    int rdma = Math.max(attr.maxRdmaReadIov(), attr.maxRdmaWriteIov());
    requestIov = new TripletMemory(Math.max(1, Math.max(attr.maxRequestIov(), rdma)));
    receiveIov = new TripletMemory(Math.max(1, attr.maxRecvIov()));
  }

  /** Returns the EVD for Receives from a shared receive queue, or null. */
  SrqReceiveEvd share() {
    return share;
  }

  /** Returns the queue of the DTOs posted in one direction. */
  PostedQueue of(boolean receive) {
    return receive ? receives : requests;
  }

  /** Tells whether there are completions to come; silent requests that succeeded have none. */
  boolean isMissing(boolean receive) {
    PostedQueue queue = of(receive);
    return queue.outstanding() > 0 && (receive || queue.isCertainToComplete());
  }

  /** Waits until all that is to complete in one direction has, or the time is over. */
  void awaitMissing(boolean receive, long nanos) {
    long start = System.nanoTime();
    while (isMissing(receive) && System.nanoTime() - start < nanos) {
      evd(receive).settle();
      Pause.step();
    }
  }

  /**
   * Returns the EVD where DTOs posted in one direction complete; null only if none can be posted.
   */
  NativeEvd evd(boolean receive) {
    return (NativeEvd) (receive ? ep.spec().recvEvd() : ep.spec().requestEvd());
  }

  /** Returns the memory for the segments of the next post in one direction, used under its lock. */
  TripletMemory iov(boolean receive) {
    return receive ? receiveIov : requestIov;
  }

  SpinLock lock(boolean receive) {
    return receive ? receiveLock : requestLock;
  }

  void lockBoth() {
    requestLock.lock();
    receiveLock.lock();
  }

  void unlockBoth() {
    receiveLock.unlock();
    requestLock.unlock();
  }

  /** Forgets all outstanding DTOs; called under both locks. */
  void forget() {
    forget(false);
    forget(true);
  }

  private void forget(boolean receive) {
    NativeEvd evd = evd(receive);
    if (evd != null) {
      evd.forget(of(receive));
    }
  }

  // --- where they complete

  /** Tells the EVDs that completions of these queues may come. */
  void feed(EpSpec spec) {
    if (spec.requestEvd() instanceof NativeEvd evd) {
      evd.credits().add(requests);
      evd.watchForOverflow();
      watch(spec, evd);
    }
    if (spec.recvEvd() instanceof NativeEvd evd) {
      if (share != null) {
        evd.alsoTake(share);
      }
      evd.credits().add(receives);
      evd.watchForOverflow();
      watch(spec, evd);
    }
  }

  /** Undoes {@link #feed}. */
  void feedNoLonger(EpSpec spec) {
    if (spec.requestEvd() instanceof NativeEvd evd) {
      evd.credits().remove(requests);
      evd.watchForOverflow();
      watchNoLonger(spec, evd);
    }
    if (spec.recvEvd() instanceof NativeEvd evd) {
      if (share != null) {
        evd.takeNoLonger(share);
      }
      evd.credits().remove(receives);
      evd.watchForOverflow();
      watchNoLonger(spec, evd);
    }
  }

  /**
   * Ends the queues of a freed endpoint: {@link #feedNoLonger}, and no more Receives of a shared
   * queue.
   */
  void endAll(EpSpec spec) {
    feedNoLonger(spec);
    if (share != null) {
      share.end();
    }
  }

  private static void watch(EpSpec spec, NativeEvd transfers) {
    if (spec.connectEvd() instanceof NativeEvd evd && evd != transfers) {
      evd.watched().add(transfers);
    }
  }

  private static void watchNoLonger(EpSpec spec, NativeEvd transfers) {
    if (spec.connectEvd() instanceof NativeEvd evd) {
      evd.watched().remove(transfers);
    }
  }

  static void settleUnlessWaiting(AbstractEvd evd) {
    if (evd instanceof NativeEvd queue) {
      queue.settleUnlessWaiting();
    }
  }

  static void settle(AbstractEvd evd) {
    if (evd instanceof NativeEvd queue) {
      queue.settle();
    }
  }

  /**
   * Waits until everything posted has completed, because the library looks at the endpoint when it
   * takes a completion, freed or not. Silent transfers that succeeded never show up.
   *
   * @return false if some are missing
   */
  boolean flushed() {
    long start = System.nanoTime();
    while (true) {
      settle(ep.spec().requestEvd());
      settle(ep.spec().recvEvd());
      if (requests.outstanding() == 0 && receives.outstanding() == 0) {
        return true;
      }
      long waited = System.nanoTime() - start;
      boolean certain = receives.outstanding() > 0 || requests.isCertainToComplete();
      if (waited > (certain ? FLUSH_NANOS : SILENT_NANOS)) {
        return !certain;
      }
      Pause.step();
    }
  }
}
