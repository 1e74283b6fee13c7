package org.dat4j.rsm;

/**
 * A range of RSM segment ids that is reserved for an application. Immutable.
 *
 * @param baseId the first id, unsigned
 * @param length number of ids, unsigned
 */
public record SegmentIdRange(int baseId, int length) {}
