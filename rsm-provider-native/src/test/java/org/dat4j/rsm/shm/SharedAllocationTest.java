package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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
  private ImportSegment neighbour;
  private Victim child;

  @BeforeEach
  void open() throws Exception {
    nodes = new Nodes();
    memory = nodes.one.allocate(2 * Nodes.PAGE);
    export = nodes.publish(memory, ID);
    nodes.publish(memory, NEIGHBOUR);
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
    child.signal("CONT");
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
