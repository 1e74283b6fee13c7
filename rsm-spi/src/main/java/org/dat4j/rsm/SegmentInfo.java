package org.dat4j.rsm;

import java.util.List;

/**
 * A description of a live RSM export segment for administrators: node, controller, id, owner,
 * permissions and importers. Not part of the contract. Immutable.
 *
 * @param nodeId node it is exported on
 * @param controller controller it was created with
 * @param segmentId its id, 0 if not published
 * @param ownerPid process that created it
 * @param uid user of the owner
 * @param gid group of the owner
 * @param length bytes
 * @param mode octal permissions where there is no access list
 * @param accessList its access list, possibly empty
 * @param importers processes with a live import, once for each import
 */
public record SegmentInfo(
    int nodeId,
    String controller,
    int segmentId,
    long ownerPid,
    int uid,
    int gid,
    long length,
    int mode,
    List<AccessEntry> accessList,
    List<Long> importers) {

  /**
   * Copies the lists.
   *
   * @param nodeId node it is exported on
   * @param controller controller it was created with
   * @param segmentId its id, 0 if not published
   * @param ownerPid process that created it
   * @param uid user of the owner
   * @param gid group of the owner
   * @param length bytes
   * @param mode octal permissions where there is no access list
   * @param accessList its access list
   * @param importers processes with a live import
   */
  public SegmentInfo {
    accessList = List.copyOf(accessList);
    importers = List.copyOf(importers);
  }
}
