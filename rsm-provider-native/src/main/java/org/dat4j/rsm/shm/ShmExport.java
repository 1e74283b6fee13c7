package org.dat4j.rsm.shm;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.Access;

/**
 * An RSM export segment in shared memory: a slot in the registry of its node, and a part of a
 * shared object with data.
 */
final class ShmExport extends AbstractExportSegment implements NodeRegistry.LocalSegment {
  private static final long QUIET_NANOS = 1_000_000_000L;

  private final NodeRegistry registry;
  private final ExportableMemory objects;
  private final int segment;
  private final int tag;
  private final int mode;
  private final int signals;
  private final BooleanSupplier live = this::isLive;

  /** The slot's count at the last check for lost imports; 0 while no listener is registered. */
  private volatile int losses;

  /**
   * The exported memory, kept reachable because its collection would unmap memory that importers
   * use.
   */
  private ByteBuffer memory;

  /** The part of a shared object under the memory; changed under the arrangement lock only. */
  private volatile ExportableMemory.Part part;

  /**
   * The imports that have to map the object to which the memory moved. Guarded by the registry's
   * lock.
   */
  private int[] followers = new int[0];

  /**
   * The generation in the gates of the imports. It is kept here and not read from the registry,
   * which other processes write.
   */
  private int generation = 1;

  /** Makes a segment that is a user of its node's registry, which the caller has counted. */
  ShmExport(ShmController controller, ByteBuffer memory, int flags) {
    super(controller, memory.capacity(), flags);
    this.registry = controller.home();
    this.memory = memory;
    this.mode = Access.defaultMode(ProcessInfo.umask());
    this.objects = ExportableMemory.of(registry.domain());
    objects.arrangement().lock();
    try {
      this.part = objects.acquire(memory, this);
      boolean taken = false;
      try {
        registry.lock();
        try {
          this.segment =
              SegmentSlots.take(registry, memory.capacity(), mode, controller.unit(), part);
          this.tag = registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_TAG);
          taken = true;
        } finally {
          registry.unlock();
        }
      } finally {
        if (!taken) {
          part.release();
        }
      }
    } finally {
      objects.arrangement().unlock();
    }
    this.signals = RegistryLayout.segment(segment) + RegistryLayout.S_SIGNALS;
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
   * Tells whether the slot still belongs to this segment, as a process may have damaged the
   * registry. The caller holds the registry's lock.
   */
  private boolean ownsSlot() {
    int slot = RegistryLayout.segment(segment);
    return registry.getInt(slot + RegistryLayout.S_TAG) == tag
        && registry.getInt(slot + RegistryLayout.S_OWNER) == registry.self();
  }

  private void checkSlot(String call) {
    if (!ownsSlot()) {
      throw ShmFailures.of(
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
      registry.checkUsable();
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
    if (!quiet(imports, 0, soon())) {
      part.moveAway();
      registry.lock();
      try {
        SegmentSlots.back(registry, segment, part);
      } finally {
        registry.unlock();
      }
    }
  }

  private static long soon() {
    return System.nanoTime() + QUIET_NANOS;
  }

  /**
   * Waits until no transfer that began before is under way and no explicit mapping shows old
   * memory. Returns false if a running importer does not reach that in time, because it was
   * stopped.
   *
   * @param shown the generation that mappings have to show, 0 for none
   * @param end when to give up, as System.nanoTime has it
   */
  private boolean quiet(int[] imports, int shown, long end) {
    for (int i : imports) {
      while (!quiet(RegistryLayout.imported(i), shown)) {
        if (!ProcessSlots.runs(
            registry, registry.getInt(RegistryLayout.imported(i) + RegistryLayout.I_OWNER))) {
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

  private boolean quiet(int slot, int shown) {
    if (registry.getInt(slot + RegistryLayout.I_BUSY) > 0
        && registry.getInt(slot + RegistryLayout.I_SEGMENT_TAG) == tag) {
      return false;
    }
    return registry.getInt(slot + RegistryLayout.I_MAPPED) != RegistryLayout.MAP_LIVE
        || registry.getInt(slot + RegistryLayout.I_SEGMENT_TAG) != tag
        || registry.getInt(slot + RegistryLayout.I_MAP_GENERATION) == shown;
  }

  @Override
  protected void implRebind(ByteBuffer other) {
    ExportableMemory.Part old;
    int[] imports;
    int shown;
    objects.arrangement().lock();
    try {
      old = part;
      ExportableMemory.Part next = objects.acquire(other, this);
      if (next.same(old)) {
        next.release();
        return;
      }
      boolean bound = false;
      registry.lock();
      try {
        checkSlot("rebind");
        part = next;
        permit(SegmentSlots.list(registry, segment));
        moved();
        imports = followers;
        shown = generation;
        bound = true;
      } finally {
        registry.unlock();
        if (!bound) {
          part = old;
          next.release();
        }
      }
    } finally {
      objects.arrangement().unlock();
    }
    if (!quiet(imports, shown, soon())) {
      old.moveAway();
    }
    ByteBuffer last = memory;
    memory = other;
    old.release();
    // Until then its addresses must not be reused.
    Reference.reachabilityFence(last);
  }

  /**
   * Records where the data is now, and makes importers map it there. The caller holds the
   * registry's lock.
   */
  void moved() {
    if (!ownsSlot()) {
      followers = new int[0];
      return;
    }
    int slot = RegistryLayout.segment(segment);
    SegmentSlots.back(registry, segment, part);
    generation++;
    registry.setInt(slot + RegistryLayout.S_GENERATION, generation);
    followers = ImportSlots.of(registry, segment);
    for (int i : followers) {
      ImportSlots.change(registry, i, RegistryLayout.gate(RegistryLayout.CONNECTED, generation));
    }
  }

  /** Waits until importers have mapped the new object, and aborts those that do not in time. */
  static void awaitFollowed(List<ShmExport> moved) {
    long end = soon();
    for (ShmExport export : moved) {
      if (!export.quiet(export.followers, export.generation, end)) {
        export.abortLaggards();
      }
    }
  }

  private void abortLaggards() {
    lock();
    try {
      for (int i : followers) {
        // An import that was disconnected meanwhile has left its slot, which must stay free.
        if (ImportSlots.isConnected(registry, i)
            && !quiet(RegistryLayout.imported(i), generation)) {
          ImportSlots.abort(registry, segment, i);
        }
      }
    } finally {
      unlock();
    }
  }

  boolean uses(ExportableMemory.Part candidate) {
    return part == candidate;
  }

  int node() {
    return registry.node();
  }

  void lock() {
    registry.lock();
  }

  void unlock() {
    registry.unlock();
  }

  @Override
  protected void implDestroy() {
    registry.remove(this);
    try {
      freeSlot();
    } finally {
      part.release();
      memory = null;
      registry.release();
    }
  }

  private void freeSlot() {
    registry.lock();
    try {
      if (ownsSlot()) {
        SegmentSlots.free(registry, segment);
      }
    } finally {
      registry.unlock();
      SharedSignals.wakeAll(registry, signals);
    }
  }

  @Override
  protected int implPost(boolean drop) {
    int own = RegistryLayout.segment(segment);
    long words = registry.getLong(own + RegistryLayout.S_IMPORT_WORDS);
    for (; words != 0; words &= words - 1) {
      int w = Long.numberOfTrailingZeros(words);
      long bits = registry.getLong(ImportSlots.word(own, w));
      for (; bits != 0; bits &= bits - 1) {
        int slot = RegistryLayout.imported((w << 6) + Long.numberOfTrailingZeros(bits));
        // The tag is read first: a connect to another segment writes it last.
        int importTag = registry.getInt(slot + RegistryLayout.I_TAG);
        if (registry.getInt(slot + RegistryLayout.I_SEGMENT_TAG) == tag) {
          SharedSignals.post(
              registry,
              slot + RegistryLayout.I_SIGNALS,
              importTag,
              drop,
              registry.getInt(slot + RegistryLayout.I_OWNER));
        }
      }
    }
    return RsmReturn.SUCCESS;
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return SharedSignals.await(registry, signals, tag, timeoutMillis, live);
  }

  @Override
  protected boolean implTake() {
    return SharedSignals.take(registry.memory(), signals, tag);
  }

  @Override
  protected void implPolled(boolean on) {
    SharedSignals.polled(registry.memory(), signals, tag, on);
  }

  @Override
  public void onPossibleTruncation() {
    // Nothing is done, because only the program's own accesses to its memory may fault.
  }

  @Override
  public void onDoorbell() {
    wakePollers();
    if (losses != 0) {
      takeLost();
    }
  }

  private void takeLost() {
    List<ImporterInfo> lost = List.of();
    registry.lock();
    try {
      int now = registry.getInt(RegistryLayout.segment(segment) + RegistryLayout.S_LOSSES);
      if (now != losses && ownsSlot()) {
        losses = now;
        lost = ImportSlots.takeLost(registry, segment);
      }
    } finally {
      registry.unlock();
    }
    lost.forEach(this::importerLost);
  }

  @Override
  protected List<ImporterInfo> implImporters() {
    List<ImporterInfo> all = new ArrayList<>();
    registry.lock();
    try {
      for (int i : ownsSlot() ? ImportSlots.of(registry, segment) : new int[0]) {
        if (ProcessSlots.runs(
            registry, registry.getInt(RegistryLayout.imported(i) + RegistryLayout.I_OWNER))) {
          all.add(ImportSlots.info(registry, i));
        }
      }
    } finally {
      registry.unlock();
    }
    return all;
  }

  @Override
  protected void implWatchImporters() {
    registry.lock();
    try {
      checkSlot("onImporterLost");
      if (losses == 0) {
        losses = 1;
        registry.setInt(RegistryLayout.segment(segment) + RegistryLayout.S_LOSSES, losses);
      }
    } finally {
      registry.unlock();
    }
  }
}
