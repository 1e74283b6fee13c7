package org.dat4j.rsm.shm;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * An RSM import segment in shared memory, whose transfers copy from and to the exporter's memory,
 * mapped into this process. A transfer marks itself busy, compares the gate with the value of its
 * mapping, and copies. The exporter changes the gate first and then waits until no transfer is
 * busy. So a transfer that found the gate unchanged ends before a withdrawal does.
 */
final class ShmImport extends AbstractImportSegment implements NodeRegistry.LocalSegment {
  private static final long QUIET_NANOS = 1_000_000_000L;

  /**
   * Whether the gate is read after the busy mark without another fence, as an atomic addition is a
   * full fence on x86.
   */
  private static final boolean ADDING_FENCES = "amd64".equals(System.getProperty("os.arch"));

  private final RegistryConnection slot;
  private final RegistryConnection.Mapper mapper;
  private final NodeRegistry registry;
  private final ByteBuffer words;
  private final LongBuffer gates;
  private final int gate;
  private final int busy;
  private final int signals;
  private final BooleanSupplier live = this::isLive;
  private final BooleanSupplier over = this::implIsAborted;
  private final Object mapping = new Object();

  /** The mapping of the data, changed under {@link #mapping} only; null from the disconnect on. */
  private volatile RegistryConnection.View view;

  /** The number that selects the word of the guard page; changes with almost every transfer. */
  private int turn;

  /** Whether another process has truncated the object with the data. */
  private volatile boolean cut;

  private ExplicitMapping window;

  ShmImport(ShmController controller, RegistryConnection slot, int perm) {
    this(controller, slot, slot::mapData, perm);
  }

  ShmImport(
      ShmController controller,
      RegistryConnection slot,
      RegistryConnection.Mapper mapper,
      int perm) {
    super(controller, slot.length(), perm);
    int entry = RegistryLayout.imported(slot.index());
    this.slot = slot;
    this.mapper = mapper;
    this.registry = slot.registry();
    this.words = registry.memory();
    this.gates = words.asLongBuffer();
    this.gate = entry + RegistryLayout.I_GATE;
    this.busy = entry + RegistryLayout.I_BUSY;
    this.signals = entry + RegistryLayout.I_SIGNALS;
    this.view = slot.view();
    registry.add(this);
  }

  /**
   * Begins an access and returns the mapped data, or null if the import is aborted. {@link #leave}
   * ends it.
   */
  private RegistryConnection.View enter() {
    RegistryLayout.INT.getAndAdd(words, busy, 1);
    if (!ADDING_FENCES) {
      VarHandle.fullFence();
    }
    RegistryConnection.View now = view;
    if (now != null && gates.get(gate >> 3) == now.gate) {
      VarHandle.acquireFence();
      return now;
    }
    return enterAgain();
  }

  private void leave() {
    RegistryLayout.INT.getAndAdd(words, busy, -1);
  }

  /**
   * Continues an access whose gate has changed, because the memory was rebound or the connection
   * has ended.
   */
  private RegistryConnection.View enterAgain() {
    while (true) {
      RegistryConnection.View now = view;
      long current = registry.getLong(gate);
      if (now == null) {
        leave();
        throw disconnected();
      }
      if (cut) {
        TruncationWatch.drainPendingFaults();
        return null;
      }
      if (RegistryLayout.state(current) != RegistryLayout.CONNECTED) {
        return null;
      }
      if (current == now.gate) {
        return now;
      }
      // The import is not busy while it maps, as the exporter may be waiting for that.
      leave();
      remap();
      RegistryLayout.INT.getAndAdd(words, busy, 1);
    }
  }

  private RsmException disconnected() {
    return ShmFailures.of(
        RsmReturn.BAD_SEG_HNDL, this, "segment", this, "it was disconnected meanwhile");
  }

  private void remap() {
    synchronized (mapping) {
      registry.lock();
      try {
        long current = registry.getLong(gate);
        RegistryConnection.View now = view;
        if (now != null
            && current != now.gate
            && RegistryLayout.state(current) == RegistryLayout.CONNECTED) {
          // The old mapping is unmapped after its last transfer.
          view = mapped(current);
        }
      } finally {
        registry.unlock();
      }
    }
  }

  /**
   * Maps the memory of that gate; returns the old mapping if the exporter has ended, which aborts
   * the import.
   */
  private RegistryConnection.View mapped(long current) {
    try {
      return mapper.map(current, permission());
    } catch (RsmException failed) {
      if (exporterEnded(current)) {
        return view;
      }
      throw failed;
    }
  }

  /**
   * Tells whether the exporter has ended. Its shared objects may lose their names before its
   * imports are aborted.
   */
  private boolean exporterEnded(long current) {
    slot.reapExporter();
    return registry.getLong(gate) != current;
  }

  /**
   * Aborts the import for good after a fault, because another process has truncated the object;
   * returns the code.
   */
  private int damaged() {
    breakOff();
    return RsmReturn.BARRIER_FAILURE;
  }

  private void breakOff() {
    synchronized (mapping) {
      cut = true;
      RegistryConnection.View now = view;
      if (now != null) {
        view = now.broken();
      }
    }
    noticeAbort();
  }

  /** Moves items if the connection is open. */
  private <T> int move(MappedItemCopy<T> how, long offset, T local, int index, int count) {
    try {
      RegistryConnection.View now = enter();
      try {
        if (now == null) {
          return RsmReturn.CONN_ABORTED;
        }
        how.move(now, (int) offset, local, index, count);
        if (now.guard.isIntact(turn++)) {
          return RsmReturn.SUCCESS;
        }
      } finally {
        leave();
      }
      TruncationWatch.drainPendingFaults();
      if (view == null) {
        throw disconnected();
      }
      return damaged();
    } catch (InternalError fault) {
      return damaged();
    }
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return move(MappedItemCopy.GET8, offset, data, index, count);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return move(MappedItemCopy.GET16, offset, data, index, count);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return move(MappedItemCopy.GET32, offset, data, index, count);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return move(MappedItemCopy.GET64, offset, data, index, count);
  }

  @Override
  protected int implGet(long offset, ByteBuffer data, int index, int count) {
    return move(MappedItemCopy.GET, offset, data, index, count);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return move(MappedItemCopy.PUT8, offset, data, index, count);
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return move(MappedItemCopy.PUT16, offset, data, index, count);
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return move(MappedItemCopy.PUT32, offset, data, index, count);
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return move(MappedItemCopy.PUT64, offset, data, index, count);
  }

  @Override
  protected int implPut(long offset, ByteBuffer data, int index, int count) {
    return move(MappedItemCopy.PUT, offset, data, index, count);
  }

  private int ordered() {
    VarHandle.fullFence();
    return implIsAborted() ? RsmReturn.CONN_ABORTED : RsmReturn.SUCCESS;
  }

  @Override
  protected int implOrderBarrier(RsmBarrier barrier) {
    return ordered();
  }

  @Override
  protected int implCloseBarrier(RsmBarrier barrier) {
    return ordered();
  }

  @Override
  protected SegmentMap implMap(long address, int perm, long offset, long bytes) {
    synchronized (mapping) {
      registry.lock();
      try {
        long current = registry.getLong(gate);
        if (cut || RegistryLayout.state(current) != RegistryLayout.CONNECTED) {
          throw abortedMeanwhile();
        }
        long mapped;
        try {
          mapped = slot.mapWindow(address, false, perm, offset, bytes);
        } catch (RsmException failed) {
          throw exporterEnded(current) ? abortedMeanwhile() : failed;
        }
        boolean writable = (perm & Permission.WRITE) != 0;
        window = new ExplicitMapping(mapped, bytes, offset, perm, current);
        showsGeneration(current);
        registry.setInt(entry() + RegistryLayout.I_MAPPED, RegistryLayout.MAP_LIVE);
        ByteBuffer buffer = window.buffer();
        return new SegmentMap(
            mapped, writable ? buffer : buffer.asReadOnlyBuffer().order(buffer.order()));
      } finally {
        registry.unlock();
      }
    }
  }

  private RsmException abortedMeanwhile() {
    return ShmFailures.of(
        RsmReturn.CONN_ABORTED,
        this + ".map",
        "state",
        "aborted",
        "disconnect it and connect anew");
  }

  private int entry() {
    return RegistryLayout.imported(slot.index());
  }

  private void showsGeneration(long shown) {
    registry.setInt(entry() + RegistryLayout.I_MAP_GENERATION, (int) (shown >>> 32));
  }

  @Override
  protected void implUnmap() {
    synchronized (mapping) {
      boolean hidden = window.hide();
      window = null;
      hidden(hidden);
    }
  }

  @Override
  public void onPossibleTruncation() {
    synchronized (mapping) {
      registry.lock();
      try {
        if (slot.isTruncated()) {
          breakOff();
        }
      } finally {
        registry.unlock();
      }
    }
  }

  @Override
  public void onDoorbell() {
    noticeAbort();
    synchronized (mapping) {
      if (window != null) {
        refresh();
      }
    }
  }

  /** Makes the explicit mapping show the present memory of the segment. */
  private void refresh() {
    registry.lock();
    try {
      long current = registry.getLong(gate);
      if (cut || RegistryLayout.state(current) != RegistryLayout.CONNECTED) {
        hidden(window.hide());
      } else if (current != window.shown()) {
        show(current);
        showsGeneration(current);
      }
    } finally {
      registry.unlock();
    }
  }

  /** Records for the exporter that no explicit mapping shows its memory, if that is so. */
  private void hidden(boolean hidden) {
    if (hidden) {
      registry.setInt(entry() + RegistryLayout.I_MAPPED, 0);
    }
  }

  private void show(long current) {
    try {
      slot.mapWindow(window.address(), true, window.permission(), window.offset(), window.bytes());
      window.shows(current);
    } catch (RsmException gone) {
      // The exporter has ended meanwhile, so the mapping gets private pages, as after an abort.
      window.hide();
    }
  }

  @Override
  protected void implDisconnect() {
    RegistryConnection.View last;
    // Waits for a transfer that is just mapping. If it set its view after this, it would use the
    // slot when that belongs to another import.
    synchronized (mapping) {
      last = view;
      view = null;
    }
    registry.remove(this);
    try {
      boolean quiet = awaitQuiet();
      // The count that was waited for is in memory that other processes write. So the addresses
      // stay mapped to private pages, which keeps a running transfer from a fault and from the
      // exporter's memory.
      free(last.hide() || quiet);
    } finally {
      registry.release();
    }
  }

  private void free(boolean unused) {
    registry.lock();
    try {
      if (unused) {
        ImportSlots.free(registry, slot.index(), slot.tag());
      }
    } finally {
      registry.unlock();
      SharedSignals.wakeAll(registry, signals);
    }
  }

  /** Waits for the end of transfers of other threads that began before, which only copy. */
  private boolean awaitQuiet() {
    long end = System.nanoTime() + QUIET_NANOS;
    while (isBusy()) {
      if (System.nanoTime() - end > 0) {
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  private boolean isBusy() {
    try {
      return registry.getInt(busy) > 0;
    } catch (RsmException cut) {
      // The registry is truncated and will soon be restored.
      return true;
    }
  }

  @Override
  protected int implPost(boolean drop) {
    RegistryConnection.View now = enter();
    try {
      int target = RegistryLayout.segment(slot.segment());
      boolean posted =
          now != null
              && SharedSignals.post(
                  registry,
                  target + RegistryLayout.S_SIGNALS,
                  slot.segmentTag(),
                  drop,
                  registry.getInt(target + RegistryLayout.S_OWNER));
      return posted ? RsmReturn.SUCCESS : RsmReturn.CONN_ABORTED;
    } finally {
      leave();
    }
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return SharedSignals.await(registry, signals, slot.tag(), timeoutMillis, live);
  }

  @Override
  protected int implAwaitOrAborted(int timeoutMillis) {
    return SharedSignals.await(registry, signals, slot.tag(), timeoutMillis, live, over);
  }

  @Override
  protected boolean implIsAborted() {
    try {
      return cut || RegistryLayout.state(registry.getLong(gate)) != RegistryLayout.CONNECTED;
    } catch (RsmException damaged) {
      // Another process has truncated the registry, so that the slot is lost.
      return true;
    }
  }

  @Override
  protected boolean implTake() {
    return SharedSignals.take(words, signals, slot.tag());
  }

  @Override
  protected void implPolled(boolean on) {
    SharedSignals.polled(words, signals, slot.tag(), on);
  }
}
