package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.natives.abi.AcceptedRequest;
import org.dat4j.dat.natives.abi.DatCalls;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.RequestedPoint;
import org.dat4j.dat.natives.abi.Ret;

/**
 * dat_cr_accept and dat_cr_reject, and what libdaplofa leaves undone.
 *
 * <p>After an accept the library's thread and a dequeue of the program's may both end the
 * connection, and would both free the request; so it is parted from the connection before that
 * thread comes back ({@link AcceptedRequest}). And a service point that was freed while it had
 * requests is freed by that thread with the last one, but neither by a reject nor by the parting;
 * so it is freed here then.
 */
final class CrAnswer {

  private static final System.Logger LOG = System.getLogger(CrAnswer.class.getName());

  /** How long a dequeue that has ended the connection may take to be through with the request. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private static final AtomicBoolean WARNED = new AtomicBoolean();

  private final NativeIa adapter;
  private final long request;

  /**
   * To a request.
   *
   * @param request the library's handle
   */
  CrAnswer(NativeIa adapter, long request) {
    this.adapter = adapter;
    this.request = request;
  }

  /**
   * Accepts.
   *
   * @param ep the library's endpoint
   * @param size octets of private data
   * @param data its address
   * @return what the library answers
   */
  int accept(long ep, int size, long data) {
    return adapter
        .accepting()
        .call(
            away -> {
              AcceptedRequest accepted = away ? recognized(ep) : null;
              int ret = LibDat.dat_cr_accept(request, ep, size, data);
              if (accepted != null && Ret.isSuccess(ret)) {
                part(accepted, ep);
              }
              return ret;
            });
  }

  private AcceptedRequest recognized(long ep) {
    if (!adapter.partsRequests()) {
      return null;
    }
    AcceptedRequest known = AcceptedRequest.of(request, ep);
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

  /** The library has accepted, whatever becomes of this. */
  private void part(AcceptedRequest accepted, long ep) {
    try {
      LibraryEp.ownPeerAddress(ep);
      switch (accepted.part()) {
        case PARTED -> freeIfLeft(accepted.point());
        case LEFT_TO_DEQUEUE -> {
          if (isTaken(accepted)) {
            freeIfLeft(accepted.point());
          }
        }
        case UNKNOWN -> warn();
        default -> {}
      }
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, adapter + ": an accepted request stays as it is", e);
    }
  }

  private static boolean isTaken(AcceptedRequest accepted) {
    long start = System.nanoTime();
    while (!accepted.isTaken()) {
      if (System.nanoTime() - start > PATIENCE_NANOS) {
        return false;
      }
      EpQueues.pause();
    }
    return true;
  }

  /**
   * Rejects.
   *
   * @return what the library answers
   */
  int reject() {
    return adapter
        .cm()
        .call(
            away -> {
              boolean known = away && adapter.partsRequests();
              RequestedPoint point = known ? RequestedPoint.of(request) : null;
              int ret = DatCalls.crReject(request);
              if (point != null && Ret.isSuccess(ret)) {
                freeIfLeft(point);
              }
              return ret;
            });
  }

  private void freeIfLeft(RequestedPoint point) {
    if (point.isLeft()) {
      int ret = LibDat.dat_psp_free(point.handle());
      if (!Ret.isSuccess(ret)) {
        LOG.log(System.Logger.Level.WARNING, "{0}: dat_psp_free answers {1}", adapter, ret);
      }
    }
  }
}
