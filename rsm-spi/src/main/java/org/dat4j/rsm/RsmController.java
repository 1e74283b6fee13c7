package org.dat4j.rsm;

import java.nio.ByteBuffer;

/**
 * A counted handle of an RSM interconnect controller, which makes export segments and connects
 * imports. Every {@link Rsm#getController} of one name gives the same object while it is held, and
 * is given back by one {@link #release}.
 */
public interface RsmController extends AutoCloseable {

  /**
   * Returns the name.
   *
   * @return type and unit, such as {@code shm0}, or {@code loopback}
   */
  String name();

  /**
   * Reads the attributes.
   *
   * @return always equal values
   * @throws RsmException RSMERR_BAD_CTLR_HNDL if fully released
   */
  @ManPage("rsm_get_controller_attr")
  ControllerAttr getAttr();

  /**
   * Gives back one reference; the last one closes the controller. Its segments can then only be
   * destroyed or disconnected.
   *
   * @throws RsmException RSMERR_BAD_CTLR_HNDL if fully released
   */
  @ManPage("rsm_release_controller")
  void release();

  /**
   * Releases one reference as {@link #release()} does; has no effect if the controller is fully
   * released.
   */
  @Override
  void close();

  /**
   * Gives memory that can be exported without copying: direct, page-aligned, zeroed, in the byte
   * order of this machine. It is given back when neither the buffer nor a segment refers to it.
   *
   * @param length bytes, 1 to 2^31-1; rounded up to pages
   * @return position 0, limit the length rounded up
   * @throws RsmException RSMERR_BAD_CTLR_HNDL, RSMERR_BAD_LENGTH, RSMERR_INSUFFICIENT_MEM
   */
  ByteBuffer allocate(int length);

  /**
   * Makes an export segment over memory. The contents stay as they are, and the memory stays the
   * caller's: the segment keeps the buffer reachable until it is destroyed or rebound. Memory from
   * elsewhere than {@link #allocate} must not be accessed by others during this call and destroy.
   *
   * @param memory from position to limit: direct, page-aligned, a number of whole pages
   * @param flags {@link ExportFlags}
   * @return a new segment that cannot be imported before it is published
   * @throws RsmException RSMERR_BAD_CTLR_HNDL; RSMERR_BAD_ADDR (null or not direct);
   *     RSMERR_PERM_DENIED (read-only); RSMERR_BAD_LENGTH (empty or above the attribute);
   *     RSMERR_BAD_MEM_ALIGNMENT; RSMERR_INSUFFICIENT_MEM, RSMERR_INSUFFICIENT_RESOURCES
   */
  @ManPage("rsm_memseg_export_create")
  ExportSegment createExportSegment(ByteBuffer memory, int flags);

  /**
   * Connects to a published segment.
   *
   * @param nodeId node of the exporter
   * @param segmentId id it is published with
   * @param perm a valid {@link Permission}: what this import may do
   * @return a new import, in implicit barrier mode and without a barrier
   * @throws RsmException RSMERR_BAD_CTLR_HNDL; RSMERR_PERM_DENIED (perm invalid or not granted);
   *     RSMERR_CTLR_NOT_PRESENT (loopback and another node); RSMERR_REMOTE_NODE_UNREACHABLE;
   *     RSMERR_SEG_NOT_PUBLISHED; RSMERR_SEG_NOT_PUBLISHED_TO_NODE; RSMERR_INTERRUPTED;
   *     RSMERR_INSUFFICIENT_MEM, RSMERR_INSUFFICIENT_RESOURCES
   */
  @ManPage("rsm_memseg_import_connect")
  ImportSegment connectImportSegment(int nodeId, int segmentId, int perm);

  /**
   * Makes a handle for repeated use of local memory in vectors.
   *
   * @param memory from position to limit: direct, page-aligned, any length; kept reachable until
   *     the handle is freed
   * @return a new handle
   * @throws RsmException RSMERR_BAD_CTLR_HNDL; RSMERR_BAD_ADDR (null, not direct, not aligned);
   *     RSMERR_BAD_LENGTH (empty)
   */
  @ManPage("rsm_create_localmemory_handle")
  LocalMemoryHandle createLocalMemoryHandle(ByteBuffer memory);

  /**
   * Frees a handle of this controller.
   *
   * @param handle a handle that {@link #createLocalMemoryHandle} returned
   * @throws RsmException RSMERR_BAD_CTLR_HNDL; RSMERR_BAD_LOCALMEM_HNDL (null, foreign or freed)
   */
  @ManPage("rsm_free_localmemory_handle")
  void freeLocalMemoryHandle(LocalMemoryHandle handle);
}
