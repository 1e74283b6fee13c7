package org.dat4j.rsm.spi;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;

/**
 * The base of the RSM controllers of all providers: counts references, keeps track of segments, and
 * checks arguments before the provider's code is called.
 */
public abstract class AbstractController implements RsmController {
  private static final AtomicInteger SERIALS = new AtomicInteger();

  /** The number of references; guarded by the monitor of {@link ControllerTable}. */
  int references;

  private final String name;
  private final Set<AbstractSegment> segments = ConcurrentHashMap.newKeySet();
  private final Set<LocalMemory> localMemories = ConcurrentHashMap.newKeySet();
  private volatile ControllerTable table;

  /**
   * Makes a controller.
   *
   * @param name type and unit
   */
  protected AbstractController(String name) {
    this.name = name;
  }

  final void attach(ControllerTable owner) {
    table = owner;
  }

  final int nextSerial() {
    return SERIALS.getAndIncrement();
  }

  final void forget(AbstractSegment segment) {
    segments.remove(segment);
  }

  final void forget(LocalMemory handle) {
    localMemories.remove(handle);
  }

  @Override
  public final String name() {
    return name;
  }

  /**
   * Tells whether this is the loopback controller, for which some rules differ.
   *
   * @return true if the name is that of the loopback controller
   */
  protected final boolean isLoopback() {
    return name.equals("loopback");
  }

  private void checkLive(String call) {
    if (table == null) {
      throw Errors.of(
          RsmReturn.BAD_CTLR_HNDL,
          this + "." + call,
          "controller",
          this,
          "it is fully released; get it again");
    }
  }

  @Override
  public final ControllerAttr getAttr() {
    checkLive("getAttr");
    return implAttr();
  }

  @Override
  public final void release() {
    ControllerTable owner = table;
    if (owner == null || !owner.release(this)) {
      throw Errors.of(
          RsmReturn.BAD_CTLR_HNDL,
          this + ".release",
          "references",
          0,
          "release it as often as it was got");
    }
  }

  @Override
  public final void close() {
    ControllerTable owner = table;
    if (owner != null) {
      owner.release(this);
    }
  }

  /** Closes the controller after the last release. */
  final void end() {
    table = null;
    segments.forEach(AbstractSegment::orphan);
    localMemories.forEach(LocalMemory::close);
    implClose();
  }

  @Override
  public final ByteBuffer allocate(int length) {
    checkLive("allocate");
    long page = implAttr().pageSize();
    long rounded = (length + page - 1) / page * page;
    if (length <= 0 || rounded > Integer.MAX_VALUE) {
      throw Errors.length(this + ".allocate", "length", length, "give 1 to 2^31-" + page);
    }
    return allocated(implAllocate((int) rounded), (int) rounded, (int) page);
  }

  /** Checks memory of the provider here, where the provider is known to be at fault. */
  private ByteBuffer allocated(ByteBuffer memory, int length, int page) {
    String fault = null;
    if (memory == null) {
      fault = "null";
    } else if (!memory.isDirect() || memory.isReadOnly()) {
      fault = "a buffer that is not direct or is read-only: " + memory;
    } else if (memory.capacity() != length) {
      fault = "a capacity of " + memory.capacity();
    } else if (memory.alignmentOffset(0, page) != 0) {
      fault = "an address that is " + memory.alignmentOffset(0, page) + " bytes past a page";
    }
    if (fault != null) {
      throw new IllegalStateException(
          getClass().getName()
              + ".implAllocate("
              + length
              + ") of controller "
              + name
              + " returned "
              + fault
              + ": the provider has to return that many bytes of direct, writable, zeroed memory,"
              + " aligned to "
              + page);
    }
    return memory.clear().order(ByteOrder.nativeOrder());
  }

  @Override
  public final ExportSegment createExportSegment(ByteBuffer memory, int flags) {
    checkLive("createExportSegment");
    String where = this + ".createExportSegment";
    ControllerAttr attr = implAttr();
    checkMemory(where, memory);
    if (!memory.hasRemaining()) {
      throw Errors.length(where, "memory.remaining", 0, "give at least a page");
    }
    int page = (int) attr.pageSize();
    int misaligned = memory.alignmentOffset(memory.position(), page);
    if (misaligned != 0) {
      throw Errors.of(
          RsmReturn.BAD_MEM_ALIGNMENT,
          where,
          "memory address modulo page",
          misaligned,
          "use allocate() or alignedSlice(" + page + ")");
    }
    if (memory.remaining() % page != 0) {
      throw Errors.of(
          RsmReturn.BAD_MEM_ALIGNMENT,
          where,
          "memory.remaining",
          memory.remaining(),
          "give a multiple of " + page);
    }
    if (!isLoopback() && memory.remaining() > attr.maxExportSegmentSize()) {
      throw Errors.length(
          where,
          "memory.remaining",
          memory.remaining(),
          "give at most " + attr.maxExportSegmentSize());
    }
    return adopt(implCreateExport(memory.slice().order(ByteOrder.nativeOrder()), flags));
  }

  /** Refuses memory of a segment that is not direct or is read-only. */
  static void checkMemory(String where, ByteBuffer memory) {
    if (memory == null || !memory.isDirect()) {
      throw Errors.address(where, "memory", memory, "give a direct buffer");
    }
    if (memory.isReadOnly()) {
      throw Errors.of(
          RsmReturn.PERM_DENIED, where, "memory", memory, "give memory that may be written");
    }
  }

  @Override
  public final ImportSegment connectImportSegment(int nodeId, int segmentId, int perm) {
    checkLive("connectImportSegment");
    String where = this + ".connectImportSegment";
    if (!Permission.valid(perm)) {
      throw Errors.of(
          RsmReturn.PERM_DENIED,
          where,
          "perm",
          Permission.toString(perm),
          "ask for 0400 (READ), 0200 (WRITE) or 0600 (RDWR)");
    }
    if (isLoopback() && nodeId != implLocalNode()) {
      throw Errors.of(
          RsmReturn.CTLR_NOT_PRESENT,
          where,
          "nodeId",
          nodeId,
          "loopback reaches node " + implLocalNode() + " only; use another controller");
    }
    return adopt(implConnect(nodeId, segmentId, perm));
  }

  private <S extends AbstractSegment> S adopt(S segment) {
    segments.add(segment);
    if (table == null) {
      // The controller was released meanwhile, so the new segment is closed again.
      segment.close();
      checkLive("createSegment");
    }
    return segment;
  }

  @Override
  public final LocalMemoryHandle createLocalMemoryHandle(ByteBuffer memory) {
    String where = this + ".createLocalMemoryHandle";
    if (memory == null || !memory.isDirect()) {
      throw Errors.address(where, "memory", memory, "give a direct buffer");
    }
    int page = (int) implAttr().pageSize();
    int misaligned = memory.alignmentOffset(memory.position(), page);
    if (misaligned != 0) {
      throw Errors.address(
          where, "memory address modulo page", misaligned, "use alignedSlice(" + page + ")");
    }
    checkLive("createLocalMemoryHandle");
    if (!memory.hasRemaining()) {
      throw Errors.length(where, "memory.remaining", 0, "give at least one byte");
    }
    ByteBuffer range = memory.slice();
    LocalMemory handle = new LocalMemory(this, range, implCreateLocalMemory(range));
    localMemories.add(handle);
    if (table == null) {
      // The controller was released meanwhile, so the new handle is freed again.
      handle.close();
      checkLive("createLocalMemoryHandle");
    }
    return handle;
  }

  @Override
  public final void freeLocalMemoryHandle(LocalMemoryHandle handle) {
    checkLive("freeLocalMemoryHandle");
    if (!(handle instanceof LocalMemory own) || !own.free(this)) {
      throw Errors.of(
          RsmReturn.BAD_LOCALMEM_HNDL,
          this + ".freeLocalMemoryHandle",
          "handle",
          handle,
          "give a live handle that this controller made");
    }
  }

  @Override
  public final String toString() {
    return "RsmController[" + name + "]";
  }

  /**
   * Returns the attributes of the controller.
   *
   * @return always equal; the page size is a power of two
   */
  protected abstract ControllerAttr implAttr();

  /**
   * Returns the node of this process.
   *
   * @return its id
   */
  protected abstract int implLocalNode();

  /**
   * Gives exportable memory.
   *
   * @param length bytes, a multiple of the page size
   * @return a direct buffer of this capacity, page-aligned, writable and zeroed, which shares its
   *     memory with no other buffer in use. {@link #allocate} throws IllegalStateException for null
   *     and for a buffer that is not direct, read-only, of another capacity or not aligned
   * @throws RsmException RSMERR_INSUFFICIENT_MEM
   */
  protected abstract ByteBuffer implAllocate(int length);

  /**
   * Makes an export segment.
   *
   * @param memory capacity is the length, page-aligned; the segment keeps it
   * @param flags {@link org.dat4j.rsm.ExportFlags}, as the program gave them
   * @return a new segment
   * @throws RsmException RSMERR_INSUFFICIENT_MEM, RSMERR_INSUFFICIENT_RESOURCES, RSMERR_BAD_ADDR
   */
  protected abstract AbstractExportSegment implCreateExport(ByteBuffer memory, int flags);

  /**
   * Connects to a published segment. A node on which nobody has a controller of this interconnect
   * open gives RSMERR_REMOTE_NODE_UNREACHABLE, also if it is a node of this process. An id that is
   * not published on a node that is reached gives RSMERR_SEG_NOT_PUBLISHED.
   *
   * @param nodeId on loopback the local node
   * @param segmentId any id
   * @param perm a valid permission
   * @return a new import
   * @throws RsmException with the code that {@link #connectImportSegment} documents
   */
  protected abstract AbstractImportSegment implConnect(int nodeId, int segmentId, int perm);

  /**
   * Prepares local memory for repeated use in vectors. By default nothing has to be done.
   *
   * @param memory page-aligned, not empty; kept reachable until it is freed
   * @return what {@link #localMemory} gives for the handle, may be null
   * @throws RsmException RSMERR_INSUFFICIENT_MEM, RSMERR_BAD_ADDR
   */
  protected Object implCreateLocalMemory(ByteBuffer memory) {
    return null;
  }

  /**
   * Releases local memory whose handle was freed. By default nothing has to be done.
   *
   * @param prepared the object that {@link #implCreateLocalMemory} returned
   */
  protected void implFreeLocalMemory(Object prepared) {}

  /**
   * Returns what was prepared for a handle of this controller.
   *
   * @param handle handle of a vector's entry
   * @return what {@link #implCreateLocalMemory} returned, null if the handle is freed or foreign
   */
  protected final Object localMemory(LocalMemoryHandle handle) {
    return handle instanceof LocalMemory own ? own.prepared(this) : null;
  }

  /**
   * Closes the controller after the last release. Its segments are no longer live, and may still be
   * destroyed and disconnected later. The contract leaves open whether a segment that is published
   * can be imported until it is destroyed.
   */
  protected abstract void implClose();
}
