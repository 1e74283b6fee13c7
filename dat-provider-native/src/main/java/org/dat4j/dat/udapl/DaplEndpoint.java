package org.dat4j.dat.udapl;

import org.dat4j.dat.EpAttr;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.queue.PreConnectReceives;

/**
 * The libdapl endpoint behind an endpoint of the native backend ({@link NativeEp}), replaced by
 * another where libdapl cannot modify, reset or end it. Changed under the control lock of the
 * NativeEp and both queue locks.
 */
final class DaplEndpoint {

  /** The answer that an abandoned endpoint of the library still waits for. */
  enum PendingAnswer {
    NOTHING,
    /** The answer to its connect. */
    CONNECT,
    /** The result of its accept. */
    ACCEPT,
    /** It is disconnected, but the kernel waits for the answer to its connect. */
    KERNEL
  }

  private final NativeEp ep;
  private final NativeIa adapter;
  private final EpQueues queues;
  private final EpPosts posts;

  /** The number by which events name the endpoint; changes when old events may still come. */
  private volatile int number;

  private volatile long handle;

  /** Tracks whether the CM thread may use the endpoint. */
  private final CmThreadTracker tracker = new CmThreadTracker();

  /** Completions may come that the program has already got as flushed. */
  private volatile boolean strayCompletions;

  DaplEndpoint(
      NativeEp ep, NativeIa adapter, EpQueues queues, EpPosts posts, int number, long handle) {
    this.ep = ep;
    this.adapter = adapter;
    this.queues = queues;
    this.posts = posts;
    this.number = number;
    this.handle = handle;
  }

  int number() {
    return number;
  }

  /** Returns libdapl's handle, 0 after the free. */
  long handle() {
    return handle;
  }

  boolean mayHaveStrayCompletions() {
    return strayCompletions;
  }

  void expectStrayCompletions() {
    strayCompletions = true;
  }

  CmThreadTracker tracker() {
    return tracker;
  }

  /** Tells whether the answer to an ended connect may come during a free or a reset. */
  boolean isAnswerable() {
    return !adapter.cmGate().isSupported() && tracker.isAnswerable();
  }

  /** Waits until the library may free or reset it: see {@link CmThreadTracker}. */
  void awaitQuiet() {
    tracker.await(() -> EpQueues.settle(ep.spec().connectEvd()));
  }

  /** Tells whether the peer of a broken connection learns of it only from the endpoint's free. */
  boolean isPeerUninformed() {
    return !adapter.reportsBrokenConnections() && tracker.isBroken();
  }

  void reset() {
    strayCompletions = false;
    tracker.reset();
    posts.forgetEarly();
  }

  void clearHandle() {
    handle = 0;
  }

  /**
   * Tells whether no Receive is with the device: some devices flush those of an endpoint that never
   * was connected when it is freed.
   */
  boolean hasNoPostedReceives() {
    return !strayCompletions && queues.of(true).outstanding() == 0;
  }

  /**
   * Removes the handle from event lookup, except for events that show that the CM thread is done.
   */
  void unregister() {
    adapter.unregisterHandle(handle, ep);
    adapter.freeing().put(handle, tracker);
  }

  /** Undoes {@link #unregister}, when the free is refused. */
  void registerAgain() {
    adapter.freeing().remove(handle);
    adapter.register(number, handle, ep);
  }

  /** Frees it in the library, when nothing of it can complete any longer. */
  void free() {
    adapter.freeing().remove(handle);
    int ret = adapter.freeEp(handle, tracker.isKnown());
    if (!ReturnCodes.isSuccess(ret)) {
      throw NativeErrors.of(ret, ep.where("free"), "dat_ep_free");
    }
  }

  /**
   * Abandons it. The device may flush Receives later, and the library then reads their endpoint, so
   * the close of the adapter frees it.
   *
   * @param pending the answer that it waits for; {@link AbandonedConnects} ends it then
   */
  void abandon(PendingAnswer pending) {
    adapter.unregisterHandle(handle, ep);
    adapter.freeing().remove(handle);
    adapter.unregister(number);
    adapter.deferredFrees().addEndpoint(ep.spec());
    AbstractEvd evd = ep.spec().connectEvd();
    Runnable readEvents = () -> EpQueues.settle(evd);
    switch (pending) {
      case CONNECT -> adapter.abandoned().add(handle, readEvents, hasNoPostedReceives());
      case ACCEPT -> adapter.abandoned().addAccept(handle, readEvents);
      case KERNEL ->
          adapter
              .abandoned()
              .addDisconnected(handle, tracker.abortedAt(), readEvents, hasNoPostedReceives());
      default -> {}
    }
    number = adapter.nextNumber();
  }

  /**
   * Makes it unconnected, by a reset or by a new one. The library's reset waits, for ever if need
   * be, until the device has given back every receive (dapls_ep_flush_cqs), also those that were
   * given up here.
   */
  void resetOrRecreate() {
    boolean answerable = isAnswerable();
    if (strayCompletions || answerable) {
      long replacement =
          DaplEpFactory.create(adapter, ep.spec(), ep.attr(), ep.where("reset"), queues.share());
      abandon(answerable ? PendingAnswer.KERNEL : PendingAnswer.NOTHING);
      replaceWith(replacement, ep.spec(), ep.attr());
    } else if (!adapter.resetsConnections()) {
      recreate("reset");
    } else {
      int ret =
          adapter.cmGate().call(() -> adapter.underSrqLock(() -> LibDat.dat_ep_reset(handle)));
      NativeErrors.check(ret, ep.where("reset"), "dat_ep_reset");
    }
  }

  /**
   * Frees it in the library and replaces it, when nothing of it can complete any longer.
   *
   * @param call of the program, for the refusal
   */
  void recreate(String call) {
    long old = handle;
    long replacement =
        DaplEpFactory.create(adapter, ep.spec(), ep.attr(), ep.where(call), queues.share());
    EpQueues.settle(ep.spec().connectEvd());
    adapter.unregisterHandle(old, ep);
    adapter.unregister(number);
    number = adapter.nextNumber();
    replaceWith(replacement, ep.spec(), ep.attr());
    int ret = adapter.freeEp(old, true);
    // Reads the events of this handle, which the library will give to another endpoint.
    EpQueues.settle(ep.spec().connectEvd());
    NativeErrors.check(ret, ep.where(call), "dat_ep_free");
  }

  /** Puts a new endpoint in the place of one that was abandoned; nothing is posted there. */
  void replaceWith(long replacement, EpSpec spec, EpAttr attr) {
    // First: what follows may fail for want of memory, and the old one must not be used again.
    handle = replacement;
    strayCompletions = false;
    tracker.reset();
    queues.feedNoLonger(ep.spec());
    queues.make(spec, attr, number);
    posts.forgetEarly();
    adapter.register(number, replacement, ep);
    queues.feed(spec);
  }

  /**
   * Modifies it by a new endpoint of the library: dat_ep_modify changes the answers to queries, but
   * neither queues nor EVDs of the device. Receives are posted again.
   */
  void modify(EpSpec next, EpAttr nextAttr) {
    PreConnectReceives early = posts.early();
    if (!early.fits(nextAttr, next)) {
      throw ep.noRoomFor(early.size());
    }
    EpSpec before = ep.spec();
    boolean posted = queues.of(true).outstanding() > 0 || strayCompletions;
    long old = handle;
    long replacement =
        DaplEpFactory.create(adapter, next, nextAttr, ep.where("modify"), queues.share());
    EpQueues.settle(before.connectEvd());
    if (posted) {
      abandon(PendingAnswer.NOTHING);
    } else {
      adapter.unregisterHandle(old, ep);
      adapter.unregister(number);
    }
    strayCompletions = false;
    queues.feedNoLonger(before);
    queues.make(next, nextAttr, number);
    handle = replacement;
    adapter.register(number, replacement, ep);
    queues.feed(next);
    posts.postAgain(replacement, next.pz());
    if (!posted) {
      int ret = adapter.freeEp(old, false);
      NativeErrors.check(ret, ep.where("modify"), "dat_ep_free");
    }
  }
}
