package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.spi.RsmSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of RSM controllers over librsm. */
@ExtendWith(NeedsDouble.class)
class ControllerTest {
  private static final int LOOPBACK = 0;

  /**
   * The controller that only the tests here use: buffers of other tests hold wrsm0 until they are
   * collected.
   */
  private static final int WRSM1 = 2;

  private static final int DIRECT_SIZES = 13;
  private static final int ATOMIC_SIZES = 9;

  private final LibrsmProvider provider = new LibrsmProvider();
  private final RsmRegistry registry = RsmRegistry.builder().build();

  @Test
  void topologyIsCopiedAndGivenBack() {
    InterconnectTopology topology = provider.topology(new RsmSettings(java.util.Map.of()));
    assertEquals(
        new InterconnectTopology(
            1,
            List.of(
                new Connections(
                    "wrsm0",
                    0x1122334455667788L,
                    List.of(
                        new RemoteController(2, "wrsm5", 0xabcdef0123456700L, 3),
                        new RemoteController(3, "wrsm5", 0xabcdef0123456701L, 2))),
                new Connections("wrsm1", 0x99, List.of()))),
        topology);
    assertEquals(0, DoubleControl.double_topologies());
  }

  @Test
  void attributesAreTheLibrarys() {
    try (RsmController controller = registry.getController("wrsm0")) {
      assertEquals(
          new ControllerAttr(
              DIRECT_SIZES, ATOMIC_SIZES, 8192, 1 << 24, 1 << 25, 11, 1 << 22, Long.MAX_VALUE, 12),
          controller.getAttr());
    }
  }

  @Test
  void loopbackThatSaysNothingHasHonestAttributes() {
    LibrsmController controller = LibrsmController.open("loopback");
    ControllerAttr attr = controller.implAttr();
    assertEquals(SystemCalls.pageSize(), attr.pageSize());
    assertEquals(15, attr.directAccessSizes());
    assertEquals(Long.MAX_VALUE, attr.maxExportSegmentSize());
    controller.letGo();
    assertEquals(0, DoubleControl.double_references(LOOPBACK));
  }

  @Test
  void unknownControllerIsRefusedWithTheKnownOnes() {
    RsmException refusal =
        Scene.refused(RsmReturn.CTLR_NOT_PRESENT, () -> LibrsmController.open("wrsm7"));
    assertTrue(refusal.getMessage().contains("[wrsm0, wrsm1]"), refusal.getMessage());
  }

  @Test
  void everyCodeOfAnOpenComesBack() {
    for (int code = 1; code <= 45; code++) {
      DoubleControl.double_fail("rsm_get_controller", code);
      Scene.refused(code, () -> registry.getController("wrsm0"));
    }
  }

  @Test
  void controllerWithoutAttributesIsGivenBack() {
    DoubleControl.double_fail("rsm_get_controller_attr", RsmReturn.BAD_CTLR_HNDL);
    Scene.refused(RsmReturn.BAD_CTLR_HNDL, () -> registry.getController("wrsm1"));
    assertEquals(0, DoubleControl.double_references(WRSM1));
  }

  @Test
  void libraryKeepsAControllerUntilItsObjectsHaveEnded() {
    RsmController controller = registry.getController("wrsm1");
    ByteBuffer memory = controller.allocate(8192);
    ExportSegment export = controller.createExportSegment(memory, 0);
    LocalMemoryHandle local = controller.createLocalMemoryHandle(memory);
    controller.release();
    assertEquals(1, DoubleControl.double_references(WRSM1), "the export is left");
    export.destroy();
    assertEquals(0, DoubleControl.double_references(WRSM1));
    local.close();
    assertEquals(0, DoubleControl.double_misuses());
  }

  @Test
  void localMemoryIsTheLibrarysUntilItIsFreedOnce() {
    try (RsmController controller = registry.getController("wrsm0")) {
      ByteBuffer memory = controller.allocate(16384);
      memory.position(8192).limit(8192 + 100);
      DoubleControl.double_watch("rsm_create_localmemory_handle");
      LocalMemoryHandle local = controller.createLocalMemoryHandle(memory);
      assertEquals(SystemCalls.addressOf(memory) + 8192, DoubleControl.argument(2));
      assertEquals(100, DoubleControl.argument(3));
      DoubleControl.double_watch("rsm_free_localmemory_handle");
      controller.freeLocalMemoryHandle(local);
      Scene.refused(RsmReturn.BAD_LOCALMEM_HNDL, () -> controller.freeLocalMemoryHandle(local));
      assertEquals(1, DoubleControl.calls());
      for (int code = 1; code <= 45; code++) {
        DoubleControl.double_fail("rsm_create_localmemory_handle", code);
        Scene.refused(code, () -> controller.createLocalMemoryHandle(memory));
      }
    }
  }

  @Test
  void callBesideTheLastReleaseNeverReachesTheLibraryAfterIt() {
    LibrsmController controller = LibrsmController.open("wrsm1");
    ByteBuffer memory = controller.implAllocate(8192);
    controller.letGo();
    int code = RsmReturn.BAD_CTLR_HNDL;
    DoubleControl.double_watch("rsm_memseg_export_create");
    Scene.refused(code, () -> controller.implCreateExport(memory, 0));
    assertEquals(0, DoubleControl.calls());
    DoubleControl.double_watch("rsm_memseg_import_connect");
    Scene.refused(code, () -> controller.implConnect(1, 1, Permission.READ));
    assertEquals(0, DoubleControl.calls());
    DoubleControl.double_watch("rsm_create_localmemory_handle");
    Scene.refused(code, () -> controller.implCreateLocalMemory(memory));
    assertEquals(0, DoubleControl.calls());
    assertEquals(0, DoubleControl.double_references(WRSM1));
  }

  @Test
  void refusedObjectsDoNotKeepTheController() {
    LibrsmController controller = LibrsmController.open("wrsm1");
    ByteBuffer memory = controller.implAllocate(8192);
    DoubleControl.double_fail("rsm_create_localmemory_handle", RsmReturn.INSUFFICIENT_MEM);
    Scene.refused(RsmReturn.INSUFFICIENT_MEM, () -> controller.implCreateLocalMemory(memory));
    controller.letGo();
    assertEquals(0, DoubleControl.double_references(WRSM1));
  }
}
