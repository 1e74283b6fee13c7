package org.dat4j.rsm;

import java.nio.ByteBuffer;

/**
 * A scatter-gather vector, which is a list of transfers that one call on an RSM import makes
 * ({@code rsm_scat_gath_t}); owned and reused by the caller. For one thread at a time. Nothing is
 * checked before the transfer.
 */
public final class ScatGath {
  private final ByteBuffer[] buffers;
  private final LocalMemoryHandle[] handles;
  private final boolean[] byHandle;
  private final long[] localOffsets;
  private final long[] remoteOffsets;
  private final long[] lengths;
  private int count;
  private int residual;
  private int flags;

  /**
   * Makes an empty vector.
   *
   * @param capacity most entries it can hold; a transfer takes 1 to {@link
   *     RsmConstants#MAX_SGIOREQS}
   */
  public ScatGath(int capacity) {
    buffers = new ByteBuffer[capacity];
    handles = new LocalMemoryHandle[capacity];
    byHandle = new boolean[capacity];
    localOffsets = new long[capacity];
    remoteOffsets = new long[capacity];
    lengths = new long[capacity];
  }

  /**
   * Removes all entries and flags and sets the residual count to 0.
   *
   * @return this
   */
  public ScatGath clear() {
    for (int i = 0; i < count; i++) {
      buffers[i] = null;
      handles[i] = null;
    }
    count = 0;
    residual = 0;
    flags = 0;
    return this;
  }

  /**
   * Sets the flags, which say whether a signal follows the transfer.
   *
   * @param value {@link SignalFlags}
   * @return this
   */
  public ScatGath flags(int value) {
    flags = value;
    return this;
  }

  /**
   * Appends memory ({@code RSM_VA_TYPE}).
   *
   * @param local any buffer; its position and limit do not matter
   * @param localOffset offset of the first byte in it
   * @param remoteOffset offset of the first byte in the segment
   * @param length bytes
   * @return this
   * @throws IllegalStateException when the capacity is used up
   */
  public ScatGath add(ByteBuffer local, long localOffset, long remoteOffset, long length) {
    return add(local, null, false, localOffset, remoteOffset, length);
  }

  /**
   * Appends memory of a handle ({@code RSM_HANDLE_TYPE}).
   *
   * @param local a handle of the import's controller
   * @param localOffset offset of the first byte in it
   * @param remoteOffset offset of the first byte in the segment
   * @param length bytes
   * @return this
   * @throws IllegalStateException when the capacity is used up
   */
  public ScatGath add(LocalMemoryHandle local, long localOffset, long remoteOffset, long length) {
    return add(null, local, true, localOffset, remoteOffset, length);
  }

  private ScatGath add(
      ByteBuffer buffer,
      LocalMemoryHandle handle,
      boolean isHandle,
      long localOffset,
      long remoteOffset,
      long length) {
    if (count == lengths.length) {
      throw new IllegalStateException(
          "ScatGath.add: all " + count + " entries are used: create it with a larger capacity");
    }
    buffers[count] = buffer;
    handles[count] = handle;
    byHandle[count] = isHandle;
    localOffsets[count] = localOffset;
    remoteOffsets[count] = remoteOffset;
    lengths[count] = length;
    count++;
    return this;
  }

  /**
   * Returns the number of entries ({@code io_request_count}).
   *
   * @return 0 to the capacity
   */
  public int count() {
    return count;
  }

  /**
   * Returns how many entries the last transfer did not do ({@code io_residual_count}).
   *
   * @return 0 after success
   */
  public int residual() {
    return residual;
  }

  /**
   * Sets the residual count; for providers.
   *
   * @param value entries that were not done
   */
  public void setResidual(int value) {
    residual = value;
  }

  /**
   * Returns the flags.
   *
   * @return {@link SignalFlags}
   */
  public int flags() {
    return flags;
  }

  /**
   * Tells the type of an entry.
   *
   * @param index 0 to count() - 1
   * @return whether it was given by a handle
   */
  public boolean isHandle(int index) {
    return byHandle[index];
  }

  /**
   * Returns the memory of an entry.
   *
   * @param index 0 to count() - 1
   * @return the buffer, null for a handle
   */
  public ByteBuffer buffer(int index) {
    return buffers[index];
  }

  /**
   * Returns the handle of an entry.
   *
   * @param index 0 to count() - 1
   * @return the handle, null for a buffer
   */
  public LocalMemoryHandle handle(int index) {
    return handles[index];
  }

  /**
   * Returns where an entry begins in local memory.
   *
   * @param index 0 to count() - 1
   * @return bytes
   */
  public long localOffset(int index) {
    return localOffsets[index];
  }

  /**
   * Returns where an entry begins in the segment.
   *
   * @param index 0 to count() - 1
   * @return bytes
   */
  public long remoteOffset(int index) {
    return remoteOffsets[index];
  }

  /**
   * Returns the length of an entry.
   *
   * @param index 0 to count() - 1
   * @return bytes
   */
  public long length(int index) {
    return lengths[index];
  }
}
