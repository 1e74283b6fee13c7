package org.dat4j.rsm;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletionStage;

/**
 * A connection of this process to a published RSM segment, through which it reads and writes the
 * memory of the exporter.
 *
 * <p>Offsets count bytes from the base of the segment, also while a part is mapped. Transfers in
 * implicit mode, the default, need a barrier from {@link #initBarrier} and are complete when they
 * return; in explicit mode they are complete, and errors are reported, when a barrier is closed.
 * 16, 32 and 64-bit items have the exporter's values whatever the byte order of its machine; {@link
 * #get}, {@link #put} and vectors move bytes as they are. Threads may transfer at the same time.
 *
 * <p>When the exporter withdraws the segment or dies, the import is aborted for good: transfers,
 * posts and maps answer RSMERR_CONN_ABORTED, and it has to be disconnected. {@link #await} and
 * {@link Rsm#awaitPollfd} do not end at an abort, as in C: {@link #awaitOrAborted}, {@link
 * Rsm#awaitPollfdOrAborted} and {@link #aborted} do.
 */
public interface ImportSegment extends RsmSegment {

  /**
   * Returns the length of the segment.
   *
   * @return bytes
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

  /**
   * Waits for a signal as {@link #await} does, but also ends when this import is aborted, because
   * its exporter has withdrawn the segment or has died. Pending signals are taken before the abort
   * is reported. Not part of the contract of C.
   *
   * @param timeoutMillis 0 polls, -1 waits without limit, and so does any other negative number
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_TIMEOUT, or RSMERR_INTERRUPTED with the
   *     thread's flag still set
   * @throws RsmException RSMERR_BAD_SEG_HNDL, also when this import ends during the wait;
   *     RSMERR_UNSUPPORTED_OPERATION ({@link Hosting#notices})
   */
  int awaitOrAborted(int timeoutMillis);

  /**
   * Returns a stage that completes when this import is aborted. It completes in another thread, and
   * soon if the import is aborted already. It fails with an {@link RsmException} of
   * RSMERR_BAD_SEG_HNDL when this process ends the import first, or releases its controller. Not
   * part of the contract of C.
   *
   * @return a stage of this import, which its users cannot complete
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_UNSUPPORTED_OPERATION ({@link
   *     Hosting#notices})
   */
  CompletionStage<Void> aborted();

  /**
   * Unmaps and disconnects the import even if poll references are held; has no effect if it is
   * disconnected.
   */
  @Override
  void close();

  /**
   * Maps a part for direct access.
   *
   * @param attribute how the address of the mapping is chosen
   * @param address the address for FIXED, a multiple of the page size; ignored otherwise
   * @param perm a valid {@link Permission} within the connection's
   * @param offset first byte, a multiple of the page size
   * @param length bytes, more than 0
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
   * @param offset first byte
   * @param data the array into which the items are read
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get8")
  int get8(long offset, byte[] data, int index, int count);

  /**
   * Reads 16-bit items.
   *
   * @param offset first byte, a multiple of 2
   * @param data the array into which the items are read
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get16")
  int get16(long offset, short[] data, int index, int count);

  /**
   * Reads 32-bit items.
   *
   * @param offset first byte, a multiple of 4
   * @param data the array into which the items are read
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get32")
  int get32(long offset, int[] data, int index, int count);

  /**
   * Reads 64-bit items.
   *
   * @param offset first byte, a multiple of 8
   * @param data the array into which the items are read
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get64")
  int get64(long offset, long[] data, int index, int count);

  /**
   * Reads bytes.
   *
   * @param offset first byte
   * @param destination the buffer into which the bytes are read; its position and limit do not
   *     matter and stay
   * @param index index of the first byte in {@code destination}
   * @param length number of bytes, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_get")
  int get(long offset, ByteBuffer destination, int index, int length);

  /**
   * Writes 8-bit items.
   *
   * @param offset first byte
   * @param data the array that holds the items to write
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put8")
  int put8(long offset, byte[] data, int index, int count);

  /**
   * Writes 16-bit items.
   *
   * @param offset first byte, a multiple of 2
   * @param data the array that holds the items to write
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put16")
  int put16(long offset, short[] data, int index, int count);

  /**
   * Writes 32-bit items.
   *
   * @param offset first byte, a multiple of 4
   * @param data the array that holds the items to write
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put32")
  int put32(long offset, int[] data, int index, int count);

  /**
   * Writes 64-bit items.
   *
   * @param offset first byte, a multiple of 8
   * @param data the array that holds the items to write
   * @param index index of the first item in {@code data}
   * @param count number of items, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
   */
  @ManPage("rsm_memseg_import_put64")
  int put64(long offset, long[] data, int index, int count);

  /**
   * Writes bytes.
   *
   * @param offset first byte
   * @param source the buffer that holds the bytes to write; its position and limit do not matter
   *     and stay
   * @param index index of the first byte in {@code source}
   * @param length number of bytes, 0 or more
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE, RSMERR_INSUFFICIENT_RESOURCES
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (the array or buffer is null, or the
   *     items are not within it); RSMERR_BAD_MEM_ALIGNMENT; RSMERR_PERM_DENIED; RSMERR_BAD_OFFSET
   *     (the range begins outside the segment or window); RSMERR_BAD_LENGTH (the range ends
   *     outside); RSMERR_BARRIER_UNINITIALIZED
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
   * Makes a barrier; transfers in implicit mode use it from then on.
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
