package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/** Tests of RSM over DAT between two JVMs over TCP, one of which is killed or stopped. */
class ProcessTest {
  private static final String NAME = "dattcp0";
  private static final Map<String, String> IMPATIENT = Map.of("dat.silence", "2000");
  private static final long LIMIT_MILLIS = 30_000;
  private static final int TRIES = 5;

  /** Waits until something is so; how many milliseconds that took. */
  private static long await(String what, BooleanSupplier condition) {
    long start = System.nanoTime();
    long end = start + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - end < 0, what + " within " + LIMIT_MILLIS + " ms");
      Thread.onSpinWait();
    }
    return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
  }

  /**
   * Imports have to be aborted in every try; one try in which the machine does not stall shows how
   * fast that is.
   */
  @Test
  void importersOfAKilledExporterAreAbortedWithinASecond() throws Exception {
    List<Long> delays = new ArrayList<>();
    do {
      delays.add(abortedAfterTheKill());
    } while (delays.get(delays.size() - 1) >= 1000 && delays.size() < TRIES);
    assertTrue(delays.get(delays.size() - 1) < 1000, () -> "after " + delays + " ms");
  }

  private static long abortedAfterTheKill() throws Exception {
    try (Nodes nodes = Nodes.plain();
        ChildJvm child = Child.start("export", Map.of())) {
      RsmController importer = nodes.on(NAME, 1);
      ImportSegment segment = nodes.ready(importer, Child.NODE, Child.EXPORTED, Permission.RDWR);
      assertEquals(RsmReturn.SUCCESS, segment.put8(0, new byte[1], 0, 1));
      child.kill();
      long delay =
          await("CONN_ABORTED", () -> segment.put8(0, new byte[1], 0, 1) == RsmReturn.CONN_ABORTED);
      assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
      Nodes.refused(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          () -> importer.connectImportSegment(Child.NODE, Child.EXPORTED, 0400));
      // The node may come back, and its id with it.
      try (ChildJvm next = Child.start("export", Map.of())) {
        nodes.ready(importer, Child.NODE, Child.EXPORTED, Permission.RDWR);
        assertEquals(RsmReturn.CONN_ABORTED, segment.put8(0, new byte[1], 0, 1));
        next.kill();
      }
      return delay;
    }
  }

  @Test
  void aTransferToAStoppedExporterEndsWhenItWasSilentForTooLong() throws Exception {
    try (Nodes nodes = new Nodes(IMPATIENT);
        ChildJvm child = Child.start("export", IMPATIENT)) {
      ImportSegment segment =
          nodes.ready(nodes.on(NAME, 1), Child.NODE, Child.EXPORTED, Permission.RDWR);
      child.stop();
      long start = System.nanoTime();
      int code;
      do {
        // A stop takes effect a little later than it is sent.
        code = segment.put8(0, new byte[1], 0, 1);
      } while (code == RsmReturn.SUCCESS && System.nanoTime() - start < 20_000_000_000L);
      assertEquals(RsmReturn.CONN_ABORTED, code);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis < LIMIT_MILLIS, "took " + millis + " ms");
      child.resume();
    }
  }

  /** A disconnect waits until earlier puts are complete, as a transfer does. */
  @Test
  void aDisconnectFromAStoppedExporterEndsWhenItWasSilentForTooLong() throws Exception {
    try (Nodes nodes = new Nodes(IMPATIENT);
        ChildJvm child = Child.start("export", IMPATIENT)) {
      ImportSegment segment =
          nodes.ready(nodes.on(NAME, 1), Child.NODE, Child.EXPORTED, Permission.RDWR);
      segment.setMode(BarrierMode.EXPLICIT);
      child.stop();
      assertEquals(RsmReturn.SUCCESS, segment.put8(0, new byte[1], 0, 1));
      long start = System.nanoTime();
      segment.disconnect();
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      assertTrue(millis < LIMIT_MILLIS, "took " + millis + " ms");
      child.resume();
    }
  }

  @Test
  void anImporterThatIsKilledIsForgotten() throws Exception {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(NAME, 1);
      ByteBuffer memory = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(memory, 0);
      export.publish(Nodes.ID, null);
      try (ChildJvm child = Child.start("write", Map.of())) {
        await("writes", () -> memory.getLong(0) != 0);
        child.kill();
        await(
            "no importer",
            () ->
                nodes.registry(1).segments().stream()
                    .filter(s -> s.segmentId() == Nodes.ID)
                    .allMatch(s -> s.importers().isEmpty()));
      }
      assertEquals(RsmReturn.SUCCESS, export.post(0));
      export.unpublish();
      export.destroy();
    }
  }

  @Test
  void stoppedImporterNeitherBlocksUnpublishNorWritesAfterIt() throws Exception {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(NAME, 1);
      ByteBuffer memory = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(memory, 0);
      export.publish(Nodes.ID, null);
      try (ChildJvm child = Child.start("write", Map.of())) {
        await("writes", () -> memory.getLong(0) != 0);
        child.stop();
        long start = System.nanoTime();
        export.unpublish();
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        assertTrue(millis < LIMIT_MILLIS, "took " + millis + " ms");
        memory.putLong(0, 0);
        child.resume();
        export.publish(Nodes.ID, null);
        ImportSegment segment = nodes.ready(exporter, 1, Nodes.ID, Permission.READ);
        long[] value = new long[1];
        for (int i = 0; i < 2000; i++) {
          assertEquals(RsmReturn.SUCCESS, segment.get64(0, value, 0, 1));
          assertEquals(0, value[0] + memory.getLong(0));
        }
      }
      export.destroy();
    }
  }

  @Test
  void anImporterThatIsStoppedForTooLongCountsAsLost() throws Exception {
    try (Nodes nodes = new Nodes(IMPATIENT)) {
      RsmController exporter = nodes.on(NAME, 1);
      ByteBuffer memory = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(memory, 0);
      export.publish(Nodes.ID, null);
      BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
      export.onImporterLost(lost::add);
      try (ChildJvm child = Child.start("write", IMPATIENT)) {
        await("writes", () -> memory.getLong(0) != 0);
        ImporterInfo theirs = export.importers().get(0);
        child.stop();
        assertEquals(theirs, lost.poll(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
        assertEquals(List.of(), export.importers());
        child.resume();
      }
      export.destroy();
    }
  }

  /** The control connection ends just after the last message of the disconnect. */
  @Test
  void anImportThatIsDisconnectedBeforeItsControllerIsReleasedIsNotLost() throws Exception {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(NAME, 1);
      ByteBuffer memory = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(memory, 0);
      export.publish(Nodes.ID, null);
      BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
      export.onImporterLost(lost::add);
      for (int i = 0; i < 20; i++) {
        RsmController importer = nodes.registry(2).getController(NAME);
        importer.connectImportSegment(1, Nodes.ID, Permission.READ).disconnect();
        importer.close();
      }
      try (ChildJvm child = Child.start("write", Map.of())) {
        await("writes", () -> memory.getLong(0) != 0);
        ImporterInfo theirs = export.importers().get(0);
        child.kill();
        assertEquals(theirs, lost.poll(LIMIT_MILLIS, TimeUnit.MILLISECONDS));
      }
      export.destroy();
    }
  }
}
