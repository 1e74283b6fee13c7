package org.dat4j.rsm.natives.librsm;

import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;

/** A connection of the library to a segment, and what of it is mapped. */
final class Connection {
  private static final Field ADDRESS = new Field(0, Long.BYTES);

  /** No segment is longer: addresses of the processors that have the library have fewer bits. */
  private static final long LONGEST = 1L << 52;

  private final LibrsmController owner;
  private final int node;
  private final int segmentId;
  private final int perm;
  private final long segment;
  private final Block address = new Block(Long.BYTES);
  private boolean mapped;

  private Connection(LibrsmController owner, int node, int segmentId, int perm, long segment) {
    this.owner = owner;
    this.node = node;
    this.segmentId = segmentId;
    this.perm = perm;
    this.segment = segment;
    owner.hold();
  }

  static Connection open(LibrsmController owner, int node, int segmentId, int perm, String where) {
    Block out = new Block(Long.BYTES);
    Refusals.check(
        LibRsm.rsm_memseg_import_connect(owner.handle(), node, segmentId, perm, out.address),
        where,
        "rsm_memseg_import_connect");
    return new Connection(owner, node, segmentId, perm, out.getLong(LibrsmController.HANDLE));
  }

  /** Another connection to the same id, with the same rights. */
  Connection again(String where) {
    return open(owner, node, segmentId, perm, where);
  }

  long segment() {
    return segment;
  }

  int perm() {
    return perm;
  }

  private int tryMap(long at, MapAttribute attribute, int mapPerm, long offset, long octets) {
    address.setLong(0, ADDRESS, at);
    return LibRsm.rsm_memseg_import_map(
        segment, address.address, attribute.value(), mapPerm, offset, octets);
  }

  /** Maps; gives the address. */
  long map(long at, MapAttribute attribute, int mapPerm, long offset, long octets, String where) {
    Refusals.check(tryMap(at, attribute, mapPerm, offset, octets), where, "rsm_memseg_import_map");
    mapped = true;
    return address.getLong(ADDRESS);
  }

  /**
   * Finds out how long the segment is. No function of the library tells, but a map that ends
   * outside of the segment is refused as too long before anything else is looked at.
   */
  long length(String where) {
    long page = SystemCalls.pageSize();
    long within = 0;
    long outside = page;
    while (outside < LONGEST && isWithin(outside, where)) {
      within = outside;
      outside *= 2;
    }
    while (outside - within > page) {
      long middle = within + (outside - within) / page / 2 * page;
      if (isWithin(middle, where)) {
        within = middle;
      } else {
        outside = middle;
      }
    }
    if (within == 0) {
      throw Refusals.refused(RsmReturn.INSUFFICIENT_RESOURCES, where, "rsm_memseg_import_map");
    }
    if (perm != Permission.RDWR) {
      // The library's own mapping for transfers always has both rights, and is refused then.
      mapped = tryMap(0, MapAttribute.NONE, perm, 0, within) == RsmReturn.SUCCESS;
    }
    return within;
  }

  private boolean isWithin(long octets, String where) {
    int code = tryMap(0, MapAttribute.NONE, perm, 0, octets);
    if (code == RsmReturn.SUCCESS) {
      LibRsm.rsm_memseg_import_unmap(segment);
    } else if (code == RsmReturn.CONN_ABORTED) {
      throw Refusals.refused(RsmReturn.SEG_NOT_PUBLISHED, where, "rsm_memseg_import_map");
    }
    return code != RsmReturn.BAD_LENGTH;
  }

  /** Gives everything back. */
  void close() {
    if (mapped) {
      LibRsm.rsm_memseg_import_unmap(segment);
    }
    int code = LibRsm.rsm_memseg_import_disconnect(segment);
    owner.letGo();
    Refusals.check(code, "ImportSegment.disconnect", "rsm_memseg_import_disconnect");
  }
}
