package org.dat4j.rsm.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.function.Executable;

/** A controller of the fake RSM provider, with the objects that tests make of it. */
final class Fixture {
  static final int LENGTH = 2 * FakeProvider.PAGE;
  private static final AtomicInteger IDS = new AtomicInteger(0x600000);

  final RsmRegistry registry = RsmRegistry.builder().build();
  final RsmController controller = registry.getController("fake0");
  final int id = IDS.getAndIncrement();
  final ByteBuffer memory = controller.allocate(LENGTH);

  ExportSegment export() {
    return controller.createExportSegment(memory, ExportFlags.NONE);
  }

  ExportSegment published() {
    ExportSegment export = export();
    export.publish(id, null);
    return export;
  }

  ImportSegment connected(int perm) {
    return controller.connectImportSegment(FakeProvider.NODE, id, perm);
  }

  ImportSegment ready(int perm) {
    ImportSegment segment = connected(perm);
    segment.initBarrier(BarrierType.DEFAULT);
    return segment;
  }

  static void refused(int code, Executable call) {
    assertEquals(
        RsmReturn.name(code), RsmReturn.name(assertThrows(RsmException.class, call).code()));
  }
}
