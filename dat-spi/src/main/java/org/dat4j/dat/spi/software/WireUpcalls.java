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
 * The callbacks with which the transport of a connection ({@link Wire}) tells the endpoint that
 * messages have arrived, requests are complete, or the connection has ended. "Receive side" upcalls
 * are made under the receive turn; {@link #failed} and {@link #ended} under either turn or none.
 * None blocks, none allocates on success.
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
   * Receive side: finds where bytes of a message go. Publishes the region in the hazard. The caller
   * then calls {@link HazardPointers#publishFence()} and asks {@link RegionSlice#isValid()} before
   * it touches the memory, and clears the slot afterwards; see {@link MemoryRegion}.
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
  boolean receivedCopy(
      long receive, RegionSlice to, RegionSlice from, int length, boolean solicited);

  /**
   * Either side: finds memory that a peer names. Publishes the region in the hazard. The caller
   * then calls {@link HazardPointers#publishFence()} and asks {@link RegionSlice#isValid()} before
   * it touches the memory, and clears the slot afterwards; see {@link MemoryRegion}.
   *
   * @param stag the peer's context
   * @param address first byte
   * @param length bytes, positive
   * @param right {@link org.dat4j.dat.MemPriv} REMOTE_READ or REMOTE_WRITE
   * @param hazard of the calling thread
   * @param slot of the hazard
   * @param out the whole range, at most 2^31-1 bytes
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
   * Receive side: the peer ends the use of a window that was bound on this connection, before the
   * message that asks for it is delivered. When this returns nobody touches memory through it. The
   * calling thread has published no region.
   *
   * @param stag the window's context
   * @return {@link AccessResult#OK}, also when the peer has done so before; {@link
   *     AccessResult#NO_RIGHT} for a registration and for a window of another connection; {@link
   *     AccessResult#UNKNOWN} for what names nothing or is not bound yet; unless OK nothing has
   *     changed
   */
  AccessResult invalidate(int stag);

  /**
   * Receive side: the oldest RDMA Read that was taken is placed completely. May come before {@link
   * RequestQueue#sent} reports its request.
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
   * complete with success; those before it that were not are flushed. If the named request is
   * complete already, the next one gets the status.
   *
   * @param request number of the request, or -1 for the oldest that is not complete
   * @param status how it ended
   */
  void failed(long request, DtoStatus status);

  /**
   * One of several requests ended badly, and the wire cannot tell which. Each of them that is not
   * complete yet completes with this status, otherwise as {@link #failed} says.
   *
   * @param requests numbers of the requests in ascending order, at least one
   * @param status how one of them ended
   */
  void oneFailed(long[] requests, DtoStatus status);

  /**
   * The connection is over; the first call counts.
   *
   * @param event DISCONNECTED or BROKEN
   * @param detail what happened, a text or a supplier of one, or null
   */
  void ended(EventNumber event, Object detail);
}
