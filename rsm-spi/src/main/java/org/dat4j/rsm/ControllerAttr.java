package org.dat4j.rsm;

/**
 * The attributes of an RSM controller, such as its page size and the limits of its segments ({@code
 * rsmapi_controller_attr_t}). Sizes are bytes; 0 means none, a limit that does not exist is {@link
 * Long#MAX_VALUE}. Immutable.
 *
 * @param directAccessSizes {@code RSM_DAS} bits of the accesses a mapping allows
 * @param atomicSizes {@code RSM_DAS} bits of the accesses that are atomic
 * @param pageSize unit of addresses and lengths of segments, a power of two
 * @param maxExportSegmentSize longest export segment
 * @param totExportSegmentSize sum of all export segments
 * @param maxExportSegments most export segments
 * @param maxImportMapSize longest mapping
 * @param totImportMapSize sum of all mappings
 * @param maxImportSegments most import segments
 */
public record ControllerAttr(
    int directAccessSizes,
    int atomicSizes,
    long pageSize,
    long maxExportSegmentSize,
    long totExportSegmentSize,
    long maxExportSegments,
    long maxImportMapSize,
    long totImportMapSize,
    long maxImportSegments) {}
