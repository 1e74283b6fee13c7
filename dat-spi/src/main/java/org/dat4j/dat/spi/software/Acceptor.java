package org.dat4j.dat.spi.software;

/** Where a fabric delivers connection requests. */
public interface Acceptor {

  /**
   * A request has arrived.
   *
   * @param incoming the request, to be answered later
   * @return false when there is no room for it: the fabric refuses it as if nobody listened
   */
  boolean request(Incoming incoming);
}
