package org.dat4j.dat.ipc;

import java.io.IOException;
import org.dat4j.dat.DtoStatus;

/**
 * The end of a connection at the peer, as its RELEASE frame tells it, or as the end of the link
 * does.
 *
 * @param byGoodBye whether the peer has ended it without a fault
 * @param request of this side that has failed; negative for the oldest one
 * @param status of that request
 * @param reason what has happened, for people
 */
record PeerEnd(boolean byGoodBye, long request, DtoStatus status, Object reason) {

  private static final int STATUSES = DtoStatus.values().length;
  private static final byte[] NO_DATA = {};
  private static final long FAULT = 0;
  private static final long GOOD_BYE = 1;

  /** An end for a fault that names no request. */
  static PeerEnd fault(Object reason) {
    return new PeerEnd(false, -1, DtoStatus.ERR_TRANSPORT, reason);
  }

  /**
   * Makes the frame that tells the peer of the end at this side.
   *
   * @param refusal of the peer's request that has ended it; null if none has
   */
  static ControlFrame frame(int index, boolean byGoodBye, TurnHandover.Refusal refusal) {
    // A peer that knows of no refusals here reads anything but a good-bye as a fault.
    long first = byGoodBye ? GOOD_BYE : refusal == null ? FAULT : -refusal.status().value();
    long second = refusal == null ? 0 : refusal.number();
    byte[] data = refusal == null ? NO_DATA : new byte[] {(byte) refusal.causeNumber()};
    return new ControlFrame(ControlFrame.Type.RELEASE, index, first, second, data);
  }

  /** Reads the frame of the peer. */
  static PeerEnd of(ControlFrame release) throws IOException {
    long first = release.first();
    if (first > GOOD_BYE || first <= -STATUSES) {
      throw new IOException("the peer ends a connection with " + first);
    }
    if (first >= FAULT) {
      return first == GOOD_BYE
          ? new PeerEnd(true, -1, DtoStatus.SUCCESS, Link.GONE)
          : fault(Link.GONE);
    }
    DtoStatus status = DtoStatus.of((int) -first);
    // A peer of an earlier version sends no data.
    long told = release.data().length == 0 ? 0 : release.data()[0];
    TurnHandover.Refusal refusal = TurnHandover.Refusal.of(release.second(), status, told);
    return new PeerEnd(false, refusal.number(), status, refusal.toldReason());
  }
}
