package org.dat4j.rsm.librsm;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.librsm.StructLayouts.RsmapiAccessEntryT;
import org.dat4j.rsm.spi.AbstractExportSegment;

/** An RSM export segment whose calls go to librsm, the RSM library of Solaris. */
final class LibrsmExport extends AbstractExportSegment {
  private static final StructField SEGMENT_ID = new StructField(0, Integer.BYTES);

  /**
   * All segments that are not destroyed. Their memory must not be collected while peers may write
   * to it, even if the program drops the segment.
   */
  private static final Set<LibrsmExport> EXPORTED = ConcurrentHashMap.newKeySet();

  private final LibrsmController owner;
  private final LibraryHandle handle;
  private final LibrarySignals signals;

  /** The exported memory; reachable as long as this segment is. */
  private volatile ByteBuffer memory;

  private LibrsmExport(LibrsmController owner, long handle, ByteBuffer memory, int flags) {
    super(owner, memory.capacity(), flags);
    this.owner = owner;
    this.handle = new LibraryHandle(handle);
    this.signals = new LibrarySignals(this.handle, this, this::wakePollers, this::isLive);
    this.memory = memory;
    EXPORTED.add(this);
  }

  static LibrsmExport create(LibrsmController owner, ByteBuffer memory, int flags) {
    long handle =
        owner.make(
            (controller, out) ->
                LibRsm.rsm_memseg_export_create(
                    controller, out, SystemCalls.addressOf(memory), memory.capacity(), flags),
            owner + ".createExportSegment",
            "rsm_memseg_export_create");
    boolean made = false;
    try {
      LibrsmExport segment = new LibrsmExport(owner, handle, memory, flags);
      made = true;
      return segment;
    } finally {
      if (!made) {
        LibRsm.rsm_memseg_export_destroy(handle);
        owner.letGo();
      }
    }
  }

  /** Returns the memory that is exported now. */
  ByteBuffer memory() {
    return memory;
  }

  /** Converts an access list to its C form; returns null for an empty one. */
  private static NativeBlock inC(List<AccessEntry> list) {
    if (list.isEmpty()) {
      return null;
    }
    NativeBlock block = new NativeBlock(RsmapiAccessEntryT.SIZE * list.size());
    for (int i = 0; i < list.size(); i++) {
      int entry = RsmapiAccessEntryT.SIZE * i;
      block.setInt(entry, RsmapiAccessEntryT.AE_NODE, list.get(i).node());
      block.setInt(entry, RsmapiAccessEntryT.AE_PERMISSION, list.get(i).permission());
    }
    return block;
  }

  private static long address(NativeBlock list) {
    return list == null ? 0 : list.address;
  }

  @Override
  protected int implPublish(int segmentId, List<AccessEntry> accessList) {
    NativeBlock id = new NativeBlock(Integer.BYTES);
    id.setInt(0, SEGMENT_ID, segmentId);
    NativeBlock list = inC(accessList);
    LibraryFailures.check(
        LibRsm.rsm_memseg_export_publish(
            handle.value(), id.address, address(list), accessList.size()),
        this + ".publish",
        "rsm_memseg_export_publish");
    return id.getInt(SEGMENT_ID);
  }

  @Override
  protected void implRepublish(List<AccessEntry> accessList) {
    NativeBlock list = inC(accessList);
    LibraryFailures.check(
        LibRsm.rsm_memseg_export_republish(handle.value(), address(list), accessList.size()),
        this + ".republish",
        "rsm_memseg_export_republish");
  }

  @Override
  protected void implUnpublish() {
    if (isLive()) {
      LibraryFailures.check(
          LibRsm.rsm_memseg_export_unpublish(handle.value()),
          this + ".unpublish",
          "rsm_memseg_export_unpublish");
    }
  }

  @Override
  protected void implRebind(ByteBuffer replacement) {
    LibraryFailures.check(
        LibRsm.rsm_memseg_export_rebind(
            handle.value(), SystemCalls.addressOf(replacement), 0, replacement.capacity()),
        this + ".rebind",
        "rsm_memseg_export_rebind");
    memory = replacement;
  }

  @Override
  protected void implDestroy() {
    signals.end();
    handle.end();
    int code = LibRsm.rsm_memseg_export_destroy(handle.value());
    owner.letGo();
    // If the library refuses, the memory stays exported and has to stay reachable.
    LibraryFailures.check(code, this + ".destroy", "rsm_memseg_export_destroy");
    EXPORTED.remove(this);
  }

  @Override
  protected int implPost(boolean drop) {
    return signals.post(drop);
  }

  @Override
  protected int implAwait(int timeoutMillis) {
    return signals.await(timeoutMillis);
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
