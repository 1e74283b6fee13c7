package org.dat4j.dat.spi.software;

import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.concurrent.Turn;
import org.dat4j.dat.spi.software.memory.AccessResult;
import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.dat4j.dat.spi.software.memory.MemoryRegion;
import org.dat4j.dat.spi.software.memory.RegionSlice;

/**
 * The callbacks by which a connection's transport ({@link Wire}) tells the endpoint of arrived
 * messages, completed requests, and the end of the connection. "Receive side" upcalls are made
 * under the receive turn; {@link #failed} and {@link #ended} under either turn or none. None
 * blocks, none allocates on success.
 *
 * <p>After {@link #ended} the layer calls neither {@link Wire#transmit} nor {@link Wire#progress}.
 * A call that is under way may make its upcalls until it returns, as the flush waits for its turn.
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
   * @return its number, 0 or more; {@link #NOT_READY} when none is posted: the receive turn is run
   *     when one is, and when the grace period of one second is over: the wire needs no timer.
   *     {@link #NEVER_READY} when none was posted within that period: the wire tells the sender,
   *     whose Send fails with ERR_RECEIVER_NOT_READY, and breaks the connection
   */
  long claimReceive();

  /**
   * Receive side: finds where bytes of a message go. Publishes the region in the hazard. The caller
   * then calls {@link HazardPointers#publishFence()} and asks {@link RegionSlice#isValid()} before
   * it touches the memory, and clears the slot afterwards; see {@link MemoryRegion}. TOO_LONG says
   * that the offset is behind the last buffer: the pieces before it fit.
   *
   * <p>Unless OK, the wire calls {@link #received} with ERR_LOCAL_LENGTH for TOO_LONG, and else
   * with ERR_LOCAL_PROTECTION. The Send fails at the sender with ERR_REMOTE_RESPONDER, and both
   * sides break the connection.
   *
   * @param receive a claimed receive
   * @param offset in the message
   * @param length bytes wanted, positive
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out a contiguous piece, possibly shorter than wanted
   * @return {@link AccessResult#OK}, {@link AccessResult#TOO_LONG} or a local protection error
   */
  AccessResult locateReceive(
      long receive, long offset, long length, HazardPointers hazard, int slot, RegionSlice out);

  /**
   * Receive side: completes a claimed receive. One that is claimed and not completed when the
   * connection ends is flushed, whatever was placed in it.
   *
   * @param receive its number
   * @param length of the message, also where not all of it was placed
   * @param status how it ended
   * @param solicited whether the sender asked for a solicited event
   */
  void received(long receive, long length, DtoStatus status, boolean solicited);

  /**
   * Receive side: copies the whole of a short message and completes its receive. Optional: a wire
   * may as well copy and call {@link #received}. The place of the completion is taken before the
   * copy, so the copy's lines and the completion's line travel together; other completions of the
   * EVD wait for the copy, so keep it short.
   *
   * @param receive a claimed receive
   * @param to its memory: published in a hazard, and valid after {@link
   *     HazardPointers#publishFence()}
   * @param from the message, likewise
   * @param length of the message
   * @param solicited whether the sender asked for a solicited event
   * @return false when the memory could not be touched: the receive completed with a protection
   *     error and the connection is to be broken
   */
  boolean receivedCopy(
      long receive, RegionSlice to, RegionSlice from, int length, boolean solicited);

  /**
   * Either side: finds memory that a peer names. Publishes the region in the hazard. The caller
   * then calls {@link HazardPointers#publishFence()} and asks {@link RegionSlice#isValid()} before
   * it touches the memory, and clears the slot afterwards; see {@link MemoryRegion}. A transfer of
   * no bytes names no memory: nothing is to be found or checked for it.
   *
   * <p>Unless OK, the RDMA fails at its requester with ERR_REMOTE_ACCESS, and both sides break the
   * connection. No request of this side fails by that.
   *
   * @param stag the peer's context
   * @param address first byte
   * @param length bytes, positive; more than 2^31-1 is OUT_OF_BOUNDS, as no memory is longer
   * @param right {@link org.dat4j.dat.MemPriv} REMOTE_READ or REMOTE_WRITE
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out the whole range
   * @return {@link AccessResult#OK} or why not
   */
  AccessResult locateRemote(
      int stag,
      long address,
      long length,
      int right,
      HazardPointers hazard,
      int slot,
      RegionSlice out);

  /**
   * Receive side: the peer ends the use of an RMR that was bound on this connection, before the
   * message that asks for it is delivered. When this returns nobody touches memory through it. The
   * calling thread has published no region. Only for a transport whose messages can ask for it.
   *
   * @param stag the RMR's context
   * @return {@link AccessResult#OK}, also when the peer has done so before; {@link
   *     AccessResult#NO_RIGHT} for a registration and for an RMR of another connection; {@link
   *     AccessResult#UNKNOWN} for what names nothing or is not bound yet; unless OK nothing has
   *     changed
   */
  AccessResult invalidate(int stag);

  /**
   * Receive side: the oldest RDMA Read that was taken is placed completely. May come before {@link
   * RequestQueue#sent} reports its request. Reads are placed in the order of their posts. The
   * transmit turn is run afterwards.
   */
  void readDone();

  /**
   * Receive side: the transport has something to send or to report as sent; the transmit turn is
   * run or handed off when the receive turn is released.
   */
  void moreToTransmit();

  /**
   * The hazard of the calling thread.
   *
   * @return for the locate calls
   */
  HazardPointers hazard();

  /**
   * A request ended badly. It completes with this status in the flush after {@link #ended}, which
   * the wire calls next; only the first call counts. Requests before it that were reported as sent
   * complete with success; those before it that were not are flushed, as are all behind it. If the
   * named request is complete already, all that are left are flushed.
   *
   * @param request number of the request, taken or not; or -1 for the oldest that is not complete
   * @param status ERR_LOCAL_PROTECTION for own memory, what the peer has said of its part, or
   *     ERR_TRANSPORT with -1 when the peer is lost
   */
  void failed(long request, DtoStatus status);

  /**
   * One of several requests ended badly, and the wire cannot tell which. Each of them that is not
   * complete yet completes with this status, otherwise as {@link #failed} says. Only for a
   * transport whose peer names no request in its refusal. An adapter that calls this declares
   * {@code refused_request=candidates} in {@link
   * org.dat4j.dat.ProviderAttr#providerSpecificAttr()}.
   *
   * @param requests numbers of the requests in ascending order, at least one
   * @param status how one of them ended
   */
  void oneFailed(long[] requests, DtoStatus status);

  /**
   * The connection is over; the first call counts. The call only marks that: it calls nothing of
   * the wire. What is outstanding is flushed later, and {@link Wire#shutdown} follows. A caller
   * that holds a turn returns, and the layer runs both turns. A caller that holds none runs both
   * itself. Before {@link Attempt#established} the call is kept until then.
   *
   * @param event CONNECTION_EVENT_DISCONNECTED after the peer's good-bye, CONNECTION_EVENT_BROKEN
   *     after a failure on either side
   * @param detail what happened, a text or a supplier of one, or null
   */
  void ended(EventNumber event, Object detail);
}
