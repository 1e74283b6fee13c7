package org.dat4j.dat.natives;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.EventNumber;

/**
 * Whether the library's own thread may still be with the connection of an endpoint.
 *
 * <p>That thread gives the endpoint the state DISCONNECTED first and goes to the connection then
 * (dapli_cm_active_cb), unaware that dat_ep_free and dat_ep_reset take the connection away as soon
 * as they see the state: dapls_cm_free sets cm_id to NULL, and rdma_disconnect(NULL) ends the
 * process past every handler, as the thread has all signals blocked. The event of the end comes
 * when the thread is through, so nothing is freed or reset before that event was read. Where the
 * end was told by a thread of ours within the library, the event proves nothing, and the kernel's
 * own may be on its way (dapli_cm_passive_cb): such an endpoint rests for a while.
 */
final class CmQuiet {

  /** How long an event that has to come is waited for, and how long an endpoint rests. */
  static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** A machine that gives us no time gives the library's thread none. */
  static final int LEAST_LOOKS = 50;

  private volatile boolean busy;
  private volatile boolean rests;
  private volatile long restsSince;
  private volatile boolean asked;
  private volatile boolean used;
  private volatile boolean broken;

  /** A connect or an accept begins. */
  void begins() {
    forget();
    used = true;
    busy = true;
  }

  /** Whether the library's thread may know of the endpoint. */
  boolean isUsed() {
    return used;
  }

  /** The library has another endpoint now, or a new connection for it. */
  void renewed() {
    forget();
    used = false;
  }

  /** There was no connect or accept. */
  void forget() {
    busy = false;
    rests = false;
    asked = false;
    broken = false;
  }

  /**
   * The library has told of the connection.
   *
   * @param event what it has told
   * @param established whether the connection was made before
   */
  void told(EventNumber event, boolean established) {
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      return;
    }
    boolean breaks = established && event == EventNumber.CONNECTION_EVENT_BROKEN;
    if (breaks || event == EventNumber.CONNECTION_EVENT_TIMED_OUT) {
      // By the dequeue of a failed transfer, or by the thread of the library's timers.
      cut();
    }
    broken |= breaks;
    busy = false;
  }

  /** Whether a failed transfer has ended the connection. */
  boolean isBroken() {
    return broken;
  }

  /** The connection, or the attempt, was ended without the library's thread. */
  void cut() {
    restsSince = System.nanoTime();
    rests = true;
  }

  /** A connect was ended that the kernel goes on with: see {@link AbandonedConnects}. */
  void cutWhileAsking() {
    cut();
    asked = true;
  }

  /** Whether the kernel may still get the answer to a connect that was ended. */
  boolean isAnswerable() {
    return asked && System.nanoTime() - restsSince < AbandonedConnects.KERNEL_ASKS_NANOS;
  }

  /** When the connection, or the attempt, was ended; by {@link System#nanoTime}. */
  long cutAt() {
    return restsSince;
  }

  /**
   * Waits until nobody is with the connection any more.
   *
   * @param settle has events read that have come
   */
  void await(Runnable settle) {
    long start = System.nanoTime();
    for (int looks = 0; ; ) {
      if (busy) {
        settle.run();
        looks++;
      }
      long now = System.nanoTime();
      boolean expects = busy && (looks < LEAST_LOOKS || now - start < PATIENCE_NANOS);
      if (!expects && !(rests && now - restsSince < PATIENCE_NANOS)) {
        return;
      }
      EpQueues.pause();
    }
  }
}
