package org.dat4j.rsm.librsm;

import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;

/**
 * A connection that librsm has made to a published RSM segment, with the part of the segment that
 * it maps.
 */
final class LibraryConnection {
  private static final StructField ADDRESS = new StructField(0, Long.BYTES);

  /**
   * The length that no segment exceeds: addresses of the processors that have the library have
   * fewer bits.
   */
  private static final long MAX_SEGMENT_BYTES = 1L << 52;

  private final LibrsmController owner;
  private final int node;
  private final int segmentId;
  private final int perm;
  private final long segment;
  private final NativeBlock address = new NativeBlock(Long.BYTES);
  private boolean mapped;

  private LibraryConnection(
      LibrsmController owner, int node, int segmentId, int perm, long segment) {
    this.owner = owner;
    this.node = node;
    this.segmentId = segmentId;
    this.perm = perm;
    this.segment = segment;
  }

  static LibraryConnection open(
      LibrsmController owner, int node, int segmentId, int perm, String where) {
    long segment =
        owner.make(
            (controller, out) ->
                LibRsm.rsm_memseg_import_connect(controller, node, segmentId, perm, out),
            where,
            "rsm_memseg_import_connect");
    boolean made = false;
    try {
      LibraryConnection connection = new LibraryConnection(owner, node, segmentId, perm, segment);
      made = true;
      return connection;
    } finally {
      if (!made) {
        LibRsm.rsm_memseg_import_disconnect(segment);
        owner.letGo();
      }
    }
  }

  /** Makes another connection to the same id, with the same rights. */
  LibraryConnection again(String where) {
    return open(owner, node, segmentId, perm, where);
  }

  long segment() {
    return segment;
  }

  int perm() {
    return perm;
  }

  private int tryMap(long at, MapAttribute attribute, int mapPerm, long offset, long bytes) {
    address.setLong(0, ADDRESS, at);
    return LibRsm.rsm_memseg_import_map(
        segment, address.address, attribute.value(), mapPerm, offset, bytes);
  }

  /** Maps a part of the segment and returns the address. */
  long map(long at, MapAttribute attribute, int mapPerm, long offset, long bytes, String where) {
    LibraryFailures.check(
        tryMap(at, attribute, mapPerm, offset, bytes), where, "rsm_memseg_import_map");
    mapped = true;
    return address.getLong(ADDRESS);
  }

  /**
   * Finds out how long the segment is. No function of the library returns that, but a map that ends
   * outside of the segment is refused as too long before anything else is checked.
   */
  long length(String where) {
    long page = SystemCalls.pageSize();
    long within = 0;
    long outside = page;
    while (outside < MAX_SEGMENT_BYTES && isWithin(outside, where)) {
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
      throw LibraryFailures.refused(
          RsmReturn.INSUFFICIENT_RESOURCES, where, "rsm_memseg_import_map");
    }
    if (perm != Permission.RDWR) {
      // The library's own mapping for transfers always has both rights, and is refused then.
      mapped = tryMap(0, MapAttribute.NONE, perm, 0, within) == RsmReturn.SUCCESS;
    }
    return within;
  }

  private boolean isWithin(long bytes, String where) {
    int code = tryMap(0, MapAttribute.NONE, perm, 0, bytes);
    if (code == RsmReturn.SUCCESS) {
      LibRsm.rsm_memseg_import_unmap(segment);
    } else if (code == RsmReturn.CONN_ABORTED) {
      throw LibraryFailures.refused(RsmReturn.SEG_NOT_PUBLISHED, where, "rsm_memseg_import_map");
    }
    return code != RsmReturn.BAD_LENGTH;
  }

  /** Unmaps what is mapped and disconnects. */
  void close() {
    if (mapped) {
      LibRsm.rsm_memseg_import_unmap(segment);
    }
    int code = LibRsm.rsm_memseg_import_disconnect(segment);
    owner.letGo();
    LibraryFailures.check(code, "ImportSegment.disconnect", "rsm_memseg_import_disconnect");
  }
}
