package org.dat4j.dat.natives;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.EpState;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * Endpoints of the library whose establishment was given up.
 *
 * <p>A connect on iWARP. The kernel ends such a connect when the peer answers it or its own limit
 * of 10 s has passed, and the library's calls wait for that (iw_cm_disconnect, iw_destroy_cm_id);
 * here nobody else does.
 *
 * <p>An accept. dat_ep_disconnect makes libdapl forget the request but not the service point it
 * came to (dapl_sp_remove_ep), so that dat_psp_free frees that one, and what the kernel tells of
 * the connection then ends the process (dapls_cr_callback: SIGABRT). So the establishment is let
 * come to its end, and the connection disconnected after that.
 */
final class AbandonedConnects {

  private static final System.Logger LOG = System.getLogger(AbandonedConnects.class.getName());

  private static final long FIRST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
  private static final long LAST_LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

  private final String name;

  /** Guarded by this. */
  private final List<Thread> busy = new ArrayList<>();

  private volatile boolean closing;

  AbandonedConnects(String name) {
    this.name = name;
  }

  /**
   * Ends a connect, later.
   *
   * @param ep the library's endpoint, which nobody else uses any more
   * @param free whether to free it then; else the close of the adapter does
   */
  synchronized void add(long ep, boolean free) {
    busy.removeIf(thread -> !thread.isAlive());
    busy.add(start("abandoned", () -> end(ep, free)));
  }

  /**
   * Ends an accept when it is known how it came out; the close of the adapter frees the endpoint.
   *
   * @param ep the library's endpoint, which nobody else uses any more
   */
  synchronized void addAccept(long ep) {
    busy.removeIf(thread -> !thread.isAlive());
    busy.add(start("abandoned", () -> endAccept(ep)));
  }

  private void endAccept(long ep) {
    Out status = new Out();
    for (long nanos = FIRST_LOOK_NANOS; !closing; nanos = Math.min(2 * nanos, LAST_LOOK_NANOS)) {
      int ret =
          LibDat.dat_ep_get_status(ep, status.address(0), status.address(1), status.address(2));
      if (!Ret.isSuccess(ret) || status.getInt(0) != EpState.COMPLETION_PENDING.value()) {
        end(ep, false);
        return;
      }
      LockSupport.parkNanos(nanos);
    }
  }

  private static void end(long ep, boolean free) {
    int ret = LibDat.dat_ep_disconnect(ep, CloseFlags.ABRUPT.value());
    if (Ret.isSuccess(ret) && free) {
      // An answer of the peer may be with the library's thread right now.
      CmQuiet quiet = new CmQuiet();
      quiet.cut();
      quiet.await(() -> {});
      ret = LibDat.dat_ep_free(ep);
    }
    if (!Ret.isSuccess(ret)) {
      LOG.log(System.Logger.Level.DEBUG, "the end of an abandoned connect answers {0}", ret);
    }
  }

  /**
   * Does the rest of a close: at once if no connect is waiting, else when all have ended, in a
   * thread of its own.
   */
  synchronized void afterAll(Runnable close) {
    closing = true;
    busy.removeIf(thread -> !thread.isAlive());
    if (busy.isEmpty()) {
      close.run();
      return;
    }
    List<Thread> before = List.copyOf(busy);
    start("close", () -> closeAfter(before, close));
  }

  private static void closeAfter(List<Thread> before, Runnable close) {
    try {
      for (Thread thread : before) {
        thread.join();
      }
      close.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.WARNING, "closing an adapter after abandoned connects failed", e);
    }
  }

  private Thread start(String what, Runnable run) {
    Thread thread = new Thread(run, "dat4j-" + name + "-" + what);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }
}
