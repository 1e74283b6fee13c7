package org.dat4j.dat.spi.software;

/** The callback of a service point, to which the transport delivers connection requests. */
public interface Acceptor {

  /**
   * A request has arrived.
   *
   * @param incoming the request, to be answered later
   * @return false when there is no room for it now: the fabric may offer it again, or refuses it as
   *     if nobody listened
   */
  boolean request(Incoming incoming);

  /**
   * How many requests can wait for their answers.
   *
   * @return places of the event queue, for messages; 0 when it has none of its own
   */
  default int places() {
    return 0;
  }
}
