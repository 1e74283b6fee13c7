package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.function.Executable;

/**
 * Tests of processes whose registry loses its name while they use it, as logind removes it at a
 * log-out.
 */
@ExtendWith(NeedsSharedMemory.class)
class RemovedRegistryTest {
  private static final int ID = 0x600000;

  private static void refused(Executable call) {
    RsmException e = assertThrows(RsmException.class, call);
    assertEquals(RsmReturn.CTLR_NOT_PRESENT, e.code());
    assertTrue(e.getMessage().contains("RemoveIPC=no"), e.getMessage());
  }

  @Test
  void callsThatNeedOtherProcessesAreRefusedAndOthersContinue() throws Exception {
    Nodes nodes = new Nodes();
    ExportSegment export = nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    Files.delete(nodes.file(1));
    refused(() -> nodes.connect(nodes.two, ID, Permission.RDWR));
    refused(() -> nodes.publish(nodes.one.allocate(Nodes.PAGE), ID + 1));
    refused(() -> nodes.registry1.getController("shm1"));
    assertEquals(RsmReturn.SUCCESS, segment.put64(0, new long[] {1}, 0, 1));
    assertEquals(RsmReturn.SUCCESS, export.post(0));
    assertEquals(RsmReturn.SUCCESS, segment.await(0));
    nodes.close();
    assertFalse(Files.exists(nodes.file(1)), "nothing makes it again");
    try (RsmController anew = nodes.registry(1).getController("shm0")) {
      assertEquals("shm0", anew.name());
    }
  }
}
