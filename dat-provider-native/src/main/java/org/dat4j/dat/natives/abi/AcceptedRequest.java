package org.dat4j.dat.natives.abi;

import com.sun.jna.Native;
import com.sun.jna.Pointer;

/**
 * A request that libdaplofa has accepted, in the library's own memory: parted from its service
 * point, so that the connection is its endpoint's alone.
 *
 * <p>The library keeps an accepted request with its service point and its endpoint until the
 * connection ends. Then two threads take it away, the library's own as the kernel tells it
 * (dapli_get_sp_ep), and who dequeues a transfer that has failed (dapl_sp_remove_ep), who looks at
 * the endpoint before he has a lock; both free it. An endpoint that has connected has no request,
 * and the library asks nothing of it that one which has accepted does not have (dapli_cm_active_cb
 * instead of dapli_cm_passive_cb). So the latter becomes one of the former: the request leaves both
 * lists and is freed, the connection forgets its service point, and the endpoint waits for the
 * answer in the state of one that has connected.
 *
 * <p>No call of the API does that. What is where is known from the source of dapl 2.1 (dapl.h,
 * dapl_ib_util.h of openib_cma), and each place is recognized by what it must hold after an accept
 * before anything is changed. Where something else is found nothing is.
 */
public final class AcceptedRequest {

  /** dapl_header, the same for every object: its kind, its adapter, its place in a list, a lock. */
  private static final int MAGIC = 8;

  private static final int OWNER = 16;
  private static final int NEXT = 24;
  private static final int PREVIOUS = 32;
  private static final int DATA = 40;
  private static final int LIST = 48;
  private static final int LOCK = 64;

  private static final int MAGIC_EP = 0xDEADBABE;
  private static final int MAGIC_PSP = 0xBEADED0C;
  private static final int MAGIC_ACCEPTED = 0xB12BDEAD;
  private static final int MAGIC_INVALID = -1;

  /** Octets of a pthread_mutex_t, which ends the header: on x86-64 and others, and on aarch64. */
  private static final int[] LOCKS = {40, 48};

  /** Behind the header. */
  private static final int CR_LOCAL_EP = 32;

  private static final int CR_CONNECTION = 40;
  private static final int EP_OWNER = 0;
  private static final int EP_STATE = 8;
  private static final int SP_STATE = 0;
  private static final int SP_REQUESTS = 56;
  private static final int SP_COUNT = 64;

  private static final int ACTIVE_CONNECTION_PENDING = 6;
  private static final int COMPLETION_PENDING = 12;

  /** Of a service point that was freed with requests: who takes the last one away frees it. */
  private static final int PSP_PENDING = 2;

  /** What has become of it. */
  public enum Outcome {
    /** It is neither of its service point nor of its endpoint any more, and freed. */
    PARTED,
    /** A dequeue has ended the connection before, and takes it away: see {@link #isTaken}. */
    LEFT_TO_DEQUEUE,
    /** The library's memory is not as it is known; nothing was changed. */
    UNKNOWN
  }

  private final Pointer request;
  private final Pointer ep;

  /** Octets of dapl_header. */
  private final int header;

  /** Where the endpoint has its request, and the connection its service point. */
  private long ofEp;

  private long ofConnection;
  private Pointer point;
  private Outcome outcome = Outcome.UNKNOWN;
  private boolean last;

  /**
   * A request that dat_cr_accept has just accepted; the library's thread must not have run since.
   *
   * @param request the library's handle of the request, which is its address
   * @param ep the library's handle of the endpoint that has accepted
   */
  public AcceptedRequest(long request, long ep) {
    this.request = new Pointer(request);
    this.ep = new Pointer(ep);
    this.header = header(this.ep);
  }

  /** Octets of dapl_header, behind which an endpoint has its adapter again; 0 if that is not so. */
  private static int header(Pointer ep) {
    if (ep.getInt(MAGIC) == MAGIC_EP) {
      for (int lock : LOCKS) {
        if (ep.getLong(LOCK + lock + EP_OWNER) == ep.getLong(OWNER)) {
          return LOCK + lock;
        }
      }
    }
    return 0;
  }

  /**
   * Parts it from its service point and its endpoint, and frees it. The endpoint's
   * remote_ia_address_ptr may point into it: {@code dat_ep_query} of the address has to come first,
   * which sets it back.
   *
   * @return what has become of it
   */
  public Outcome part() {
    if (header != 0) {
      new ForeignMutex(Pointer.nativeValue(ep) + LOCK).during(this::leaveEndpoint);
    }
    if (outcome == Outcome.PARTED) {
      new ForeignMutex(Pointer.nativeValue(point) + LOCK).during(this::leaveList);
      request.setInt(MAGIC, MAGIC_INVALID);
      Native.free(Pointer.nativeValue(request));
    }
    return outcome;
  }

  private void leaveEndpoint() {
    if (ep.getInt(header + EP_STATE) != COMPLETION_PENDING) {
      // Freed, perhaps.
      outcome = Outcome.LEFT_TO_DEQUEUE;
    } else if (isRecognized()) {
      new Pointer(ofEp).setLong(0, 0);
      new Pointer(ofConnection).setLong(0, 0);
      ep.setInt(header + EP_STATE, ACTIVE_CONNECTION_PENDING);
      outcome = Outcome.PARTED;
    }
  }

  private boolean isRecognized() {
    long cr = Pointer.nativeValue(request);
    if (request.getInt(MAGIC) != MAGIC_ACCEPTED
        || request.getLong(DATA) != cr
        || request.getLong(header + CR_LOCAL_EP) != Pointer.nativeValue(ep)) {
      return false;
    }
    long sp = request.getLong(LIST) - header - SP_REQUESTS;
    long connection = request.getLong(header + CR_CONNECTION);
    if (find(cr, header, sp) == 0
        || new Pointer(sp).getInt(MAGIC) != MAGIC_PSP
        || connection == 0) {
      return false;
    }
    point = new Pointer(sp);
    ofEp = placeInEndpoint();
    ofConnection = find(connection, 0, sp);
    return ofEp != 0
        && ofConnection != 0
        && new Pointer(ofConnection).getLong(Long.BYTES) == Pointer.nativeValue(ep);
  }

  private long placeInEndpoint() {
    return find(Pointer.nativeValue(ep), header, Pointer.nativeValue(request));
  }

  /** Where a piece of the heap has a word, from an offset on; 0 if it has not. */
  private static long find(long piece, int from, long word) {
    long size = HeapPiece.size(piece);
    Pointer memory = new Pointer(piece);
    for (long at = from; at + Long.BYTES <= size; at += Long.BYTES) {
      if (memory.getLong(at) == word) {
        return piece + at;
      }
    }
    return 0;
  }

  private void leaveList() {
    long entry = Pointer.nativeValue(request) + NEXT;
    long next = request.getLong(NEXT);
    long previous = request.getLong(PREVIOUS);
    Pointer list = new Pointer(request.getLong(LIST));
    if (list.getLong(0) == entry) {
      list.setLong(0, next == entry ? 0 : next);
    }
    new Pointer(next).setLong(PREVIOUS - NEXT, previous);
    new Pointer(previous).setLong(0, next);
    int count = point.getInt(header + SP_COUNT) - 1;
    point.setInt(header + SP_COUNT, count);
    last = count == 0 && point.getInt(header + SP_STATE) == PSP_PENDING;
  }

  /**
   * After {@link Outcome#LEFT_TO_DEQUEUE}.
   *
   * @return whether that dequeue has taken the request from the endpoint
   */
  public boolean isTaken() {
    return placeInEndpoint() == 0;
  }

  /**
   * The service point that nobody frees any more: it was freed while it had requests, and this was
   * the last.
   *
   * @return its handle, for another dat_psp_free; 0 if it is not so
   */
  public long leftPoint() {
    return last ? Pointer.nativeValue(point) : 0;
  }
}
