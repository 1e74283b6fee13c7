package org.dat4j.rsm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Consumer;

/**
 * Memory that this process offers over RSM and that others can import once it is published. If the
 * process ends in any way, importers see the same as after destroy.
 */
public interface ExportSegment extends RsmSegment {

  /**
   * Returns the length.
   *
   * @return bytes
   */
  long length();

  /**
   * Makes the segment importable.
   *
   * @param segmentId id for importers, unsigned: 0x400000 to 0x7FFFFFFF, or 0 to have one picked
   * @param accessList the entries for the nodes that may connect; null or empty admits processes of
   *     every node, with the permissions that a file made under this process' umask would have. The
   *     first entry with the importer's node counts
   * @return the id
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_ALREADY_PUBLISHED, RSMERR_RESERVED_SEGID,
   *     RSMERR_BAD_ACL, RSMERR_SEGID_IN_USE, RSMERR_INSUFFICIENT_RESOURCES
   */
  @ManPage("rsm_memseg_export_publish")
  int publish(int segmentId, List<AccessEntry> accessList);

  /**
   * Replaces the access list for later connects; present importers keep their rights.
   *
   * @param accessList as for {@link #publish}
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_NOT_PUBLISHED, RSMERR_BAD_ACL
   */
  @ManPage("rsm_memseg_export_republish")
  void republish(List<AccessEntry> accessList);

  /**
   * Withdraws the segment and aborts all importers. After this call, none of them changes the
   * memory. The segment can be published again.
   *
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_SEG_NOT_PUBLISHED, RSMERR_POLLFD_IN_USE
   */
  @ManPage("rsm_memseg_export_unpublish")
  void unpublish();

  /**
   * Replaces the memory; importers stay connected and reach the new memory. What they access during
   * the call is undefined.
   *
   * @param memory from position to limit, as long as the segment and aligned to its pages
   * @param offset without meaning
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_BAD_ADDR (null, not direct, not aligned),
   *     RSMERR_REBIND_NOT_ALLOWED, RSMERR_BAD_LENGTH, RSMERR_PERM_DENIED (read-only),
   *     RSMERR_INSUFFICIENT_MEM
   */
  @ManPage("rsm_memseg_export_rebind")
  void rebind(ByteBuffer memory, long offset);

  /**
   * Lists the imports that are connected now, those of this process too. Not part of the contract
   * of C.
   *
   * @return a snapshot that cannot be changed; empty for a segment that is not published
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_UNSUPPORTED_OPERATION ({@link
   *     Hosting#notices})
   */
  List<ImporterInfo> importers();

  /**
   * Registers a listener for importers that are lost, as long as the segment lives. The listener is
   * called once for each import whose process ends without a disconnect, or cannot be reached any
   * more; not for one that was disconnected, or aborted by an unpublish. It is called in other
   * threads, possibly for several imports at the same time, and {@link #importers} no longer lists
   * the import then. Not part of the contract of C.
   *
   * @param listener called with the import as {@link #importers} listed it
   * @throws RsmException RSMERR_BAD_SEG_HNDL; RSMERR_BAD_ADDR (null); RSMERR_UNSUPPORTED_OPERATION
   *     ({@link Hosting#notices})
   */
  void onImporterLost(Consumer<ImporterInfo> listener);

  /**
   * Ends the segment, unpublishing it first if need be. The memory and its contents stay.
   *
   * @throws RsmException RSMERR_BAD_SEG_HNDL, RSMERR_POLLFD_IN_USE
   */
  @ManPage("rsm_memseg_export_destroy")
  void destroy();

  /** Destroys the segment even if poll references are held; has no effect if it is destroyed. */
  @Override
  void close();
}
