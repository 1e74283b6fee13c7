package org.dat4j.dat.natives;

import org.dat4j.dat.EpState;
import org.dat4j.dat.natives.abi.Codes;
import org.dat4j.dat.natives.abi.LibDat;

/** The state of an endpoint: the library's, unless only we know better. */
final class EpStates {

  private final NativeEp ep;
  private final EpConnection connection;

  /**
   * A state that the library does not know of, else null: RESERVED, PASSIVE_CONNECTION_PENDING,
   * DISCONNECT_PENDING while requests complete, or DISCONNECTED after a connect that was given up.
   */
  private volatile EpState ours;

  EpStates(NativeEp ep, EpConnection connection) {
    this.ep = ep;
    this.connection = connection;
  }

  /** What only we know, or null; under control. */
  EpState ours() {
    return ours;
  }

  void set(EpState state) {
    ours = state;
  }

  /** The state, for a call; throws for a freed endpoint. */
  EpState current(String call) {
    EpState known = ours;
    if (known != null && known != EpState.DISCONNECT_PENDING) {
      ep.live(call);
      return known;
    }
    Out out = new Out();
    boolean accepted = connection.answers();
    int ret =
        LibDat.dat_ep_get_status(ep.live(call), out.address(0), out.address(1), out.address(2));
    int state = out.getInt(0);
    NativeErrors.check(ret, ep.where(call), "dat_ep_get_status");
    return combined(EpState.of(Codes.epState(state)), accepted);
  }

  /**
   * The state, given the library's, which goes on when the peer ends what we let drain. One that
   * has accepted may wait there as if it had asked: see {@link CrAnswer}.
   *
   * @param accepted whether it has accepted and not been told more, before the library was asked:
   *     it may be told meanwhile
   */
  EpState combined(EpState library, boolean accepted) {
    EpState known = ours;
    if (known != null && (known != EpState.DISCONNECT_PENDING || library == EpState.CONNECTED)) {
      return known;
    }
    return accepted && library == EpState.ACTIVE_CONNECTION_PENDING
        ? EpState.COMPLETION_PENDING
        : library;
  }
}
