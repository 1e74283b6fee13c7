package org.dat4j.dat.natives.abi;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * A request that is accepted, in libdaplofa's own memory: parted from its service point, so that
 * the connection is its endpoint's alone.
 *
 * <p>The library keeps an accepted request with its service point and its endpoint until the
 * connection ends. Then two threads take it away, the library's own as the kernel tells it
 * (dapli_get_sp_ep), and who dequeues a transfer that has failed (dapl_sp_remove_ep), who looks at
 * the endpoint before he has a lock; both free it. The endpoint of who connects has no request, and
 * the library asks nothing of it that one which has accepted does not have. So the latter becomes
 * one of the former: the request leaves the service point's list and the endpoint and is freed, the
 * connection forgets the service point, and the endpoint waits for the answer in the state of one
 * that is connecting. The kernel's events go to dapli_cm_active_cb then, which unlike
 * dapli_cm_passive_cb does not answer the peer's disconnect where the endpoint had failed before;
 * its free or reset does.
 *
 * <p>No call of the API does that. What is where is known from the source of dapl 2.1 (dapl.h,
 * dapl_ib_util.h of openib_cma), and each place is recognized by what it must hold before anything
 * is changed. Where something else is found nothing is. The library's thread must be away, and
 * nobody else may answer requests or free service points or the endpoint, from {@link #of} until
 * all is done.
 */
public final class AcceptedRequest {

  private static final int MAGIC_EP = 0xDEADBABE;
  private static final int MAGIC_ACCEPTED = 0xB12BDEAD;
  private static final int MAGIC_INVALID = -1;

  /** Behind the header. */
  private static final int CR_LOCAL_EP = 32;

  private static final int CR_CONNECTION = 40;
  private static final int EP_OWNER = 0;
  private static final int EP_STATE = 8;

  private static final int ACTIVE_CONNECTION_PENDING = 6;
  private static final int DISCONNECTED = 11;
  private static final int COMPLETION_PENDING = 12;

  /** What has become of it. */
  public enum Outcome {
    /** It is neither of its service point nor of its endpoint any more, and freed. */
    PARTED,
    /**
     * A dequeue has ended the connection before, and takes it away: see {@link #isTaken}. The
     * connection has forgotten the service point.
     */
    LEFT_TO_DEQUEUE,
    /** The library could not accept it after all, and has told so; nothing was changed. */
    NOT_ACCEPTED,
    /** The library's memory is not as it is known; nothing was changed. */
    UNKNOWN
  }

  private final Pointer request;
  private final Pointer ep;
  private final RequestedPoint point;
  private final int header;
  private final long connection;

  /** Where the connection has its service point, and its endpoint behind it. */
  private final Pointer ofConnection;

  private Outcome outcome = Outcome.UNKNOWN;

  private AcceptedRequest(
      long request, long ep, RequestedPoint point, long connection, long ofConnection) {
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
   * @return null where the library's memory is not as it is known
   */
  public static AcceptedRequest of(long request, long ep) {
    RequestedPoint point = RequestedPoint.of(request);
    if (point == null) {
      return null;
    }
    int header = point.header();
    Pointer endpoint = new Pointer(ep);
    if (endpoint.getInt(RequestedPoint.MAGIC) != MAGIC_EP
        || endpoint.getLong(header + EP_OWNER) != endpoint.getLong(RequestedPoint.OWNER)) {
      return null;
    }
    long connection = new Pointer(request).getLong(header + CR_CONNECTION);
    long at = connection == 0 ? 0 : RequestedPoint.find(connection, 0, point.handle());
    return at == 0 ? null : new AcceptedRequest(request, ep, point, connection, at);
  }

  /**
   * Parts it from its service point and its endpoint, and frees it; when dat_cr_accept has
   * succeeded. The endpoint's remote_ia_address_ptr may point into it: {@code dat_ep_query} of the
   * address has to come first, which sets it back.
   *
   * @return what has become of it
   */
  public Outcome part() {
    new ForeignMutex(Pointer.nativeValue(ep) + RequestedPoint.LOCK).during(this::leaveEndpoint);
    if (outcome == Outcome.PARTED) {
      point.remove(request);
      request.setInt(RequestedPoint.MAGIC, MAGIC_INVALID);
      Native.free(Pointer.nativeValue(request));
    }
    return outcome;
  }

  private void leaveEndpoint() {
    int state = ep.getInt(header + EP_STATE);
    if (state != COMPLETION_PENDING && state != DISCONNECTED) {
      return;
    }
    // At the head of its list; an accept that fails frees it and leaves the state.
    boolean connected = inEndpoint(connection) != 0;
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
    long ofEp = inEndpoint(Pointer.nativeValue(request));
    if (ofEp != 0
        && request.getInt(RequestedPoint.MAGIC) == MAGIC_ACCEPTED
        && request.getLong(header + CR_LOCAL_EP) == Pointer.nativeValue(ep)
        && ofConnection.getLong(0) == point.handle()
        && ofConnection.getLong(Long.BYTES) == Pointer.nativeValue(ep)) {
      new Pointer(ofEp).setLong(0, 0);
      ofConnection.setLong(0, 0);
      ep.setInt(header + EP_STATE, ACTIVE_CONNECTION_PENDING);
      outcome = Outcome.PARTED;
    }
  }

  private long inEndpoint(long word) {
    return RequestedPoint.find(Pointer.nativeValue(ep), header, word);
  }

  /**
   * After {@link Outcome#LEFT_TO_DEQUEUE}.
   *
   * @return whether that dequeue has taken the request from the endpoint
   */
  public boolean isTaken() {
    return inEndpoint(Pointer.nativeValue(request)) == 0;
  }

  /**
   * The service point.
   *
   * @return it, of which the request is one no more when it was parted or taken
   */
  public RequestedPoint point() {
    return point;
  }
}
