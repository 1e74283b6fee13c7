package org.dat4j.dat.spi.software;

/** A dispatcher's place on the list of those that have triggered its notification object. */
final class Notice {

  private final SoftCno cno;
  private final WatchedEvd evd;

  /** The next on the list of the object; under its lock. */
  Notice next;

  /** Whether it is on the list; under the lock of the object. */
  boolean listed;

  /**
   * Ties both.
   *
   * @param cno the notification object
   * @param evd the dispatcher
   */
  Notice(SoftCno cno, WatchedEvd evd) {
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
