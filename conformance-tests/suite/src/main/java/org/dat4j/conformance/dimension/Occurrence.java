package org.dat4j.conformance.dimension;

/** Occurrence of the checked call: what the same object has been through before. */
public enum Occurrence {
  /** Nothing comes before. */
  FIRST("first"),
  /** The same was done once before. */
  SECOND("second"),
  /** The queue was full, several times, and all was completed and taken. */
  AFTER_DRAIN("after a full queue was drained"),
  /** The queue of the object, or of its events, got another length. */
  AFTER_RESIZE("after a resize"),
  /** The connection ended, and the endpoint was connected once more. */
  AFTER_RECONNECT("after a reconnect");

  private final String words;

  Occurrence(String words) {
    this.words = words;
  }

  /**
   * Tells how often the call is made, for tests of which only the last time is the checked one.
   *
   * @return 1 for the first time, otherwise 2
   */
  public int times() {
    return this == FIRST ? 1 : 2;
  }

  /** Returns the words for reports. */
  @Override
  public String toString() {
    return words;
  }
}
