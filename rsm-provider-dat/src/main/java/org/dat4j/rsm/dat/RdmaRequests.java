package org.dat4j.rsm.dat;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;

/**
 * The RDMA Writes and Reads that an RSM import posts on its data endpoint, in order. At most the
 * last one has an event, so the next event is its completion or reports a failure. Used with the
 * lock of the data path. Allocates nothing unless something fails.
 */
final class RdmaRequests {
  private static final int FLUSHED = Long.BYTES;

  private final Ep ep;
  private final Evd evd;
  private final boolean placedWhenComplete;
  private final Message.Welcome flushRegion;
  private final RegisteredBuffer bounce;
  private final int depth;
  private final DatEvent event = new DatEvent();
  private int context;
  private long base;
  private int outstanding;
  private boolean signalled;

  RdmaRequests(
      Ep ep,
      Evd evd,
      boolean placedWhenComplete,
      Message.Welcome flushRegion,
      RegisteredBuffer bounce,
      int depth) {
    this.ep = ep;
    this.evd = evd;
    this.placedWhenComplete = placedWhenComplete;
    this.flushRegion = flushRegion;
    this.bounce = bounce;
    this.depth = depth;
  }

  void setTarget(Message.MemoryLocation where) {
    context = where.context();
    base = where.base();
  }

  /** Tells whether writes are under way. */
  boolean pending() {
    return outstanding > 0;
  }

  /**
   * Posts a write.
   *
   * @param last whether a flush follows at once
   * @return RSM_SUCCESS, or the code for the failed connection
   */
  int write(int lmr, long address, long bytes, long offset, boolean last) {
    if (outstanding == depth) {
      int code = flush();
      if (code != RsmReturn.SUCCESS) {
        return code;
      }
    }
    signalled = last && placedWhenComplete;
    int flags = signalled ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
    try {
      int code = ep.postRdmaWrite(lmr, address, bytes, 0, context, base + offset, flags);
      if (code != DatReturn.SUCCESS) {
        return RsmReturn.INSUFFICIENT_RESOURCES;
      }
    } catch (DatException disconnected) {
      return RsmReturn.CONN_ABORTED;
    }
    outstanding++;
    return RsmReturn.SUCCESS;
  }

  /** Waits until all writes are in the exporter's memory. */
  int flush() {
    return flush(DatConstants.TIMEOUT_INFINITE);
  }

  /**
   * Waits like the other method for about this long. Transfers that are still outstanding then need
   * their memory.
   */
  int flush(long micros) {
    if (!signalled) {
      int code = post(bounce.context(), bounce.address(BounceBuffer.SCRATCH), FLUSHED, true, 0);
      if (code != RsmReturn.SUCCESS) {
        return code;
      }
    }
    signalled = false;
    outstanding = 0;
    return await(micros);
  }

  /** Reads, and waits until the bytes have arrived. Earlier writes are complete then, too. */
  int read(int lmr, long address, long bytes, long offset) {
    int code = post(lmr, address, bytes, false, offset);
    if (code != RsmReturn.SUCCESS) {
      return code;
    }
    outstanding = 0;
    return await(DatConstants.TIMEOUT_INFINITE);
  }

  private int post(int lmr, long address, long bytes, boolean flush, long offset) {
    int remote = flush ? flushRegion.context() : context;
    long from = flush ? flushRegion.address() : base + offset;
    try {
      int code = ep.postRdmaRead(lmr, address, bytes, 0, remote, from, CompletionFlags.DEFAULT);
      return code == DatReturn.SUCCESS ? RsmReturn.SUCCESS : RsmReturn.INSUFFICIENT_RESOURCES;
    } catch (DatException disconnected) {
      return RsmReturn.CONN_ABORTED;
    }
  }

  private int await(long micros) {
    boolean interrupted = false;
    int code;
    while ((code = evd.await(micros, 1, event)) == DatReturn.INTERRUPTED_CALL) {
      // A posted transfer uses the caller's memory until it has completed.
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return code == DatReturn.SUCCESS ? verdict(event.status()) : RsmReturn.CONN_ABORTED;
  }

  /** Translates a completion to a return code. */
  private static int verdict(DtoStatus status) {
    return switch (status) {
      case SUCCESS -> RsmReturn.SUCCESS;
      case ERR_LOCAL_LENGTH, ERR_LOCAL_EP, ERR_LOCAL_PROTECTION, ERR_BAD_RESPONSE ->
          RsmReturn.BARRIER_FAILURE;
      default -> RsmReturn.CONN_ABORTED;
    };
  }
}
