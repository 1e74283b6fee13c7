package org.dat4j.dat.spi.software;

/**
 * One end of a connection in a transport: sends the requests of its endpoint and places what the
 * peer sends. The skeleton calls {@link #transmit} and {@link #shutdown} under the endpoint's
 * transmit turn and {@link #progress} under its receive turn: each is never called by two threads
 * at once, and none may block or allocate per operation. The transmit turn and the receive turn may
 * run at the same time. Nothing calls the wire before {@link Attempt#established}.
 *
 * <p>When a request is complete:
 *
 * <ul>
 *   <li>a Send: when the wire has called {@link RequestQueue#sent} for it. Its bytes have then been
 *       copied or taken over; whether the peer has them is not said;
 *   <li>an RDMA Write: likewise. By default the peer must have placed it by then, so a wire that
 *       needs an acknowledgement calls {@code sent} when that has arrived. An adapter whose Writes
 *       complete earlier declares {@code completion=local} in {@link
 *       org.dat4j.dat.ProviderAttr#providerSpecificAttr()};
 *   <li>an RDMA Read: when its request was reported as sent and {@link WireUpcalls#readDone} has
 *       been called; the two may come in either order.
 * </ul>
 *
 * <p>Requests complete in posting order whatever the order of these calls. Completions are taken up
 * after {@link #transmit} returns; a wire that learns of an acknowledgement while it reads calls
 * {@link WireUpcalls#moreToTransmit}, so that the transmit turn runs and it can call {@code sent}
 * there. An exception that a method throws breaks the connection; the adapter lives on.
 */
public interface Wire {

  /**
   * Asked by the poster of a request, with no turn: whether the wire will itself see to it that
   * {@link #transmit} follows soon, when more may have been posted. By default it does not.
   *
   * @param bytes of the request
   * @return false when the transmit turn is to be run or handed off at once
   */
  default boolean postpones(long bytes) {
    return false;
  }

  /**
   * Called by a thread that posts a Receive to this connection, with no turn and maybe beside
   * others, unless input was stopped for want of one. A hint at what the program awaits: by default
   * nothing comes of it.
   */
  default void receivePosted() {}

  /**
   * Moves requests towards the peer: finds them with {@link RequestQueue#next()}, moves on with
   * {@link RequestQueue#take()}, and reports with {@link RequestQueue#sent} those whose buffers the
   * transport needs no longer (an RDMA Read: whose request is out). What cannot go now stays
   * queued, and the wire sees to it that the transmit turn runs once it can: it is run again for
   * each post, after {@link WireUpcalls#moreToTransmit}, and by {@link
   * org.dat4j.dat.spi.software.concurrent.Turn#runOrHandOff} of the fabric's own thread.
   *
   * @param requests the endpoint's requests
   * @param budget most requests to take at a time, for fairness
   * @return true when it stopped for the budget: it is called again at once, under the same turn
   */
  boolean transmit(RequestQueue requests, int budget);

  /**
   * Reads and places input; what was stopped for want of a receive is tried again. Called when the
   * receive turn runs: by {@link org.dat4j.dat.spi.software.concurrent.Turn#runOrHandOff} of the
   * fabric, and when a Receive is posted after {@link WireUpcalls#NOT_READY}.
   *
   * <p>It is not called again when the budget ran out. A wire that has bytes left in a buffer of
   * its own, where no selector sees them, must go on reading, or remember it and run the receive
   * turn itself; the connection hangs otherwise.
   *
   * @param budget a measure of how much, for fairness
   * @return how much was done, 0 for nothing; the skeleton does not look at it
   */
  int progress(int budget);

  /**
   * Ends the connection. After a graceful shutdown {@link WireUpcalls#ended} follows when the peer
   * is done too; until then {@link #transmit} and {@link #progress} go on being called, so answers
   * to the peer's Reads and acknowledgements still go out. An abrupt one comes exactly once, at the
   * end of every connection, whoever ended it and also after a graceful one: the wire lets go of
   * all it has, and no upcall is needed. Nothing calls {@link #transmit} after it. {@link
   * RequestQueue#sent} still counts inside of an abrupt shutdown: what it reports completes with
   * success, what it does not is flushed.
   *
   * @param graceful all requests are done, say good-bye; otherwise drop everything
   */
  void shutdown(boolean graceful);
}
