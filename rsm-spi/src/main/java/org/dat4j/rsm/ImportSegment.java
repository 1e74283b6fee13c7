package org.dat4j.rsm;

import java.nio.ByteBuffer;

/**
 * A connection to a published segment.
 *
 * <p>Offsets count octets from the base of the segment, also while a part is mapped. Transfers in
 * implicit mode, the default, need a barrier from {@link #initBarrier} and are complete when they
 * return; in explicit mode they are complete, and errors are reported, when a barrier is closed.
 * 16, 32 and 64-bit items have the exporter's values whatever the byte order of its machine; {@link
 * #get}, {@link #put} and vectors move octets as they are. Threads may transfer at the same time.
 *
 * <p>When the exporter withdraws the segment or dies, the import is aborted for good: transfers,
 * posts and maps answer RSMERR_CONN_ABORTED, and it has to be disconnected.
 */
public interface ImportSegment extends RsmSegment {

  /**
   * Returns the length of the segment.
   *
   * @return octets
   */
  long length();

  /**
   * Returns what this import may do.
   *
   * @return the {@link Permission} given at connect
   */
  int permission();

  /**
   * Ends the connection.
   *
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_STILL_MAPPED, RSMERR_POLLFD_IN_USE
   */
  @ManPage("rsm_memseg_import_disconnect")
  void disconnect();

  /** Unmaps and disconnects whatever holds it; without effect if disconnected. */
  @Override
  void close();

  /**
   * Maps a part for direct access.
   *
   * @param attribute where the mapping goes
   * @param address where, for FIXED: a multiple of the page size; else ignored
   * @param perm a valid {@link Permission} within the connection's
   * @param offset first octet, a multiple of the page size
   * @param length octets, more than 0
   * @return the mapping, until {@link #unmap}
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_ALREADY_MAPPED, RSMERR_BAD_PERMS,
   *     RSMERR_BAD_LENGTH, RSMERR_BAD_OFFSET, RSMERR_BAD_MEM_ALIGNMENT, RSMERR_CONN_ABORTED,
   *     RSMERR_MAP_FAILED (the controller cannot map, or the range is taken)
   */
  @ManPage("rsm_memseg_import_map")
  SegmentMap map(MapAttribute attribute, long address, int perm, long offset, long length);

  /**
   * Ends the mapping.
   *
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_NOT_MAPPED, RSMERR_POLLFD_IN_USE
   */
  @ManPage("rsm_memseg_import_unmap")
  void unmap();

  /**
   * Reads 8-bit items.
   *
   * @param offset first octet
   * @param data where they go
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get8")
  int get8(long offset, byte[] data, int index, int count);

  /**
   * Reads 16-bit items.
   *
   * @param offset first octet, a multiple of 2
   * @param data where they go
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get16")
  int get16(long offset, short[] data, int index, int count);

  /**
   * Reads 32-bit items.
   *
   * @param offset first octet, a multiple of 4
   * @param data where they go
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get32")
  int get32(long offset, int[] data, int index, int count);

  /**
   * Reads 64-bit items.
   *
   * @param offset first octet, a multiple of 8
   * @param data where they go
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get64")
  int get64(long offset, long[] data, int index, int count);

  /**
   * Reads octets.
   *
   * @param offset first octet
   * @param destination where they go; its position and limit do not matter and stay
   * @param index of the first octet in {@code destination}
   * @param length how many octets, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get")
  int get(long offset, ByteBuffer destination, int index, int length);

  /**
   * Writes 8-bit items.
   *
   * @param offset first octet
   * @param data where they come from
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put8")
  int put8(long offset, byte[] data, int index, int count);

  /**
   * Writes 16-bit items.
   *
   * @param offset first octet, a multiple of 2
   * @param data where they come from
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put16")
  int put16(long offset, short[] data, int index, int count);

  /**
   * Writes 32-bit items.
   *
   * @param offset first octet, a multiple of 4
   * @param data where they come from
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put32")
  int put32(long offset, int[] data, int index, int count);

  /**
   * Writes 64-bit items.
   *
   * @param offset first octet, a multiple of 8
   * @param data where they come from
   * @param index of the first item in {@code data}
   * @param count how many items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put64")
  int put64(long offset, long[] data, int index, int count);

  /**
   * Writes octets.
   *
   * @param offset first octet
   * @param source where they come from; its position and limit do not matter and stay
   * @param index of the first octet in {@code source}
   * @param length how many octets, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null, or the range is not in it);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET (begins outside the segment
   *     or window); RSMERR_BAD_LENGTH (ends outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put")
  int put(long offset, ByteBuffer source, int index, int length);

  /**
   * Writes the pieces of a vector, in order; an error ends it. The vector's residual count is then
   * the number of entries that were not done, and no signal is posted.
   *
   * @param vector 1 to 16 entries; only its residual count changes
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE,
   *     RSMERR_REMOTE_NODE_UNREACHABLE, RSMERR_INTERRUPTED, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SGIO (null, too few or many entries, a bad handle);
   *     RSMERR_BAD_SEG_HNDL; RSMERR_PERM_DENIED; RSMERR_BAD_ADDR, RSMERR_BAD_OFFSET,
   *     RSMERR_BAD_LENGTH (of the first entry that is not done)
   */
  @ManPage("rsm_memseg_import_putv")
  int putv(ScatGath vector);

  /**
   * Reads the pieces of a vector, in order; an error ends it. The vector's residual count is then
   * the number of entries that were not done, and no signal is posted.
   *
   * @param vector 1 to 16 entries; only its residual count changes
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE,
   *     RSMERR_REMOTE_NODE_UNREACHABLE, RSMERR_INTERRUPTED, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SGIO (null, too few or many entries, a bad handle);
   *     RSMERR_BAD_SEG_HNDL; RSMERR_PERM_DENIED; RSMERR_BAD_ADDR, RSMERR_BAD_OFFSET,
   *     RSMERR_BAD_LENGTH (of the first entry that is not done)
   */
  @ManPage("rsm_memseg_import_getv")
  int getv(ScatGath vector);

  /**
   * Makes a barrier, which is then the one that transfers in implicit mode use.
   *
   * @param type scope; all are accepted
   * @return a new barrier
   * @throws RsmException RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_memseg_import_init_barrier")
  RsmBarrier initBarrier(BarrierType type);

  /**
   * Sets the mode of this import.
   *
   * @param mode the mode
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_BAD_MODE (null)
   */
  @ManPage("rsm_memseg_import_set_mode")
  void setMode(BarrierMode mode);

  /**
   * Reads the mode of this import.
   *
   * @return the mode
   * @throws RsmException RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_memseg_import_get_mode")
  BarrierMode getMode();
}
