package org.dat4j.rsm.spi;

import java.nio.ByteBuffer;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;

/**
 * The part of the RSM import segments of all providers that checks each put, get and vector before
 * the provider's code transfers it.
 */
abstract class AbstractTransfers extends AbstractSegment implements ImportSegment {
  /** The bit of {@link #gate} that says that a transfer needs no barrier, or has one. */
  private static final int READY = 1;

  /** The number of items of local memory that is null or may not be accessed. */
  private static final int NO_MEMORY = -1;

  private final long length;
  private final int permission;
  private final TransferChecks checks = new TransferChecks(this);

  /** Rights and readiness in one word, so that a transfer that may go on reads one field. */
  private volatile int gate;

  /** The first byte that transfers reach: of the whole segment, or of the mapped window. */
  private volatile long windowStart;

  private volatile long windowEnd;

  AbstractTransfers(AbstractController controller, long length, int permission) {
    super(controller);
    this.length = length;
    this.permission = permission;
    this.windowEnd = length;
  }

  @Override
  public final long length() {
    return length;
  }

  @Override
  public final int permission() {
    return permission;
  }

  /**
   * Lets correct transfers pass, or sends all to the slow checks that refuse them. Called under the
   * lock, or before other threads know this object.
   *
   * @param ready whether they need no barrier, or have one
   */
  final void setGate(boolean ready) {
    gate = isLive() ? permission | (ready ? READY : 0) : 0;
  }

  final boolean ready() {
    return (gate & READY) != 0;
  }

  final void setWindow(long start, long end) {
    windowStart = start;
    windowEnd = end;
  }

  final long windowStart() {
    return windowStart;
  }

  final long windowEnd() {
    return windowEnd;
  }

  /**
   * Checks a transfer quickly, and leaves one that is not correct in every point to the slow
   * checks.
   *
   * @param right the permission it needs
   * @param shift logarithm of the bytes of an item
   * @param items number of items of local memory, or {@link #NO_MEMORY}
   */
  private void check(
      String call, int right, long offset, int shift, int items, int index, int count) {
    int needed = right | READY;
    if ((gate & needed) != needed
        || (offset & (1 << shift) - 1) != 0
        || (index | count) < 0
        || count > items - index
        || offset < windowStart
        || (long) count << shift > windowEnd - offset) {
      checks.refuse(call, right, offset, 1 << shift, items, index, count);
    }
  }

  @Override
  public final int get8(long offset, byte[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("get8", Permission.READ, offset, 0, items, index, count);
    return implGet8(offset, data, index, count);
  }

  @Override
  public final int get16(long offset, short[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("get16", Permission.READ, offset, 1, items, index, count);
    return implGet16(offset, data, index, count);
  }

  @Override
  public final int get32(long offset, int[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("get32", Permission.READ, offset, 2, items, index, count);
    return implGet32(offset, data, index, count);
  }

  @Override
  public final int get64(long offset, long[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("get64", Permission.READ, offset, 3, items, index, count);
    return implGet64(offset, data, index, count);
  }

  @Override
  public final int get(long offset, ByteBuffer destination, int index, int bytes) {
    boolean none = destination == null || destination.isReadOnly();
    int items = none ? NO_MEMORY : destination.capacity();
    check("get", Permission.READ, offset, 0, items, index, bytes);
    return implGet(offset, reaching(destination, index, bytes), index, bytes);
  }

  @Override
  public final int put8(long offset, byte[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("put8", Permission.WRITE, offset, 0, items, index, count);
    return implPut8(offset, data, index, count);
  }

  @Override
  public final int put16(long offset, short[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("put16", Permission.WRITE, offset, 1, items, index, count);
    return implPut16(offset, data, index, count);
  }

  @Override
  public final int put32(long offset, int[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("put32", Permission.WRITE, offset, 2, items, index, count);
    return implPut32(offset, data, index, count);
  }

  @Override
  public final int put64(long offset, long[] data, int index, int count) {
    int items = data == null ? NO_MEMORY : data.length;
    check("put64", Permission.WRITE, offset, 3, items, index, count);
    return implPut64(offset, data, index, count);
  }

  @Override
  public final int put(long offset, ByteBuffer source, int index, int bytes) {
    int items = source == null ? NO_MEMORY : source.capacity();
    check("put", Permission.WRITE, offset, 0, items, index, bytes);
    return implPut(offset, reaching(source, index, bytes), index, bytes);
  }

  /** Gives the buffer without its limit if that ends the range: bulk calls of Java mind it. */
  private static ByteBuffer reaching(ByteBuffer local, int index, int bytes) {
    return bytes > local.limit() - index ? local.duplicate().clear() : local;
  }

  @Override
  public final int putv(ScatGath vector) {
    return transfer("putv", vector, Permission.WRITE);
  }

  @Override
  public final int getv(ScatGath vector) {
    return transfer("getv", vector, Permission.READ);
  }

  private int transfer(String call, ScatGath vector, int right) {
    checks.vector(call, vector, right);
    int count = vector.count();
    if (implTakesWhole(vector)) {
      vector.setResidual(count);
      for (int k = 0; k < count; k++) {
        checks.entry(call, vector, k, right);
      }
      return right == Permission.WRITE ? implPutv(vector) : implGetv(vector);
    }
    for (int k = 0; k < count; k++) {
      vector.setResidual(count - k);
      ByteBuffer local = checks.entry(call, vector, k, right);
      if (vector.length(k) > 0) {
        int index = (int) vector.localOffset(k);
        int bytes = (int) vector.length(k);
        ByteBuffer range = reaching(local, index, bytes);
        int code =
            right == Permission.WRITE
                ? implPut(vector.remoteOffset(k), range, index, bytes)
                : implGet(vector.remoteOffset(k), range, index, bytes);
        if (code != RsmReturn.SUCCESS) {
          return code;
        }
      }
    }
    vector.setResidual(0);
    return checks.signals(vector) ? post(vector.flags()) : RsmReturn.SUCCESS;
  }

  /**
   * Tells whether a vector goes to {@link #implPutv} or {@link #implGetv} as a whole. By default it
   * does not: its entries go to {@link #implPut} or {@link #implGet} one by one.
   *
   * @param vector with 1 to 16 entries, not yet checked
   * @return whether it does
   */
  protected boolean implTakesWhole(ScatGath vector) {
    return false;
  }

  /**
   * Writes the entries of a vector that {@link #implTakesWhole} took, sets the residual count, and
   * posts the signal that the flags ask for.
   *
   * @param vector with 1 to 16 entries, all checked; the residual count is their number
   * @return as {@link #putv}
   */
  protected int implPutv(ScatGath vector) {
    throw new IllegalStateException("implTakesWhole goes with implPutv");
  }

  /**
   * Reads the entries of a vector that {@link #implTakesWhole} took, sets the residual count, and
   * posts the signal that the flags ask for.
   *
   * @param vector with 1 to 16 entries, all checked; the residual count is their number
   * @return as {@link #getv}
   */
  protected int implGetv(ScatGath vector) {
    throw new IllegalStateException("implTakesWhole goes with implGetv");
  }

  /**
   * Reads 8-bit items.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #get8}
   */
  protected abstract int implGet8(long offset, byte[] data, int index, int count);

  /**
   * Reads 16-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #get16}
   */
  protected abstract int implGet16(long offset, short[] data, int index, int count);

  /**
   * Reads 32-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #get32}
   */
  protected abstract int implGet32(long offset, int[] data, int index, int count);

  /**
   * Reads 64-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #get64}
   */
  protected abstract int implGet64(long offset, long[] data, int index, int count);

  /**
   * Reads bytes.
   *
   * @param offset offset in the segment
   * @param local not null; its limit is not below the end of the range, its position any and stays
   * @param index index of the first byte
   * @param bytes number of bytes in {@code local} and the segment; may be 0
   * @return as {@link #get}
   */
  protected abstract int implGet(long offset, ByteBuffer local, int index, int bytes);

  /**
   * Writes 8-bit items.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #put8}
   */
  protected abstract int implPut8(long offset, byte[] data, int index, int count);

  /**
   * Writes 16-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #put16}
   */
  protected abstract int implPut16(long offset, short[] data, int index, int count);

  /**
   * Writes 32-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #put32}
   */
  protected abstract int implPut32(long offset, int[] data, int index, int count);

  /**
   * Writes 64-bit items, converted where the exporter has another byte order.
   *
   * @param offset aligned and in the segment
   * @param data not null
   * @param index index of the first item
   * @param count items, in {@code data} and the segment; may be 0
   * @return as {@link #put64}
   */
  protected abstract int implPut64(long offset, long[] data, int index, int count);

  /**
   * Writes bytes.
   *
   * @param offset offset in the segment
   * @param local not null; its limit is not below the end of the range, its position any and stays
   * @param index index of the first byte
   * @param bytes number of bytes in {@code local} and the segment; may be 0
   * @return as {@link #put}
   */
  protected abstract int implPut(long offset, ByteBuffer local, int index, int bytes);
}
