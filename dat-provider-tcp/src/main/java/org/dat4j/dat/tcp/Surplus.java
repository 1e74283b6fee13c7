package org.dat4j.dat.tcp;

/**
 * How many octets the answer to a proof may have, though a proof (see {@link Proofs}) is a Read of
 * none.
 *
 * <p>Linux's soft iWARP (siw, 6.1) answers such a Read that finds it sending with the first piece
 * of memory of what it sent last. The answer proves as much as an empty one, since it is made after
 * what came before the Read was placed; its octets are to be dropped. They are never more than the
 * peer has sent in one message or has asked for in one Read; more is no such answer. Under the
 * receive turn.
 */
final class Surplus {

  private long longest;

  /**
   * The peer has sent a message, or a part of one, or has asked for octets.
   *
   * @param octets of the message so far, or of the Read
   */
  void heard(long octets) {
    longest = Math.max(longest, octets);
  }

  /** Whether the answer to a proof may have so many octets. */
  boolean allows(long octets) {
    return octets <= longest;
  }
}
