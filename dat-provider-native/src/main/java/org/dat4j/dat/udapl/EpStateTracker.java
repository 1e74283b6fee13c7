package org.dat4j.dat.udapl;

import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.dat.EpState;
import org.dat4j.dat.udapl.abi.CodeTranslation;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.libdapl.CrReply;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;

/**
 * A tracker of the DAT state of a native endpoint: the state that libdapl reports, or one that
 * libdapl does not know, such as RESERVED.
 */
final class EpStateTracker {

  private final NativeEp ep;
  private final EpConnection connection;

  /**
   * A state that the library does not know of, else null: RESERVED, PASSIVE_CONNECTION_PENDING,
   * DISCONNECT_PENDING while requests complete, or DISCONNECTED after a connect that was given up.
   */
  private final AtomicReference<EpState> ours = new AtomicReference<>();

  EpStateTracker(NativeEp ep, EpConnection connection) {
    this.ep = ep;
    this.connection = connection;
  }

  /** Returns the state that only this backend knows, or null; called under the control lock. */
  EpState ours() {
    return ours.get();
  }

  /** Sets the state that only this backend knows; called under the control lock. */
  void set(EpState state) {
    ours.set(state);
  }

  /**
   * Replaces one state by another, without the control lock: a request arrives and ends under the
   * lock of an EVD, for which a thread with the control lock may wait.
   *
   * @return false if it was another state
   */
  boolean replace(EpState from, EpState to) {
    return ours.compareAndSet(from, to);
  }

  /** Returns the state for a call; throws for a freed endpoint. */
  EpState current(String call) {
    EpState known = ours.get();
    if (known != null && known != EpState.DISCONNECT_PENDING) {
      ep.live(call);
      return known;
    }
    OutParams out = new OutParams();
    boolean accepted = connection.isAccepting();
    int ret =
        LibDat.dat_ep_get_status(ep.live(call), out.address(0), out.address(1), out.address(2));
    int state = out.getInt(0);
    NativeErrors.check(ret, ep.where(call), "dat_ep_get_status");
    return combined(EpState.of(CodeTranslation.epState(state)), accepted);
  }

  /**
   * Combines the library's state with the one kept here. The library's still changes when the peer
   * ends a connection whose requests have yet to complete. An endpoint that has accepted may wait
   * there as if it had asked for a connection: see {@link CrReply}.
   *
   * @param accepted whether it had accepted and got no result yet before the library was asked; a
   *     result may come meanwhile
   */
  EpState combined(EpState library, boolean accepted) {
    EpState known = ours.get();
    if (known != null && (known != EpState.DISCONNECT_PENDING || library == EpState.CONNECTED)) {
      return known;
    }
    return accepted && library == EpState.ACTIVE_CONNECTION_PENDING
        ? EpState.COMPLETION_PENDING
        : library;
  }
}
