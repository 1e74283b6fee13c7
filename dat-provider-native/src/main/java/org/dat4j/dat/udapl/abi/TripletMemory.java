package org.dat4j.dat.udapl.abi;

/**
 * An off-heap array of the memory segments (DAT_LMR_TRIPLET or DAT_RMR_TRIPLET) that a call of the
 * uDAPL library takes. Each ABI lays them out alike.
 *
 * <p>Filled before a post and free for reuse after it: the library reads the array during the call
 * only. Nothing is allocated by {@link #put}. Not thread-safe.
 */
public final class TripletMemory {

  /** Longest segment: 2^32 - 1, the most that DAT_SEG_LENGTH of 2.0 holds; in 1.2 2^63 - 1. */
  public static final long MAX_LENGTH =
      ParamLayout.LmrTriplet.SEGMENT_LENGTH.size() == Long.BYTES ? Long.MAX_VALUE : 0xffff_ffffL;

  private final NativeMemory memory;
  private final int capacity;

  /**
   * Makes room for segments.
   *
   * @param capacity 1 to 2^20 segments
   * @throws IllegalArgumentException if the capacity is out of range
   */
  public TripletMemory(int capacity) {
    if (capacity < 1 || capacity > 1 << 20) {
      throw new IllegalArgumentException("capacity " + capacity + " is not in 1..2^20");
    }
    this.capacity = capacity;
    this.memory = NativeMemory.allocate(capacity * ParamLayout.LmrTriplet.SIZE);
  }

  /**
   * Returns the address at which the array starts.
   *
   * @return the address
   */
  public long address() {
    return memory.address();
  }

  /**
   * Returns the number of segments that fit.
   *
   * @return the number of segments
   */
  public int capacity() {
    return capacity;
  }

  /**
   * Writes one segment.
   *
   * @param index 0 to capacity - 1
   * @param context lmr_context or rmr_context
   * @param address virtual address of the segment
   * @param length bytes, 0 to {@link #MAX_LENGTH}
   * @throws IllegalArgumentException if the length is out of range
   * @throws IndexOutOfBoundsException if there is no such segment
   */
  public void put(int index, int context, long address, long length) {
    if (index < 0 || index >= capacity) {
      throw new IndexOutOfBoundsException("segment " + index + " of " + capacity);
    }
    if (length < 0 || length > MAX_LENGTH) {
      throw new IllegalArgumentException(
          "segment " + index + " has length " + length + "; this library ends at " + MAX_LENGTH);
    }
    int base = index * ParamLayout.LmrTriplet.SIZE;
    memory.setLong(base + ParamLayout.LmrTriplet.VIRTUAL_ADDRESS.offset(), address);
    if (ParamLayout.LmrTriplet.SEGMENT_LENGTH.size() == Long.BYTES) {
      memory.setLong(base + ParamLayout.LmrTriplet.SEGMENT_LENGTH.offset(), length);
    } else {
      memory.setInt(base + ParamLayout.LmrTriplet.SEGMENT_LENGTH.offset(), (int) length);
    }
    memory.setInt(base + ParamLayout.LmrTriplet.LMR_CONTEXT.offset(), context);
  }

  /**
   * Reads a context.
   *
   * @param index of the segment
   * @return what was put
   */
  public int context(int index) {
    return memory.getInt(base(index) + ParamLayout.LmrTriplet.LMR_CONTEXT.offset());
  }

  /**
   * Reads an address.
   *
   * @param index of the segment
   * @return what was put
   */
  public long address(int index) {
    return memory.getLong(base(index) + ParamLayout.LmrTriplet.VIRTUAL_ADDRESS.offset());
  }

  /**
   * Reads a length.
   *
   * @param index of the segment
   * @return what was put
   */
  public long length(int index) {
    int offset = base(index) + ParamLayout.LmrTriplet.SEGMENT_LENGTH.offset();
    return ParamLayout.LmrTriplet.SEGMENT_LENGTH.size() == Long.BYTES
        ? memory.getLong(offset)
        : memory.getInt(offset) & MAX_LENGTH;
  }

  private static int base(int index) {
    return index * ParamLayout.LmrTriplet.SIZE;
  }
}
