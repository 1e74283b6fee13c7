package org.dat4j.rsm.spi;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;

/** An RSM provider in the heap of one JVM, for tests of the base classes of providers. */
public class FakeProvider extends RsmProvider {
  static final int PAGE = 4096;
  static final int NODE = 7;
  private static final Map<Integer, Export> PUBLISHED = new ConcurrentHashMap<>();

  @Override
  public String id() {
    return "fake";
  }

  @Override
  public int spiVersion() {
    return SPI_VERSION;
  }

  @Override
  public boolean serves(String name) {
    return name.equals("loopback") || name.startsWith("fake");
  }

  @Override
  public String unusable() {
    return null;
  }

  @Override
  public AbstractController open(String name, RsmSettings settings) {
    return new Controller(name);
  }

  @Override
  public InterconnectTopology topology(RsmSettings settings) {
    return new InterconnectTopology(
        NODE, List.of(new InterconnectTopology.Connections("fake0", 1, List.of())));
  }

  @Override
  public List<SegmentInfo> segments(RsmSettings settings) {
    return List.of();
  }

  /** Simulates the end of an import's process. */
  static void lose(ImportSegment segment) {
    Import importer = (Import) segment;
    importer.export.lose(importer);
  }

  private static final class Controller extends AbstractController {
    Controller(String name) {
      super(name);
    }

    @Override
    protected ControllerAttr implAttr() {
      long most = 4 * PAGE;
      return new ControllerAttr(0, 15, PAGE, most, most, 9, 0, 0, 9);
    }

    @Override
    protected int implLocalNode() {
      return NODE;
    }

    @Override
    protected ByteBuffer implAllocate(int length) {
      return ByteBuffer.allocateDirect(length + PAGE).alignedSlice(PAGE).slice(0, length);
    }

    @Override
    protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
      return new Export(this, memory, flags);
    }

    @Override
    protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
      Export export = PUBLISHED.get(segmentId);
      if (export == null) {
        throw new RsmException(RsmReturn.SEG_NOT_PUBLISHED, "connect", "id", segmentId, "publish");
      }
      return new Import(this, export, perm);
    }

    @Override
    protected void implClose() {}
  }

  /** Signals of one segment. */
  private static final class Signals {
    private final Semaphore pending = new Semaphore(0);

    void post(boolean drop) {
      if (!drop || pending.availablePermits() == 0) {
        pending.release();
      }
    }

    int await(int timeoutMillis) {
      try {
        long millis = timeoutMillis < 0 ? Long.MAX_VALUE : timeoutMillis;
        return pending.tryAcquire(millis, TimeUnit.MILLISECONDS)
            ? RsmReturn.SUCCESS
            : RsmReturn.TIMEOUT;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return RsmReturn.INTERRUPTED;
      }
    }
  }

  private static final class Export extends AbstractExportSegment {
    private final Signals signals = new Signals();
    private final List<Import> imports = new java.util.concurrent.CopyOnWriteArrayList<>();
    private volatile ByteBuffer memory;
    private int id;

    Export(AbstractController controller, ByteBuffer memory, int flags) {
      super(controller, memory.capacity(), flags);
      this.memory = memory;
    }

    @Override
    protected int implPublish(int segmentId, List<AccessEntry> accessList) {
      id = segmentId == 0 ? 0x80000000 : segmentId;
      if (PUBLISHED.putIfAbsent(id, this) != null) {
        throw new RsmException(RsmReturn.SEGID_IN_USE, "publish", "id", id, "take another");
      }
      return id;
    }

    @Override
    protected void implRepublish(List<AccessEntry> accessList) {}

    @Override
    protected void implUnpublish() {
      PUBLISHED.remove(id);
      imports.forEach(Import::abort);
      imports.clear();
    }

    @Override
    protected List<ImporterInfo> implImporters() {
      return imports.stream().map(Import::info).toList();
    }

    @Override
    protected void implWatchImporters() {}

    /** Simulates the end of an import's process. */
    void lose(Import importer) {
      imports.remove(importer);
      importerLost(importer.info());
    }

    @Override
    protected void implRebind(ByteBuffer other) {
      memory = other;
    }

    @Override
    protected void implDestroy() {}

    @Override
    protected int implPost(boolean drop) {
      imports.forEach(
          i -> {
            i.signals.post(drop);
            i.wake();
          });
      return RsmReturn.SUCCESS;
    }

    @Override
    protected int implAwait(int timeoutMillis) {
      return signals.await(timeoutMillis);
    }

    @Override
    protected boolean implTake() {
      return signals.pending.tryAcquire();
    }

    @Override
    protected void implPolled(boolean on) {}

    void wake() {
      wakePollers();
    }
  }

  private static final class Import extends AbstractImportSegment {
    private static final AtomicInteger SERIALS = new AtomicInteger();

    private final int serial = SERIALS.getAndIncrement();
    private final Signals signals = new Signals();
    private final Export export;
    private volatile boolean aborted;

    Import(AbstractController controller, Export export, int perm) {
      super(controller, export.length(), perm);
      this.export = export;
      export.imports.add(this);
    }

    private ByteBuffer at(long offset) {
      return export.memory.duplicate().order(ByteOrder.nativeOrder()).position((int) offset);
    }

    private int result() {
      return aborted ? RsmReturn.CONN_ABORTED : RsmReturn.SUCCESS;
    }

    /** Returns the result after the items of the buffer were moved. */
    private int after(Buffer moved) {
      return result();
    }

    void wake() {
      wakePollers();
    }

    void abort() {
      aborted = true;
      noticeAbort();
    }

    ImporterInfo info() {
      return new ImporterInfo(NODE, ProcessHandle.current().pid(), serial);
    }

    @Override
    protected boolean implIsAborted() {
      return aborted;
    }

    @Override
    protected int implAwaitOrAborted(int timeoutMillis) {
      long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis);
      while (true) {
        boolean over = aborted;
        int code = signals.await(timeoutMillis == 0 || over ? 0 : 1);
        if (code != RsmReturn.TIMEOUT) {
          return code;
        }
        if (over) {
          return RsmReturn.CONN_ABORTED;
        }
        if (timeoutMillis >= 0 && System.nanoTime() - end >= 0 || !isLive()) {
          return RsmReturn.TIMEOUT;
        }
      }
    }

    @Override
    protected int implGet8(long offset, byte[] data, int index, int count) {
      return after(at(offset).get(data, index, count));
    }

    @Override
    protected int implGet16(long offset, short[] data, int index, int count) {
      return after(at(offset).asShortBuffer().get(data, index, count));
    }

    @Override
    protected int implGet32(long offset, int[] data, int index, int count) {
      return after(at(offset).asIntBuffer().get(data, index, count));
    }

    @Override
    protected int implGet64(long offset, long[] data, int index, int count) {
      return after(at(offset).asLongBuffer().get(data, index, count));
    }

    @Override
    protected int implGet(long offset, ByteBuffer local, int index, int bytes) {
      return after(local.put(index, at(offset), (int) offset, bytes));
    }

    @Override
    protected int implPut8(long offset, byte[] data, int index, int count) {
      return after(at(offset).put(data, index, count));
    }

    @Override
    protected int implPut16(long offset, short[] data, int index, int count) {
      return after(at(offset).asShortBuffer().put(data, index, count));
    }

    @Override
    protected int implPut32(long offset, int[] data, int index, int count) {
      return after(at(offset).asIntBuffer().put(data, index, count));
    }

    @Override
    protected int implPut64(long offset, long[] data, int index, int count) {
      return after(at(offset).asLongBuffer().put(data, index, count));
    }

    @Override
    protected int implPut(long offset, ByteBuffer local, int index, int bytes) {
      return after(at(offset).put((int) offset, local, index, bytes));
    }

    @Override
    protected int implOrderBarrier(RsmBarrier barrier) {
      return result();
    }

    @Override
    protected int implCloseBarrier(RsmBarrier barrier) {
      return result();
    }

    @Override
    protected void implDisconnect() {
      export.imports.remove(this);
    }

    @Override
    protected int implPost(boolean drop) {
      if (aborted) {
        return RsmReturn.CONN_ABORTED;
      }
      export.signals.post(drop);
      export.wake();
      return RsmReturn.SUCCESS;
    }

    @Override
    protected int implAwait(int timeoutMillis) {
      return signals.await(timeoutMillis);
    }

    @Override
    protected boolean implTake() {
      return signals.pending.tryAcquire();
    }

    @Override
    protected void implPolled(boolean on) {}
  }
}
