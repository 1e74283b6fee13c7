package org.dat4j.conformance.rsm.variant;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Supplier;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.forward.Call;

/**
 * The calls whose answer depends on page size or mappings, changed for an honest variant of RSM, a
 * correct provider that uses freedoms of the manual pages. Pages are larger than those of the
 * provider, or there are no mappings. Thread-safe.
 */
final class PageCalls {
  /** By how much a page of the variant is longer than one of the provider. */
  private static final int FACTOR = 4;

  private final RsmVariantLayer layer;

  /** The page size of the variant; 0 until a controller has told that of the provider. */
  private volatile int page;

  PageCalls(RsmVariantLayer layer) {
    this.layer = layer;
  }

  Object call(Call call, Supplier<Object> next) {
    if (layer.uses(RsmFreedom.NO_MAPPINGS) && call.name().equals("ImportSegment.map")) {
      return unmapped(call, next);
    } else if (call.name().equals("RsmController.getAttr")) {
      return attributes((ControllerAttr) next.get());
    } else if (!layer.uses(RsmFreedom.LARGER_PAGES)) {
      return next.get();
    }
    if (page == 0 && call.object() instanceof RsmController controller) {
      page = (int) controller.getAttr().pageSize() * FACTOR;
    }
    Object[] arguments = call.arguments();
    return switch (call.name()) {
      case "RsmController.allocate" -> allocate(call, next);
      case "RsmController.createExportSegment" -> create(call, (ByteBuffer) arguments[0], next);
      case "RsmController.createLocalMemoryHandle" ->
          createHandle(call, (ByteBuffer) arguments[0], next);
      case "ExportSegment.rebind" -> rebind(call, (ByteBuffer) arguments[0], next);
      case "ImportSegment.map" -> map(call, next);
      default -> next.get();
    };
  }

  private Object attributes(ControllerAttr attr) {
    boolean maps = !layer.uses(RsmFreedom.NO_MAPPINGS);
    return new ControllerAttr(
        maps ? attr.directAccessSizes() : 0,
        attr.atomicSizes(),
        attr.pageSize() * (layer.uses(RsmFreedom.LARGER_PAGES) ? FACTOR : 1),
        attr.maxExportSegmentSize(),
        attr.totExportSegmentSize(),
        attr.maxExportSegments(),
        maps ? attr.maxImportMapSize() : 0,
        maps ? attr.totImportMapSize() : 0,
        attr.maxImportSegments());
  }

  private static Object unmapped(Call call, Supplier<Object> next) {
    try {
      ((ImportSegment) call.object()).getMode();
    } catch (RsmException gone) {
      return next.get();
    }
    throw new RsmException(
        RsmReturn.MAP_FAILED, call.toString(), "max_import_map_size", 0, "use get and put");
  }

  private static RsmException refusal(Call call, int code) {
    return new RsmException(code, call.toString(), "page size", "larger", "read the attributes");
  }

  private boolean isAligned(ByteBuffer memory) {
    return memory.alignmentOffset(memory.position(), page) == 0;
  }

  /** Gives memory of whole pages of the variant, cut out of more memory of the provider. */
  private Object allocate(Call call, Supplier<Object> next) {
    int length = (int) call.arguments()[0];
    if (length < 1 || length > Integer.MAX_VALUE - 2 * page) {
      return next.get();
    }
    int rounded = (length + page - 1) / page * page;
    call.arguments()[0] = rounded + page;
    ByteBuffer memory = (ByteBuffer) next.get();
    int misaligned = memory.alignmentOffset(0, page);
    int start = misaligned == 0 ? 0 : page - misaligned;
    return memory.slice(start, rounded).order(ByteOrder.nativeOrder());
  }

  private Object create(Call call, ByteBuffer memory, Supplier<Object> next) {
    Object segment = next.get();
    if (!isAligned(memory) || memory.remaining() % page != 0) {
      ((ExportSegment) segment).destroy();
      throw refusal(call, RsmReturn.BAD_MEM_ALIGNMENT);
    }
    return segment;
  }

  private Object createHandle(Call call, ByteBuffer memory, Supplier<Object> next) {
    Object handle = next.get();
    if (!isAligned(memory)) {
      ((RsmController) call.object()).freeLocalMemoryHandle((LocalMemoryHandle) handle);
      throw refusal(call, RsmReturn.BAD_ADDR);
    }
    return handle;
  }

  private Object rebind(Call call, ByteBuffer memory, Supplier<Object> next) {
    if (memory != null
        && memory.isDirect()
        && memory.remaining() == ((ExportSegment) call.object()).length()
        && !isAligned(memory)) {
      throw refusal(call, RsmReturn.BAD_ADDR);
    }
    return next.get();
  }

  /** Makes a map; an offset that is no multiple of this page becomes none of the provider's. */
  private Object map(Call call, Supplier<Object> next) {
    Object[] arguments = call.arguments();
    if ((long) arguments[3] % page != 0) {
      arguments[3] = (long) arguments[3] | 1;
      arguments[4] = Math.min((long) arguments[4], 1);
    }
    return next.get();
  }
}
