package org.dat4j.rsm.dat;

import java.util.concurrent.atomic.AtomicReference;

/** Makes the requests that are signals for one import, and allocates nothing for them. */
final class Poster {
  private final Message plain;
  private final Message dropping;

  /** Empty while a thread posts; others then make a request of their own. */
  private final AtomicReference<Call> spare = new AtomicReference<>(new Call());

  /**
   * Makes it.
   *
   * @param token of the import
   */
  Poster(long token) {
    plain = new Message.Signal(token, false);
    dropping = new Message.Signal(token, true);
  }

  /** Posts without waiting for the answer; null if the connection has ended. */
  Call start(Link link, boolean drop) {
    Call call = spare.getAndSet(null);
    if (call == null) {
      call = new Call();
    }
    if (link.start(drop ? dropping : plain, call)) {
      return call;
    }
    spare.set(call);
    return null;
  }

  /** Waits for the answer to a post; null when none has come. */
  Message await(Call call, long millis) {
    Message answer = call.await(millis);
    if (call.renew()) {
      spare.set(call);
    }
    return answer;
  }
}
