package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What transfers and signals allocate in the threads that make them. */
class AllocationTest {
  private static final int ROUNDS = 2000;
  private static final int PATIENCE_MILLIS = 10_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static long allocated(Runnable work) {
    long best = Long.MAX_VALUE;
    // What classes are loaded for and the compiler leaves is not the transfers'.
    for (int attempt = 0; attempt < 10 && best > 0; attempt++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ROUNDS; i++) {
        work.run();
      }
      best = Math.min(best, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void transfersAllocateNothing(String name) {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      ExportSegment export = exporter.createExportSegment(exporter.allocate(1 << 16), 0);
      export.publish(Nodes.ID, null);
      ImportSegment segment = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.RDWR);
      ByteBuffer direct = ByteBuffer.allocateDirect(1 << 16);
      byte[] octets = new byte[64];
      long[] longs = new long[8];
      long implicit =
          allocated(
              () -> {
                int code = segment.put8(0, octets, 0, 64) | segment.get8(0, octets, 0, 64);
                code |= segment.put64(0, longs, 0, 8) | segment.get64(0, longs, 0, 8);
                code |= segment.put(0, direct, 0, 8192) | segment.get(0, direct, 0, 8192);
                assertEquals(RsmReturn.SUCCESS, code);
              });
      segment.setMode(BarrierMode.EXPLICIT);
      RsmBarrier barrier = segment.initBarrier(BarrierType.DEFAULT);
      long explicit =
          allocated(
              () -> {
                int code = barrier.open() | segment.put8(0, octets, 0, 64);
                code |= segment.put8(64, octets, 0, 64) | barrier.order() | barrier.close();
                assertEquals(RsmReturn.SUCCESS, code);
              });
      // A lambda or boxed number for each transfer would be sixteen octets and more.
      assertTrue(implicit < 6L * ROUNDS, implicit + " octets in implicit mode");
      assertTrue(explicit < 5L * ROUNDS, explicit + " octets in explicit mode");
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void signalsAllocateNothing(String name) {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      ExportSegment export = exporter.createExportSegment(exporter.allocate(1 << 12), 0);
      export.publish(Nodes.ID, null);
      ImportSegment segment = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.RDWR);
      long there =
          allocated(() -> assertEquals(0, segment.post(0) | export.await(PATIENCE_MILLIS)));
      long back = allocated(() -> assertEquals(0, export.post(0) | segment.await(PATIENCE_MILLIS)));
      // A request, a message or a list for each signal would be sixteen octets and more.
      assertTrue(there < 6L * ROUNDS, there + " octets for signals to the exporter");
      assertTrue(back < 6L * ROUNDS, back + " octets for signals to the importer");
      export.destroy();
    }
  }
}
