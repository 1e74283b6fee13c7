package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of two segments over one allocation of shared memory, one of which is taken from an
 * importer that was stopped.
 */
@ExtendWith(NeedsSharedMemory.class)
class SharedAllocationTest {
  private static final int ID = 0x600000;
  private static final int NEIGHBOUR = 0x600001;
  private static final int ROUNDS = 200_000;

  private Nodes nodes;
  private ByteBuffer memory;
  private ExportSegment export;
  private ExportSegment other;
  private ImportSegment neighbour;
  private Victim child;

  @BeforeEach
  void open() throws Exception {
    nodes = new Nodes();
    memory = nodes.one.allocate(2 * Nodes.PAGE);
    export = nodes.publish(memory, ID);
    other = nodes.publish(memory, NEIGHBOUR);
    neighbour = nodes.connect(nodes.two, NEIGHBOUR, Permission.RDWR);
    child = nodes.victim("store");
    child.awaitReady();
    Nodes.within(30_000, "stores", () -> memory.getLong(0) != 0);
    child.stop();
  }

  @AfterEach
  void close() {
    if (nodes != null) {
      nodes.close();
    }
  }

  /** Lets the importer go on, and looks for what it stores. */
  private void assertUnchanged() throws Exception {
    memory.putLong(0, 0);
    child.resume();
    long[] value = {-1};
    for (int i = 0; i < ROUNDS; i++) {
      assertEquals(RsmReturn.SUCCESS, neighbour.get64(0, value, 0, 1));
      assertEquals(0, value[0] + memory.getLong(0), "round " + i);
    }
    child.kill();
  }

  private void assertTheNeighbourIsConnected() {
    assertEquals(RsmReturn.SUCCESS, neighbour.put64(Nodes.PAGE, new long[] {0x5A17}, 0, 1));
    assertEquals(0x5A17, memory.getLong(Nodes.PAGE));
    memory.putLong(Nodes.PAGE, 0x17A5);
    long[] value = new long[1];
    assertEquals(RsmReturn.SUCCESS, neighbour.get64(Nodes.PAGE, value, 0, 1));
    assertEquals(0x17A5, value[0]);
  }

  @Test
  void aStoppedImporterDoesNotChangeTheMemoryOnceItsSegmentIsUnpublished() throws Exception {
    export.unpublish();
    assertTheNeighbourIsConnected();
    assertUnchanged();
  }

  @Test
  void aStoppedImporterDoesNotChangeTheMemoryOnceItsSegmentIsRebound() throws Exception {
    export.rebind(nodes.one.allocate(2 * Nodes.PAGE), 0);
    assertTheNeighbourIsConnected();
    assertUnchanged();
  }

  private FutureTask<Void> unpublishing() {
    return new FutureTask<>(export::unpublish, null);
  }

  private List<String> objects() {
    return nodes.names().stream().filter(n -> n.contains(".d." + ProcessInfo.PID + ".")).toList();
  }

  @Test
  void permissionsThatTheOtherSegmentGrantsMeanwhileHoldForTheNewObject() throws Exception {
    NodeRegistry registry = ((ShmController) nodes.one).home();
    int gate = RegistryLayout.imported(1) + RegistryLayout.I_GATE;
    long before = registry.getLong(gate);
    FutureTask<Void> unpublish = unpublishing();
    Thread mover = new Thread(unpublish);
    mover.start();
    Nodes.within(30_000, "withdrawn", () -> registry.getLong(gate) != before);
    registry.lock();
    try {
      Nodes.within(
          30_000,
          "a new object, before the slots name it",
          () -> objects().size() == 2 && mover.getState() == Thread.State.WAITING);
      other.republish(List.of(new AccessEntry(1, 0666), new AccessEntry(2, 0666)));
    } finally {
      registry.unlock();
    }
    unpublish.get(30, TimeUnit.SECONDS);
    assertEquals(1, objects().size());
    assertEquals(
        "rw-rw-rw-",
        PosixFilePermissions.toString(
            Files.getPosixFilePermissions(SharedObject.FOLDER.resolve(objects().get(0)))));
    child.kill();
  }

  @Test
  void aSlotThatIsFreedWhileImportersFollowStaysFree() throws Exception {
    NodeRegistry registry = ((ShmController) nodes.one).home();
    int slot = RegistryLayout.imported(0);
    long before = registry.getLong(slot + RegistryLayout.I_GATE);
    // A transfer that does not end keeps the import from following.
    registry.addInt(slot + RegistryLayout.I_BUSY, 1);
    FutureTask<Void> unpublish = unpublishing();
    new Thread(unpublish).start();
    Nodes.within(30_000, "moved", () -> registry.getLong(slot + RegistryLayout.I_GATE) != before);
    registry.lock();
    try {
      ImportSlots.free(registry, 0, registry.getInt(slot + RegistryLayout.I_TAG));
    } finally {
      registry.unlock();
    }
    unpublish.get(30, TimeUnit.SECONDS);
    assertEquals(0, registry.getLong(slot + RegistryLayout.I_GATE));
    registry.addInt(slot + RegistryLayout.I_BUSY, -1);
    child.kill();
  }

  @Test
  void noPutOfTheOtherSegmentIsLostMeanwhile() throws Exception {
    AtomicReference<Throwable> failure = new AtomicReference<>();
    long[] last = new long[1];
    AtomicBoolean stop = new AtomicBoolean();
    Thread putter =
        new Thread(
            () -> {
              try {
                while (!stop.get()) {
                  long[] next = {last[0] + 1};
                  assertEquals(RsmReturn.SUCCESS, neighbour.put64(Nodes.PAGE, next, 0, 1));
                  last[0]++;
                }
              } catch (RuntimeException | Error e) {
                failure.set(e);
              }
            });
    putter.start();
    Nodes.within(30_000, "puts", () -> memory.getLong(Nodes.PAGE) != 0);
    export.unpublish();
    stop.set(true);
    putter.join(TimeUnit.SECONDS.toMillis(30));
    assertFalse(putter.isAlive(), "puts end");
    assertEquals(null, failure.get());
    assertEquals(last[0], memory.getLong(Nodes.PAGE));
    child.kill();
  }
}
