package org.dat4j.rsm.librsm;

import java.nio.ByteBuffer;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentMap;
import org.dat4j.rsm.SignalFlags;
import org.dat4j.rsm.spi.AbstractImportSegment;

/** An RSM import segment whose calls go to librsm, the RSM library of Solaris. */
final class LibrsmImport extends AbstractImportSegment {
  private final LibrsmController owner;
  private final LibraryConnection connection;
  private final LibraryHandle handle;
  private final ImportBarriers barriers;
  private final LibrarySignals signals;

  /** The explicit mapping, or null; guarded by the segment's lock. */
  private LibraryMapping window;

  private LibrsmImport(LibrsmController owner, LibraryConnection connection, long length) {
    super(owner, length, connection.perm());
    this.owner = owner;
    this.connection = connection;
    this.handle = new LibraryHandle(connection.segment());
    this.barriers = new ImportBarriers(handle, this);
    this.signals = new LibrarySignals(handle, this, this::wakePollers, this::isLive);
  }

  static LibrsmImport connect(LibrsmController owner, int node, int segmentId, int perm) {
    String where = owner + ".connectImportSegment";
    LibraryConnection connection = LibraryConnection.open(owner, node, segmentId, perm, where);
    boolean made = false;
    try {
      LibrsmImport segment = new LibrsmImport(owner, connection, connection.length(where));
      made = true;
      return segment;
    } finally {
      if (!made) {
        connection.close();
      }
    }
  }

  private void enter() {
    if (!handle.enter()) {
      throw LibraryFailures.ended(this);
    }
  }

  private <T> int move(ItemTransfer<T> transfer, long offset, T data, int index, int count) {
    enter();
    try {
      return transfer.staged(handle.value(), offset, data, index, count);
    } finally {
      handle.leave();
    }
  }

  private int bytes(
      ItemTransfer<ByteBuffer> transfer, long offset, ByteBuffer data, int index, int count) {
    if (!data.isDirect()) {
      return move(transfer, offset, data, index, count);
    }
    enter();
    try {
      return transfer.direct(handle.value(), offset, data, index, count);
    } finally {
      handle.leave();
    }
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return move(ItemTransfer.GET8, offset, data, index, count);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return move(ItemTransfer.GET16, offset, data, index, count);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return move(ItemTransfer.GET32, offset, data, index, count);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return move(ItemTransfer.GET64, offset, data, index, count);
  }

  @Override
  protected int implGet(long offset, ByteBuffer data, int index, int count) {
    return bytes(ItemTransfer.GET, offset, data, index, count);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return move(ItemTransfer.PUT8, offset, data, index, count);
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return move(ItemTransfer.PUT16, offset, data, index, count);
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return move(ItemTransfer.PUT32, offset, data, index, count);
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return move(ItemTransfer.PUT64, offset, data, index, count);
  }

  @Override
  protected int implPut(long offset, ByteBuffer data, int index, int count) {
    return bytes(ItemTransfer.PUT, offset, data, index, count);
  }

  @Override
  protected boolean implTakesWhole(ScatGath vector) {
    return IoVectorMemory.isReachable(vector);
  }

  @Override
  protected int implPutv(ScatGath vector) {
    return transfer(vector, true);
  }

  @Override
  protected int implGetv(ScatGath vector) {
    return transfer(vector, false);
  }

  private int transfer(ScatGath vector, boolean put) {
    int code;
    enter();
    try {
      code = IoVectorMemory.ofThread().transfer(owner, handle, vector, put);
    } finally {
      handle.leave();
    }
    // The library's loopback does not notice an abort here, and its kernel agent calls it a wrong
    // vector. So the signal has to wait for the answer, too.
    if ((code == RsmReturn.SUCCESS || code == RsmReturn.BAD_SGIO) && barriers.isAborted()) {
      vector.setResidual(vector.count());
      return RsmReturn.CONN_ABORTED;
    }
    boolean signal = (vector.flags() & SignalFlags.IMPLICIT_SIGPOST) != 0;
    return code == RsmReturn.SUCCESS && signal ? post(vector.flags()) : code;
  }

  @Override
  protected void implInitBarrier(RsmBarrier barrier, BarrierType type) {
    barriers.init(barrier, type);
  }

  @Override
  protected void implDestroyBarrier(RsmBarrier barrier) {
    barriers.destroy(barrier);
  }

  @Override
  protected void implSetMode(BarrierMode mode) {
    LibraryFailures.check(
        LibRsm.rsm_memseg_import_set_mode(handle.value(), mode.value()),
        this + ".setMode",
        "rsm_memseg_import_set_mode");
  }

  @Override
  protected int implOpenBarrier(RsmBarrier barrier) {
    return barriers.open(barrier);
  }

  @Override
  protected int implOrderBarrier(RsmBarrier barrier) {
    return barriers.order(barrier);
  }

  @Override
  protected int implCloseBarrier(RsmBarrier barrier) {
    return barriers.close(barrier);
  }

  @Override
  protected SegmentMap implMap(long address, int perm, long offset, long bytes) {
    String where = this + ".map";
    checkNotAborted(where);
    if (bytes > Integer.MAX_VALUE) {
      throw new RsmException(
          RsmReturn.BAD_LENGTH, where, "length", bytes, "a buffer has at most 2^31-1 bytes");
    }
    boolean fixed = address != 0;
    if (fixed && !SystemCalls.isFree(address, bytes)) {
      throw new RsmException(
          RsmReturn.MAP_FAILED, where, "address", address, "something is mapped there");
    }
    LibraryConnection own = connection.again(where);
    boolean mapped = false;
    try {
      MapAttribute attribute = fixed ? MapAttribute.FIXED : MapAttribute.NONE;
      long at = own.map(address, attribute, perm, offset, bytes, where);
      // The id may have been published anew: if this import is not aborted, the other one is of
      // the same segment.
      checkNotAborted(where);
      window = new LibraryMapping(owner, own.segment(), at, perm, (int) bytes);
      mapped = true;
      return window.map();
    } finally {
      if (!mapped) {
        own.close();
      }
    }
  }

  private void checkNotAborted(String where) {
    if (barriers.isAborted()) {
      throw new RsmException(
          RsmReturn.CONN_ABORTED, where, "state", "aborted", "disconnect it and connect anew");
    }
  }

  @Override
  protected void implUnmap() {
    window.cover();
    window = null;
  }

  @Override
  protected void implDisconnect() {
    signals.end();
    handle.end();
    barriers.end();
    connection.close();
  }

  @Override
  protected int implPost(boolean drop) {
    // The library would report success without a receiver.
    return barriers.isAborted() ? RsmReturn.CONN_ABORTED : signals.post(drop);
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return signals.await(timeoutMillis);
  }

  @Override
  protected boolean implTake() {
    return signals.take();
  }

  @Override
  protected void implPolled(boolean on) {
    signals.polled(on);
  }
}
