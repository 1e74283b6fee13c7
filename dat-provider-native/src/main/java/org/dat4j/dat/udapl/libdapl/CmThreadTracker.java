package org.dat4j.dat.udapl.libdapl;

import java.util.concurrent.TimeUnit;
import org.dat4j.dat.EventNumber;

/**
 * Tracks whether libdapl's connection manager (CM) thread may still use an endpoint's connection,
 * so that the connection is not freed too early.
 *
 * <p>The CM thread first gives the endpoint the state DISCONNECTED and then goes to the connection
 * (dapli_cm_active_cb). dat_ep_free and dat_ep_reset take the connection away as soon as they see
 * that state: dapls_cm_free sets cm_id to NULL, and rdma_disconnect(NULL) ends the process, as the
 * CM thread has all signals blocked. The thread posts the event of the end as its last step, so
 * nothing is freed or reset before that event was read.
 *
 * <p>Where another thread of the library has ended the connection, the event proves nothing, and
 * the kernel's own may be under way (dapli_cm_passive_cb). Such an endpoint cools down for {@link
 * #PATIENCE_NANOS}.
 */
public final class CmThreadTracker {

  /**
   * The longest wait for an event that has to come, and the time for which an endpoint cools down.
   */
  public static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  /** Polls before an await gives up: a machine that stops this thread stops the CM thread, too. */
  public static final int MIN_POLLS = 50;

  private volatile boolean busy;
  private volatile boolean coolingDown;
  private volatile long abortedAt;
  private volatile boolean connectPending;
  private volatile boolean known;
  private volatile boolean broken;

  /** Makes a tracker of an endpoint that the CM thread does not know. */
  public CmThreadTracker() {}

  /** Notes that a connect or an accept begins. */
  public void start() {
    forget();
    known = true;
    busy = true;
  }

  /**
   * Tells whether the CM thread may know of the endpoint.
   *
   * @return false for one that was never connected
   */
  public boolean isKnown() {
    return known;
  }

  /** Begins again, for a new endpoint of the library or for a new connection of it. */
  public void reset() {
    forget();
    known = false;
  }

  /** Notes that the connect or accept was not made. */
  public void forget() {
    busy = false;
    coolingDown = false;
    connectPending = false;
    broken = false;
  }

  /**
   * Notes a connection event of the library.
   *
   * @param event its number
   * @param established whether the connection was established before
   */
  public void onEvent(EventNumber event, boolean established) {
    if (event == EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      return;
    }
    boolean breaks = established && event == EventNumber.CONNECTION_EVENT_BROKEN;
    if (breaks || event == EventNumber.CONNECTION_EVENT_TIMED_OUT) {
      // By the dequeue of a failed transfer, or by the thread of the library's timers.
      markAborted();
    }
    broken |= breaks;
    busy = false;
  }

  /**
   * Tells whether a failed DTO has ended the connection.
   *
   * @return whether BROKEN was read
   */
  public boolean isBroken() {
    return broken;
  }

  /** Notes that a thread other than the CM thread has ended the connection or the attempt. */
  public void markAborted() {
    abortedAt = System.nanoTime();
    coolingDown = true;
  }

  /**
   * Notes that a connect was ended here which the kernel still continues: see {@link
   * AbandonedConnects}.
   */
  public void markConnectAborted() {
    markAborted();
    connectPending = true;
  }

  /**
   * Tells whether the kernel may still get the answer to a connect that was ended.
   *
   * @return false when it has stopped asking
   */
  public boolean isAnswerable() {
    return connectPending && System.nanoTime() - abortedAt < AbandonedConnects.KERNEL_ASKS_NANOS;
  }

  /**
   * Returns when the connection, or the attempt, was ended.
   *
   * @return a time by {@link System#nanoTime}
   */
  public long abortedAt() {
    return abortedAt;
  }

  /**
   * Waits until the CM thread no longer uses the connection.
   *
   * @param readEvents reads the events that have come
   */
  public void await(Runnable readEvents) {
    long start = System.nanoTime();
    for (int polls = 0; ; ) {
      if (busy) {
        readEvents.run();
        polls++;
      }
      long now = System.nanoTime();
      boolean expected = busy && (polls < MIN_POLLS || now - start < PATIENCE_NANOS);
      if (!expected && !(coolingDown && now - abortedAt < PATIENCE_NANOS)) {
        return;
      }
      Pause.step();
    }
  }
}
