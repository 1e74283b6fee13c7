package org.dat4j.rsm.spi;

import java.nio.ByteBuffer;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;

/**
 * The slow checks of an RSM transfer that failed the quick check: find what is wrong, in the
 * contract's order, and refuse the transfer.
 */
final class TransferChecks {
  private final AbstractTransfers segment;

  TransferChecks(AbstractTransfers segment) {
    this.segment = segment;
  }

  /**
   * Refuses a transfer that the quick check did not let pass. Returns normally if a change of state
   * has made it legal meanwhile.
   *
   * @param capacity items in local memory, -1 for none
   */
  void refuse(String call, int right, long offset, int size, int capacity, int index, int count) {
    segment.checkLive(call);
    String where = segment + "." + call;
    if (capacity < 0) {
      throw Errors.address(where, "data", null, "give memory that may be accessed");
    }
    if (offset % size != 0) {
      throw Errors.of(
          RsmReturn.BAD_MEM_ALIGNMENT, where, "offset", offset, "give a multiple of " + size);
    }
    right(where, right);
    if (count < 0) {
      throw Errors.length(where, "count", count, "give 0 or more");
    }
    if (index < 0 || index > capacity - count) {
      throw Errors.address(
          where,
          "index and count",
          index + " and " + count,
          "stay within the " + capacity + " items of the local memory");
    }
    range(where, offset, (long) count * size);
    if (!segment.ready()) {
      segment.checkLive(call);
      throw Errors.of(
          RsmReturn.BARRIER_UNINITIALIZED,
          where,
          "barrier",
          null,
          "call initBarrier first, or set explicit mode");
    }
  }

  private void right(String where, int right) {
    if ((segment.permission() & right) == 0) {
      throw Errors.of(
          RsmReturn.PERM_DENIED,
          where,
          "permission",
          Permission.toString(segment.permission()),
          "connect with "
              + Permission.toString(right)
              + " or "
              + Permission.toString(Permission.RDWR));
    }
  }

  /** Refuses a range that does not lie in the segment and in the mapped window. */
  private void range(String where, long offset, long bytes) {
    long length = segment.length();
    if (offset < 0 || offset > length || offset == length && bytes > 0) {
      throw Errors.of(
          RsmReturn.BAD_OFFSET, where, "offset", offset, "the segment has " + length + " bytes");
    }
    if (bytes < 0 || bytes > length - offset) {
      throw Errors.length(
          where, "length", bytes, "at most " + (length - offset) + " bytes follow the offset");
    }
    long start = segment.windowStart();
    long end = segment.windowEnd();
    if (offset < start || bytes > end - offset) {
      throw Errors.of(
          RsmReturn.BAD_OFFSET,
          where,
          "offset",
          offset,
          "stay in the mapping, " + start + ".." + end);
    }
  }

  /** Refuses a vector as a whole. */
  void vector(String call, ScatGath vector, int right) {
    if (vector == null) {
      throw Errors.of(RsmReturn.BAD_SGIO, segment + "." + call, "vector", null, "give a vector");
    }
    segment.checkLive(call);
    int count = vector.count();
    if (count == 0 || count > RsmConstants.MAX_SGIOREQS) {
      throw Errors.of(
          RsmReturn.BAD_SGIO, segment + "." + call, "count", count, "give 1 to 16 entries");
    }
    if ((segment.permission() & right) == 0) {
      vector.setResidual(count);
      right(segment + "." + call, right);
    }
  }

  /** Refuses an entry of a vector, or gives its local memory. */
  ByteBuffer entry(String call, ScatGath vector, int k, int right) {
    segment.checkLive(call);
    long bytes = vector.length(k);
    long remote = vector.remoteOffset(k);
    ByteBuffer local =
        vector.isHandle(k) ? handleMemory(call, vector, k) : memory(call, vector, k, right);
    if (bytes < 0 || remote < segment.windowStart() || bytes > segment.windowEnd() - remote) {
      range(where(call, k), remote, bytes);
    }
    return local;
  }

  private String where(String call, int k) {
    return segment + "." + call + " entry " + k;
  }

  private ByteBuffer handleMemory(String call, ScatGath vector, int k) {
    ByteBuffer local =
        vector.handle(k) instanceof LocalMemory own ? own.memory(segment.controller()) : null;
    if (local == null) {
      throw Errors.of(
          RsmReturn.BAD_SGIO,
          where(call, k),
          "handle",
          vector.handle(k),
          "give a live handle of " + segment.controller());
    }
    long start = vector.localOffset(k);
    if (start < 0 || start > local.capacity()) {
      throw Errors.of(
          RsmReturn.BAD_OFFSET,
          where(call, k),
          "localOffset",
          start,
          "the handle has " + local.capacity() + " bytes");
    }
    if (vector.length(k) > local.capacity() - start) {
      throw Errors.length(
          where(call, k),
          "length",
          vector.length(k),
          "the handle has " + local.capacity() + " bytes");
    }
    return local;
  }

  private ByteBuffer memory(String call, ScatGath vector, int k, int right) {
    ByteBuffer local = vector.buffer(k);
    long start = vector.localOffset(k);
    if (vector.length(k) <= 0) {
      return local;
    }
    if (local == null
        || start < 0
        || vector.length(k) > local.capacity() - start
        || right == Permission.READ && local.isReadOnly()) {
      throw Errors.address(
          where(call, k), "memory", local, "give a buffer that holds the whole entry");
    }
    return local;
  }

  /** Tells whether a signal follows a vector that succeeds. */
  boolean signals(ScatGath vector) {
    return (vector.flags() & SignalFlags.IMPLICIT_SIGPOST) != 0;
  }
}
