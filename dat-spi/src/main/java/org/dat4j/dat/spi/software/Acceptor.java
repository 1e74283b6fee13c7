package org.dat4j.dat.spi.software;

/**
 * The callback of a service point, by which the transport of a software backend delivers connection
 * requests.
 */
public interface Acceptor {

  /**
   * A request has arrived. Called by any thread that holds no turn, several at once. It does not
   * block, except before {@link Fabric#listen} has returned: there it waits for that, up to one
   * second. So {@code listen} itself never calls it.
   *
   * <p>A request that comes while the listener is closed, or after that, does no harm: the answer
   * is false.
   *
   * @param incoming the request, complete with private data; it may be answered by another thread
   *     before this returns
   * @return true when it is answered by exactly one of {@link Incoming#accept}, {@link
   *     Incoming#reject} and {@link Incoming#drop}. False when nobody answers it, as there is no
   *     room now or the service point is gone. The fabric then may offer it again, or refuses it as
   *     if nobody listened
   */
  boolean request(Incoming incoming);

  /**
   * How many requests can wait for their answers. Only for the text of a refusal: a fabric delivers
   * each request at once and keeps no count of them.
   *
   * @return places of the event queue; 0 when the service point has none of its own
   */
  default int places() {
    return 0;
  }
}
