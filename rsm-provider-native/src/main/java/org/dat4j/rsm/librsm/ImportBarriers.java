package org.dat4j.rsm.librsm;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.librsm.StructLayouts.RsmapiBarrierT;

/**
 * The barriers that one RSM import has made in librsm, the RSM library of Solaris, kept until the
 * import ends. For transfers in implicit mode the library uses the barrier that was initialised
 * last, without a lock. It forgets that barrier whichever one is destroyed, and follows its
 * pointers in any mode. So one barrier is made with the import and also tells whether the import is
 * aborted. None is destroyed before the import ends: a barrier that a program destroys is reused
 * for the next of its type.
 */
final class ImportBarriers {
  private record Kept(NativeBlock memory, BarrierType type) {}

  @FunctionalInterface
  private interface BarrierFunction {
    int call(long barrier);
  }

  private final LibraryHandle handle;
  private final Object segment;
  private final NativeBlock probe;
  private final Map<RsmBarrier, Kept> used = new ConcurrentHashMap<>();
  private final List<Kept> unused = new ArrayList<>();

  ImportBarriers(LibraryHandle handle, Object segment) {
    this.handle = handle;
    this.segment = segment;
    this.probe = make(BarrierType.DEFAULT);
  }

  private NativeBlock make(BarrierType type) {
    NativeBlock memory = new NativeBlock(RsmapiBarrierT.SIZE);
    LibraryFailures.check(
        LibRsm.rsm_memseg_import_init_barrier(handle.value(), type.value(), memory.address),
        segment + ".initBarrier",
        "rsm_memseg_import_init_barrier");
    return memory;
  }

  /** Makes or reuses the library's barrier for a program's. The caller holds the segment's lock. */
  void init(RsmBarrier barrier, BarrierType type) {
    for (Iterator<Kept> all = unused.iterator(); all.hasNext(); ) {
      Kept kept = all.next();
      if (kept.type == type) {
        all.remove();
        used.put(barrier, kept);
        return;
      }
    }
    used.put(barrier, new Kept(make(type), type));
  }

  /** Keeps the library's barrier for reuse. The caller holds the segment's lock. */
  void destroy(RsmBarrier barrier) {
    unused.add(used.remove(barrier));
  }

  /** Calls a function with a barrier. */
  private int call(RsmBarrier barrier, BarrierFunction function) {
    if (!handle.enter()) {
      throw LibraryFailures.ended(segment);
    }
    try {
      Kept kept = used.get(barrier);
      return kept == null ? RsmReturn.BARRIER_UNINITIALIZED : function.call(kept.memory.address);
    } finally {
      handle.leave();
    }
  }

  int open(RsmBarrier barrier) {
    return call(barrier, LibRsm::rsm_memseg_import_open_barrier);
  }

  int order(RsmBarrier barrier) {
    int code = call(barrier, LibRsm::rsm_memseg_import_order_barrier);
    return code == RsmReturn.SUCCESS && isAborted() ? RsmReturn.CONN_ABORTED : code;
  }

  int close(RsmBarrier barrier) {
    return call(barrier, LibRsm::rsm_memseg_import_close_barrier);
  }

  /**
   * Tells whether the exporter has withdrawn the segment. Some calls of the library do not report
   * that, but the end of a span does.
   */
  boolean isAborted() {
    if (!handle.enter()) {
      return false;
    }
    try {
      synchronized (probe) {
        return LibRsm.rsm_memseg_import_open_barrier(probe.address) == RsmReturn.SUCCESS
            && LibRsm.rsm_memseg_import_close_barrier(probe.address) == RsmReturn.CONN_ABORTED;
      }
    } finally {
      handle.leave();
    }
  }

  /**
   * Destroys all barriers; called after the last call on the segment, before it is disconnected.
   */
  void end() {
    used.values().forEach(kept -> destroy(kept.memory));
    unused.forEach(kept -> destroy(kept.memory));
    destroy(probe);
  }

  private static void destroy(NativeBlock memory) {
    LibRsm.rsm_memseg_import_destroy_barrier(memory.address);
  }
}
