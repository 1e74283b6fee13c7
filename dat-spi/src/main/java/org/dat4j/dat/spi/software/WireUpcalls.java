package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;

/**
 * What a {@link Wire} may ask of its endpoint. "Receive side" upcalls are made under the receive
 * turn; {@link #failed} and {@link #ended} under either turn or none. None blocks, none allocates
 * on success.
 */
public interface WireUpcalls {

  /** No receive is posted yet. */
  long NOT_READY = -1;

  /** No receive was posted in time. */
  long NEVER_READY = -2;

  /**
   * The attributes, for read depths.
   *
   * @return the endpoint's
   */
  EpAttr attr();

  /**
   * The endpoint's transmit work, to build a turn of.
   *
   * @return always the same
   */
  Turn.Work transmitWork();

  /**
   * The endpoint's receive work, to build a turn of.
   *
   * @return always the same
   */
  Turn.Work receiveWork();

  /**
   * Receive side: takes the next posted receive.
   *
   * @return its number; {@link #NOT_READY} when none is posted: the receive turn is kicked when one
   *     is; {@link #NEVER_READY} when none was posted within the grace period: the connection is to
   *     be broken
   */
  long claimReceive();

  /**
   * Receive side: finds where octets of a message go. Publishes in the hazard, see {@link Region}.
   *
   * @param receive a claimed receive
   * @param offset in the message
   * @param length octets wanted, positive
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out a contiguous piece, possibly shorter than wanted
   * @return {@link Access#OK}, {@link Access#TOO_LONG} or a local protection error
   */
  Access locateReceive(long receive, long offset, long length, Hazard hazard, int slot, Span out);

  /**
   * Receive side: completes a claimed receive.
   *
   * @param receive its number
   * @param length of the message
   * @param status how it ended
   * @param solicited whether the sender asked for a solicited event
   */
  void received(long receive, long length, DtoStatus status, boolean solicited);

  /**
   * Receive side: copies the whole of a short message and completes its receive. The place of the
   * completion is taken before the copy, so the copy's lines and the completion's line travel
   * together; other completions of the dispatcher wait for the copy, so keep it short.
   *
   * @param receive a claimed receive
   * @param to its memory, sealed and valid
   * @param from the message, sealed and valid
   * @param length of the message
   * @param solicited whether the sender asked for a solicited event
   * @return false when the memory could not be touched: the receive completed with a protection
   *     error and the connection is to be broken
   */
  boolean receivedCopy(long receive, Span to, Span from, int length, boolean solicited);

  /**
   * Either side: finds memory that a peer names. Publishes in the hazard, see {@link Region}.
   *
   * @param stag the peer's context
   * @param address first octet
   * @param length octets, positive
   * @param right {@link org.dat4j.dat.MemPriv} REMOTE_READ or REMOTE_WRITE
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out the whole range, at most 2^31-1 octets
   * @return {@link Access#OK} or why not
   */
  Access locateRemote(
      int stag, long address, long length, int right, Hazard hazard, int slot, Span out);

  /**
   * Receive side: the peer ends the use of a window that was bound on this connection, before the
   * message that asks for it is delivered. When this returns nobody touches memory through it. The
   * calling thread has published no region.
   *
   * @param stag the window's context
   * @return {@link Access#OK}, also when the peer has done so before; {@link Access#NO_RIGHT} for a
   *     registration and for a window of another connection; {@link Access#UNKNOWN} for what names
   *     nothing or is not bound yet; unless OK nothing has changed
   */
  Access invalidate(int stag);

  /** Receive side: the oldest RDMA Read that was sent is placed completely. */
  void readDone();

  /** Receive side: the transport has something to send; the transmit turn is kicked afterwards. */
  void moreToTransmit();

  /**
   * The hazard of the calling thread.
   *
   * @return for the locate calls
   */
  Hazard hazard();

  /**
   * A request ended badly: it completes with this status, what follows is flushed. {@link #ended}
   * follows.
   *
   * @param request number of the request, or -1 for the oldest that is not complete
   * @param status how it ended
   */
  void failed(long request, DtoStatus status);

  /**
   * The connection is over; the first call counts.
   *
   * @param event DISCONNECTED or BROKEN
   * @param detail what happened, a text or a supplier of one, or null
   */
  void ended(EventNumber event, Object detail);
}
