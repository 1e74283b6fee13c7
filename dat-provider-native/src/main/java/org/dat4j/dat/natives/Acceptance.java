package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.natives.abi.AcceptedRequest;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * dat_cr_accept, after which the library's thread and a dequeue of the program's may both end the
 * connection. With libdaplofa they would both free the request ({@link AcceptedRequest}), so the
 * request is parted from the connection before that thread comes back.
 */
final class Acceptance {

  private static final System.Logger LOG = System.getLogger(Acceptance.class.getName());

  /** How long a dequeue that has ended the connection may take to be through with the request. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final NativeIa adapter;
  private final long request;
  private final long ep;

  /**
   * Of a request, on an endpoint.
   *
   * @param request the library's handle
   * @param ep the library's handle
   */
  Acceptance(NativeIa adapter, long request, long ep) {
    this.adapter = adapter;
    this.request = request;
    this.ep = ep;
  }

  /**
   * Accepts.
   *
   * @param size octets of private data
   * @param data its address
   * @return what the library answers
   */
  int accept(int size, long data) {
    return adapter
        .accepting()
        .call(
            () -> LibDat.dat_cr_accept(request, ep, size, data),
            ret -> {
              if (Ret.isSuccess(ret) && adapter.keepsRequests()) {
                part();
              }
            });
  }

  private void part() {
    LibraryEp.ownPeerAddress(ep);
    AcceptedRequest accepted = new AcceptedRequest(request, ep);
    switch (accepted.part()) {
      case PARTED -> endPoint(accepted.leftPoint());
      case LEFT_TO_DEQUEUE -> awaitTaken(accepted);
      case UNKNOWN ->
          LOG.log(
              System.Logger.Level.WARNING,
              "{0}: libdaplofa is not as it is known to be; a transfer that fails while the peer"
                  + " disconnects may end the process",
              adapter);
      default -> {}
    }
  }

  private void endPoint(long left) {
    if (left != 0) {
      int ret = LibDat.dat_psp_free(left);
      if (!Ret.isSuccess(ret)) {
        LOG.log(System.Logger.Level.WARNING, "{0}: dat_psp_free answers {1}", adapter, ret);
      }
    }
  }

  private static void awaitTaken(AcceptedRequest accepted) {
    long start = System.nanoTime();
    while (!accepted.isTaken() && System.nanoTime() - start < PATIENCE_NANOS) {
      EpQueues.pause();
    }
  }
}
