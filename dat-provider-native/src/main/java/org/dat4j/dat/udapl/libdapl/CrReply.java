package org.dat4j.dat.udapl.libdapl;

import java.lang.ref.Reference;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.EpField;
import org.dat4j.dat.udapl.abi.DatCalls;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.MaskTranslation;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ParamLayout;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.patch.DaplServicePoint;
import org.dat4j.dat.udapl.patch.DetachedRequest;

/**
 * The reply of the native backend to a connection request: accepts or rejects it by libdapl, with
 * the workarounds that libdapl needs. The calls are dat_cr_accept and dat_cr_reject; the
 * workarounds are for libdaplofa.
 *
 * <p>After an accept, the CM thread and a dequeue of the program may both end the connection and
 * free the request. So the request is detached while that thread is stopped ({@link
 * DetachedRequest}). The thread also frees a PSP that was freed while it had requests, with the
 * last of them. Neither a reject nor the detaching does, so the PSP is freed here. Where requests
 * are not detached ({@link DaplAdapter#detachesRequests}) libdapl is left to itself.
 */
public final class CrReply {

  private static final System.Logger LOG = System.getLogger(CrReply.class.getName());

  /** How long a dequeue that has ended the connection may take to remove the request. */
  public static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final long ADDRESS = MaskTranslation.ep(EpField.REMOTE_IA_ADDRESS_PTR);
  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final DaplAdapter adapter;
  private final long request;

  /**
   * Makes the reply to a request.
   *
   * @param adapter the adapter
   * @param request the library's handle
   */
  public CrReply(DaplAdapter adapter, long request) {
    this.adapter = adapter;
    this.request = request;
  }

  /**
   * Accepts the request.
   *
   * @param ep the library's endpoint
   * @param size bytes of private data
   * @param data its address
   * @return the library's return value
   */
  public int accept(long ep, int size, long data) {
    return adapter
        .acceptGate()
        .call(
            stopped -> {
              DetachedRequest accepted = stopped ? recognized(ep) : null;
              int ret = LibDat.dat_cr_accept(request, ep, size, data);
              if (accepted != null && ReturnCodes.isSuccess(ret)) {
                detach(accepted, ep);
              }
              return ret;
            });
  }

  private DetachedRequest recognized(long ep) {
    if (!adapter.detachesRequests()) {
      return null;
    }
    DetachedRequest known = DetachedRequest.of(request, ep);
    if (known == null) {
      warn();
    }
    return known;
  }

  private void warn() {
    if (!WARNED.getAndSet(true)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "{0}: libdaplofa is not as it is known to be; a transfer that fails while the peer"
              + " disconnects may end the process",
          adapter);
    }
  }

  /** Detaches a request that the library has accepted; a failure is only logged. */
  private void detach(DetachedRequest accepted, long ep) {
    try {
      restorePeerAddress(ep);
      switch (accepted.detach()) {
        case DETACHED -> freeIfOrphaned(accepted.point());
        case LEFT_TO_DEQUEUE -> {
          if (isTaken(accepted)) {
            freeIfOrphaned(accepted.point());
          }
        }
        case UNKNOWN -> warn();
        default -> {}
      }
    } catch (RuntimeException | Error e) {
      // Thrown on, it would make a request that is accepted look pending.
      LOG.log(System.Logger.Level.WARNING, adapter + ": an accepted request stays as it is", e);
    }
  }

  private static boolean isTaken(DetachedRequest accepted) {
    long start = System.nanoTime();
    while (!accepted.isTaken()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        return false;
      }
      Pause.step();
    }
    return true;
  }

  /**
   * Rejects the request.
   *
   * @return the library's return value
   */
  public int reject() {
    return adapter
        .cmGate()
        .call(
            stopped -> {
              boolean known = stopped && adapter.detachesRequests();
              DaplServicePoint point = known ? DaplServicePoint.of(request) : null;
              int ret = DatCalls.crReject(request);
              if (point != null && ReturnCodes.isSuccess(ret)) {
                freeIfOrphaned(point);
              }
              return ret;
            });
  }

  private void freeIfOrphaned(DaplServicePoint point) {
    if (point.isOrphaned()) {
      int ret = LibDat.dat_psp_free(point.handle());
      if (!ReturnCodes.isSuccess(ret)) {
        LOG.log(System.Logger.Level.WARNING, "{0}: dat_psp_free answers {1}", adapter, ret);
      }
    }
  }

  /**
   * Makes an endpoint keep its peer's address in its own memory again, by a query of the address.
   *
   * <p>dat_cr_accept makes the pointer refer to the request, which ends before the endpoint, and to
   * nothing when it fails. dat_ep_connect then writes there (SIGSEGV, or foreign memory), so this
   * comes before each connect.
   *
   * @param ep the library's endpoint
   */
  public static void restorePeerAddress(long ep) {
    NativeMemory m = NativeMemory.allocate(ParamLayout.EpParam.SIZE);
    int ret = LibDat.dat_ep_query(ep, ADDRESS, m.address());
    Reference.reachabilityFence(m);
    NativeErrors.check(ret, "connect", "dat_ep_query");
  }
}
