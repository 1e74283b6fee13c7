package org.dat4j.dat.udapl.libdapl;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * The libdapl endpoints of a native adapter whose connect or accept was given up, with the thread
 * that ends and frees them later. libdapl cannot cancel a connect or accept that the kernel still
 * processes: the answer would meet what the library has freed.
 *
 * <ul>
 *   <li>A connect: when the answer comes, rdma_get_cm_event changes the queue pair in the CM
 *       thread, while dat_ep_free destroys it in another (librdmacm, rdma_destroy_qp: SIGSEGV, or a
 *       damaged heap).
 *   <li>An accept: dat_ep_disconnect does not notify the peer before there is a connection. Unless
 *       the request was detached (see {@link CrReply}) libdapl forgets the request, but not its PSP
 *       (dapl_sp_remove_ep). dat_psp_free then frees the PSP, and the kernel's next event of the
 *       connection ends the process (dapls_cr_callback: SIGABRT).
 * </ul>
 *
 * <p>So the attempt is left to end by itself, and is ended after that. One reaper thread polls
 * them. On iWARP the library's calls wait in the kernel (iw_cm_disconnect, iw_destroy_cm_id; 10 s
 * at most), so a connect has a thread of its own there.
 */
public final class AbandonedConnects {

  private static final System.Logger LOG = System.getLogger(AbandonedConnects.class.getName());

  /**
   * How long the kernel repeats a connection request: InfiniBand's manager sends it 16 times, every
   * 4 s.
   */
  public static final long KERNEL_ASKS_NANOS = TimeUnit.SECONDS.toNanos(65);

  /** The pause of the reaper where memory is short. */
  private static final long SHORTAGE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  private final DaplAdapter adapter;
  private final ThreadFactory threads;

  /** Guarded by this. */
  private final List<Thread> busy = new ArrayList<>();

  /** Guarded by this. */
  private final List<AbandonedConnect> waiting = new ArrayList<>();

  /** The thread that polls them, null while there are none; guarded by this. */
  private Thread reaper;

  /** When the close stops waiting for answers; null before a close. */
  private volatile Long closeAt;

  /**
   * Makes an empty collection.
   *
   * @param adapter the adapter of the endpoints
   */
  public AbandonedConnects(DaplAdapter adapter) {
    this(adapter, Thread::new);
  }

  /**
   * Makes an empty collection with threads from elsewhere.
   *
   * @param adapter the adapter of the endpoints
   * @param threads makes its threads; throws OutOfMemoryError if there is none
   */
  public AbandonedConnects(DaplAdapter adapter, ThreadFactory threads) {
    this.adapter = adapter;
    this.threads = threads;
  }

  /**
   * Ends a connect, later.
   *
   * @param ep the library's endpoint, which no other thread uses any longer
   * @param readEvents reads the events of its connection EVD
   * @param free whether to free it then; else the close of the adapter does
   */
  public synchronized void add(long ep, Runnable readEvents, boolean free) {
    AbandonedConnect one = AbandonedConnect.pending(adapter, ep, readEvents, free);
    if (adapter.isIwarp()) {
      busy.removeIf(thread -> !thread.isAlive());
      try {
        busy.add(
            start(
                "abandoned",
                () -> {
                  one.end(false);
                  watch(one);
                }));
      } catch (OutOfMemoryError e) {
        warnOfShortage(e);
        watch(one);
      }
    } else {
      watch(one);
    }
  }

  /**
   * Ends an accept when its result is known; the close of the adapter frees the endpoint.
   *
   * @param ep the library's endpoint, which no other thread uses any longer
   * @param readEvents reads the events of its connection EVD
   */
  public synchronized void addAccept(long ep, Runnable readEvents) {
    watch(AbandonedConnect.pending(adapter, ep, readEvents, false));
  }

  /**
   * Takes over an endpoint whose connect was disconnected before it was answered.
   *
   * @param ep the library's endpoint, which no other thread uses any longer
   * @param since when, by {@link System#nanoTime}
   * @param readEvents reads the events of its connection EVD
   * @param free whether to free it when no answer can come any longer
   */
  public synchronized void addDisconnected(long ep, long since, Runnable readEvents, boolean free) {
    watch(AbandonedConnect.answerable(adapter, ep, since, readEvents, free));
  }

  private synchronized void watch(AbandonedConnect one) {
    waiting.add(one);
    wake();
  }

  /**
   * Wakes the reaper or makes one; without a thread the next call or the close tries again. Throws
   * nothing: an endpoint that waits here must not be freed by its caller too.
   */
  private synchronized void wake() {
    if (reaper != null && reaper.isAlive()) {
      LockSupport.unpark(reaper);
      return;
    }
    try {
      reaper = start("abandoned", this::reap);
    } catch (OutOfMemoryError e) {
      reaper = null;
      warnOfShortage(e);
    }
  }

  private static void warnOfShortage(OutOfMemoryError e) {
    LOG.log(System.Logger.Level.WARNING, "no thread for an abandoned connect, which waits", e);
  }

  private void reap() {
    boolean left = true;
    while (left) {
      long nanos;
      try {
        List<AbandonedConnect> all = all();
        left = !all.isEmpty();
        nanos = endAllThatAreOver(all);
      } catch (Error e) {
        // Memory is short. Only this thread ends those that are left.
        nanos = SHORTAGE_NANOS;
      }
      if (left) {
        LockSupport.parkNanos(nanos);
      }
    }
  }

  /** Ends all whose time has come, and returns when to look again, in nanoseconds from now. */
  private long endAllThatAreOver(List<AbandonedConnect> all) {
    long nanos = Long.MAX_VALUE;
    for (AbandonedConnect one : all) {
      long now = System.nanoTime();
      Long end = closeAt;
      if (!endIfOver(one, now, end != null && now - end >= 0)) {
        nanos = Math.min(nanos, one.nextPoll(now));
      }
    }
    return nanos == Long.MAX_VALUE ? 0 : nanos;
  }

  /** Ends one whose time has come. One that cannot be ended is left to the close, and is over. */
  private boolean endIfOver(AbandonedConnect one, long now, boolean closing) {
    boolean over = true;
    try {
      over = one.isOver(now, closing);
      if (over) {
        adapter.deferredFrees().retry();
      }
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "the end of an abandoned connect failed", e);
    } finally {
      if (over) {
        over(one);
      }
    }
    return over;
  }

  private synchronized List<AbandonedConnect> all() {
    if (waiting.isEmpty()) {
      reaper = null;
      return List.of();
    }
    return List.copyOf(waiting);
  }

  private synchronized void over(AbandonedConnect one) {
    waiting.remove(one);
    notifyAll();
  }

  /**
   * Completes a close: at once if nothing is waiting, else when all have ended, in a thread of its
   * own; in the caller's if there is no other.
   *
   * @param patience how long to wait for answers, in nanoseconds
   * @param close the rest of the close
   */
  public void closeWhenEmpty(long patience, Runnable close) {
    List<Thread> before;
    synchronized (this) {
      closeAt = System.nanoTime() + patience;
      busy.removeIf(thread -> !thread.isAlive());
      if (busy.isEmpty() && waiting.isEmpty()) {
        close.run();
        return;
      }
      if (!waiting.isEmpty()) {
        wake();
      }
      before = List.copyOf(busy);
      try {
        start("close", () -> closeAfter(before, close));
        return;
      } catch (OutOfMemoryError e) {
        warnOfShortage(e);
      }
    }
    boolean interrupted = Thread.interrupted();
    closeAfter(before, close);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void closeAfter(List<Thread> before, Runnable close) {
    try {
      for (Thread thread : before) {
        thread.join();
      }
      while (awaitEmptyOrTakeOver()) {
        reap();
      }
      close.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "closing an adapter after abandoned connects failed", e);
    }
  }

  /** Waits until nothing is left, or until the caller has to do the reaper's work. */
  private synchronized boolean awaitEmptyOrTakeOver() throws InterruptedException {
    while (!waiting.isEmpty()) {
      if (reaper == null || !reaper.isAlive()) {
        reaper = Thread.currentThread();
        return true;
      }
      wait();
    }
    return false;
  }

  private Thread start(String what, Runnable run) {
    Thread thread = threads.newThread(run);
    thread.setName("dat4j-" + adapter.name() + "-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
