package org.dat4j.dat.spi.software;

/**
 * One EVD's entry in the list that the CNO of a software backend keeps of the EVDs that have
 * triggered it.
 */
final class CnoEntry {

  private final SoftCno cno;
  private final WatchedEvd evd;

  /** The next on the list of the object; under its lock. */
  CnoEntry next;

  /** Whether it is on the list; under the lock of the object. */
  boolean listed;

  /**
   * Ties both.
   *
   * @param cno the CNO
   * @param evd the EVD
   */
  CnoEntry(SoftCno cno, WatchedEvd evd) {
    this.cno = cno;
    this.evd = evd;
  }

  SoftCno cno() {
    return cno;
  }

  WatchedEvd evd() {
    return evd;
  }
}
