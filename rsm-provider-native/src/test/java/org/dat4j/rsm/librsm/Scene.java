package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.junit.jupiter.api.function.Executable;

/** A controller of the C double of librsm with an exported segment, found as a program finds it. */
final class Scene implements AutoCloseable {
  static final int NODE = 1;
  static final List<AccessEntry> ALL = List.of();

  final RsmController controller = RsmRegistry.builder().build().getController("wrsm0");
  final ByteBuffer memory;
  final ExportSegment export;
  final int id;

  Scene(int pages) {
    memory = controller.allocate(pages * (int) controller.getAttr().pageSize());
    export = controller.createExportSegment(memory, ExportFlags.ALLOW_REBIND);
    id = export.publish(0, ALL);
  }

  ImportSegment connect(int perm) {
    return controller.connectImportSegment(NODE, id, perm);
  }

  /** Makes an import that can transfer. */
  ImportSegment ready() {
    ImportSegment segment = connect(Permission.RDWR);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  static RsmException refused(int code, Executable call) {
    RsmException refusal = assertThrows(RsmException.class, call);
    assertEquals(code, refusal.code(), refusal.getMessage());
    return refusal;
  }

  /**
   * Closes the scene, and checks that the double was never called with a handle that was given
   * back.
   */
  @Override
  public void close() {
    DoubleControl.double_fail("", 0);
    export.close();
    controller.release();
    assertEquals(0, DoubleControl.double_misuses());
  }
}
