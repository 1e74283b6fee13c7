package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import org.dat4j.rsm.ControllerAttr;
import org.junit.jupiter.api.Test;

/** Tests of the check of the memory that a provider allocates. */
class ProviderMemoryTest {
  private static final int PAGE = 4096;

  private static ByteBuffer pages(int length) {
    return ByteBuffer.allocateDirect(length + PAGE).alignedSlice(PAGE).slice(0, length);
  }

  private static ByteBuffer allocate(ByteBuffer given) {
    Controller controller = new Controller(given);
    controller.attach(
        new ControllerTable(ProviderScan.given(List.of()), new RsmSettings(Map.of())));
    return controller.allocate(PAGE + 1);
  }

  private static void blamed(String fault, ByteBuffer given) {
    String message = assertThrows(IllegalStateException.class, () -> allocate(given)).getMessage();
    for (String part :
        List.of(Controller.class.getName() + ".implAllocate(8192)", "given0", fault)) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void soundMemoryIsPassedOn() {
    ByteBuffer memory = allocate(pages(2 * PAGE).position(5).limit(9));
    assertEquals(0, memory.position());
    assertEquals(2 * PAGE, memory.limit());
    assertEquals(ByteOrder.nativeOrder(), memory.order());
  }

  @Test
  void memoryThatNoSegmentCanHaveIsBlamedOnTheProvider() {
    blamed("returned null", null);
    blamed("not direct", ByteBuffer.allocate(2 * PAGE));
    blamed("read-only", pages(2 * PAGE).asReadOnlyBuffer());
    blamed("a capacity of 4096", pages(PAGE));
    blamed("a capacity of 12288", pages(3 * PAGE));
    blamed("8 bytes past a page", pages(3 * PAGE).slice(8, 2 * PAGE));
  }

  private static final class Controller extends AbstractController {
    private final ByteBuffer given;

    Controller(ByteBuffer given) {
      super("given0");
      this.given = given;
    }

    @Override
    protected ControllerAttr implAttr() {
      return new ControllerAttr(0, 0, PAGE, PAGE, PAGE, 1, 0, 0, 1);
    }

    @Override
    protected int implLocalNode() {
      return 1;
    }

    @Override
    protected ByteBuffer implAllocate(int length) {
      return given;
    }

    @Override
    protected AbstractExportSegment implCreateExport(ByteBuffer memory, int flags) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected AbstractImportSegment implConnect(int nodeId, int segmentId, int perm) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void implClose() {}
  }
}
