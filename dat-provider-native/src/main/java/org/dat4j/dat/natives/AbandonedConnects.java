package org.dat4j.dat.natives;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.spi.AbstractEvd;

/**
 * Endpoints of the library whose establishment was given up. Its calls do not end one that the
 * kernel is still busy with, and what the kernel tells later meets what they have freed:
 *
 * <p>A connect. The kernel goes on with it. When its answer comes, rdma_get_cm_event changes the
 * queue pair in the library's thread, unaware of a dat_ep_free that destroys it in another
 * (librdmacm, rdma_destroy_qp: SIGSEGV, or a damaged heap).
 *
 * <p>An accept. dat_ep_disconnect tells the peer nothing before there is a connection. And where
 * the request was not parted (see {@link CrAnswer}) it makes libdapl forget that, but not the
 * service point it came to (dapl_sp_remove_ep), so that dat_psp_free frees that one, and what the
 * kernel tells of the connection then ends the process (dapls_cr_callback: SIGABRT).
 *
 * <p>So the establishment is let come to its end, and ended after that. On iWARP the library's
 * calls wait for that themselves, in the kernel (iw_cm_disconnect, iw_destroy_cm_id; 10 s at most):
 * a connect has a thread of its own there, the others are looked at by one together.
 */
final class AbandonedConnects {

  private static final System.Logger LOG = System.getLogger(AbandonedConnects.class.getName());

  /** InfiniBand's connection manager in the kernel asks 16 times, every 4 s. */
  static final long KERNEL_ASKS_NANOS = TimeUnit.SECONDS.toNanos(65);

  private final NativeIa adapter;

  /** Guarded by this. */
  private final List<Thread> busy = new ArrayList<>();

  /** Guarded by this. */
  private final List<AbandonedConnect> waiting = new ArrayList<>();

  /** Who looks at them, null while there is none; guarded by this. */
  private Thread looker;

  /** When nothing is waited for any more because of a close; null before that is known. */
  private volatile Long closeAt;

  /**
   * Nothing is abandoned yet.
   *
   * @param adapter whose endpoints these are
   */
  AbandonedConnects(NativeIa adapter) {
    this.adapter = adapter;
  }

  /**
   * Ends a connect, later.
   *
   * @param ep the library's endpoint, which nobody else uses any more
   * @param told where the library tells of it
   * @param free whether to free it then; else the close of the adapter does
   */
  synchronized void add(long ep, AbstractEvd told, boolean free) {
    AbandonedConnect one = AbandonedConnect.pending(adapter, ep, told, free);
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
   * Ends an accept when it is known how it came out; the close of the adapter frees the endpoint.
   *
   * @param ep the library's endpoint, which nobody else uses any more
   * @param told where the library tells of it
   */
  synchronized void addAccept(long ep, AbstractEvd told) {
    watch(AbandonedConnect.pending(adapter, ep, told, false));
  }

  /**
   * Takes over an endpoint whose connect was disconnected before it was answered.
   *
   * @param ep the library's endpoint, which nobody else uses any more
   * @param since when, by {@link System#nanoTime}
   * @param told where the library tells of it
   * @param free whether to free it when no answer can come any more
   */
  synchronized void addDisconnected(long ep, long since, AbstractEvd told, boolean free) {
    watch(AbandonedConnect.answerable(adapter, ep, since, told, free));
  }

  private synchronized void watch(AbandonedConnect one) {
    waiting.add(one);
    if (looker == null) {
      looker = start("abandoned", this::look);
    } else {
      LockSupport.unpark(looker);
    }
  }

  private void look() {
    for (List<AbandonedConnect> all = all(); !all.isEmpty(); all = all()) {
      long nanos = Long.MAX_VALUE;
      for (AbandonedConnect one : all) {
        long now = System.nanoTime();
        Long end = closeAt;
        if (!endIfOver(one, now, end != null && now - end >= 0)) {
          nanos = Math.min(nanos, one.nextLook(now));
        }
      }
      if (nanos != Long.MAX_VALUE) {
        LockSupport.parkNanos(nanos);
      }
    }
  }

  /** Ends one whose time has come; what cannot be ended is left to the close, and is over, too. */
  private boolean endIfOver(AbandonedConnect one, long now, boolean hurry) {
    boolean over = true;
    try {
      over = one.isOver(now, hurry);
      if (over) {
        adapter.kept().freeAgain();
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
      looker = null;
    }
    return List.copyOf(waiting);
  }

  private synchronized void over(AbandonedConnect one) {
    waiting.remove(one);
    notifyAll();
  }

  /**
   * Does the rest of a close: at once if nothing is waiting, else when all have ended, in a thread
   * of its own.
   *
   * @param patience how long to wait for answers, in nanoseconds
   */
  synchronized void afterAll(long patience, Runnable close) {
    closeAt = System.nanoTime() + patience;
    LockSupport.unpark(looker);
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
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "closing an adapter after abandoned connects failed", e);
    }
  }

  private Thread start(String what, Runnable run) {
    Thread thread = new Thread(run, "dat4j-" + adapter.request().entry().iaName() + "-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
