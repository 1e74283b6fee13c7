package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.AbstractPz;

/**
 * Receives that an endpoint has taken from its shared queue and not completed. It takes one when a
 * message needs it, never ahead. All under the endpoint's receive turn, the counts apart.
 */
final class BorrowedReceives extends ReceiveQueue {

  /** A transport receives one message of a connection at a time; some more cost little. */
  private static final int SLOTS = 16;

  private final SharedReceives shared;
  private final AbstractPz pz;
  private final int most;
  private final Stalled.Waiting waiting = new Stalled.Waiting();
  private boolean waits;

  /**
   * Makes an endpoint's share.
   *
   * @param shared the queue
   * @param pz zone of the queue, which all its buffers are in
   * @param most buffers the endpoint may hold at a time (max_recv_dtos), 0 or more
   */
  BorrowedReceives(SharedReceives shared, AbstractPz pz, int most) {
    super(shared.regions, Math.min(most, SLOTS), shared.maxSegments(), SLOTS);
    this.shared = shared;
    this.pz = pz;
    this.most = Math.min(most, SLOTS);
  }

  @Override
  long claim() {
    long position = tail;
    if (position - completed() >= most) {
      return -1;
    }
    if (!shared.take(this, position)) {
      // A post looks for waiting endpoints behind its fence, this looks for a post behind its own.
      waits = true;
      shared.stalled.add(waiting);
      VarHandle.fullFence();
      if (!shared.take(this, position)) {
        return -1;
      }
    }
    if (waits) {
      waits = false;
      shared.stalled.remove(waiting);
    }
    publish(slots(false), position);
    tail = position + 1;
    claimed = position + 1;
    return position;
  }

  @Override
  Access locate(
      long position,
      long offset,
      long length,
      AbstractPz endpoints,
      Hazard hazard,
      int slot,
      Span out) {
    return super.locate(position, offset, length, pz, hazard, slot, out);
  }

  @Override
  SharedReceives source() {
    return shared;
  }

  @Override
  void connect(Runnable kick) {
    waiting.kick = kick;
  }

  @Override
  void disconnect() {
    waits = false;
    shared.stalled.remove(waiting);
  }
}
