package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests of RSM over DAT between two nodes in one JVM, on both adapters; with RMRs and one EVD for
 * all events, and without, as over uDAPL libraries.
 */
class SegmentTest {
  private static final int LENGTH = 1 << 18;

  private static Nodes nodes(boolean windows) {
    return new Nodes(
        Map.of("dat.windows", Boolean.toString(windows), "dat.merged", Boolean.toString(windows)));
  }

  private static ExportSegment published(RsmController exporter, ByteBuffer memory) {
    ExportSegment export = exporter.createExportSegment(memory, ExportFlags.NONE);
    export.publish(Nodes.ID, null);
    return export;
  }

  @ParameterizedTest
  @CsvSource({"datloopback0,loopback0", "dattcp0,tcp0"})
  void aControllerNamesTheAdapterBelowIt(String name, String adapter) {
    try (Nodes nodes = Nodes.plain()) {
      assertEquals(adapter, nodes.registry(1).getAdapter(name));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "datloopback0,true",
    "datloopback0,false",
    "dattcp0,true",
    "dattcp0,false",
    "datlayer0,true"
  })
  void dataGoesBothWays(String name, boolean windows) {
    try (Nodes nodes = nodes(windows)) {
      RsmController exporter = nodes.on(name, 1);
      RsmController importer = nodes.on(name, 2);
      ByteBuffer memory = exporter.allocate(LENGTH);
      ExportSegment export = published(exporter, memory);
      ImportSegment segment = nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
      assertEquals(LENGTH, segment.length());

      // Longer than the memory that items go through.
      long[] items = new long[LENGTH / Long.BYTES - 1];
      for (int i = 0; i < items.length; i++) {
        items[i] = i * 0x9e3779b97f4a7c15L;
      }
      assertEquals(RsmReturn.SUCCESS, segment.put64(8, items, 0, items.length));
      assertEquals(0, memory.getLong(0));
      assertEquals(items[0], memory.getLong(8));
      assertEquals(items[items.length - 1], memory.getLong(LENGTH - 8));
      long[] back = new long[items.length];
      assertEquals(RsmReturn.SUCCESS, segment.get64(8, back, 0, back.length));
      assertArrayEquals(items, back);

      // Long memory of the program's own, which is not copied.
      ByteBuffer direct = ByteBuffer.allocateDirect(LENGTH);
      direct.put(LENGTH - 1, (byte) 7);
      assertEquals(RsmReturn.SUCCESS, segment.put(1, direct, 1, LENGTH - 1));
      assertEquals(7, memory.get(LENGTH - 1));
      memory.put(5000, (byte) 9);
      assertEquals(RsmReturn.SUCCESS, segment.get(1, direct, 0, LENGTH - 1));
      assertEquals(9, direct.get(4999));
      assertEquals(
          RsmReturn.SUCCESS, segment.put(0, direct.asReadOnlyBuffer(), 4999, LENGTH - 4999));
      assertEquals(9, memory.get(0));
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0,true", "dattcp0,true", "dattcp0,false"})
  void aSpanIsCompleteWhenItIsClosed(String name, boolean windows) {
    try (Nodes nodes = nodes(windows)) {
      RsmController exporter = nodes.on(name, 1);
      ByteBuffer memory = exporter.allocate(LENGTH);
      ExportSegment export = published(exporter, memory);
      // Without the right to read, which a flush must not need.
      ImportSegment segment = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.WRITE);
      segment.setMode(BarrierMode.EXPLICIT);
      RsmBarrier barrier = segment.initBarrier(BarrierType.DEFAULT);
      for (int span = 0; span < 3; span++) {
        barrier.open();
        // More than may be under way, and more than the memory items go through holds.
        for (int i = 0; i < 500; i++) {
          int[] data = new int[100];
          data[99] = i + span;
          assertEquals(RsmReturn.SUCCESS, segment.put32(i * 400L, data, 0, 100));
        }
        assertEquals(RsmReturn.SUCCESS, barrier.order());
        assertEquals(RsmReturn.SUCCESS, barrier.close());
        for (int i = 0; i < 500; i++) {
          assertEquals(i + span, memory.getInt(i * 400 + 396));
        }
      }
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0,true", "dattcp0,true", "dattcp0,false"})
  void dataPutInAnOpenBarrierArrivesBeforeADisconnect(String name, boolean windows) {
    try (Nodes nodes = nodes(windows)) {
      RsmController exporter = nodes.on(name, 1);
      ByteBuffer memory = exporter.allocate(LENGTH);
      ExportSegment export = published(exporter, memory);
      RsmController importer = nodes.on(name, 2);
      for (int round = 1; round <= 20; round++) {
        ImportSegment segment = nodes.ready(importer, 1, Nodes.ID, Permission.WRITE);
        segment.setMode(BarrierMode.EXPLICIT);
        for (int i = 0; i < 20; i++) {
          int[] data = new int[100];
          data[99] = round * 1000 + i;
          assertEquals(RsmReturn.SUCCESS, segment.put32(i * 400L, data, 0, 100));
        }
        segment.disconnect();
        for (int i = 0; i < 20; i++) {
          assertEquals(round * 1000 + i, memory.getInt(i * 400 + 396));
        }
      }
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0,true", "datloopback0,false", "dattcp0,true", "dattcp0,false"})
  void rebindMovesImportersAndKeepsThem(String name, boolean windows) {
    try (Nodes nodes = nodes(windows)) {
      RsmController exporter = nodes.on(name, 1);
      ByteBuffer first = exporter.allocate(4096);
      ExportSegment export = exporter.createExportSegment(first, ExportFlags.ALLOW_REBIND);
      export.publish(Nodes.ID, null);
      ImportSegment segment = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.RDWR);
      ImportSegment own = nodes.ready(exporter, 1, Nodes.ID, Permission.RDWR);
      for (int round = 1; round < 10; round++) {
        ByteBuffer next = exporter.allocate(4096);
        next.put(1, (byte) round);
        export.rebind(next, 0);
        byte[] data = new byte[1];
        assertEquals(RsmReturn.SUCCESS, segment.get8(1, data, 0, 1));
        assertEquals(round, data[0]);
        assertEquals(RsmReturn.SUCCESS, own.put8(2, data, 0, 1));
        assertEquals(round, next.get(2));
        assertEquals(0, first.get(2));
        first = next;
        first.put(2, (byte) 0);
      }
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0,true", "datloopback0,false", "dattcp0,true", "dattcp0,false"})
  void afterUnpublishNothingChangesTheMemory(String name, boolean windows) throws Exception {
    try (Nodes nodes = nodes(windows)) {
      RsmController exporter = nodes.on(name, 1);
      RsmController importer = nodes.on(name, 2);
      ByteBuffer memory = exporter.allocate(1 << 16);
      ExportSegment export = exporter.createExportSegment(memory, ExportFlags.NONE);
      for (int round = 0; round < 10; round++) {
        export.publish(Nodes.ID, null);
        ImportSegment segment = nodes.ready(importer, 1, Nodes.ID, Permission.WRITE);
        Thread writer = new Thread(() -> write(segment));
        writer.start();
        while (memory.getInt(0) == 0) {
          Thread.onSpinWait();
        }
        export.unpublish();
        memory.putInt(0, 0);
        writer.join();
        assertEquals(0, memory.getInt(0), "round " + round);
        assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
        Nodes.refused(
            RsmReturn.SEG_NOT_PUBLISHED,
            () -> importer.connectImportSegment(1, Nodes.ID, Permission.WRITE));
        segment.disconnect();
      }
      export.destroy();
    }
  }

  private static void write(ImportSegment segment) {
    int[] data = new int[1 << 14];
    Arrays.fill(data, -1);
    int code;
    do {
      code = segment.put32(0, data, 0, data.length);
    } while (code == RsmReturn.SUCCESS);
    assertEquals(RsmReturn.CONN_ABORTED, code);
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void signalsAreCountedWhenThePostReturns(String name) {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      ExportSegment export = published(exporter, exporter.allocate(4096));
      ImportSegment one = nodes.ready(nodes.on(name, 2), 1, Nodes.ID, Permission.READ);
      ImportSegment two = nodes.ready(exporter, 1, Nodes.ID, Permission.WRITE);
      for (int i = 0; i < 40; i++) {
        assertEquals(RsmReturn.SUCCESS, one.post(0));
      }
      for (int i = 0; i < 40; i++) {
        assertEquals(RsmReturn.SUCCESS, export.await(0));
      }
      assertEquals(RsmReturn.TIMEOUT, export.await(0));
      assertEquals(RsmReturn.SUCCESS, export.post(0));
      assertEquals(RsmReturn.SUCCESS, one.await(0));
      assertEquals(RsmReturn.SUCCESS, two.await(0));
      assertEquals(RsmReturn.TIMEOUT, two.await(1));
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void theExporterDecidesWhichNodesConnect(String name) {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      RsmController importer = nodes.on(name, 2);
      ExportSegment export = exporter.createExportSegment(exporter.allocate(4096), 0);
      export.publish(Nodes.ID, List.of(new AccessEntry(2, 0400), new AccessEntry(1, 0066)));
      importer.connectImportSegment(1, Nodes.ID, Permission.READ).disconnect();
      Nodes.refused(
          RsmReturn.PERM_DENIED, () -> importer.connectImportSegment(1, Nodes.ID, Permission.RDWR));
      Nodes.refused(
          RsmReturn.PERM_DENIED, () -> exporter.connectImportSegment(1, Nodes.ID, Permission.READ));
      RsmController third = nodes.on(name, 3);
      Nodes.refused(
          RsmReturn.SEG_NOT_PUBLISHED_TO_NODE,
          () -> third.connectImportSegment(1, Nodes.ID, Permission.READ));
      Nodes.refused(
          RsmReturn.REMOTE_NODE_UNREACHABLE,
          () -> third.connectImportSegment(9, Nodes.ID, Permission.READ));
      ImportSegment segment = nodes.ready(importer, 1, Nodes.ID, Permission.READ);
      Nodes.refused(
          RsmReturn.MAP_FAILED, () -> segment.map(MapAttribute.NONE, 0, Permission.READ, 0, 4096));
      export.destroy();
    }
  }

  @ParameterizedTest
  @CsvSource({"datloopback0", "dattcp0"})
  void processesOfANodeShareItsIds(String name) {
    try (Nodes nodes = Nodes.plain()) {
      RsmController one = nodes.on(name, 1);
      RsmController two = nodes.on(name, 1);
      RsmController importer = nodes.on(name, 2);
      ExportSegment first = one.createExportSegment(one.allocate(4096), 0);
      ByteBuffer memory = two.allocate(4096);
      ExportSegment second = two.createExportSegment(memory, 0);
      first.publish(Nodes.ID, null);
      Nodes.refused(RsmReturn.SEGID_IN_USE, () -> second.publish(Nodes.ID, null));
      second.publish(Nodes.ID + 1, null);
      ImportSegment segment = nodes.ready(importer, 1, Nodes.ID + 1, Permission.RDWR);
      assertEquals(RsmReturn.SUCCESS, segment.put8(0, new byte[] {5}, 0, 1));
      assertEquals(5, memory.get(0));
      List<SegmentInfo> seen =
          nodes.registry(1).segments().stream().filter(s -> s.controller().equals(name)).toList();
      assertEquals(2, seen.size());
      assertTrue(seen.stream().anyMatch(s -> s.segmentId() == Nodes.ID && s.importers().isEmpty()));
      assertTrue(seen.stream().anyMatch(s -> s.importers().size() == 1));
      first.destroy();
      second.unpublish();
      second.publish(Nodes.ID, null);
      second.destroy();
    }
  }
}
