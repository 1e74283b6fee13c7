package org.dat4j.dat.ipc;

/**
 * The reason why an ipc adapter refuses a connection request that no program has answered; sent as
 * its ordinal.
 */
enum DropReason {
  /** There is no such service point. */
  NOBODY("nobody listens on that qualifier; start the listener first"),
  /** The event queue of the service point has no place. */
  FULL(
      "the event queue of the service point is full; make its EVD longer or take requests faster;"
          + " or it was freed just now: listen again"),
  /** The program has left the request without an answer. */
  UNANSWERED("nobody there can answer the request"),
  /** The rings could not be mapped. */
  NO_MEMORY("the peer has no memory for the rings; see its log");

  private static final DropReason[] ALL = values();

  private final String text;

  DropReason(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  static DropReason of(long ordinal) {
    return ordinal >= 0 && ordinal < ALL.length ? ALL[(int) ordinal] : UNANSWERED;
  }
}
