package org.dat4j.rsm.natives.librsm;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.natives.librsm.Layouts.RsmapiBarrierT;

/**
 * The barriers of an import. The library uses the one that was initialised last for transfers in
 * implicit mode, without a lock, forgets it whichever is destroyed, and follows its pointers in any
 * mode. So there is always one, made with the import and used to ask whether it is aborted, and
 * none is destroyed before the import is: one that a program destroys serves the next of its type.
 */
final class Barriers {
  private record Kept(Block memory, BarrierType type) {}

  @FunctionalInterface
  private interface Function {
    int call(long barrier);
  }

  private final Handle handle;
  private final Object segment;
  private final Block probe;
  private final Map<RsmBarrier, Kept> used = new ConcurrentHashMap<>();
  private final List<Kept> unused = new ArrayList<>();

  Barriers(Handle handle, Object segment) {
    this.handle = handle;
    this.segment = segment;
    this.probe = make(BarrierType.DEFAULT);
  }

  private Block make(BarrierType type) {
    Block memory = new Block(RsmapiBarrierT.SIZE);
    Refusals.check(
        LibRsm.rsm_memseg_import_init_barrier(handle.value(), type.value(), memory.address),
        segment + ".initBarrier",
        "rsm_memseg_import_init_barrier");
    return memory;
  }

  /** In the lock of the segment. */
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

  /** In the lock of the segment. */
  void destroy(RsmBarrier barrier) {
    unused.add(used.remove(barrier));
  }

  /** Calls a function with a barrier. */
  private int call(RsmBarrier barrier, Function function) {
    if (!handle.enter()) {
      throw Refusals.ended(segment);
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
   * Whether the exporter has withdrawn the segment. Some calls of the library do not notice, but
   * the end of a span does.
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

  /** When no call uses the segment any more, before it is disconnected. */
  void end() {
    used.values().forEach(kept -> destroy(kept.memory));
    unused.forEach(kept -> destroy(kept.memory));
    destroy(probe);
  }

  private static void destroy(Block memory) {
    LibRsm.rsm_memseg_import_destroy_barrier(memory.address);
  }
}
