package org.dat4j.rsm.dat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.dat4j.dat.Ep;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.Access;

/** An export segment: registered memory, and a window over it for each importer. */
final class DatExport extends AbstractExportSegment {
  private static final long NOTICE_MILLIS = 1000;
  private static final long DISCONNECT_MILLIS = 2000;

  private final Engine engine;
  private final String controller;
  private final int mode = Access.defaultMode(Identity.umask());
  private final Signals signals = new Signals(this::wakePollers);

  /** Guards what follows. Windows are opened in it, so that a rebind misses none. */
  private final Object guard = new Object();

  private final Set<Importer> importers = new LinkedHashSet<>();
  private volatile Importer[] posted = {};
  private final AtomicReference<Call[]> spare = new AtomicReference<>(new Call[1]);
  private final BooleanSupplier live = this::isLive;
  private Backing backing;
  private int generation;
  private boolean published;
  private volatile int id;
  private volatile List<AccessEntry> accessList = List.of();

  DatExport(DatController controller, Engine engine, ByteBuffer memory, int flags) {
    super(controller, memory.capacity(), flags);
    this.engine = engine;
    this.controller = controller.name();
    this.backing = Backing.of(engine, memory, controller + ".createExportSegment");
    engine.retain();
    engine.directory().add(this);
  }

  Signals signals() {
    return signals;
  }

  List<AccessEntry> accessList() {
    return accessList;
  }

  /** Permissions where there is no access list. */
  int mode() {
    return mode;
  }

  /** Takes an importer; false if the segment was withdrawn meanwhile. */
  boolean admit(Importer importer) {
    synchronized (guard) {
      if (published) {
        importers.add(importer);
        posted = importers.toArray(new Importer[0]);
      }
      return published;
    }
  }

  void forget(Importer importer) {
    synchronized (guard) {
      importers.remove(importer);
      posted = importers.toArray(new Importer[0]);
    }
  }

  private List<Importer> importers() {
    synchronized (guard) {
      return new ArrayList<>(importers);
    }
  }

  /** Opens the first window of an importer whose endpoint is connected. */
  void openWindow(Importer importer) {
    synchronized (guard) {
      Ep ep = importer.connected();
      if (ep != null) {
        int now = generation;
        importer.opening(
            Window.open(
                engine, backing, importer.perm(), ep, opened -> importer.opened(opened, now)));
      }
    }
  }

  SegmentInfo info() {
    List<Long> pids = new ArrayList<>();
    for (Importer importer : importers()) {
      pids.add(importer.link().hello().pid());
    }
    Identity own = engine.identity();
    return new SegmentInfo(
        engine.config().node(),
        controller,
        id,
        ProcessHandle.current().pid(),
        own.uid(),
        own.gid(),
        length(),
        mode,
        accessList,
        pids);
  }

  @Override
  protected int implPublish(int segmentId, List<AccessEntry> list) {
    List<AccessEntry> before = accessList;
    accessList = list;
    synchronized (guard) {
      published = true;
    }
    try {
      id = engine.directory().publish(segmentId, this);
      return id;
    } catch (RuntimeException e) {
      accessList = before;
      synchronized (guard) {
        published = false;
      }
      throw e;
    }
  }

  @Override
  protected void implRepublish(List<AccessEntry> list) {
    accessList = list;
  }

  @Override
  protected void implUnpublish() {
    engine.directory().withdraw(id);
    id = 0;
    synchronized (guard) {
      published = false;
    }
    List<Importer> all = importers();
    List<Call> notices = new ArrayList<>();
    for (Importer importer : all) {
      importer.end(RsmReturn.INTERRUPTED);
      Call notice = importer.link().start(new Message.Abort(importer.token()));
      if (notice != null) {
        notices.add(notice);
      }
    }
    for (Importer importer : all) {
      importer.awaitEnd(DISCONNECT_MILLIS);
    }
    // For all of them together: several may be stopped.
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(NOTICE_MILLIS);
    for (Call notice : notices) {
      notice.await(TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime()));
    }
  }

  @Override
  protected void implRebind(ByteBuffer memory) {
    Backing next = Backing.of(engine, memory, this + ".rebind");
    Backing old;
    int now;
    List<Importer> all;
    synchronized (guard) {
      old = backing;
      backing = next;
      generation++;
      now = generation;
      all = new ArrayList<>(importers);
    }
    Rebinding.move(engine, all, next, now);
    engine.free(old.lmr());
  }

  @Override
  protected void implDestroy() {
    engine.directory().remove(this);
    synchronized (guard) {
      engine.free(backing.lmr());
      backing = null;
    }
    engine.release();
  }

  @Override
  protected int implPost(boolean drop) {
    Importer[] all = posted;
    Call[] posts = spare.getAndSet(null);
    if (posts == null || posts.length < all.length) {
      posts = new Call[all.length];
    }
    for (int i = 0; i < all.length; i++) {
      posts[i] = all[i].poster().start(all[i].link(), drop);
    }
    // An importer that does not answer any more is no failure of the others' signals.
    for (int i = 0; i < all.length; i++) {
      if (posts[i] != null) {
        all[i].poster().await(posts[i], engine.patienceMillis());
        posts[i] = null;
      }
    }
    spare.set(posts);
    return RsmReturn.SUCCESS;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return signals.await(timeoutMillis, live);
  }

  @Override
  protected boolean implTake() {
    return signals.take();
  }

  @Override
  protected void implPolled(boolean on) {
    signals.polled(on);
  }
}
