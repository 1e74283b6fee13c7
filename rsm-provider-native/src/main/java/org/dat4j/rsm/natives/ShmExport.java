package org.dat4j.rsm.natives;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.Access;

/** An export segment: a slot in the registry of its node, and a part of a data object. */
final class ShmExport extends AbstractExportSegment implements NodeRegistry.Local {
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final NodeRegistry registry;
  private final int segment;
  private final int tag;
  private final int mode;
  private final int signals;
  private final BooleanSupplier live = this::isLive;

  /** Kept reachable, as its reclamation would unmap what importers use. */
  private ByteBuffer memory;

  private DataObjects.Part part;

  ShmExport(ShmController controller, ByteBuffer memory, int flags) {
    super(controller, memory.capacity(), flags);
    this.registry = controller.home();
    this.memory = memory;
    this.mode = Access.defaultMode(Processes.umask());
    this.part = DataObjects.of(registry.domain()).acquire(memory);
    registry.lock();
    try {
      this.segment = SegmentSlots.take(registry, memory.capacity(), mode, controller.unit(), part);
      this.tag = registry.getInt(Layout.segment(segment) + Layout.S_TAG);
    } catch (RuntimeException e) {
      part.release();
      throw e;
    } finally {
      registry.unlock();
    }
    this.signals = Layout.segment(segment) + Layout.S_SIGNALS;
    registry.retain();
    registry.add(this);
  }

  private void permit(List<AccessEntry> list) {
    int all = 0;
    for (AccessEntry entry : list) {
      all |= entry.permission();
    }
    part.permit(list.isEmpty() ? mode : all);
  }

  /**
   * Whether the slot is still this segment's: somebody may have damaged the registry. In the lock.
   */
  private boolean ownsSlot() {
    int slot = Layout.segment(segment);
    return registry.getInt(slot + Layout.S_TAG) == tag
        && registry.getInt(slot + Layout.S_OWNER) == registry.self();
  }

  private void checkSlot(String call) {
    if (!ownsSlot()) {
      throw Failures.of(
          RsmReturn.INSUFFICIENT_RESOURCES,
          this + "." + call,
          "slot in the registry of " + registry,
          "lost",
          "somebody has damaged the registry: destroy this segment and create it again");
    }
  }

  @Override
  protected int implPublish(int segmentId, List<AccessEntry> accessList) {
    registry.lock();
    try {
      checkSlot("publish");
      int id = SegmentSlots.publish(registry, segment, segmentId, accessList);
      permit(accessList);
      return id;
    } finally {
      registry.unlock();
    }
  }

  @Override
  protected void implRepublish(List<AccessEntry> accessList) {
    registry.lock();
    try {
      checkSlot("republish");
      SegmentSlots.admit(registry, segment, accessList);
      permit(accessList);
    } finally {
      registry.unlock();
    }
  }

  @Override
  protected void implUnpublish() {
    int[] imports;
    registry.lock();
    try {
      imports = ownsSlot() ? SegmentSlots.withdraw(registry, segment) : new int[0];
    } finally {
      registry.unlock();
    }
    if (!quiet(imports, 0)) {
      part.moveAway();
      registry.lock();
      try {
        SegmentSlots.back(registry, segment, part);
      } finally {
        registry.unlock();
      }
    }
  }

  /**
   * Waits until no transfer that began before is under way and no explicit mapping shows old
   * memory. False if an importer that runs does not get there in time: it is stopped.
   *
   * @param generation what mappings have to show, 0 for none
   */
  private boolean quiet(int[] imports, int generation) {
    long end = System.nanoTime() + QUIET_NANOS;
    for (int i : imports) {
      while (!quiet(Layout.imported(i), generation)) {
        if (!ProcessSlots.runs(registry, registry.getInt(Layout.imported(i) + Layout.I_OWNER))) {
          break;
        }
        if (System.nanoTime() - end > 0) {
          return false;
        }
        Thread.yield();
      }
    }
    return true;
  }

  private boolean quiet(int slot, int generation) {
    if (registry.getInt(slot + Layout.I_BUSY) > 0
        && registry.getInt(slot + Layout.I_SEGMENT_TAG) == tag) {
      return false;
    }
    return registry.getInt(slot + Layout.I_MAPPED) != Layout.MAP_LIVE
        || registry.getInt(slot + Layout.I_SEGMENT_TAG) != tag
        || registry.getInt(slot + Layout.I_MAP_GENERATION) == generation;
  }

  @Override
  protected void implRebind(ByteBuffer other) {
    DataObjects.Part next = DataObjects.of(registry.domain()).acquire(other);
    if (next.same(part)) {
      next.release();
      return;
    }
    DataObjects.Part old = part;
    int[] imports;
    int generation;
    registry.lock();
    try {
      checkSlot("rebind");
      part = next;
      int slot = Layout.segment(segment);
      SegmentSlots.back(registry, segment, next);
      generation = registry.getInt(slot + Layout.S_GENERATION) + 1;
      registry.setInt(slot + Layout.S_GENERATION, generation);
      permit(SegmentSlots.list(registry, segment));
      imports = ImportSlots.of(registry, segment);
      for (int i : imports) {
        ImportSlots.change(registry, i, Layout.gate(Layout.CONNECTED, generation));
      }
    } catch (RuntimeException e) {
      part = old;
      next.release();
      throw e;
    } finally {
      registry.unlock();
    }
    if (!quiet(imports, generation)) {
      old.moveAway();
    }
    ByteBuffer last = memory;
    memory = other;
    old.release();
    // Until then its addresses are not to be given to anybody else.
    Reference.reachabilityFence(last);
  }

  @Override
  protected void implDestroy() {
    registry.remove(this);
    registry.lock();
    try {
      if (ownsSlot()) {
        SegmentSlots.free(registry, segment);
      }
    } finally {
      registry.unlock();
    }
    part.release();
    memory = null;
    registry.release();
  }

  @Override
  protected int implPost(boolean drop) {
    int own = Layout.segment(segment);
    long words = registry.getLong(own + Layout.S_IMPORT_WORDS);
    for (; words != 0; words &= words - 1) {
      int w = Long.numberOfTrailingZeros(words);
      long bits = registry.getLong(ImportSlots.word(own, w));
      for (; bits != 0; bits &= bits - 1) {
        int slot = Layout.imported((w << 6) + Long.numberOfTrailingZeros(bits));
        int importTag = registry.getInt(slot + Layout.I_TAG);
        if (registry.getInt(slot + Layout.I_SEGMENT_TAG) == tag) {
          Signals.post(
              registry,
              slot + Layout.I_SIGNALS,
              importTag,
              drop,
              registry.getInt(slot + Layout.I_OWNER));
        }
      }
    }
    return RsmReturn.SUCCESS;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return Signals.await(registry, signals, timeoutMillis, live);
  }

  @Override
  protected boolean implTake() {
    return Signals.take(registry.memory(), signals);
  }

  @Override
  protected void implPolled(boolean on) {
    Signals.polled(registry.memory(), signals, on);
  }

  @Override
  public void mayBeCut() {
    // The memory is the program's: its own accesses are what may fault.
  }

  @Override
  public void rang() {
    wakePollers();
  }
}
