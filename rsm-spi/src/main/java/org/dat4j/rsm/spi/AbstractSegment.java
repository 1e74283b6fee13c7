package org.dat4j.rsm.spi;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.SignalFlags;

/**
 * The base of the RSM export and import segments of all providers, with what both have: end of
 * life, signals and poll references.
 */
public abstract class AbstractSegment implements RsmSegment {
  private static final int LIVE = 0;
  private static final int ORPHAN = 1;
  private static final int GONE = 2;

  /** Guards changes of state; held during calls of the provider that change it. */
  final Object lock = new Object();

  private final AbstractController controller;
  private final int serial;
  private final List<PollWait> waiters = new ArrayList<>(2);
  private volatile int life = LIVE;
  private volatile int pollReferences;

  AbstractSegment(AbstractController controller) {
    this.controller = controller;
    this.serial = controller.nextSerial();
  }

  /**
   * Returns the controller that made this segment.
   *
   * @return never null
   */
  protected final AbstractController controller() {
    return controller;
  }

  /**
   * Tells whether calls other than the end of this segment are served. Waits of a provider end when
   * this turns false.
   *
   * @return false once it was destroyed or disconnected, or its controller fully released; already
   *     false when {@code implDestroy}, {@code implDisconnect} or {@link
   *     AbstractController#implClose} is called
   */
  protected final boolean isLive() {
    return life == LIVE;
  }

  final boolean isGone() {
    return life == GONE;
  }

  /** Makes the refusal of a call on a segment that is not live. */
  final RsmException notLive(String call) {
    return Errors.segment(
        this + "." + call,
        this,
        life == ORPHAN
            ? "its controller was fully released; only end the segment"
            : "it was ended; make a new one");
  }

  final void checkLive(String call) {
    if (life != LIVE) {
      throw notLive(call);
    }
  }

  final void checkNotGone(String call) {
    if (life == GONE) {
      throw notLive(call);
    }
  }

  final void checkNoPollReferences(String call) {
    int held = pollReferences;
    if (held > 0) {
      throw Errors.of(
          RsmReturn.POLLFD_IN_USE,
          this + "." + call,
          "poll references",
          held,
          "call releasePollfd once for each getPollfd");
    }
  }

  /** Marks the segment as ended and wakes its pollers. The caller holds {@link #lock}. */
  final void gone() {
    life = GONE;
    pollReferences = 0;
    controller.forget(this);
    wakePollers();
  }

  /**
   * Refuses further calls other than the end of the segment, because its controller was fully
   * released.
   */
  void orphan() {
    synchronized (lock) {
      if (life == LIVE) {
        life = ORPHAN;
        // No call can give them back, and the segment can still be ended.
        pollReferences = 0;
      }
    }
    wakePollers();
  }

  @Override
  public final int post(int flags) {
    checkLive("post");
    int code = implPost((flags & SignalFlags.NO_ACCUMULATE) != 0);
    if (code != RsmReturn.SUCCESS && life != LIVE) {
      throw notLive("post");
    }
    return code;
  }

  @Override
  public final int await(int timeoutMillis) {
    checkLive("await");
    int code = implAwait(timeoutMillis);
    if (code != RsmReturn.SUCCESS && life != LIVE) {
      throw notLive("await");
    }
    return code;
  }

  @Override
  public final void getPollfd(PollFd fd) {
    synchronized (lock) {
      checkLive("getPollfd");
      checkPollable();
      if (fd == null) {
        throw Errors.address(this + ".getPollfd", "fd", null, "give an entry to fill");
      }
      if (pollReferences == 0) {
        implPolled(true);
      }
      pollReferences++;
      fd.bind(this, serial);
    }
  }

  @Override
  public final void releasePollfd() {
    synchronized (lock) {
      checkLive("releasePollfd");
      if (pollReferences == 1) {
        implPolled(false);
      }
      if (pollReferences > 0) {
        pollReferences--;
      }
      if (pollReferences == 0) {
        // A signal does not wake the waits for a segment without references: they check it here.
        wakePollers();
      }
    }
  }

  /** Refuses a segment that cannot be polled in its state. */
  void checkPollable() {}

  /** Tells whether poll entries are bound to this segment. */
  final boolean polled() {
    return pollReferences > 0;
  }

  /** Takes a signal if one is pending. */
  final boolean take() {
    return life == LIVE && implTake();
  }

  /** Tells whether the other side has aborted this segment for good. */
  boolean isAborted() {
    return false;
  }

  final void addWaiter(PollWait waiter) {
    synchronized (waiters) {
      waiters.add(waiter);
    }
  }

  final void removeWaiter(PollWait waiter) {
    synchronized (waiters) {
      waiters.remove(waiter);
    }
  }

  /**
   * Wakes threads that wait for this segment among others. The provider calls it, from any thread,
   * when a signal may have arrived and {@link #implPolled} was last called with true. Calls without
   * a signal have no effect.
   */
  protected final void wakePollers() {
    synchronized (waiters) {
      for (int i = 0; i < waiters.size(); i++) {
        waiters.get(i).wake();
      }
    }
  }

  /**
   * Posts a signal.
   *
   * @param drop whether it is dropped where one is pending
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_REMOTE_NODE_UNREACHABLE
   */
  protected abstract int implPost(boolean drop);

  /**
   * Takes a signal, waiting for it. Ends early when {@link #isLive()} turns false. The base wakes
   * no thread that waits here. So the provider asks {@code isLive()} every few milliseconds, or
   * wakes its threads in {@code implDestroy}, {@code implDisconnect} and {@link
   * AbstractController#implClose}.
   *
   * @param timeoutMillis 0 polls, negative waits without limit
   * @return RSM_SUCCESS, RSMERR_TIMEOUT, or RSMERR_INTERRUPTED with the flag still set. If {@code
   *     isLive()} has turned false, any code but RSM_SUCCESS will do, such as RSMERR_TIMEOUT: the
   *     base then throws RSMERR_BAD_SEG_HNDL. A poll without a signal by an interrupted thread may
   *     give either of the two errors
   */
  protected abstract int implAwait(int timeoutMillis);

  /**
   * Takes a signal if one is pending.
   *
   * @return whether one was
   */
  protected abstract boolean implTake();

  /**
   * Tells the provider whether it has to call {@link #wakePollers} when signals arrive. The caller
   * holds the segment's lock.
   *
   * @param on true with the first poll reference, false with the last
   */
  protected abstract void implPolled(boolean on);

  final String text(String kind) {
    return kind + "[" + serial + "]";
  }
}
