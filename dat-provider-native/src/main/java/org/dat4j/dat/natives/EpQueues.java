package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.natives.abi.TripletMemory;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;

/**
 * What an endpoint has posted and where it completes. A lock for each direction: the library takes
 * posts in both at the same time, but not two in one. Whoever changes the queues holds both.
 */
final class EpQueues {

  private static final long FLUSH_NANOS = TimeUnit.SECONDS.toNanos(2);
  private static final long STEP_NANOS = 100_000;

  /** How long silent transfers are waited for, which never show up when they succeed. */
  static final long SILENT_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final NativeEp ep;
  private final SpinLock requestLock = new SpinLock();
  private final SpinLock receiveLock = new SpinLock();
  private PostedQueue requests;
  private PostedQueue receives;
  private TripletMemory requestIov;
  private TripletMemory receiveIov;

  /** Of a shared receive queue, or null. */
  private final SrqShare share;

  /**
   * Makes empty queues.
   *
   * @param ep whose they are
   * @param number by which events name it
   * @param share of a shared receive queue, or null
   */
  EpQueues(NativeEp ep, EpSpec spec, EpAttr attr, int number, SrqShare share) {
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

  /** What it takes from a shared receive queue, or null. */
  SrqShare share() {
    return share;
  }

  /** What is posted in one direction. */
  PostedQueue of(boolean receive) {
    return receive ? receives : requests;
  }

  /** Whether there are completions to come; silent requests that succeeded have none. */
  boolean isMissing(boolean receive) {
    PostedQueue queue = of(receive);
    return queue.outstanding() > 0 && (receive || queue.certainToComplete());
  }

  /** Waits until all that is to complete in one direction has, or the time is over. */
  void awaitMissing(boolean receive, long nanos) {
    long start = System.nanoTime();
    while (isMissing(receive) && System.nanoTime() - start < nanos) {
      evd(receive).settle();
      pause();
    }
  }

  /** Where what is posted in one direction completes; there is one for what can be posted. */
  NativeEvd evd(boolean receive) {
    return (NativeEvd) (receive ? ep.spec().recvEvd() : ep.spec().requestEvd());
  }

  /** Where the segments of the next post in one direction are written; under its lock. */
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

  /** Nothing is outstanding any more; under both locks. */
  void forget() {
    requests.forget();
    receives.forget();
  }

  // --- where they complete

  /** Tells the dispatchers that completions of these queues may come. */
  void feed(EpSpec spec) {
    if (spec.requestEvd() instanceof NativeEvd evd) {
      evd.room().add(requests);
      evd.watchForOverflow();
      watch(spec, evd);
    }
    if (spec.recvEvd() instanceof NativeEvd evd) {
      if (share != null) {
        evd.alsoTake(share);
      }
      evd.room().add(receives);
      evd.watchForOverflow();
      watch(spec, evd);
    }
  }

  /** Undoes {@link #feed}. */
  void feedNoLonger(EpSpec spec) {
    if (spec.requestEvd() instanceof NativeEvd evd) {
      evd.room().remove(requests);
      evd.watchForOverflow();
      watchNoLonger(spec, evd);
    }
    if (spec.recvEvd() instanceof NativeEvd evd) {
      if (share != null) {
        evd.takeNoLonger(share);
      }
      evd.room().remove(receives);
      evd.watchForOverflow();
      watchNoLonger(spec, evd);
    }
  }

  /** The endpoint is gone: {@link #feedNoLonger}, and nothing more comes from a shared queue. */
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
    if (evd instanceof NativeEvd dispatcher) {
      dispatcher.settleUnlessWaiting();
    }
  }

  static void settle(AbstractEvd evd) {
    if (evd instanceof NativeEvd dispatcher) {
      dispatcher.settle();
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
      boolean certain = receives.outstanding() > 0 || requests.certainToComplete();
      if (waited > (certain ? FLUSH_NANOS : SILENT_NANOS)) {
        return !certain;
      }
      pause();
    }
  }

  /** Lets a moment pass; unlike a park this does so in a thread that was interrupted. */
  static void pause() {
    pause(STEP_NANOS);
  }

  /** {@link #pause()} of another length, in nanoseconds. */
  static void pause(long nanos) {
    boolean interrupted = false;
    long start = System.nanoTime();
    // An interrupt leaves a permit behind by which the next park returns at once.
    for (long left = nanos; left > 0; left = nanos - (System.nanoTime() - start)) {
      interrupted |= Thread.interrupted();
      LockSupport.parkNanos(left);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
