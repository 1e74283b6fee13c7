package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.EpInput;

/** How connections, establishments and endpoints end: what the library cannot do is done here. */
final class EpEnding {

  private static final System.Logger LOG = System.getLogger(NativeEp.class.getName());

  /** The library waits 240 ms for the end of a connection, and then tells of it itself. */
  private static final long LIBRARY_WAITS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final NativeEp ep;
  private final NativeIa adapter;
  private final EpQueues queues;
  private final EpBody body;
  private final EpStates states;

  EpEnding(NativeEp ep, NativeIa adapter, EpQueues queues, EpBody body, EpStates states) {
    this.ep = ep;
    this.adapter = adapter;
    this.queues = queues;
    this.body = body;
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
          GracefulDisconnect.start(ep);
          return;
        }
      }
      case COMPLETION_PENDING -> {
        endEstablishment(EventNumber.CONNECTION_EVENT_DISCONNECTED, EpBody.Waits.ACCEPT);
        return;
      }
      default -> throw ep.refusal("disconnect", state, "connect the endpoint first");
    }
    states.set(null);
    disconnectAlone(flags);
  }

  /** Ends a connect that was not answered in time; under control. */
  void timeOut() {
    if (!endConnect(EventNumber.CONNECTION_EVENT_TIMED_OUT)) {
      ep.connection().timesOut();
      states.set(null);
      disconnectAlone(CloseFlags.ABRUPT);
    }
  }

  /**
   * Ends a connect for the program, if it can be let go on without it; under control.
   *
   * @param told how it came out
   * @return false if the library has to disconnect it
   */
  private boolean endConnect(EventNumber told) {
    queues.lockBoth();
    try {
      if (!canGoOn()) {
        return false;
      }
      long replacement;
      try {
        replacement = another();
      } catch (DatException e) {
        if (adapter.isIwarp()) {
          throw e;
        }
        return false;
      }
      succeed(replacement, told, EpBody.Waits.CONNECT);
      return true;
    } finally {
      queues.unlockBoth();
    }
  }

  private long another() {
    return LibraryEp.create(adapter, ep.spec(), ep.attr(), ep.where("disconnect"), queues.share());
  }

  /**
   * Whether a connect may be answered although the program has given it up: always where the
   * library's disconnect waits for that, else if there is no receive in which a message would
   * arrive, its own or a shared one; under all locks.
   */
  private boolean canGoOn() {
    return adapter.isIwarp() || body.neverUsed() && ep.spec().srq() == null;
  }

  /**
   * Goes on with a graceful disconnect, if what was posted before it has completed; waits for
   * nobody; under control.
   *
   * @return whether the disconnect is over, or not ours any more
   */
  boolean disconnectIfDrained(long waitedNanos) {
    if (body.handle() == 0 || states.ours() != EpState.DISCONNECT_PENDING) {
      return true;
    }
    if (ep.state("disconnect") == EpState.DISCONNECT_PENDING) {
      boolean certain = queues.of(false).certainToComplete();
      if (queues.of(false).outstanding() > 0 && (certain || waitedNanos < EpQueues.SILENT_NANOS)) {
        return false;
      }
      states.set(null);
      disconnectAlone(CloseFlags.GRACEFUL);
    }
    states.set(null);
    return true;
  }

  /**
   * Ends an establishment for the program: another endpoint of the library takes the place of the
   * one that waits, or that is of no use any more.
   *
   * @param told how it came out
   * @param waits what the library's endpoint waits for
   */
  void endEstablishment(EventNumber told, EpBody.Waits waits) {
    queues.lockBoth();
    try {
      succeed(replacement(waits), told, waits);
    } finally {
      queues.unlockBoth();
    }
  }

  private void succeed(long replacement, EventNumber told, EpBody.Waits waits) {
    body.leave(waits);
    states.set(EpState.DISCONNECTED);
    if (ep.spec().connectEvd() instanceof NativeEvd evd) {
      evd.own().ended(told, ep);
    }
    ep.happened(told);
    body.succeed(replacement, ep.spec(), ep.attr());
  }

  /** Another endpoint of the library; without one the old one is left all the same. */
  private long replacement(EpBody.Waits waits) {
    try {
      return another();
    } catch (DatException e) {
      body.leave(waits);
      body.gone();
      queues.endAll(ep.spec());
      throw e;
    }
  }

  /**
   * Disconnects while nobody posts a receive: one that comes when the device has flushed the others
   * stays where it is, and dat_ep_disconnect waits for it for ever (dapls_ep_flush_cqs).
   */
  private void disconnectAlone(CloseFlags flags) {
    SpinLock lock = queues.lock(true);
    lock.lock();
    try {
      disconnectNow(flags);
    } finally {
      lock.unlock();
    }
  }

  /** Has the library disconnect it; under the lock of receives. */
  private void disconnectNow(CloseFlags flags) {
    EpState before = stateForDisconnect(flags);
    if (before == EpState.DISCONNECTED) {
      return;
    }
    // The library does not return before the receives are flushed, for which there must be room.
    EpQueues.settle(ep.spec().recvEvd());
    long began = System.nanoTime();
    long library = body.handle();
    IntSupplier call = () -> LibDat.dat_ep_disconnect(library, flags.value());
    // A pending one does not wait for the library's thread.
    int ret =
        before == EpState.ACTIVE_CONNECTION_PENDING ? adapter.cm().call(call) : call.getAsInt();
    if (before == EpState.ACTIVE_CONNECTION_PENDING) {
      body.quiet().cutWhileAsking();
    } else if (System.nanoTime() - began > LIBRARY_WAITS_NANOS) {
      body.quiet().cut();
    }
    if (!Ret.isSuccess(ret) && ep.state("disconnect") != EpState.DISCONNECTED) {
      throw NativeErrors.of(ret, ep.where("disconnect"), "dat_ep_disconnect");
    }
  }

  /**
   * The state, that of an iWARP connection when the library's thread has been told of all that has
   * happened. Soft iWARP gives back no receive that was posted after the connection's end, so that
   * the library's disconnect, which it makes only while it takes the endpoint for connected or for
   * one that is ending, would wait for ever (dapls_ep_flush_cqs).
   */
  private EpState stateForDisconnect(CloseFlags flags) {
    EpState state = ep.state("disconnect");
    boolean waitsForReceives =
        state == EpState.CONNECTED
            || state == EpState.DISCONNECT_PENDING && flags == CloseFlags.ABRUPT;
    if (waitsForReceives && adapter.isIwarp() && queues.of(true).outstanding() > 0) {
      adapter.cm().catchUp();
      return ep.state("disconnect");
    }
    return state;
  }

  /**
   * Has the peer of a broken connection told, by the free of the library's endpoint; under control.
   */
  void tellPeer() {
    queues.lockBoth();
    try {
      if (body.handle() == 0 || !body.isPeerUntold() || !queues.flushed() || body.strays()) {
        return;
      }
      body.awaitQuiet();
      body.exchange("disconnect");
      states.set(EpState.DISCONNECTED);
      adapter.endings().remove(ep);
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
    if (body.handle() == 0) {
      // It was of no use any more, and there was no other.
      return;
    }
    EpState state = ep.state("free");
    if (!EpInput.FREE.permits(state) && !closing) {
      throw ep.refusal("free", state, "free its service point or answer its request first");
    }
    boolean unconnected =
        state == EpState.UNCONNECTED
            || states.ours() != null && states.ours() != EpState.DISCONNECT_PENDING;
    states.set(null);
    // What has happened so far is read while the endpoint has a name; the rest is dropped.
    EpQueues.settle(ep.spec().connectEvd());
    body.hide();
    if (state == EpState.ACTIVE_CONNECTION_PENDING && canGoOn()) {
      body.leave(EpBody.Waits.CONNECT);
    } else if (state == EpState.COMPLETION_PENDING) {
      body.leave(EpBody.Waits.ACCEPT);
    } else if (unconnected ? body.neverUsed() : canBeFlushed(state)) {
      freeWhenQuiet();
    } else {
      LOG.log(
          System.Logger.Level.DEBUG,
          "{0}: {1} requests and {2} receives cannot be flushed; the adapter's close ends it",
          ep,
          queues.of(false).outstanding(),
          queues.of(true).outstanding());
      body.leave(EpBody.Waits.NOTHING);
    }
    body.gone();
    ep.connection().reset();
    EpQueues.settle(ep.spec().connectEvd());
    EpQueues.settle(ep.spec().requestEvd());
    EpQueues.settle(ep.spec().recvEvd());
    adapter.leave(body.number());
    queues.endAll(ep.spec());
  }

  /** Brings the endpoint to where nothing of it can complete any more. */
  private boolean canBeFlushed(EpState state) {
    if (body.strays()) {
      return false;
    }
    if (state != EpState.DISCONNECTED) {
      disconnectNow(CloseFlags.ABRUPT);
    }
    return queues.flushed();
  }

  private void freeWhenQuiet() {
    if (body.isAnswerable()) {
      body.leave(EpBody.Waits.KERNEL);
    } else {
      body.awaitQuiet();
      body.free();
    }
  }
}
