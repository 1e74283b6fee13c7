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

/** Tests of RSM over DAT: what transfers and signals allocate in the threads that make them. */
class AllocationTest {
  private static final int LENGTH = 1 << 16;
  private static final int ROUNDS = 2000;

  /**
   * The limit in bytes: a lambda, a message or a boxed number for each call would take sixteen
   * bytes or more.
   */
  private static final long BOUND = 5L * ROUNDS;

  private static final int PATIENCE_MILLIS = 10_000;
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** A segment, and one that imports it on another node. */
  private static final class Scene implements AutoCloseable {
    private final Nodes nodes = Nodes.plain();
    private final ExportSegment export;
    private final ImportSegment segment;

    Scene(String name) {
      RsmController exporter = nodes.on(name, 1);
      export = exporter.createExportSegment(exporter.allocate(LENGTH), 0);
      export.publish(Nodes.ID, null);
      segment = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.RDWR);
    }

    @Override
    public void close() {
      export.destroy();
      nodes.close();
    }
  }

  private static void allocatesNothing(String what, Runnable work) {
    long best = Long.MAX_VALUE;
    // What classes are loaded for and the compiler leaves is not the transfers'.
    for (int attempt = 0; attempt < 10 && best >= BOUND; attempt++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < ROUNDS; i++) {
        work.run();
      }
      best = Math.min(best, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(best < BOUND, best + " bytes for " + ROUNDS + " " + what);
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void transfersAllocateNothing(String name) {
    try (Scene scene = new Scene(name)) {
      ImportSegment segment = scene.segment;
      ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);
      byte[] bytes = new byte[64];
      long[] longs = new long[8];
      allocatesNothing(
          "rounds in implicit mode",
          () -> {
            int code = segment.put8(0, bytes, 0, 64) | segment.get8(0, bytes, 0, 64);
            code |= segment.put64(0, longs, 0, 8) | segment.get64(0, longs, 0, 8);
            code |= segment.put(0, direct, 0, 8192) | segment.get(0, direct, 0, 8192);
            assertEquals(RsmReturn.SUCCESS, code);
          });
      segment.setMode(BarrierMode.EXPLICIT);
      RsmBarrier barrier = segment.initBarrier(BarrierType.DEFAULT);
      allocatesNothing(
          "rounds in explicit mode",
          () -> {
            int code = barrier.open() | segment.put8(0, bytes, 0, 64);
            code |= segment.put8(64, bytes, 0, 64) | barrier.order() | barrier.close();
            assertEquals(RsmReturn.SUCCESS, code);
          });
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void signalsAllocateNothing(String name) {
    try (Scene scene = new Scene(name)) {
      ExportSegment export = scene.export;
      ImportSegment segment = scene.segment;
      allocatesNothing(
          "signals to the exporter",
          () -> assertEquals(0, segment.post(0) | export.await(PATIENCE_MILLIS)));
      allocatesNothing(
          "signals to the importer",
          () -> assertEquals(0, export.post(0) | segment.await(PATIENCE_MILLIS)));
    }
  }
}
