package org.dat4j.dat.natives;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * Endpoints of the library whose connect was given up on iWARP. The kernel ends such a connect when
 * the peer answers it or its own limit of 10 s has passed, and the library's calls wait for that
 * (iw_cm_disconnect, iw_destroy_cm_id); here nobody else does.
 */
final class AbandonedConnects {

  private static final System.Logger LOG = System.getLogger(AbandonedConnects.class.getName());

  private final String name;

  /** Guarded by this. */
  private final List<Thread> busy = new ArrayList<>();

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
