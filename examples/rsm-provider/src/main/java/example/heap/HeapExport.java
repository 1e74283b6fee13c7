package example.heap;

import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.Access;

/**
 * An export segment of the example provider: the program's memory, its access list, and the
 * imports connected to it.
 */
final class HeapExport extends AbstractExportSegment {

  /** Permissions where there is no access list: importer and exporter are one user. */
  private static final int DEFAULT_MODE = Access.defaultMode(022);

  private final HeapController exporter;
  private final SignalCount signals = new SignalCount();
  private final Set<HeapImport> imports = ConcurrentHashMap.newKeySet();

  /** Shared by transfers and connects; a thread that changes a field below has it alone. */
  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  private ByteBuffer memory;
  private List<AccessEntry> accessList = List.of();

  /** The id it is published with, 0 if it is not. */
  private int segmentId;

  HeapExport(HeapController controller, ByteBuffer memory, int flags) {
    super(controller, memory.capacity(), flags);
    this.exporter = controller;
    this.memory = memory;
  }

  /** Does a change of this segment while no transfer and no connect runs. */
  private void change(Runnable change) {
    lock.writeLock().lock();
    try {
      change.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  protected int implPublish(int asked, List<AccessEntry> list) {
    // Importers that find the id wait until it is published completely.
    lock.writeLock().lock();
    try {
      segmentId = exporter.node().publish(asked, this);
      accessList = list;
      return segmentId;
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  protected void implRepublish(List<AccessEntry> list) {
    change(() -> accessList = list);
  }

  @Override
  protected void implUnpublish() {
    change(
        () -> {
          exporter.node().withdraw(segmentId, this);
          segmentId = 0;
          imports.clear();
        });
  }

  @Override
  protected void implRebind(ByteBuffer other) {
    change(() -> memory = other);
  }

  @Override
  protected void implDestroy() {
    change(() -> memory = null);
  }

  /**
   * Connects an importer, as the access list permits.
   *
   * @param asked the id that the importer has found the segment under
   */
  HeapImport connect(HeapController importer, int asked, int perm) {
    lock.readLock().lock();
    try {
      if (segmentId != asked) {
        throw importer.refusal(
            RsmReturn.SEG_NOT_PUBLISHED, "segment", this, "it was unpublished just now");
      }
      int mode = Access.mode(accessList, importer.node().id(), DEFAULT_MODE);
      if (mode == Access.NOT_LISTED) {
        throw importer.refusal(
            RsmReturn.SEG_NOT_PUBLISHED_TO_NODE,
            "node",
            importer.node().id(),
            "the exporter's access list has to name it");
      }
      if (!Access.granted(mode, true, true, perm)) {
        throw importer.refusal(
            RsmReturn.PERM_DENIED,
            "perm",
            "0" + Integer.toOctalString(perm),
            "the segment permits 0" + Integer.toOctalString(mode));
      }
      HeapImport made = new HeapImport(importer, this, perm);
      imports.add(made);
      return made;
    } finally {
      lock.readLock().unlock();
    }
  }

  void disconnect(HeapImport gone) {
    imports.remove(gone);
  }

  /**
   * Begins a transfer of an import, which ends with {@link #endTransfer}.
   *
   * @return the memory, or null if the import is aborted; then no transfer has begun
   */
  ByteBuffer beginTransfer(HeapImport by) {
    lock.readLock().lock();
    if (imports.contains(by)) {
      return memory;
    }
    lock.readLock().unlock();
    return null;
  }

  void endTransfer() {
    lock.readLock().unlock();
  }

  /** Whether an import is connected: an unpublish has aborted all that were before. */
  boolean isConnected(HeapImport candidate) {
    return imports.contains(candidate);
  }

  /** Gives this segment a signal. */
  void signal(boolean drop) {
    signals.post(drop);
    wakePollers();
  }

  /** Describes the segment for administrators. */
  SegmentInfo info() {
    lock.readLock().lock();
    try {
      long pid = ProcessHandle.current().pid();
      return new SegmentInfo(
          exporter.node().id(),
          exporter.name(),
          segmentId,
          pid,
          0,
          0,
          length(),
          DEFAULT_MODE,
          accessList,
          Collections.nCopies(imports.size(), pid));
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  protected int implPost(boolean drop) {
    imports.forEach(each -> each.signal(drop));
    return RsmReturn.SUCCESS;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return signals.await(timeoutMillis, this::isLive);
  }

  @Override
  protected boolean implTake() {
    return signals.take();
  }

  @Override
  protected void implPolled(boolean on) {
    // Pollers are woken by each signal.
  }
}
