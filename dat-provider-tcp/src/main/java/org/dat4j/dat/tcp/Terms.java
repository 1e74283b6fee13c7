package org.dat4j.dat.tcp;

/**
 * What the two ends agreed on at start-up.
 *
 * @param crc whether frames carry a CRC
 * @param mulpdu most octets of a ULPDU sent
 * @param ird RDMA Reads the peer may have outstanding
 * @param ord RDMA Reads this end may have outstanding
 * @param proven whether a Write completes only when it is known to be placed
 * @param hold whether this end may not send before the peer has
 * @param foreign whether the peer may be of another implementation
 */
record Terms(
    boolean crc, int mulpdu, int ird, int ord, boolean proven, boolean hold, boolean foreign) {}
