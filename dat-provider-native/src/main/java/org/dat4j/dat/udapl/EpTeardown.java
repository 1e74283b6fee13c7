package org.dat4j.dat.udapl;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.EpInput;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * The teardown of a native endpoint, its connection or its connect attempt, with workarounds for
 * what libdapl cannot end safely.
 */
final class EpTeardown {

  private static final System.Logger LOG = System.getLogger(NativeEp.class.getName());

  /** Below 240 ms, after which the library reports the end of a connection by itself. */
  private static final long LIBRARY_WAITS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final NativeEp ep;
  private final NativeIa adapter;
  private final EpQueues queues;
  private final DaplEndpoint dapl;
  private final EpStateTracker states;

  /** The number of graceful disconnects so far; under control. */
  private int gracefulDisconnects;

  EpTeardown(
      NativeEp ep, NativeIa adapter, EpQueues queues, DaplEndpoint dapl, EpStateTracker states) {
    this.ep = ep;
    this.adapter = adapter;
    this.queues = queues;
    this.dapl = dapl;
    this.states = states;
  }

  /** Disconnects, as far as the state asks for it; under control. */
  void disconnect(CloseFlags flags) {
    EpState state = ep.state("disconnect");
    switch (state) {
      case DISCONNECTED -> {
        return;
      }
      case DISCONNECT_PENDING -> {
        if (flags == CloseFlags.GRACEFUL) {
          return;
        }
      }
      case ACTIVE_CONNECTION_PENDING -> {
        if (endConnect(EventNumber.CONNECTION_EVENT_DISCONNECTED)) {
          return;
        }
      }
      case CONNECTED -> {
        if (flags == CloseFlags.GRACEFUL && queues.of(false).outstanding() > 0) {
          states.set(EpState.DISCONNECT_PENDING);
          try {
            GracefulDisconnect.start(ep, ++gracefulDisconnects);
          } catch (OutOfMemoryError e) {
            states.set(null);
            throw Errors.resources(
                ep.where("disconnect"),
                DatSubtype.RESOURCE_DEVICE,
                "threads",
                "none left (" + e.getMessage() + ")",
                "end threads, or raise the limit of threads; or disconnect abruptly");
          }
          return;
        }
      }
      case COMPLETION_PENDING -> {
        endEstablishment(
            EventNumber.CONNECTION_EVENT_DISCONNECTED, DaplEndpoint.PendingAnswer.ACCEPT);
        return;
      }
      default -> throw ep.refusal("disconnect", state, "connect the endpoint first");
    }
    states.set(null);
    disconnectWithoutPosts(flags);
  }

  /** Ends a connect that was not answered in time; under control. */
  void timeOut() {
    if (!endConnect(EventNumber.CONNECTION_EVENT_TIMED_OUT)) {
      ep.connection().expire();
      states.set(null);
      disconnectWithoutPosts(CloseFlags.ABRUPT);
    }
  }

  /**
   * Ends a connect for the program, if it can go on without it; under control.
   *
   * @param event the result that the program gets
   * @return false if the library has to disconnect it
   */
  private boolean endConnect(EventNumber event) {
    queues.lockBoth();
    try {
      if (!canAbandonConnect()) {
        return false;
      }
      long replacement;
      try {
        replacement = createReplacement();
      } catch (DatException e) {
        if (adapter.isIwarp()) {
          throw e;
        }
        return false;
      }
      abandonAndReplace(replacement, event, DaplEndpoint.PendingAnswer.CONNECT);
      return true;
    } finally {
      queues.unlockBoth();
    }
  }

  private long createReplacement() {
    return DaplEpFactory.create(
        adapter, ep.spec(), ep.attr(), ep.where("disconnect"), queues.share());
  }

  /**
   * Tells whether a connect may be answered although the program has given it up. It always may if
   * the library's disconnect waits for the answer. Else it may if no Receive is posted to the
   * endpoint or a shared queue, in which a message would arrive. Called under all locks.
   */
  private boolean canAbandonConnect() {
    return adapter.isIwarp() || dapl.hasNoPostedReceives() && ep.spec().srq() == null;
  }

  /**
   * Continues a graceful disconnect if the requests posted before it have completed. Never waits;
   * called under the control lock.
   *
   * @param which its number; a later one belongs to another connection
   * @return whether the disconnect is over, or no longer ours
   */
  boolean disconnectIfDrained(int which, long waitedNanos) {
    if (dapl.handle() == 0
        || which != gracefulDisconnects
        || states.ours() != EpState.DISCONNECT_PENDING) {
      return true;
    }
    if (ep.state("disconnect") == EpState.DISCONNECT_PENDING) {
      boolean certain = queues.of(false).isCertainToComplete();
      if (queues.of(false).outstanding() > 0 && (certain || waitedNanos < EpQueues.SILENT_NANOS)) {
        return false;
      }
      states.set(null);
      try {
        disconnectWithoutPosts(CloseFlags.GRACEFUL);
      } catch (RuntimeException | Error e) {
        // It is tried again.
        states.set(EpState.DISCONNECT_PENDING);
        throw e;
      }
    }
    states.set(null);
    return true;
  }

  /**
   * Ends an establishment for the program: another endpoint of the library takes the place of the
   * one that waits, or that is no longer of use.
   *
   * @param event the result that the program gets
   * @param pending the answer that the library's endpoint waits for
   */
  void endEstablishment(EventNumber event, DaplEndpoint.PendingAnswer pending) {
    queues.lockBoth();
    try {
      abandonAndReplace(createReplacementOrClear(pending), event, pending);
    } finally {
      queues.unlockBoth();
    }
  }

  private void abandonAndReplace(
      long replacement, EventNumber event, DaplEndpoint.PendingAnswer pending) {
    dapl.abandon(pending);
    try {
      states.set(EpState.DISCONNECTED);
      if (ep.spec().connectEvd() instanceof NativeEvd evd) {
        evd.synthetic().ended(event, ep);
      }
      ep.onConnectionEvent(event);
    } finally {
      // Another thread frees the abandoned one: no later call may find it here.
      dapl.replaceWith(replacement, ep.spec(), ep.attr());
    }
  }

  /** Makes another endpoint of the library; if that fails the old one is abandoned without. */
  private long createReplacementOrClear(DaplEndpoint.PendingAnswer pending) {
    try {
      return createReplacement();
    } catch (RuntimeException | Error e) {
      dapl.abandon(pending);
      dapl.clearHandle();
      queues.endAll(ep.spec());
      throw e;
    }
  }

  /**
   * Disconnects while no thread posts a Receive: the device would not flush one that comes after
   * the others, and dat_ep_disconnect would wait for it for ever (dapls_ep_flush_cqs).
   */
  private void disconnectWithoutPosts(CloseFlags flags) {
    SpinLock lock = queues.lock(true);
    lock.lock();
    try {
      disconnectNow(flags);
    } finally {
      lock.unlock();
    }
  }

  /** Lets the library disconnect the endpoint; called under the lock of Receives. */
  private void disconnectNow(CloseFlags flags) {
    EpState before = stateForDisconnect(flags);
    if (before == EpState.DISCONNECTED) {
      return;
    }
    // The library does not return before the receives are flushed, for which there must be room.
    EpQueues.settle(ep.spec().recvEvd());
    long began = System.nanoTime();
    long library = dapl.handle();
    IntSupplier call = () -> LibDat.dat_ep_disconnect(library, flags.value());
    // A pending one does not wait for the library's thread.
    int ret =
        before == EpState.ACTIVE_CONNECTION_PENDING ? adapter.cmGate().call(call) : call.getAsInt();
    if (before == EpState.ACTIVE_CONNECTION_PENDING) {
      dapl.tracker().markConnectAborted();
    } else if (System.nanoTime() - began > LIBRARY_WAITS_NANOS) {
      dapl.tracker().markAborted();
    }
    if (!ReturnCodes.isSuccess(ret) && ep.state("disconnect") != EpState.DISCONNECTED) {
      throw NativeErrors.of(ret, ep.where("disconnect"), "dat_ep_disconnect");
    }
  }

  /**
   * Returns the state; that of an iWARP connection only after the library's thread has read all
   * events. Soft iWARP gives back no receive that was posted after the connection's end. The
   * library's disconnect would wait for such receives for ever (dapls_ep_flush_cqs). It waits only
   * while it takes the endpoint for connected or for one that is ending.
   */
  private EpState stateForDisconnect(CloseFlags flags) {
    EpState state = ep.state("disconnect");
    boolean waitsForReceives =
        state == EpState.CONNECTED
            || state == EpState.DISCONNECT_PENDING && flags == CloseFlags.ABRUPT;
    if (waitsForReceives && adapter.isIwarp() && queues.of(true).outstanding() > 0) {
      adapter.cmGate().drainEvents();
      return ep.state("disconnect");
    }
    return state;
  }

  /**
   * Informs the peer of a broken connection by a free of libdapl's endpoint; called under the
   * control lock.
   */
  void informPeer() {
    queues.lockBoth();
    try {
      if (dapl.handle() == 0
          || !dapl.isPeerUninformed()
          || !queues.flushed()
          || dapl.mayHaveStrayCompletions()) {
        return;
      }
      dapl.awaitQuiet();
      dapl.recreate("disconnect");
      states.set(EpState.DISCONNECTED);
      adapter.endedConnections().remove(ep);
    } finally {
      queues.unlockBoth();
    }
  }

  /**
   * Frees it; under all locks.
   *
   * @param closing whether the adapter is being closed, when no state keeps it
   */
  void free(boolean closing) {
    if (dapl.handle() == 0) {
      // It was no longer of use, and there was no other.
      return;
    }
    EpState state = ep.state("free");
    if (!EpInput.FREE.permits(state) && !closing) {
      throw ep.refusal("free", state, "free its RSP or answer its request first");
    }
    boolean unconnected =
        state == EpState.UNCONNECTED
            || states.ours() != null && states.ours() != EpState.DISCONNECT_PENDING;
    // What has happened so far is read while the endpoint has a name; the rest is dropped.
    EpQueues.settle(ep.spec().connectEvd());
    EpState ours = states.ours();
    states.set(null);
    dapl.unregister();
    try {
      freeInLibrary(state, unconnected);
    } catch (RuntimeException | Error e) {
      dapl.registerAgain();
      states.set(ours);
      throw e;
    }
    dapl.clearHandle();
    ep.connection().reset();
    try {
      EpQueues.settle(ep.spec().connectEvd());
      EpQueues.settle(ep.spec().requestEvd());
      EpQueues.settle(ep.spec().recvEvd());
    } finally {
      adapter.unregister(dapl.number());
      queues.endAll(ep.spec());
    }
  }

  /** Frees or abandons the library's endpoint. */
  private void freeInLibrary(EpState state, boolean unconnected) {
    if (state == EpState.ACTIVE_CONNECTION_PENDING && canAbandonConnect()) {
      dapl.abandon(DaplEndpoint.PendingAnswer.CONNECT);
    } else if (state == EpState.COMPLETION_PENDING) {
      dapl.abandon(DaplEndpoint.PendingAnswer.ACCEPT);
    } else if (unconnected ? dapl.hasNoPostedReceives() : canBeFlushed(state)) {
      freeWhenQuiet();
    } else {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0}: {1} requests and {2} receives cannot be flushed; the adapter's close ends it",
          ep,
          queues.of(false).outstanding(),
          queues.of(true).outstanding());
      dapl.abandon(DaplEndpoint.PendingAnswer.NOTHING);
    }
  }

  /** Disconnects the endpoint if need be; tells whether none of its DTOs can still complete. */
  private boolean canBeFlushed(EpState state) {
    if (dapl.mayHaveStrayCompletions()) {
      return false;
    }
    if (state != EpState.DISCONNECTED) {
      disconnectNow(CloseFlags.ABRUPT);
    }
    return queues.flushed();
  }

  private void freeWhenQuiet() {
    if (dapl.isAnswerable()) {
      dapl.abandon(DaplEndpoint.PendingAnswer.KERNEL);
    } else {
      dapl.awaitQuiet();
      dapl.free();
    }
  }
}
