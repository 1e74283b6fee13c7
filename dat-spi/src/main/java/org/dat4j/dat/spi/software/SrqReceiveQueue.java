package org.dat4j.dat.spi.software;

import java.lang.invoke.VarHandle;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The Receives that one endpoint of a software backend has taken from its shared receive queue and
 * not completed. It takes one when a message needs it, never ahead. All under the endpoint's
 * receive turn, the counts apart.
 */
final class SrqReceiveQueue extends ReceiveQueue {

  /** A transport receives one message of a connection at a time; some more cost little. */
  private static final int SLOTS = 16;

  private final SharedReceiveQueue shared;
  private final AbstractPz pz;
  private final int most;
  private final StalledEndpoints.Waiting waiting = new StalledEndpoints.Waiting();
  private boolean waits;

  /**
   * Makes an endpoint's share.
   *
   * @param shared the queue
   * @param pz PZ of the queue, which all its buffers are in
   * @param most buffers the endpoint may hold at a time (max_recv_dtos), 0 or more
   */
  SrqReceiveQueue(SharedReceiveQueue shared, AbstractPz pz, int most) {
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
    // Without a call: an Error here would lose a buffer of the shared queue.
    firstSlots[((int) position << shift & firstSlots.length - 1) + SEQUENCE] = position + 1;
    tail = position + 1;
    claimed = position + 1;
    return position;
  }

  @Override
  AccessResult locate(
      long position,
      long offset,
      long length,
      AbstractPz endpoints,
      HazardPointers hazard,
      int slot,
      RegionSlice out) {
    return super.locate(position, offset, length, pz, hazard, slot, out);
  }

  @Override
  void release() {
    super.release();
    shared.release();
  }

  @Override
  void connect(Runnable retry) {
    waiting.retry = retry;
  }

  @Override
  void disconnect() {
    waits = false;
    shared.stalled.remove(waiting);
  }
}
