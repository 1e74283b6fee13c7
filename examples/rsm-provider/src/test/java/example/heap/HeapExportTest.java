package example.heap;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/** A segment that is published twice. */
class HeapExportTest {

  private static final int READ = 0400;

  @Test
  void idOfAnEarlierPublicationIsRefused() {
    try (RsmController controller = RsmRegistry.builder().build().getController("heap0")) {
      HeapController own = (HeapController) controller;
      HeapExport export =
          (HeapExport) controller.createExportSegment(controller.allocate(4096), ExportFlags.NONE);
      int earlier = export.publish(0, List.of());
      export.unpublish();
      int now = export.publish(0, List.of());
      RsmException refused =
          assertThrows(RsmException.class, () -> export.connect(own, earlier, READ));
      assertEquals(RsmReturn.SEG_NOT_PUBLISHED, refused.code());
      assertTrue(export.isConnected(export.connect(own, now, READ)));
    }
  }
}
