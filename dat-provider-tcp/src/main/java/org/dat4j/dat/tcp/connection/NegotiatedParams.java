package org.dat4j.dat.tcp.connection;

/**
 * The parameters of an iWARP connection on which both ends agreed during its MPA setup, such as
 * CRC, segment size and read depths.
 *
 * @param crc whether frames carry a CRC
 * @param mulpdu most bytes of a ULPDU sent
 * @param ird RDMA Reads the peer may have outstanding
 * @param ord RDMA Reads this end may have outstanding
 * @param remoteCompletion whether a Write completes only when it is known to be placed
 * @param awaitPeer whether this end may not send before the peer has
 * @param foreignPeer whether the peer may be of another implementation
 */
public record NegotiatedParams(
    boolean crc,
    int mulpdu,
    int ird,
    int ord,
    boolean remoteCompletion,
    boolean awaitPeer,
    boolean foreignPeer) {}
