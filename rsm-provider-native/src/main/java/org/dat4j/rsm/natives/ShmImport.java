package org.dat4j.rsm.natives;

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
 * An import. A transfer marks itself busy, compares the gate with the value its mapping was made
 * for, and copies: the exporter changes the gate first and then waits until nobody is busy, so a
 * transfer that found the gate unchanged ends before a withdrawal does.
 */
final class ShmImport extends AbstractImportSegment implements NodeRegistry.Local {
  private static final long QUIET_NANOS = 1_000_000_000L;

  /**
   * Whether the gate is read behind the busy mark without more: an addition is a full fence on x86.
   */
  private static final boolean ADDING_FENCES = "amd64".equals(System.getProperty("os.arch"));

  private final Connection slot;
  private final Connection.Mapper mapper;
  private final NodeRegistry registry;
  private final ByteBuffer words;
  private final LongBuffer gates;
  private final int gate;
  private final int busy;
  private final int signals;
  private final BooleanSupplier live = this::isLive;
  private final Object mapping = new Object();

  /** Changed under {@link #mapping} only; null from the disconnect on. */
  private volatile Connection.View view;

  /** For the guard: changes with each transfer, more or less. */
  private int turn;

  /** Somebody has cut the object with the data. */
  private volatile boolean cut;

  private MappedWindow window;

  ShmImport(ShmController controller, Connection slot, int perm) {
    this(controller, slot, slot::mapData, perm);
  }

  ShmImport(ShmController controller, Connection slot, Connection.Mapper mapper, int perm) {
    super(controller, slot.length(), perm);
    int entry = Layout.imported(slot.index());
    this.slot = slot;
    this.mapper = mapper;
    this.registry = slot.registry();
    this.words = registry.memory();
    this.gates = words.asLongBuffer();
    this.gate = entry + Layout.I_GATE;
    this.busy = entry + Layout.I_BUSY;
    this.signals = entry + Layout.I_SIGNALS;
    this.view = slot.view();
    registry.add(this);
  }

  /** Begins an access: the data as mapped, or null if the import is aborted. Ends with leave. */
  private Connection.View enter() {
    Layout.INT.getAndAdd(words, busy, 1);
    if (!ADDING_FENCES) {
      VarHandle.fullFence();
    }
    Connection.View now = view;
    if (now != null && gates.get(gate >> 3) == now.gate) {
      VarHandle.acquireFence();
      return now;
    }
    return enterAgain();
  }

  private void leave() {
    Layout.INT.getAndAdd(words, busy, -1);
  }

  /** The memory was rebound, or the connection has ended. */
  private Connection.View enterAgain() {
    while (true) {
      Connection.View now = view;
      long current = registry.getLong(gate);
      if (now == null) {
        leave();
        throw Failures.of(
            RsmReturn.BAD_SEG_HNDL, this, "segment", this, "it was disconnected meanwhile");
      }
      if (cut) {
        CutWatch.takeFaults();
        return null;
      }
      if (Layout.state(current) != Layout.CONNECTED) {
        return null;
      }
      if (current == now.gate) {
        return now;
      }
      // Not busy while it maps: the exporter may be waiting.
      leave();
      remap();
      Layout.INT.getAndAdd(words, busy, 1);
    }
  }

  private void remap() {
    synchronized (mapping) {
      registry.lock();
      try {
        long current = registry.getLong(gate);
        Connection.View now = view;
        if (now != null && current != now.gate && Layout.state(current) == Layout.CONNECTED) {
          // The old mapping goes when no transfer uses it any more.
          view = mapped(current);
        }
      } finally {
        registry.unlock();
      }
    }
  }

  /** The memory of that gate; as it was if the import is aborted, as its exporter has ended. */
  private Connection.View mapped(long current) {
    try {
      return mapper.map(current, permission());
    } catch (RsmException failed) {
      if (exporterEnded(current)) {
        return view;
      }
      throw failed;
    }
  }

  /** Whether the exporter has ended: what it shared goes before its imports are aborted, maybe. */
  private boolean exporterEnded(long current) {
    slot.reapExporter();
    return registry.getLong(gate) != current;
  }

  /** The answer to a fault of the memory: somebody has cut its object. It is aborted for good. */
  private int damaged() {
    breakOff();
    return RsmReturn.BARRIER_FAILURE;
  }

  private void breakOff() {
    synchronized (mapping) {
      cut = true;
      Connection.View now = view;
      if (now != null) {
        view = now.broken();
      }
    }
  }

  /** Moves items if the connection stands. */
  private <T> int move(Items<T> how, long offset, T local, int index, int count) {
    try {
      Connection.View now = enter();
      try {
        if (now == null) {
          return RsmReturn.CONN_ABORTED;
        }
        how.move(now, (int) offset, local, index, count);
        if (now.guard.holds(turn++)) {
          return RsmReturn.SUCCESS;
        }
      } finally {
        leave();
      }
      CutWatch.takeFaults();
      return damaged();
    } catch (InternalError fault) {
      return damaged();
    }
  }

  @Override
  protected int implGet8(long offset, byte[] data, int index, int count) {
    return move(Items.GET8, offset, data, index, count);
  }

  @Override
  protected int implGet16(long offset, short[] data, int index, int count) {
    return move(Items.GET16, offset, data, index, count);
  }

  @Override
  protected int implGet32(long offset, int[] data, int index, int count) {
    return move(Items.GET32, offset, data, index, count);
  }

  @Override
  protected int implGet64(long offset, long[] data, int index, int count) {
    return move(Items.GET64, offset, data, index, count);
  }

  @Override
  protected int implGet(long offset, ByteBuffer data, int index, int count) {
    return move(Items.GET, offset, data, index, count);
  }

  @Override
  protected int implPut8(long offset, byte[] data, int index, int count) {
    return move(Items.PUT8, offset, data, index, count);
  }

  @Override
  protected int implPut16(long offset, short[] data, int index, int count) {
    return move(Items.PUT16, offset, data, index, count);
  }

  @Override
  protected int implPut32(long offset, int[] data, int index, int count) {
    return move(Items.PUT32, offset, data, index, count);
  }

  @Override
  protected int implPut64(long offset, long[] data, int index, int count) {
    return move(Items.PUT64, offset, data, index, count);
  }

  @Override
  protected int implPut(long offset, ByteBuffer data, int index, int count) {
    return move(Items.PUT, offset, data, index, count);
  }

  private int ordered() {
    VarHandle.fullFence();
    return !cut && Layout.state(registry.getLong(gate)) == Layout.CONNECTED
        ? RsmReturn.SUCCESS
        : RsmReturn.CONN_ABORTED;
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
  protected SegmentMap implMap(long address, int perm, long offset, long octets) {
    synchronized (mapping) {
      registry.lock();
      try {
        long current = registry.getLong(gate);
        if (cut || Layout.state(current) != Layout.CONNECTED) {
          throw aborted();
        }
        long mapped;
        try {
          mapped = slot.mapWindow(address, false, perm, offset, octets);
        } catch (RsmException failed) {
          throw exporterEnded(current) ? aborted() : failed;
        }
        boolean writable = (perm & Permission.WRITE) != 0;
        window = new MappedWindow(mapped, octets, offset, perm, current);
        showsGeneration(current);
        registry.setInt(entry() + Layout.I_MAPPED, Layout.MAP_LIVE);
        ByteBuffer buffer = window.buffer();
        return new SegmentMap(
            mapped, writable ? buffer : buffer.asReadOnlyBuffer().order(buffer.order()));
      } finally {
        registry.unlock();
      }
    }
  }

  private RsmException aborted() {
    return Failures.of(
        RsmReturn.CONN_ABORTED,
        this + ".map",
        "state",
        "aborted",
        "disconnect it and connect anew");
  }

  private int entry() {
    return Layout.imported(slot.index());
  }

  private void showsGeneration(long shown) {
    registry.setInt(entry() + Layout.I_MAP_GENERATION, (int) (shown >>> 32));
  }

  @Override
  protected void implUnmap() {
    synchronized (mapping) {
      window.hide();
      window = null;
      registry.setInt(entry() + Layout.I_MAPPED, 0);
    }
  }

  @Override
  public void mayBeCut() {
    synchronized (mapping) {
      registry.lock();
      try {
        if (slot.isCut()) {
          breakOff();
        }
      } finally {
        registry.unlock();
      }
    }
  }

  @Override
  public void rang() {
    wakePollers();
    synchronized (mapping) {
      if (window != null) {
        refresh();
      }
    }
  }

  /** Makes the explicit mapping show what the segment is now. */
  private void refresh() {
    registry.lock();
    try {
      long current = registry.getLong(gate);
      if (cut || Layout.state(current) != Layout.CONNECTED) {
        window.hide();
        registry.setInt(entry() + Layout.I_MAPPED, 0);
      } else if (current != window.shown()) {
        show(current);
        showsGeneration(current);
      }
    } finally {
      registry.unlock();
    }
  }

  private void show(long current) {
    try {
      slot.mapWindow(window.address(), true, window.permission(), window.offset(), window.octets());
      window.shows(current);
    } catch (RsmException gone) {
      // The exporter has ended meanwhile: private pages, as after an abort.
      window.hide();
    }
  }

  @Override
  protected void implDisconnect() {
    Connection.View last;
    // After a transfer that is just mapping: its view in the place of none would let it go by the
    // slot when that is another's.
    synchronized (mapping) {
      last = view;
      view = null;
    }
    registry.remove(this);
    boolean quiet = awaitQuiet();
    registry.lock();
    try {
      ImportSlots.free(registry, slot.index());
    } finally {
      registry.unlock();
    }
    if (quiet) {
      last.unmap();
    }
    registry.release();
  }

  /** Transfers of other threads that began before end soon: they only copy. */
  private boolean awaitQuiet() {
    long end = System.nanoTime() + QUIET_NANOS;
    while (registry.getInt(busy) > 0) {
      if (System.nanoTime() - end > 0) {
        // A fault kept one from saying that it has ended; the collector unmaps when it may.
        return false;
      }
      Thread.yield();
    }
    return true;
  }

  @Override
  protected int implPost(boolean drop) {
    Connection.View now = enter();
    try {
      int target = Layout.segment(slot.segment());
      boolean posted =
          now != null
              && Signals.post(
                  registry,
                  target + Layout.S_SIGNALS,
                  slot.segmentTag(),
                  drop,
                  registry.getInt(target + Layout.S_OWNER));
      return posted ? RsmReturn.SUCCESS : RsmReturn.CONN_ABORTED;
    } finally {
      leave();
    }
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return Signals.await(registry, signals, timeoutMillis, live);
  }

  @Override
  protected boolean implTake() {
    return Signals.take(words, signals);
  }

  @Override
  protected void implPolled(boolean on) {
    Signals.polled(words, signals, on);
  }
}
