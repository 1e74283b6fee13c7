package org.dat4j.dat.spi.software;

/** An event dispatcher's entry on its CNO's list of the dispatchers that have triggered it. */
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
   * @param cno the notification object
   * @param evd the dispatcher
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
