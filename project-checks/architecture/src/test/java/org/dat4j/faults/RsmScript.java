package org.dat4j.faults;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;

/** The life of two nodes, a segment and an import of it. */
final class RsmScript implements Script {

  /** Of the nodes of this process, apart from those of other users and tests. */
  static final String DOMAIN = "faults-" + ProcessHandle.current().pid();

  /** The first port, apart from those of other builds on the machine. */
  private static final int PORT = 30000 + (int) (ProcessHandle.current().pid() % 60) * 100;

  private static final int ID = 0x400000;
  private static final int OTHER_ID = 0x400001;
  private static final int LENGTH = 8192;
  private static final int LONG = 10_000;
  private static final int SHORT = 150;

  private final String name;
  private final List<RsmController> opened = new ArrayList<>();
  private final List<ImportSegment> imports = new ArrayList<>();
  private int limit = LONG;
  private RsmController exporter;
  private RsmController importer;
  private ByteBuffer memory;
  private ExportSegment export;
  private ImportSegment segment;
  private LocalMemoryHandle handle;
  private ByteBuffer local;

  RsmScript(String name) {
    this.name = name;
  }

  private static RsmController open(String name, int node) {
    return RsmRegistry.builder()
        .setting("node", Integer.toString(node))
        .setting("domain", DOMAIN)
        .setting("dat.port", Integer.toString(PORT))
        .build()
        .getController(name);
  }

  @Override
  public List<Named> steps() {
    return List.of(
        new Named("open", () -> exporter = open(1)),
        new Named("open another", () -> importer = open(2)),
        new Named("allocate", () -> memory = exporter.allocate(LENGTH)),
        new Named("export", this::export),
        new Named("publish", () -> export.publish(ID, null)),
        new Named("connect", this::connect),
        new Named("put and get", this::putAndGet, true),
        new Named("local memory", this::localMemory),
        new Named("set signals up", this::setSignalsUp, true),
        new Named("post and await", this::postAndAwait, true),
        new Named("republish", () -> export.republish(null)),
        new Named("rebind", () -> export.rebind(exporter.allocate(LENGTH), 0)),
        new Named("connect again", this::connectAgain),
        new Named("free local memory", () -> importer.freeLocalMemoryHandle(handle), true),
        new Named("disconnect", () -> segment.disconnect()),
        new Named("unpublish", this::unpublish),
        new Named("destroy", () -> export.destroy(), true),
        new Named("close", () -> exporter.close(), true));
  }

  @Override
  public void disturb() {
    limit = SHORT;
  }

  private RsmController open(int node) {
    RsmController controller = open(name, node);
    opened.add(controller);
    return controller;
  }

  private void export() {
    export = exporter.createExportSegment(memory, ExportFlags.ALLOW_REBIND);
  }

  private void connect() {
    segment = importer.connectImportSegment(1, ID, Permission.RDWR);
    imports.add(segment);
    segment.initBarrier(BarrierType.DEFAULT);
  }

  private void putAndGet() {
    long[] data = {1, 2, 3};
    check(segment.put64(0, data, 0, data.length));
    check(segment.get64(0, data, 0, data.length));
  }

  private void localMemory() {
    local = importer.allocate(LENGTH);
    handle = importer.createLocalMemoryHandle(local);
    check(segment.put(0, local, 0, LENGTH));
    check(segment.get(0, local, 0, LENGTH));
  }

  private void setSignalsUp() {
    PollFd fd = new PollFd();
    segment.getPollfd(fd);
    check(export.post(0));
    check(Rsm.awaitPollfd(new PollFd[] {fd}, 1, limit, null));
    segment.releasePollfd();
  }

  private void postAndAwait() {
    check(export.post(0));
    check(segment.await(limit));
    check(segment.post(0));
    check(export.await(limit));
  }

  private void connectAgain() {
    ImportSegment again = importer.connectImportSegment(1, ID, Permission.READ);
    imports.add(again);
    again.initBarrier(BarrierType.DEFAULT);
    check(again.get64(0, new long[1], 0, 1));
    again.disconnect();
  }

  private void unpublish() {
    export.unpublish();
    export.publish(ID, null);
    export.unpublish();
  }

  private static void check(int outcome) {
    if (outcome != RsmReturn.SUCCESS) {
      throw new IllegalStateException(RsmReturn.name(outcome));
    }
  }

  @Override
  public void close() {
    imports.forEach(ImportSegment::close);
    imports.clear();
    if (export != null) {
      export.close();
      export = null;
    }
    opened.forEach(RsmController::close);
    // What the collector gives back is to be seen.
    segment = null;
    memory = null;
    local = null;
    handle = null;
  }

  /** A segment that was there before and is used all the time. */
  static final class Others implements Witness {
    private static final int PATIENCE = (int) TimeUnit.SECONDS.toMillis(5);

    private final RsmController exporter;
    private final RsmController importer;
    private final ExportSegment export;
    private final ByteBuffer memory;
    private final boolean overConnections;
    private final long[] item = new long[1];
    private ImportSegment segment;

    /** The number of faults that were thrown before the connection was made. */
    private long faultsBefore;

    Others(String name) {
      exporter = open(name, 3);
      importer = open(name, 4);
      memory = exporter.allocate(LENGTH);
      export = exporter.createExportSegment(memory, ExportFlags.NONE);
      export.publish(OTHER_ID, null);
      overConnections = name.startsWith("dat");
      segment = connected();
    }

    private ImportSegment connected() {
      faultsBefore = Faults.count();
      ImportSegment made = importer.connectImportSegment(3, OTHER_ID, Permission.RDWR);
      made.initBarrier(BarrierType.DEFAULT);
      return made;
    }

    /**
     * Exchanges data and signals. A fault may end this connection, which it has met; then another
     * one is possible. Without a fault the connection lasts.
     */
    @Override
    public void exchange() {
      int code = tryToExchange();
      if (overConnections && code == RsmReturn.CONN_ABORTED && Faults.count() > faultsBefore) {
        segment.close();
        segment = connected();
        while (export.await(0) == RsmReturn.SUCCESS) {
          // A signal of the exchange that was cut off.
        }
        code = tryToExchange();
      }
      check(code);
    }

    /** Gives the first code that is not RSM_SUCCESS: data and signals have connections each. */
    private int tryToExchange() {
      int code = overConnections ? segment.post(0) : RsmReturn.SUCCESS;
      if (overConnections && code == RsmReturn.SUCCESS) {
        code = export.await(PATIENCE);
      }
      if (code != RsmReturn.SUCCESS) {
        return code;
      }
      item[0]++;
      code = segment.put64(0, item, 0, 1);
      if (code != RsmReturn.SUCCESS) {
        return code;
      }
      if (memory.getLong(0) != item[0]) {
        throw new IllegalStateException("put " + item[0] + " and found " + memory.getLong(0));
      }
      check(export.post(0));
      return segment.awaitOrAborted(PATIENCE);
    }

    @Override
    public void close() {
      segment.close();
      importer.close();
      exporter.close();
    }
  }
}
