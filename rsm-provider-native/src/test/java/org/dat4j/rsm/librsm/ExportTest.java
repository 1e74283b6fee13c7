package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/** Tests of RSM export segments over librsm. */
@ExtendWith(NeedsDouble.class)
class ExportTest {
  private static final int LAST_CODE = 45;
  private static final int PAGE = 8192;
  private static final int COLLECTIONS = 10;

  @Test
  void createNamesTheMemoryFromPositionToLimit() {
    try (Scene scene = new Scene(1)) {
      ByteBuffer memory = scene.controller.allocate(3 * PAGE);
      memory.position(PAGE);
      DoubleControl.double_watch("rsm_memseg_export_create");
      ExportSegment export =
          scene.controller.createExportSegment(
              memory, ExportFlags.ALLOW_REBIND | ExportFlags.DONTWAIT);
      assertEquals(SystemCalls.addressOf(memory) + PAGE, DoubleControl.argument(2));
      assertEquals(2 * PAGE, DoubleControl.argument(3));
      assertEquals(3, DoubleControl.argument(4));
      export.destroy();
    }
  }

  @Test
  void contentsOfTheMemoryAreExported() {
    try (Scene scene = new Scene(1)) {
      scene.memory.put(17, (byte) 0x5a);
      assertEquals(0x5a, DoubleControl.double_peek(scene.id, 17));
    }
  }

  @Test
  void accessListIsTheLibrarysToJudge() {
    try (Scene scene = new Scene(1)) {
      scene.export.republish(List.of(new AccessEntry(Scene.NODE, 0400)));
      Scene.refused(RsmReturn.PERM_DENIED, () -> scene.connect(Permission.RDWR));
      scene.connect(Permission.READ).disconnect();
      scene.export.unpublish();
      int id = scene.export.publish(0x400001, List.of(new AccessEntry(Scene.NODE, 0600)));
      assertEquals(0x400001, id);
      scene.controller.connectImportSegment(Scene.NODE, id, Permission.RDWR).disconnect();
    }
  }

  @Test
  void libraryPicksAnIdWhereTheProgramDoesNot() {
    try (Scene scene = new Scene(1)) {
      assertEquals(0x80000000, scene.id & 0xf0000000);
    }
  }

  @Test
  void reboundSegmentShowsTheOtherMemory() {
    try (Scene scene = new Scene(1)) {
      ImportSegment segment = scene.ready();
      ByteBuffer other = scene.controller.allocate(PAGE);
      other.put(3, (byte) 44);
      scene.export.rebind(other, 0);
      byte[] got = new byte[1];
      assertEquals(0, segment.get8(3, got, 0, 1));
      assertEquals(44, got[0]);
      segment.disconnect();
    }
  }

  private static void everyCode(String function, Executable call) {
    for (int code = 1; code <= LAST_CODE; code++) {
      DoubleControl.double_fail(function, code);
      Scene.refused(code, call);
    }
    DoubleControl.double_fail("", 0);
  }

  @Test
  void everyCodeOfEveryCallComesBackAndNothingHasChanged() {
    try (Scene scene = new Scene(1)) {
      RsmController controller = scene.controller;
      ByteBuffer memory = controller.allocate(PAGE);
      everyCode("rsm_memseg_export_create", () -> controller.createExportSegment(memory, 0));
      everyCode("rsm_memseg_export_republish", () -> scene.export.republish(Scene.ALL));
      everyCode("rsm_memseg_export_rebind", () -> scene.export.rebind(memory, 0));
      everyCode("rsm_memseg_export_unpublish", scene.export::unpublish);
      scene.export.unpublish();
      everyCode("rsm_memseg_export_publish", () -> scene.export.publish(0, Scene.ALL));
      scene.export.publish(0, Scene.ALL);
    }
  }

  @Test
  void exportedMemoryStaysReachable() {
    WeakReference<ByteBuffer> memory = exported(false);
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    assertNotNull(memory.get());
  }

  @Test
  void destroyedSegmentGivesItsMemoryUp() {
    WeakReference<ByteBuffer> memory = exported(true);
    for (int i = 0; i < COLLECTIONS && memory.get() != null; i++) {
      System.gc();
    }
    assertNull(memory.get());
  }

  /** Exports memory in a method of its own, so that no variable refers to the memory afterwards. */
  private static WeakReference<ByteBuffer> exported(boolean destroyed) {
    LibrsmController controller = LibrsmController.open("wrsm0");
    LibrsmExport export = LibrsmExport.create(controller, controller.implAllocate(PAGE), 0);
    WeakReference<ByteBuffer> memory = new WeakReference<>(export.memory());
    if (destroyed) {
      export.destroy();
    }
    return memory;
  }
}
