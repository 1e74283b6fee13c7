package org.dat4j.rsm.dat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.rsm.RsmReturn;

/**
 * An import as its exporter knows it: admitted, then connected by a data endpoint, then given a
 * window. The window is closed first when it ends, whoever ends it.
 */
final class Importer implements Endpoint {
  private static final int EVENTS = 8;
  private static final int NONE = -1;

  private static final EpAttr SIZES =
      EpAttr.DEFAULT.toBuilder().maxRecvDtos(1).maxRequestDtos(EVENTS).build();

  private final Engine engine;
  private final DatExport export;
  private final Link link;
  private final long token;
  private final int perm;
  private final Poster poster;
  private final CountDownLatch withdrawn = new CountDownLatch(1);
  private final CountDownLatch disconnected = new CountDownLatch(1);
  private Ep ep;
  private boolean established;
  private boolean over;
  private boolean accounted;
  private Window opening;
  private Window window;
  private int generation;
  private int bindRequest = NONE;
  private int ticks;

  Importer(Engine engine, DatExport export, Link link, int perm) {
    this.engine = engine;
    this.export = export;
    this.link = link;
    this.perm = perm;
    this.token = engine.token();
    this.poster = new Poster(token);
  }

  long token() {
    return token;
  }

  Link link() {
    return link;
  }

  Poster poster() {
    return poster;
  }

  DatExport export() {
    return export;
  }

  int perm() {
    return perm;
  }

  boolean proves(byte[] proof) {
    Sealer sealer = link.sealer();
    return sealer == null || sealer.proves(token, proof);
  }

  /** The importer's data connection is asked for. */
  void accept(Cr cr) {
    synchronized (this) {
      if (over) {
        cr.reject();
        return;
      }
      engine.adapter().expect(EVENTS);
      accounted = true;
      ep = engine.adapter().createEp(SIZES);
    }
    engine.attend(ep, this);
    cr.accept(ep, null);
  }

  @Override
  public void established(byte[] privateData) {
    synchronized (this) {
      if (over) {
        hangUp();
        return;
      }
      established = true;
    }
    export.openWindow(this);
  }

  /** The endpoint windows are bound on, or null while or after there is none. */
  synchronized Ep connected() {
    return established && !over ? ep : null;
  }

  /** The first window is being bound. */
  synchronized void opening(Window first) {
    opening = first;
  }

  /** The window, after a wait where it is just being bound; null if there is none. */
  Window window(long millis) {
    Window first;
    synchronized (this) {
      first = opening;
    }
    if (first != null) {
      first.await(millis);
    }
    synchronized (this) {
      return window;
    }
  }

  /** A window was bound or could not be. */
  void opened(Window opened, int asOf) {
    synchronized (this) {
      if (opened.isBound() && !over && window == null) {
        window = opened;
        generation = asOf;
        answerBind();
        return;
      }
    }
    opened.free();
    end(RsmReturn.INSUFFICIENT_RESOURCES);
  }

  /** Other memory is in force; false if this import has ended. */
  synchronized boolean replace(Window next, int asOf) {
    if (over) {
      return false;
    }
    window = next;
    generation = asOf;
    return true;
  }

  /** The importer asks for the memory. */
  void bind(int request) throws MalformedException {
    synchronized (this) {
      if (bindRequest != NONE) {
        throw new MalformedException("a second request for the memory of an import");
      }
      if (!over) {
        bindRequest = request;
        if (window != null) {
          answerBind();
        }
        return;
      }
    }
    link.reply(request, refusal(RsmReturn.INTERRUPTED));
  }

  private void answerBind() {
    if (bindRequest != NONE) {
      link.reply(bindRequest, new Message.Grant(RsmReturn.SUCCESS, window.place(generation)));
      bindRequest = NONE;
    }
  }

  private static Message refusal(int status) {
    return new Message.Grant(status, Message.Place.NONE);
  }

  /**
   * Ends it: closes the window and breaks the connection.
   *
   * @param status for an importer that waits for its memory
   */
  void end(int status) {
    end(status, true);
  }

  /**
   * The importer has ended it, and its connection first: that end will be told. To ask for it here,
   * too, would hold the dispatcher up: uDAPL libraries wait for the peer's word in such a call. Who
   * keeps the connection nevertheless loses it after a while, or when the segment is unpublished.
   */
  void left() {
    end(RsmReturn.CONN_ABORTED, false);
  }

  private void end(int status, boolean breaks) {
    int waiting;
    Window open;
    synchronized (this) {
      if (over) {
        if (breaks && accounted) {
          // Left by an importer that may have kept its connection.
          hangUp();
        }
        return;
      }
      over = true;
      waiting = bindRequest;
      bindRequest = NONE;
      open = window;
      window = null;
    }
    engine.expectNot(token);
    link.importers().remove(token);
    if (open != null) {
      open.free();
    }
    withdrawn.countDown();
    if (waiting != NONE) {
      link.reply(waiting, refusal(status));
    }
    synchronized (this) {
      if (ep != null) {
        ticks = 0;
        if (breaks) {
          hangUp();
        }
        return;
      }
    }
    export.forget(this);
    disconnected.countDown();
  }

  /** In the lock. */
  private void hangUp() {
    try {
      ep.disconnect(CloseFlags.ABRUPT);
    } catch (DatException notConnected) {
      // Being accepted: its end is reported, or the free below succeeds.
    }
  }

  /** Waits until the window is closed, and the connection gone with whatever was on its way. */
  void awaitEnd(long millis) {
    boolean interrupted = false;
    while (true) {
      try {
        // Another thread may be ending it: the export forgets it last, so that this is seen.
        if (!withdrawn.await(millis, TimeUnit.MILLISECONDS)
            || !disconnected.await(millis, TimeUnit.MILLISECONDS)) {
          discard();
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** The control connection has ended. */
  void lost() {
    end(RsmReturn.CONN_ABORTED);
  }

  @Override
  public void ended(EventNumber how) {
    end(RsmReturn.CONN_ABORTED, false);
    discard();
    disconnected.countDown();
  }

  private void discard() {
    synchronized (this) {
      if (accounted && engine.free(ep)) {
        accounted = false;
        engine.adapter().expect(-EVENTS);
      }
    }
    export.forget(this);
  }

  @Override
  public void completed(DatEvent event) {
    // No message comes on a data connection; binds are reported apart.
  }

  @Override
  public void tick() {
    ticks++;
    if (ticks > engine.patienceTicks() && connected() == null) {
      end(RsmReturn.CONN_ABORTED);
      discard();
    }
  }
}
