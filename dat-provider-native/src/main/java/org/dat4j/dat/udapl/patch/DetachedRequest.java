package org.dat4j.dat.udapl.patch;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * An accepted connection request that the native backend detaches from its PSP and endpoint inside
 * libdapl, so that no two threads free it. The workaround writes to the memory of libdaplofa.
 *
 * <p>libdapl keeps an accepted request in its PSP and its endpoint until the connection ends. Then
 * two threads free it: the CM thread, when the kernel reports the end (dapli_get_sp_ep), and the
 * thread that dequeues a failed transfer (dapl_sp_remove_ep). The latter reads the endpoint before
 * it has a lock. A connecting endpoint has no request, and libdapl needs nothing more of it. So the
 * accepted endpoint is turned into a connecting one:
 *
 * <ul>
 *   <li>The request leaves the PSP's list and the endpoint, and is freed.
 *   <li>The connection no longer refers to the PSP.
 *   <li>The endpoint waits in the state of a connecting one. The kernel's events then go to
 *       dapli_cm_active_cb. Unlike dapli_cm_passive_cb it does not answer the peer's disconnect if
 *       the endpoint had failed before; the endpoint's free or reset does.
 * </ul>
 *
 * <p>No call of the API does that. The offsets come from the source of dapl 2.1 (dapl.h,
 * dapl_ib_util.h of openib_cma). Each field is checked for the content it must have before anything
 * is changed; if one differs, nothing is changed. From {@link #of} until the end the CM thread must
 * be stopped, and no other thread may answer requests or free PSPs or the endpoint.
 */
public final class DetachedRequest {

  private static final int MAGIC_EP = 0xDEADBABE;
  private static final int MAGIC_ACCEPTED = 0xB12BDEAD;
  private static final int MAGIC_INVALID = -1;

  /** Offset after the header. */
  private static final int CR_LOCAL_EP = 32;

  private static final int CR_CONNECTION = 40;
  private static final int EP_OWNER = 0;
  private static final int EP_STATE = 8;

  private static final int ACTIVE_CONNECTION_PENDING = 6;
  private static final int DISCONNECTED = 11;
  private static final int COMPLETION_PENDING = 12;

  /** The result of {@link #detach}. */
  public enum Outcome {
    /** The request has left its PSP and its endpoint, and is freed. */
    DETACHED,
    /**
     * A dequeue has ended the connection before, and frees the request: see {@link #isTaken}. The
     * connection no longer refers to the PSP.
     */
    LEFT_TO_DEQUEUE,
    /** The library could not accept it after all, and has reported that; nothing was changed. */
    NOT_ACCEPTED,
    /** The library's memory has another layout; nothing was changed. */
    UNKNOWN
  }

  private final Pointer request;
  private final Pointer ep;
  private final DaplServicePoint point;
  private final int header;
  private final long connection;

  /** The connection's pointer to its PSP; the one to its endpoint follows. */
  private final Pointer ofConnection;

  private Outcome outcome = Outcome.UNKNOWN;

  private DetachedRequest(
      long request, long ep, DaplServicePoint point, long connection, long ofConnection) {
    this.request = new Pointer(request);
    this.ep = new Pointer(ep);
    this.point = point;
    this.header = point.header();
    this.connection = connection;
    this.ofConnection = new Pointer(ofConnection);
  }

  /**
   * Recognizes a request that is about to be accepted.
   *
   * @param request the library's handle of the request, which is its address
   * @param ep the library's handle of the endpoint
   * @return null if the library's memory has another layout
   */
  public static DetachedRequest of(long request, long ep) {
    DaplServicePoint point = DaplServicePoint.of(request);
    if (point == null) {
      return null;
    }
    int header = point.header();
    Pointer endpoint = new Pointer(ep);
    if (endpoint.getInt(DaplServicePoint.MAGIC) != MAGIC_EP
        || endpoint.getLong(header + EP_OWNER) != endpoint.getLong(DaplServicePoint.OWNER)) {
      return null;
    }
    long connection = new Pointer(request).getLong(header + CR_CONNECTION);
    long at = connection == 0 ? 0 : DaplServicePoint.find(connection, 0, point.handle());
    return at == 0 ? null : new DetachedRequest(request, ep, point, connection, at);
  }

  /**
   * Detaches the request from its PSP and its endpoint, and frees it, after dat_cr_accept has
   * succeeded. The endpoint's remote_ia_address_ptr may point into the request: {@code
   * dat_ep_query} of the address sets it back, and has to come first.
   *
   * @return the result
   */
  public Outcome detach() {
    new PthreadMutex(Pointer.nativeValue(ep) + DaplServicePoint.LOCK)
        .during(this::detachFromEndpoint);
    if (outcome == Outcome.DETACHED) {
      point.remove(request);
      request.setInt(DaplServicePoint.MAGIC, MAGIC_INVALID);
      Native.free(Pointer.nativeValue(request));
    }
    return outcome;
  }

  private void detachFromEndpoint() {
    int state = ep.getInt(header + EP_STATE);
    if (state != COMPLETION_PENDING && state != DISCONNECTED) {
      return;
    }
    // At the head of the list; a failed accept frees the connection and leaves the state.
    boolean connected = findInEndpoint(connection) != 0;
    if (state == DISCONNECTED) {
      // The request may be freed already.
      if (connected) {
        ofConnection.setLong(0, 0);
        outcome = Outcome.LEFT_TO_DEQUEUE;
      }
      return;
    }
    if (!connected) {
      outcome = Outcome.NOT_ACCEPTED;
      return;
    }
    long ofEp = findInEndpoint(Pointer.nativeValue(request));
    if (ofEp != 0
        && request.getInt(DaplServicePoint.MAGIC) == MAGIC_ACCEPTED
        && request.getLong(header + CR_LOCAL_EP) == Pointer.nativeValue(ep)
        && ofConnection.getLong(0) == point.handle()
        && ofConnection.getLong(Long.BYTES) == Pointer.nativeValue(ep)) {
      new Pointer(ofEp).setLong(0, 0);
      ofConnection.setLong(0, 0);
      ep.setInt(header + EP_STATE, ACTIVE_CONNECTION_PENDING);
      outcome = Outcome.DETACHED;
    }
  }

  private long findInEndpoint(long word) {
    return DaplServicePoint.find(Pointer.nativeValue(ep), header, word);
  }

  /**
   * Tells, after {@link Outcome#LEFT_TO_DEQUEUE}, whether the dequeue has removed the request.
   *
   * @return whether it has left the endpoint
   */
  public boolean isTaken() {
    return findInEndpoint(Pointer.nativeValue(request)) == 0;
  }

  /**
   * Returns the PSP of the request.
   *
   * @return the PSP, which no longer has the request once it was detached or taken
   */
  public DaplServicePoint point() {
    return point;
  }
}
