package org.dat4j.rsm.dat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.dat4j.rsm.Permission;

/**
 * What one importer reaches of a segment: an RMR bound on its endpoint with exactly its rights. On
 * adapters without RMRs it is a registration of its own with those rights.
 */
final class Window {
  private static final AtomicLong COOKIES = new AtomicLong();

  private final Engine engine;
  private final Rmr rmr;
  private final Lmr lmr;
  private final long base;
  private final long cookie = COOKIES.incrementAndGet();
  private final Consumer<Window> then;
  private final CountDownLatch settled = new CountDownLatch(1);
  private volatile boolean bound;
  private volatile int context;

  private Window(Engine engine, Rmr rmr, Lmr lmr, long base, Consumer<Window> then) {
    this.engine = engine;
    this.rmr = rmr;
    this.lmr = lmr;
    this.base = base;
    this.then = then;
  }

  /**
   * Opens a window over a whole segment.
   *
   * @param engine whose
   * @param backing memory of the segment
   * @param perm rights of the importer
   * @param ep connected endpoint to it
   * @param then called when it is bound, or when it cannot be; in this call where nothing has to be
   *     awaited
   * @return the window
   */
  static Window open(Engine engine, Backing backing, int perm, Ep ep, Consumer<Window> then) {
    int remote =
        ((perm & Permission.READ) != 0 ? MemPriv.REMOTE_READ : 0)
            | ((perm & Permission.WRITE) != 0 ? MemPriv.REMOTE_WRITE : 0);
    if (!engine.config().windows() || !engine.adapter().hasWindows()) {
      return openRegistration(engine, backing, remote, then);
    }
    Lmr whole = backing.lmr();
    Window window;
    try {
      Rmr made = engine.adapter().window();
      window = new Window(engine, made, null, whole.registeredAddress(), then);
    } catch (DatException shortage) {
      return failed(engine, then);
    }
    engine.binding(window);
    try {
      int code =
          window.rmr.bind(
              whole.lmrContext(),
              whole.registeredAddress(),
              backing.length(),
              remote,
              ep,
              window.cookie,
              CompletionFlags.DEFAULT);
      if (code == DatReturn.SUCCESS) {
        return window;
      }
    } catch (DatException disconnected) {
      // As a bind that has failed.
    }
    engine.forget(window);
    window.bound(false);
    return window;
  }

  private static Window openRegistration(
      Engine engine, Backing backing, int remote, Consumer<Window> then) {
    try {
      Lmr own = engine.adapter().register(backing.memory(), Backing.LOCAL | remote);
      Window window = new Window(engine, null, own, own.registeredAddress(), then);
      window.bound(true);
      return window;
    } catch (DatException shortage) {
      return failed(engine, then);
    }
  }

  private static Window failed(Engine engine, Consumer<Window> then) {
    Window window = new Window(engine, null, null, 0, then);
    window.bound(false);
    return window;
  }

  long cookie() {
    return cookie;
  }

  /** The bind has ended. */
  void bound(boolean success) {
    if (success) {
      context = rmr != null ? rmr.rmrContext() : lmr.rmrContext();
    }
    bound = success;
    then.accept(this);
    settled.countDown();
  }

  boolean isBound() {
    return bound;
  }

  boolean await(long millis) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return settled.await(millis, TimeUnit.MILLISECONDS) && bound;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  Message.Place place(int generation) {
    return new Message.Place(context, base, generation);
  }

  /** Closes it: when this returns, nothing comes through it any more. */
  void free() {
    engine.forget(this);
    try {
      if (rmr != null) {
        rmr.free();
      }
      if (lmr != null) {
        lmr.free();
      }
    } catch (DatException freed) {
      // The adapter is closed, or it was freed before.
    }
  }
}
