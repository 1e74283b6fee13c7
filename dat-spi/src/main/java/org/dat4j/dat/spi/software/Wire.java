package org.dat4j.dat.spi.software;

/**
 * One end of a connection in the transport of a software backend: sends the requests of its
 * endpoint and places what the peer sends. The skeleton calls {@link #transmit} and {@link
 * #shutdown} under the endpoint's transmit turn and {@link #progress} under its receive turn: each
 * is never called by two threads at once, and none may block or allocate per operation. The
 * transmit turn and the receive turn may run at the same time. Nothing calls the wire before {@link
 * Attempt#established}, which says what the wire has to do then.
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
 *
 * <p>A thread that holds a turn runs no other one, so {@link #transmit} cannot run the receive turn
 * of a peer in the same process. Either a thread of the fabric and {@link Fabric#poll} run that
 * turn, or one {@link org.dat4j.dat.spi.software.concurrent.Turn} is made over the sender's
 * transmit work and the receiver's receive work. After each round of the sender's {@code transmit}
 * it calls the receiver's {@link #progress}.
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
   * queued, and the wire sees to it that the transmit turn runs once it can. The turn runs again
   * for each post, after {@link WireUpcalls#moreToTransmit}, and by {@link
   * org.dat4j.dat.spi.software.concurrent.Turn#runOrHandOff} of the fabric's own thread.
   *
   * @param requests the endpoint's requests; always the same object, which the wire may keep
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
   * @param budget how much to do before other connections have their turn; the wire chooses the
   *     unit, such as messages, and may ignore it
   * @return how much was done, 0 for nothing; the skeleton does not look at it
   */
  int progress(int budget);

  /**
   * Ends the connection. After a graceful shutdown {@link WireUpcalls#ended} follows when the peer
   * is done too; until then {@link #transmit} and {@link #progress} go on being called, so answers
   * to the peer's Reads and acknowledgements still go out. The good-bye comes last: behind the
   * whole answer to each Read that has arrived, as the peer ends at once when it reads it. A {@link
   * #transmit} always comes before a graceful shutdown.
   *
   * <p>The layer sets no limit for the peer's good-bye. The wire ends that wait itself, for
   * instance by {@link WireUpcalls#ended} with CONNECTION_EVENT_DISCONNECTED after 5 seconds, as
   * {@code tcp} does.
   *
   * <p>An abrupt one comes exactly once, at the end of every connection, whoever ended it and also
   * after a graceful one: the wire lets go of all it has, and no upcall is needed. It may come
   * without any {@link #transmit} before it, so the wire may not know the request queue yet. It
   * says good-bye, unless it has said so or this end has broken the connection: a peer that ends
   * gracefully waits for that. Nothing calls {@link #transmit} after it. {@link RequestQueue#sent}
   * still counts inside of an abrupt shutdown: what it reports completes with success, what it does
   * not is flushed. It does not tell why the connection has ended. A peer may report an end without
   * a good-bye as DISCONNECTED or as BROKEN.
   *
   * @param graceful all requests are done, say good-bye; otherwise drop everything
   */
  void shutdown(boolean graceful);
}
