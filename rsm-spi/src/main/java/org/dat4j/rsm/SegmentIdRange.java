package org.dat4j.rsm;

/**
 * Segment ids reserved for an application. Immutable.
 *
 * @param baseId the first id, unsigned
 * @param length how many, unsigned
 */
public record SegmentIdRange(int baseId, int length) {}
