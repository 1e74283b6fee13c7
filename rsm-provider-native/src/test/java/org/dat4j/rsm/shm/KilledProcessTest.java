package org.dat4j.rsm.shm;

import static org.dat4j.rsm.shm.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the provider over shared memory after a process was killed at a certain point, or
 * stopped.
 */
@ExtendWith(NeedsSharedMemory.class)
class KilledProcessTest {
  private static final int ID = 0x600000;
  private static final int CHILD_ID = 0x700000;
  private Nodes nodes;

  @BeforeEach
  void open() {
    nodes = new Nodes();
  }

  @AfterEach
  void close() {
    if (nodes != null) {
      nodes.close();
    }
  }

  @Test
  void importersOfAKilledExporterAreAbortedWithinASecond() throws Exception {
    Victim child = nodes.victim("export");
    child.awaitReady();
    ImportSegment segment = nodes.connect(nodes.two, CHILD_ID, Permission.RDWR);
    SegmentMap map = segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, 64);
    assertEquals(0, segment.put64(0, new long[] {1}, 0, 1));
    child.kill();
    Delay.await(
        "CONN_ABORTED", () -> segment.put64(0, new long[] {2}, 0, 1) == RsmReturn.CONN_ABORTED);
    map.buffer().put(0, (byte) 1);
    refused(RsmReturn.SEG_NOT_PUBLISHED, () -> nodes.connect(nodes.two, CHILD_ID, 0400));
    Delay.await("no names", () -> nodes.names().stream().noneMatch(n -> n.contains(".d.")));
    ExportSegment reused = nodes.publish(nodes.one.allocate(Nodes.PAGE), CHILD_ID);
    assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
    reused.destroy();
  }

  /** Has an import used whose exporter has rebound, died and been cleaned up after elsewhere. */
  private void useAfterItsNamesAreGone(Consumer<ImportSegment> use) throws Exception {
    Victim child = nodes.victim("export");
    child.awaitReady();
    ImportSegment segment = nodes.connect(nodes.two, CHILD_ID, Permission.RDWR);
    NodeRegistry registry = ((ShmController) nodes.one).home();
    // Whoever would clean up on this node waits for the lock.
    registry.lock();
    try {
      registry.setLong(
          RegistryLayout.imported(0) + RegistryLayout.I_GATE,
          RegistryLayout.gate(RegistryLayout.CONNECTED, 2));
      long start = ProcessInfo.startTime(child.pid());
      child.kill();
      registry.domain().unlinkObjects(child.pid(), start);
      use.accept(segment);
    } finally {
      registry.unlock();
    }
  }

  @Test
  void aTransferIsAbortedIfAnotherNodeCleansUpTheExporterFirst() throws Exception {
    useAfterItsNamesAreGone(
        segment -> assertEquals(RsmReturn.CONN_ABORTED, segment.put64(0, new long[] {1}, 0, 1)));
  }

  @Test
  void aMappingIsAbortedIfAnotherNodeCleansUpTheExporterFirst() throws Exception {
    useAfterItsNamesAreGone(
        segment ->
            refused(
                RsmReturn.CONN_ABORTED,
                () -> segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, Nodes.PAGE)));
  }

  @Test
  void importersAreToldOfAnExporterThatIsKilledDuringAnUnpublish() throws Exception {
    Victim child = nodes.victim("export");
    child.awaitReady();
    ImportSegment segment = nodes.connect(nodes.two, CHILD_ID, Permission.RDWR);
    CompletableFuture<Void> told = segment.aborted().toCompletableFuture();
    child.stop();
    NodeRegistry registry = ((ShmController) nodes.one).home();
    registry.lock();
    try {
      int gate = RegistryLayout.imported(0) + RegistryLayout.I_GATE;
      assertEquals(
          RegistryLayout.CONNECTED, RegistryLayout.state(registry.getLong(gate)), "its slot");
      // As far as an unpublish comes before it rings.
      registry.setLong(gate, RegistryLayout.gate(RegistryLayout.ABORTED, 1));
      ImportSlots.mark(registry, 0, 0, false);
    } finally {
      registry.unlock();
    }
    child.kill();
    told.get(30, TimeUnit.SECONDS);
  }

  @Test
  void anExporterIsToldOfALossThatAKilledProcessWasRecording() throws Exception {
    ExportSegment export = nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
    export.onImporterLost(lost::add);
    Victim child = nodes.victim("import");
    child.awaitReady();
    ImporterInfo theirs = export.importers().get(0);
    child.stop();
    NodeRegistry registry = ((ShmController) nodes.one).home();
    registry.lock();
    try {
      // As far as a clean-up comes before it rings; it is the count that tells of the slot.
      int losses = RegistryLayout.segment(0) + RegistryLayout.S_LOSSES;
      registry.setInt(losses, registry.getInt(losses) + 1);
      ImportSlots.mark(registry, 0, 0, false);
      registry.setLong(
          RegistryLayout.imported(0) + RegistryLayout.I_GATE,
          RegistryLayout.gate(RegistryLayout.LOST, 0));
    } finally {
      registry.unlock();
    }
    child.kill();
    assertEquals(theirs, lost.poll(30, TimeUnit.SECONDS));
  }

  @Test
  void killedImporterBlocksNobody() throws Exception {
    ByteBuffer memory = nodes.one.allocate(Nodes.PAGE);
    ExportSegment export = nodes.publish(memory, ID);
    Victim child = nodes.victim("import");
    child.awaitReady();
    ImportSegment other = nodes.connect(nodes.two, ID, Permission.RDWR);
    child.kill();
    assertEquals(0, export.post(0));
    assertEquals(0, other.await(0));
    export.unpublish();
    export.publish(ID, null);
    Delay.await("slot freed", () -> nodes.registry1.segments().get(0).importers().isEmpty());
    export.destroy();
  }

  @Test
  void aStoppedImporterDoesNotChangeTheMemoryOnceUnpublished() throws Exception {
    ByteBuffer memory = nodes.one.allocate(Nodes.PAGE);
    ExportSegment export = nodes.publish(memory, ID);
    Victim child = nodes.victim("store");
    child.awaitReady();
    Nodes.within(30_000, "stores", () -> memory.getLong(0) != 0);
    child.stop();
    export.unpublish();
    memory.putLong(0, 0);
    child.resume();
    ImportSegment back = reconnect(export);
    long[] value = new long[1];
    for (int i = 0; i < 200_000; i++) {
      back.get64(0, value, 0, 1);
      assertEquals(0, value[0] + memory.getLong(0));
    }
    child.kill();
  }

  private ImportSegment reconnect(ExportSegment export) {
    export.publish(ID, null);
    return nodes.connect(nodes.two, ID, Permission.READ);
  }

  private int lostSlots() {
    NodeRegistry registry = ((ShmController) nodes.one).home();
    int count = 0;
    for (int i = 0; i < RegistryLayout.IMPORTS; i++) {
      long gate = registry.getLong(RegistryLayout.imported(i) + RegistryLayout.I_GATE);
      count += RegistryLayout.state(gate) == RegistryLayout.LOST ? 1 : 0;
    }
    return count;
  }

  @Test
  void slotsOfLostImportersAreFreedWhenTheExporterHasNoticed() throws Exception {
    ExportSegment export = nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    ExportSegment unasked = nodes.publish(nodes.one.allocate(Nodes.PAGE), ID + 1);
    BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
    export.onImporterLost(lost::add);
    Victim child = nodes.victim("import");
    child.awaitReady();
    ImporterInfo theirs = export.importers().get(0);
    assertEquals(child.pid(), theirs.pid());
    child.kill();
    assertEquals(theirs, lost.poll(30, TimeUnit.SECONDS));
    assertEquals(0, lostSlots());
    assertEquals(List.of(), export.importers());
    assertEquals(List.of(), unasked.importers());
  }

  @Test
  void slotsOfLostImportersAreFreedWithTheirSegment() {
    ExportSegment export = nodes.publish(nodes.one.allocate(Nodes.PAGE), ID);
    export.onImporterLost(importer -> {});
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.READ);
    NodeRegistry registry = ((ShmController) nodes.one).home();
    registry.lock();
    try {
      registry.setLong(
          RegistryLayout.imported(0) + RegistryLayout.I_GATE,
          RegistryLayout.gate(RegistryLayout.LOST, 0));
      assertEquals(1, lostSlots());
    } finally {
      registry.unlock();
    }
    export.destroy();
    assertEquals(0, lostSlots());
    segment.disconnect();
  }
}
