package org.dat4j.dat.spi.software;

/**
 * One connection of a transport, seen from one endpoint. The skeleton calls {@link #transmit} and
 * {@link #shutdown} under the endpoint's transmit turn and {@link #progress} under its receive
 * turn: each is never called by two threads at once, and none may block or allocate per operation.
 */
public interface Wire {

  /**
   * Asked by the poster of a request, with no turn: whether the wire will itself see to it that
   * {@link #transmit} follows soon, when more may have been posted. By default it does not.
   *
   * @param octets of the request
   * @return false when the transmit turn is to be kicked at once
   */
  default boolean postpones(long octets) {
    return false;
  }

  /**
   * Told by who posts a receive to this connection, with no turn and maybe beside others, unless
   * something was stopped for want of one. A hint at what the program awaits: by default nothing
   * comes of it.
   */
  default void receivePosted() {}

  /**
   * Moves requests towards the peer: finds them with {@link RequestQueue#next()}, moves on with
   * {@link RequestQueue#take()}, and reports with {@link RequestQueue#sent} those whose buffers the
   * transport needs no longer (an RDMA Read: whose request is out). What cannot go now stays
   * queued.
   *
   * @param requests the endpoint's requests
   * @param budget most requests to take at a time, for fairness
   * @return true when it stopped for the budget and wants to be called again
   */
  boolean transmit(RequestQueue requests, int budget);

  /**
   * Reads and places input; what was stopped for want of a receive is tried again.
   *
   * @param budget a measure of how much, for fairness
   * @return how much was done, 0 for nothing
   */
  int progress(int budget);

  /**
   * Ends the connection. After a graceful shutdown {@link WireUpcalls#ended} follows when the peer
   * is done too. An abrupt one comes exactly once, at the end of every connection, whoever ended it
   * and also after a graceful one: the wire lets go of all it has, and no upcall is needed.
   *
   * @param graceful all requests are done, say good-bye; otherwise drop everything
   */
  void shutdown(boolean graceful);
}
