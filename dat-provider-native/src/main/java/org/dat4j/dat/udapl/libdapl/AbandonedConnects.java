package org.dat4j.dat.udapl.libdapl;

import java.util.ArrayList;
import java.util.List;
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

  private final DaplAdapter adapter;

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
   * @param adapter whose endpoints these are
   */
  public AbandonedConnects(DaplAdapter adapter) {
    this.adapter = adapter;
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
      busy.add(
          start(
              "abandoned",
              () -> {
                one.end(false);
                watch(one);
              }));
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
    if (reaper == null) {
      reaper = start("abandoned", this::reap);
    } else {
      LockSupport.unpark(reaper);
    }
  }

  private void reap() {
    for (List<AbandonedConnect> all = all(); !all.isEmpty(); all = all()) {
      long nanos = Long.MAX_VALUE;
      for (AbandonedConnect one : all) {
        long now = System.nanoTime();
        Long end = closeAt;
        if (!endIfOver(one, now, end != null && now - end >= 0)) {
          nanos = Math.min(nanos, one.nextPoll(now));
        }
      }
      if (nanos != Long.MAX_VALUE) {
        LockSupport.parkNanos(nanos);
      }
    }
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
    }
    return List.copyOf(waiting);
  }

  private synchronized void over(AbandonedConnect one) {
    waiting.remove(one);
    notifyAll();
  }

  /**
   * Completes a close: at once if nothing is waiting, else when all have ended, in a thread of its
   * own.
   *
   * @param patience how long to wait for answers, in nanoseconds
   * @param close the rest of the close
   */
  public synchronized void closeWhenEmpty(long patience, Runnable close) {
    closeAt = System.nanoTime() + patience;
    LockSupport.unpark(reaper);
    busy.removeIf(thread -> !thread.isAlive());
    if (busy.isEmpty() && waiting.isEmpty()) {
      close.run();
      return;
    }
    List<Thread> before = List.copyOf(busy);
    start("close", () -> closeAfter(before, close));
  }

  private void closeAfter(List<Thread> before, Runnable close) {
    try {
      for (Thread thread : before) {
        thread.join();
      }
      synchronized (this) {
        while (!waiting.isEmpty()) {
          wait();
        }
      }
      close.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "closing an adapter after abandoned connects failed", e);
    }
  }

  private Thread start(String what, Runnable run) {
    Thread thread = new Thread(run, "dat4j-" + adapter.name() + "-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
