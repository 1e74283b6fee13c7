package org.dat4j.rsm.librsm;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.librsm.StructLayouts.RsmapiControllerAttrT;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * An RSM controller whose calls go to librsm, the RSM library of Solaris. Its handle is returned
 * when the controller and everything made with it have ended, as the library's segments refer to
 * it.
 */
final class LibrsmController extends AbstractController {
  static final StructField HANDLE = new StructField(0, Long.BYTES);

  private static final int ALL_SIZES =
      RsmConstants.DAS8 | RsmConstants.DAS16 | RsmConstants.DAS32 | RsmConstants.DAS64;

  private final long handle;
  private final ControllerAttr attr;
  private final AtomicInteger holders = new AtomicInteger(1);

  private LibrsmController(String name, long handle) {
    super(name);
    this.handle = handle;
    this.attr = attributes();
  }

  static LibrsmController open(String name) {
    NativeBlock text = NativeBlock.text(name);
    NativeBlock out = new NativeBlock(Long.BYTES);
    int code = LibRsm.rsm_get_controller(text.address, out.address);
    if (code == RsmReturn.CTLR_NOT_PRESENT) {
      throw new RsmException(
          code,
          "Rsm.getController",
          "name",
          name,
          "librsm lists " + LibrsmProvider.names() + ", and loopback");
    }
    LibraryFailures.check(code, "Rsm.getController(" + name + ")", "rsm_get_controller");
    long handle = out.getLong(HANDLE);
    try {
      return new LibrsmController(name, handle);
    } catch (RsmException noAttributes) {
      LibRsm.rsm_release_controller(handle);
      throw noAttributes;
    }
  }

  private ControllerAttr attributes() {
    NativeBlock found = new NativeBlock(RsmapiControllerAttrT.SIZE);
    LibraryFailures.check(
        LibRsm.rsm_get_controller_attr(handle, found.address),
        this + ".getAttr",
        "rsm_get_controller_attr");
    // The library measures in pages of the system, whatever a controller's attribute says.
    long page =
        Math.max(
            SystemCalls.pageSize(),
            Long.highestOneBit(found.getLong(RsmapiControllerAttrT.ATTR_PAGE_SIZE)));
    if (isLoopback()) {
      // The library's own loopback controller reports 0 for all limits, which means that it has
      // none.
      long most = Long.MAX_VALUE;
      return new ControllerAttr(ALL_SIZES, ALL_SIZES, page, most, most, most, most, most, most);
    }
    return new ControllerAttr(
        found.getInt(RsmapiControllerAttrT.ATTR_DIRECT_ACCESS_SIZES),
        found.getInt(RsmapiControllerAttrT.ATTR_ATOMIC_SIZES),
        page,
        limit(found.getLong(RsmapiControllerAttrT.ATTR_MAX_EXPORT_SEGMENT_SIZE)),
        limit(found.getLong(RsmapiControllerAttrT.ATTR_TOT_EXPORT_SEGMENT_SIZE)),
        limit(found.getLong(RsmapiControllerAttrT.ATTR_MAX_EXPORT_SEGMENTS)),
        limit(found.getLong(RsmapiControllerAttrT.ATTR_MAX_IMPORT_MAP_SIZE)),
        limit(found.getLong(RsmapiControllerAttrT.ATTR_TOT_IMPORT_MAP_SIZE)),
        limit(found.getLong(RsmapiControllerAttrT.ATTR_MAX_IMPORT_SEGMENTS)));
  }

  /** Converts an unsigned number, which may be too large for a {@code long}. */
  private static long limit(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  /** A function of the library that makes an object of a controller. */
  @FunctionalInterface
  interface Maker {
    /**
     * Calls the function.
     *
     * @param controller handle of the controller
     * @param out address for the handle of the object
     * @return the code
     */
    int call(long controller, long out);
  }

  /**
   * Makes an object and returns its handle. Counts the object before the call, so that no other
   * thread gives back the controller during the call.
   */
  long make(Maker maker, String where, String function) {
    hold(where);
    boolean made = false;
    try {
      NativeBlock out = new NativeBlock(Long.BYTES);
      LibraryFailures.check(maker.call(handle, out.address), where, function);
      made = true;
      return out.getLong(HANDLE);
    } finally {
      if (!made) {
        letGo();
      }
    }
  }

  private void hold(String where) {
    int now;
    do {
      now = holders.get();
      if (now == 0) {
        throw new RsmException(
            RsmReturn.BAD_CTLR_HNDL,
            where,
            "controller",
            this,
            "it is fully released; get it again");
      }
    } while (!holders.compareAndSet(now, now + 1));
  }

  /** Counts the end of an object that {@link #make} made. */
  void letGo() {
    if (holders.decrementAndGet() == 0) {
      LibRsm.rsm_release_controller(handle);
    }
  }

  /** Returns the library's handle for a local memory handle of a vector; null if it is freed. */
  LibraryHandle local(LocalMemoryHandle local) {
    return (LibraryHandle) localMemory(local);
  }

  @Override
  protected ControllerAttr implAttr() {
    return attr;
  }

  @Override
  protected int implLocalNode() {
    return TopologyReader.read().localNodeId();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    int page = (int) attr.pageSize();
    if (length <= Integer.MAX_VALUE - page) {
      try {
        return ByteBuffer.allocateDirect(length + page).alignedSlice(page).slice(0, length);
      } catch (OutOfMemoryError tooMuch) {
        // Refused below, like a length that no buffer can have.
      }
    }
    throw new RsmException(
        RsmReturn.INSUFFICIENT_MEM,
        this + ".allocate",
        "length",
        length,
        "give less, or raise -XX:MaxDirectMemorySize");
  }

  @Override
  protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
    return LibrsmExport.create(this, memory, flags);
  }

  @Override
  protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
    return LibrsmImport.connect(this, nodeId, segmentId, perm);
  }

  @Override
  protected Object implCreateLocalMemory(ByteBuffer memory) {
    return new LibraryHandle(
        make(
            (controller, out) ->
                LibRsm.rsm_create_localmemory_handle(
                    controller, out, SystemCalls.addressOf(memory), memory.capacity()),
            this + ".createLocalMemoryHandle",
            "rsm_create_localmemory_handle"));
  }

  @Override
  protected void implFreeLocalMemory(Object prepared) {
    LibraryHandle local = (LibraryHandle) prepared;
    if (local.end()) {
      LibRsm.rsm_free_localmemory_handle(handle, local.value());
      letGo();
    }
  }

  @Override
  protected void implClose() {
    letGo();
  }
}
