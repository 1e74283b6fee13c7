package org.dat4j.rsm.shm;

import static org.dat4j.rsm.shm.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of transfers over shared memory that passed the checks of their call before another thread
 * disconnected the import. By then its slot in the registry, and that of its segment, may belong to
 * others.
 */
@ExtendWith(NeedsSharedMemory.class)
class LateTransferTest {
  private static final int ID = 0x600000;
  private static final int OTHER_ID = 0x600001;
  private static final long[] VALUE = {0x5A17};
  private static final Set<Thread.State> HELD_UP =
      Set.of(Thread.State.BLOCKED, Thread.State.WAITING);

  private Nodes nodes;
  private ShmController controller;

  @BeforeEach
  void open() {
    nodes = new Nodes();
    controller = (ShmController) nodes.one;
  }

  @AfterEach
  void close() {
    if (nodes != null) {
      nodes.close();
    }
  }

  /** Makes an import that is disconnected while its put maps memory that was rebound. */
  private ShmImport disconnectedWhileItMaps(ExportSegment export) throws InterruptedException {
    NodeRegistry registry =
        NodeRegistry.open(controller.home().domain(), 1, NodeRegistry.Role.MEMBER);
    RegistryConnection slot = RegistryConnection.connect(registry, controller, ID, Permission.RDWR);
    AtomicReference<ShmImport> made = new AtomicReference<>();
    Thread other = new Thread(() -> made.get().disconnect());
    ShmImport segment =
        new ShmImport(
            controller,
            slot,
            (gate, perm) -> {
              if (other.getState() == Thread.State.NEW) {
                other.start();
                Nodes.within(30_000, "held up", () -> HELD_UP.contains(other.getState()));
              }
              return slot.mapData(gate, perm);
            },
            Permission.RDWR);
    made.set(segment);
    segment.initBarrier(BarrierType.DEFAULT);
    export.rebind(Nodes.foreign(1), 0);
    try {
      segment.put64(0, VALUE, 0, 1);
    } catch (RsmException ended) {
      assertEquals(RsmReturn.BAD_SEG_HNDL, ended.code());
    }
    other.join(TimeUnit.SECONDS.toMillis(30));
    assertFalse(other.isAlive(), "the disconnect ends");
    return segment;
  }

  @Test
  void lateTransferIsRefusedAfterSlotReuse() throws InterruptedException {
    ExportSegment export = nodes.publish(Nodes.foreign(1), ID);
    ShmImport late = disconnectedWhileItMaps(export);
    nodes.publish(Nodes.foreign(1), OTHER_ID);
    nodes.connect(nodes.one, OTHER_ID, Permission.RDWR);
    export.destroy();
    refused(RsmReturn.BAD_SEG_HNDL, () -> late.implPut64(0, VALUE, 0, 1));
  }

  @Test
  void lateTransferNeverReachesNextSegmentInSlot() throws InterruptedException {
    ExportSegment export = nodes.publish(Nodes.foreign(1), ID);
    ShmImport late = disconnectedWhileItMaps(export);
    export.destroy();
    ByteBuffer memory = Nodes.foreign(1);
    ExportSegment next = nodes.export(memory, ExportFlags.NONE);
    next.publish(OTHER_ID, List.of());
    nodes.connect(nodes.one, OTHER_ID, Permission.READ);
    refused(RsmReturn.BAD_SEG_HNDL, () -> late.implPut64(0, VALUE, 0, 1));
    assertEquals(0, memory.getLong(0), "nobody may put there");
  }

  @Test
  void lateTransferKeepsBusyCountOfNextImport() {
    nodes.publish(Nodes.foreign(1), ID);
    NodeRegistry registry = controller.home();
    int first = RegistryLayout.imported(0);
    ImportSegment segment = nodes.connect(nodes.one, ID, Permission.RDWR);
    assertNotEquals(0, registry.getLong(first + RegistryLayout.I_GATE), "it has the first slot");
    segment.disconnect();
    registry.addInt(first + RegistryLayout.I_BUSY, 1);
    nodes.connect(nodes.one, ID, Permission.RDWR);
    registry.addInt(first + RegistryLayout.I_BUSY, -1);
    for (int i = 0; i < RegistryLayout.IMPORTS; i++) {
      assertEquals(
          0, registry.getInt(RegistryLayout.imported(i) + RegistryLayout.I_BUSY), "slot " + i);
    }
  }

  @Test
  void markedSlotIsReusedAfterItsProcessEnded() {
    nodes.publish(Nodes.foreign(1), ID);
    NodeRegistry registry = controller.home();
    int first = RegistryLayout.imported(0);
    nodes.connect(nodes.one, ID, Permission.RDWR).disconnect();
    registry.addInt(first + RegistryLayout.I_BUSY, 1);
    nodes.connect(nodes.one, ID, Permission.RDWR);
    assertEquals(
        0, registry.getLong(first + RegistryLayout.I_GATE), "somebody is in the first slot");
    registry.setInt(first + RegistryLayout.I_OWNER, RegistryLayout.PROCESSES - 1);
    nodes.connect(nodes.one, ID, Permission.RDWR);
    assertNotEquals(0, registry.getLong(first + RegistryLayout.I_GATE), "its process does not run");
    assertEquals(0, registry.getInt(first + RegistryLayout.I_BUSY));
  }
}
