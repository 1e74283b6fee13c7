package org.dat4j.dat.udapl;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.DtoOp;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.abi.TripletMemory;
import org.dat4j.dat.udapl.libdapl.EndedConnectionScanner;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.OutParams;
import org.dat4j.dat.udapl.libdapl.Pause;
import org.dat4j.dat.udapl.queue.PostedQueue;
import org.dat4j.dat.udapl.queue.PreConnectReceives;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * The posting of DTOs on a native endpoint: checks each DTO by the rules of DAT 1.2, then posts it
 * through libdapl.
 */
final class EpPosts {

  /**
   * Most bytes of a transfer that is silent in the library too. A graceful disconnect waits {@link
   * EpQueues#SILENT_NANOS} for the silent ones: at 1 Gbit/s enough for 90 of this size.
   */
  private static final int QUIET_BYTES = 64 << 10;

  private final NativeEp ep;
  private final NativeIa adapter;
  private final EpQueues queues;
  private final TripletMemory remote = new TripletMemory(1);
  private final PreConnectReceives early = new PreConnectReceives();
  private final OutParams requestStatus = new OutParams();
  private final OutParams receiveStatus = new OutParams();

  EpPosts(NativeEp ep, NativeIa adapter, EpQueues queues) {
    this.ep = ep;
    this.adapter = adapter;
    this.queues = queues;
  }

  /** Posts one; the arguments are those of the SPI. */
  int post(
      DtoOp op,
      LmrIov iov,
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      long remoteLength,
      int flags) {
    boolean receive = op == DtoOp.RECEIVE;
    SpinLock lock = queues.lock(receive);
    lock.lock();
    try {
      long handle = ep.live(op.call());
      PostedQueue queue = queues.of(receive);
      if (!receive) {
        ep.checkNotDraining(op.call());
      }
      if (!hasRoom(queue, receive)) {
        return DatReturn.INSUFFICIENT_RESOURCES;
      }
      boolean suppress = (flags & CompletionFlags.SUPPRESS) != 0;
      if ((receive || suppress || !ep.connection().isEstablished())
          && hasNoConnection(handle, receive)) {
        ep.flush(receive, cookie);
        return DatReturn.SUCCESS;
      }
      TripletMemory local = queues.iov(receive);
      boolean read = op == DtoOp.RDMA_READ;
      // The library reads as much as the segments hold, the contract as much as was asked for.
      long most = read ? remoteLength : Long.MAX_VALUE;
      int segments = fill(local, iov, lmrContext, address, length, most);
      boolean late = read && adapter.isIwarp();
      if ((late || receive) && segments == 0 && adapter.isIwarp()) {
        // iWARP names the memory to be written even when that is none.
        if (receive || iov != null && iov.count() == 0) {
          ((NativePz) ep.spec().pz()).writeEmptySegment(local);
        } else {
          local.put(
              0,
              iov == null ? lmrContext : iov.lmrContext(0),
              iov == null ? address : iov.address(0),
              0);
        }
        segments = 1;
      }
      if (read || op == DtoOp.RDMA_WRITE) {
        // A Write may name a target longer than any segment; the local ones say what is written.
        long target = Math.min(remoteLength, TripletMemory.MAX_LENGTH);
        remote.put(0, rmrContext, remoteAddress, target);
      }
      queue.noteMemory(local, segments);
      boolean large = (read ? remoteLength : length) > QUIET_BYTES;
      boolean quiet = queue.claim(cookie, suppress, late, large);
      int passed = quiet ? flags : flags & ~CompletionFlags.SUPPRESS;
      if (late) {
        // Reads of one connection are answered in order anyway, and siw refuses fenced ones.
        passed &= ~CompletionFlags.BARRIER_FENCE;
      }
      long key = queue.key();
      int ret;
      switch (op) {
        case RECEIVE ->
            ret = LibDat.dat_ep_post_recv(handle, segments, local.address(), key, passed);
        case SEND -> ret = LibDat.dat_ep_post_send(handle, segments, local.address(), key, passed);
        case RDMA_WRITE ->
            ret =
                LibDat.dat_ep_post_rdma_write(
                    handle, segments, local.address(), key, remote.address(), passed);
        default ->
            ret =
                LibDat.dat_ep_post_rdma_read(
                    handle, segments, local.address(), key, remote.address(), passed);
      }
      if (!ReturnCodes.isSuccess(ret)) {
        return refused(op, queue, cookie, ret);
      }
      queue.confirm();
      if (receive && !ep.connection().isEstablished()) {
        early.add(cookie, flags, local, segments);
        if (hasNoConnection(handle, true)) {
          // The receives may have been flushed just before this one was among them.
          ep.flushLost(true);
        }
      }
      return DatReturn.SUCCESS;
    } finally {
      lock.unlock();
    }
  }

  /** Tells whether the last connect or connection has ended; under the lock of the direction. */
  private boolean hasNoConnection(long handle, boolean receive) {
    return ep.isGivenUp()
        || DaplEpFactory.isDisconnected(handle, receive ? receiveStatus : requestStatus);
  }

  PreConnectReceives early() {
    return early;
  }

  /** Forgets the Receives posted before a connection; called under the lock of Receives. */
  void forgetEarly() {
    early.clear();
  }

  /**
   * Posts the early receives on another endpoint of the library, which is to have the same; under
   * the lock of receives.
   *
   * @param zone of that endpoint; memory of another one fails when it is used
   */
  void postAgain(long handle, AbstractPz zone) {
    PostedQueue queue = queues.of(true);
    TripletMemory local = queues.iov(true);
    early.forEach(
        local,
        (cookie, flags, segments) -> {
          queue.noteMemory(local, segments);
          boolean quiet =
              queue.claim(cookie, (flags & CompletionFlags.SUPPRESS) != 0, false, false);
          if (hasForeign(local, segments, zone)) {
            queue.markForeign();
          }
          int passed = quiet ? flags : flags & ~CompletionFlags.SUPPRESS;
          int ret = LibDat.dat_ep_post_recv(handle, segments, local.address(), queue.key(), passed);
          if (!ReturnCodes.isSuccess(ret)) {
            queue.undo();
            throw NativeErrors.of(ret, ep.where("modify"), "dat_ep_post_recv");
          }
          queue.confirm();
        });
  }

  private boolean hasForeign(TripletMemory local, int segments, AbstractPz zone) {
    for (int i = 0; i < segments; i++) {
      AbstractLmr lmr = adapter.lmrs().get(local.context(i));
      if (lmr != null && lmr.spec().pz() != zone) {
        return true;
      }
    }
    return false;
  }

  private boolean hasRoom(PostedQueue queue, boolean receive) {
    NativeEvd evd = queues.evd(receive);
    if (!queue.isFull() && evd.credits().hasRoom()) {
      return true;
    }
    if (queue.limit() == 0 || receive) {
      return false;
    }
    // Silent transfers may have completed with nobody to notice it.
    evd.settleUnlessWaiting();
    return !queue.isFull() && evd.credits().hasRoom();
  }

  /**
   * Writes the segments that are not empty, up to a sum of bytes, and answers their number.
   *
   * @param iov several segments, or null for the one of the next three arguments
   * @param most the sum
   */
  static int fill(
      TripletMemory to, LmrIov iov, int lmrContext, long address, long length, long most) {
    if (iov == null) {
      long part = Math.min(length, most);
      if (part == 0) {
        return 0;
      }
      to.put(0, lmrContext, address, part);
      return 1;
    }
    int segments = 0;
    long left = most;
    for (int i = 0; i < iov.count(); i++) {
      long part = Math.min(iov.length(i), left);
      if (part != 0) {
        to.put(segments++, iov.lmrContext(i), iov.address(i), part);
        left -= part;
      }
    }
    return segments;
  }

  private int refused(DtoOp op, PostedQueue queue, long cookie, int ret) {
    queue.undo();
    if (ReturnCodes.rawType(ret) == DatReturn.INVALID_STATE) {
      throw ep.notConnected(op.call());
    }
    if (hasEnded(op.call(), ret)) {
      // Some devices take no work in this state; the contract has it flushed at once.
      ep.flush(op == DtoOp.RECEIVE, cookie);
      return DatReturn.SUCCESS;
    }
    if (ReturnCodes.rawType(ret) == DatReturn.INSUFFICIENT_RESOURCES) {
      return DatReturn.INSUFFICIENT_RESOURCES;
    }
    throw NativeErrors.of(ret, ep.where(op.call()), op.call());
  }

  /**
   * Tells whether the connection has ended. A device may know that before its library does: siw
   * refuses work at once (ENOTCONN, for which libdapl has no code), and notifies the library a
   * moment later.
   */
  private boolean hasEnded(String call, int ret) {
    boolean unnamed = ReturnCodes.rawType(ret) == DatReturn.INTERNAL_ERROR;
    long start = System.nanoTime();
    EpState now = ep.state(call);
    while (unnamed
        && now != EpState.DISCONNECTED
        && System.nanoTime() - start < EndedConnectionScanner.PATIENCE_NANOS) {
      Pause.step();
      now = ep.state(call);
    }
    return now == EpState.DISCONNECTED;
  }
}
