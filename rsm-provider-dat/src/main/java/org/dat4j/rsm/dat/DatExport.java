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
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.Access;

/** An RSM export segment over DAT: registered memory, with an RMR over it for each importer. */
final class DatExport extends AbstractExportSegment {
  /** The time limit for the confirmations of all importers together. */
  private static final long NOTICE_MILLIS = 300;

  private static final long DISCONNECT_MILLIS = 2000;

  /** The placeholder for a signal that an importer gets when it answers again. */
  private static final PendingRequest OWED = new PendingRequest();

  private final LocalProcess process;
  private final String controller;
  private final int mode = Access.defaultMode(Credentials.umask());
  private final PendingSignals signals = new PendingSignals(this::wakePollers);

  /** The lock of the fields below. RMRs are opened under it, so that a rebind misses none. */
  private final Object guard = new Object();

  private final Set<ImporterConnection> importers = new LinkedHashSet<>();

  /**
   * The importers as an array for posts; null after a change, so that several connects in a row
   * copy nothing.
   */
  private volatile ImporterConnection[] posted = {};

  private final AtomicReference<PendingRequest[]> spare =
      new AtomicReference<>(new PendingRequest[1]);
  private final BooleanSupplier live = this::isLive;
  private SegmentMemory backing;
  private int generation;
  private boolean published;

  /** Counts the publications, so that no importer is admitted by the access list of another one. */
  private int publication;

  private volatile int id;
  private volatile List<AccessEntry> accessList = List.of();

  DatExport(DatController controller, LocalProcess process, ByteBuffer memory, int flags) {
    super(controller, memory.capacity(), flags);
    this.process = process;
    this.controller = controller.name();
    process.retain(controller + ".createExportSegment");
    SegmentMemory made = null;
    try {
      made = SegmentMemory.of(process, memory, controller + ".createExportSegment");
      process.directory().add(this);
    } finally {
      if (made == null) {
        process.release();
      }
    }
    this.backing = made;
  }

  PendingSignals signals() {
    return signals;
  }

  List<AccessEntry> accessList() {
    return accessList;
  }

  /** Returns the permissions that count where there is no access list. */
  int mode() {
    return mode;
  }

  /** Returns the number of the newest publication. */
  int publication() {
    synchronized (guard) {
      return publication;
    }
  }

  /**
   * Adds an importer; returns false if the segment is not published, or was published again.
   *
   * @param importer the importer
   * @param number the number of the publication that it asked for
   */
  boolean admit(ImporterConnection importer, int number) {
    synchronized (guard) {
      boolean admitted = published && publication == number;
      if (admitted) {
        importers.add(importer);
        posted = null;
      }
      return admitted;
    }
  }

  void forget(ImporterConnection importer) {
    synchronized (guard) {
      importers.remove(importer);
      posted = null;
    }
  }

  /** Returns the importers that have been admitted and have not ended. */
  List<ImporterConnection> admitted() {
    synchronized (guard) {
      return new ArrayList<>(importers);
    }
  }

  /** Reports the loss of an importer whose process has ended or cannot be reached. */
  void lost(ImporterConnection importer) {
    forget(importer);
    importerLost(importer.info());
  }

  @Override
  protected List<ImporterInfo> implImporters() {
    return admitted().stream()
        .filter(ImporterConnection::isConnected)
        .map(ImporterConnection::info)
        .toList();
  }

  @Override
  protected void implWatchImporters() {
    // Nothing to do, as importers are always watched.
  }

  /** Opens the first RMR of an importer whose endpoint is connected. */
  void openRmr(ImporterConnection importer) {
    synchronized (guard) {
      Ep ep = importer.connected();
      if (ep != null) {
        int now = generation;
        importer.opening(
            ImporterRmr.open(
                process,
                importer.connection().peerZone(),
                backing,
                importer.perm(),
                ep,
                opened -> importer.opened(opened, now)),
            now);
      }
    }
  }

  SegmentInfo info() {
    List<Long> pids = new ArrayList<>();
    synchronized (guard) {
      for (ImporterConnection importer : importers) {
        pids.add(importer.connection().hello().pid());
        if (pids.size() == MessageCodec.MAX_IMPORTERS) {
          break;
        }
      }
    }
    Credentials own = process.identity();
    return new SegmentInfo(
        process.config().node(),
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
      publication++;
    }
    try {
      id = process.directory().publish(segmentId, this);
    } catch (RuntimeException e) {
      accessList = before;
      throw e;
    }
    synchronized (guard) {
      published = true;
    }
    return id;
  }

  @Override
  protected void implRepublish(List<AccessEntry> list) {
    accessList = list;
  }

  @Override
  protected void implUnpublish() {
    process.directory().withdraw(id);
    id = 0;
    synchronized (guard) {
      published = false;
    }
    List<ImporterConnection> all = admitted();
    // All RMRs are closed first, before any step that depends on an importer.
    for (ImporterConnection importer : all) {
      importer.close(RsmReturn.INTERRUPTED);
    }
    List<PendingRequest> notices = new ArrayList<>();
    for (ImporterConnection importer : all) {
      importer.end(RsmReturn.INTERRUPTED);
      // An importer that gets no notice learns of the abort from the end of its data connection.
      PendingRequest notice = importer.connection().start(new Message.Abort(importer.token()));
      if (notice != null) {
        notices.add(notice);
      }
    }
    long end = after(DISCONNECT_MILLIS);
    for (ImporterConnection importer : all) {
      importer.awaitEnd(end);
    }
    end = after(NOTICE_MILLIS);
    for (PendingRequest notice : notices) {
      notice.await(until(end));
    }
  }

  private static long after(long millis) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private static long until(long end) {
    return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
  }

  @Override
  protected void implRebind(ByteBuffer memory) {
    SegmentMemory next = SegmentMemory.of(process, memory, this + ".rebind");
    SegmentMemory old;
    int now;
    List<ImporterConnection> all;
    synchronized (guard) {
      old = backing;
      backing = next;
      generation++;
      now = generation;
      all = new ArrayList<>(importers);
    }
    try {
      RebindOperation.move(process, all, next, now);
    } finally {
      process.free(old.lmr());
    }
  }

  @Override
  protected void implDestroy() {
    try {
      process.directory().remove(this);
      synchronized (guard) {
        process.free(backing.lmr());
        backing = null;
      }
    } finally {
      process.release();
    }
  }

  @Override
  protected int implPost(boolean drop) {
    ImporterConnection[] all = posted;
    if (all == null) {
      synchronized (guard) {
        all = importers.toArray(new ImporterConnection[0]);
        posted = all;
      }
    }
    PendingRequest[] posts = spare.getAndSet(null);
    if (posts == null || posts.length < all.length) {
      posts = new PendingRequest[all.length];
    }
    // All posts that can be started are started before any is awaited.
    boolean more = false;
    for (int i = 0; i < all.length; i++) {
      SignalSender signalSender = all[i].signalSender();
      posts[i] = signalSender.defer(drop) ? OWED : signalSender.start(drop, 0);
      more |= posts[i] == null;
    }
    long end = after(NOTICE_MILLIS);
    if (more) {
      startRest(all, posts, drop, end);
    }
    // The signals of the others must not fail because one importer no longer answers.
    for (int i = 0; i < all.length; i++) {
      if (posts[i] != null && posts[i] != OWED) {
        SignalSender signalSender = all[i].signalSender();
        if (signalSender.await(posts[i], until(end)) == null) {
          signalSender.markLate(posts[i], drop);
        }
      }
      posts[i] = null;
    }
    spare.set(posts);
    return RsmReturn.SUCCESS;
  }

  /** Starts the posts for which no request was free, waiting until one is. */
  private static void startRest(
      ImporterConnection[] all, PendingRequest[] posts, boolean drop, long end) {
    for (int i = 0; i < all.length; i++) {
      SignalSender signalSender = all[i].signalSender();
      if (posts[i] == null) {
        posts[i] = signalSender.start(drop, until(end));
        if (posts[i] == null) {
          signalSender.markLate(null, drop);
        }
      }
    }
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
