package org.dat4j.rsm.natives.librsm;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmConstants;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.natives.librsm.Layouts.RsmapiControllerAttrT;
import org.dat4j.rsm.spi.AbstractController;
import org.dat4j.rsm.spi.AbstractExportSegment;
import org.dat4j.rsm.spi.AbstractImportSegment;

/**
 * A controller of the library. The library's handle is given back when neither the controller nor
 * anything made with it is left, as the library's segments refer to it.
 */
final class LibrsmController extends AbstractController {
  static final Field HANDLE = new Field(0, Long.BYTES);

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
    Block text = Block.text(name);
    Block out = new Block(Long.BYTES);
    int code = LibRsm.rsm_get_controller(text.address, out.address);
    if (code == RsmReturn.CTLR_NOT_PRESENT) {
      throw new RsmException(
          code,
          "Rsm.getController",
          "name",
          name,
          "librsm lists " + LibrsmProvider.names() + ", and loopback");
    }
    Refusals.check(code, "Rsm.getController(" + name + ")", "rsm_get_controller");
    long handle = out.getLong(HANDLE);
    try {
      return new LibrsmController(name, handle);
    } catch (RsmException noAttributes) {
      LibRsm.rsm_release_controller(handle);
      throw noAttributes;
    }
  }

  private ControllerAttr attributes() {
    Block found = new Block(RsmapiControllerAttrT.SIZE);
    Refusals.check(
        LibRsm.rsm_get_controller_attr(handle, found.address),
        this + ".getAttr",
        "rsm_get_controller_attr");
    // The library measures in pages of the system, whatever a controller's attribute says.
    long page =
        Math.max(
            SystemCalls.pageSize(),
            Long.highestOneBit(found.getLong(RsmapiControllerAttrT.ATTR_PAGE_SIZE)));
    if (isLoopback()) {
      // The library's own loopback says 0 throughout, and means that it has no limits.
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

  /** An unsigned number that may be too large. */
  private static long limit(long unsigned) {
    return unsigned < 0 ? Long.MAX_VALUE : unsigned;
  }

  long handle() {
    return handle;
  }

  /** Something made with this controller begins. */
  void hold() {
    holders.incrementAndGet();
  }

  /** It has ended. */
  void letGo() {
    if (holders.decrementAndGet() == 0) {
      LibRsm.rsm_release_controller(handle);
    }
  }

  /** What the library has for a handle of a vector; null if it is freed. */
  Handle local(LocalMemoryHandle local) {
    return (Handle) localMemory(local);
  }

  @Override
  protected ControllerAttr implAttr() {
    return attr;
  }

  @Override
  protected int implLocalNode() {
    return Topology.read().localNodeId();
  }

  @Override
  protected ByteBuffer implAllocate(int length) {
    int page = (int) attr.pageSize();
    if (length <= Integer.MAX_VALUE - page) {
      try {
        return ByteBuffer.allocateDirect(length + page).alignedSlice(page).slice(0, length);
      } catch (OutOfMemoryError tooMuch) {
        // Told below, as a length that no buffer can have is.
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
    Block out = new Block(Long.BYTES);
    Refusals.check(
        LibRsm.rsm_create_localmemory_handle(
            handle, out.address, SystemCalls.addressOf(memory), memory.capacity()),
        this + ".createLocalMemoryHandle",
        "rsm_create_localmemory_handle");
    hold();
    return new Handle(out.getLong(HANDLE));
  }

  @Override
  protected void implFreeLocalMemory(Object prepared) {
    Handle local = (Handle) prepared;
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
