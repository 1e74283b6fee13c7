package org.dat4j.dat.spi.software.memory;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/** The padding between whatever lies before a slice and the words written for each message. */
abstract class RegionSlicePrePad {
  long p001, p002, p003, p004, p005, p006, p007;
}

/** The words of a slice that are written for each message; a shorter type would be laid first. */
abstract class RegionSliceData extends RegionSlicePrePad {
  long index;
  long length;
}

/** The padding between the words written for each message and what follows them. */
abstract class RegionSlicePostPad extends RegionSliceData {
  long p011, p012, p013, p014, p015, p016, p017;
}

/**
 * A contiguous part of a memory region that a transfer may read or write, found by an access check.
 * A wire owns and reuses it; it is valid until the hazard pointer under which it was found is
 * cleared.
 *
 * <p>The methods here copy into the slice. {@link GuardedCopy#read} copies out of it, with {@link
 * #buffer()}, {@link #index()} and {@link #length()}.
 */
public final class RegionSlice extends RegionSlicePostPad {

  /** Views of one region that may be lent at a time again and again without an allocation. */
  public static final int VIEWS = 24;

  /** Copies as long as this are checked in all memory: the check takes little of their time. */
  private static final int CHECKED = 1024;

  private final ByteBuffer scratch = ByteBuffer.allocate(GuardedCopy.SCRATCH);
  private MemoryRegion region;

  /** Creates an empty slice. */
  public RegionSlice() {}

  void set(MemoryRegion newRegion, int newIndex, int newLength) {
    if (region != newRegion) {
      // Seldom another region: a reference store costs a collector's barrier.
      region = newRegion;
    }
    index = newIndex;
    length = newLength;
  }

  /**
   * Returns the memory; only absolute accesses, its position and limit are shared. Read it by
   * {@link GuardedCopy#read} only: a plain read of a mapped file that was cut short may fail later,
   * in other code.
   *
   * @return a direct buffer
   */
  public ByteBuffer buffer() {
    return region.memory();
  }

  /**
   * Lends a view of the slice, for calls that move position and limit. Allocates only when more
   * views of a region are lent at a time than ever before.
   *
   * @return a buffer from the slice's first byte to its end; to be given to {@link #returnView}
   *     before the hazard pointer is cleared
   */
  public ByteBuffer lendView() {
    return region.lendView(index(), length());
  }

  /**
   * Takes a view back.
   *
   * @param view from {@link #lendView()} of this slice, not set again since then
   */
  public void returnView(ByteBuffer view) {
    region.returnView(view);
  }

  /**
   * Returns the index of the slice's first byte in the buffer.
   *
   * @return 0 or more
   */
  public int index() {
    return (int) index;
  }

  /**
   * Returns the length in bytes.
   *
   * @return 0 or more
   */
  public int length() {
    return (int) length;
  }

  /**
   * Whether the memory may be touched; asked after {@link HazardPointers#publishFence()}.
   *
   * @return false when the registration was freed meanwhile
   */
  public boolean isValid() {
    return region.isValid();
  }

  /**
   * Copies from another slice; both published and valid.
   *
   * @param source the memory to copy from
   * @param count bytes, within both
   * @return false when one of the buffers threw (closed arena, wrong thread, a mapped file that was
   *     cut short)
   */
  public boolean copyFrom(RegionSlice source, int count) {
    try {
      ByteBuffer from = source.region.memory();
      region.memory().put(index(), from, source.index(), count);
      return !mayMissSome(count, source) || hasArrived(source, count);
    } catch (RuntimeException | InternalError e) {
      return false;
    }
  }

  /**
   * Copies from the provider's own memory to this slice's start; published and valid.
   *
   * @param source the memory to copy from, a direct buffer or one on the heap
   * @param at first byte there
   * @param count bytes, within both
   * @return false when this slice's buffer threw (closed arena, wrong thread, a mapped file that
   *     was cut short)
   */
  public boolean copyFrom(ByteBuffer source, int at, int count) {
    try {
      region.memory().put(index(), source, at, count);
      return !mayMissSome(count, this)
          || GuardedCopy.hasArrived(region.memory(), index(), source, at, count, scratch);
    } catch (RuntimeException | InternalError e) {
      return false;
    }
  }

  /**
   * Whether a copy has to be checked. Compiled code reports a mapped file that was cut short only
   * later, out of whatever the thread does then, unless the copy is checked. Memory that native
   * code has mapped is not recognised: there, short copies go unchecked, as the check takes as
   * long.
   */
  private boolean mayMissSome(int count, RegionSlice source) {
    return count >= CHECKED || region.isFileMapped() || source.region.isFileMapped();
  }

  private boolean hasArrived(RegionSlice source, int count) {
    ByteBuffer from = source.region.memory();
    int checked = Math.min(count, Long.BYTES);
    return GuardedCopy.read(from, source.index() + count - checked, scratch, 0, checked)
        && GuardedCopy.hasArrived(region.memory(), index(), from, source.index(), count, scratch);
  }

  /**
   * Copies the whole of this slice's length from another, for memory that a program polls: see
   * {@link #copyInOrder(ByteBuffer, int)}. Both published and valid.
   *
   * @param source the memory to copy from, at least as long
   * @return false when one of the buffers threw (closed arena, wrong thread, a mapped file that was
   *     cut short)
   */
  public boolean copyInOrder(RegionSlice source) {
    try {
      putInOrder(source.region.memory(), source.index());
      return !mayMissSome(length(), source) || hasArrived(source, length());
    } catch (RuntimeException | InternalError e) {
      return false;
    }
  }

  /**
   * Copies the whole of this slice's length from the provider's own memory, for memory that a
   * program polls: the last byte becomes visible after all others, and those after whatever was
   * copied before. Published and valid.
   *
   * @param source the memory to copy from, a direct buffer or one on the heap
   * @param at first byte there
   * @return false when this slice's buffer threw (closed arena, wrong thread, a mapped file that
   *     was cut short)
   */
  public boolean copyInOrder(ByteBuffer source, int at) {
    try {
      putInOrder(source, at);
      return !mayMissSome(length(), this)
          || GuardedCopy.hasArrived(region.memory(), index(), source, at, length(), scratch);
    } catch (RuntimeException | InternalError e) {
      return false;
    }
  }

  private void putInOrder(ByteBuffer source, int at) {
    if (length() == 0) {
      return;
    }
    int last = length() - 1;
    ByteBuffer buffer = region.memory();
    VarHandle.releaseFence();
    buffer.put(index(), source, at, last);
    VarHandle.releaseFence();
    // In bulk, too: the interpreter then tells at once of a mapped file that was cut short.
    buffer.put(index() + last, source, at + last, 1);
  }
}
