package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
 * Tests of a thread that still waits when its import in shared memory is disconnected and the slot
 * belongs to another import.
 */
@ExtendWith(NeedsSharedMemory.class)
class LateWaiterTest {
  private static final int ID = 0x600000;
  private static final int ROUNDS = 20;

  private Nodes nodes;

  @BeforeEach
  void open() {
    nodes = new Nodes();
  }

  @AfterEach
  void close() {
    nodes.close();
  }

  private static int await(ImportSegment segment) {
    try {
      return segment.await(-1);
    } catch (RsmException ended) {
      return ended.code();
    }
  }

  @Test
  void aLateWaiterOfTheLastImportDoesNotTakeTheNextImportsSignal() throws Exception {
    ExportSegment export = nodes.one.createExportSegment(nodes.one.allocate(4096), 0);
    export.publish(ID, null);
    for (int round = 0; round < ROUNDS; round++) {
      ImportSegment first = nodes.one.connectImportSegment(1, ID, Permission.RDWR);
      CompletableFuture<Integer> late = new CompletableFuture<>();
      Thread waiter = new Thread(() -> late.complete(await(first)));
      waiter.start();
      Nodes.within(30_000, "started", () -> waiter.getState() != Thread.State.NEW);
      first.disconnect();
      ImportSegment second = nodes.one.connectImportSegment(1, ID, Permission.RDWR);
      assertEquals(RsmReturn.SUCCESS, export.post(0));
      assertEquals(RsmReturn.SUCCESS, second.await(10_000), "the signal of the live import");
      assertNotEquals(RsmReturn.SUCCESS, late.get(30, TimeUnit.SECONDS));
      second.disconnect();
    }
    export.destroy();
  }

  /** Uses the words of a slot as its former owner and as its present one. */
  @Test
  void formerOwnerDoesNotChangeSignalsOfNextOwner() {
    ByteBuffer memory = ByteBuffer.allocateDirect(64).order(java.nio.ByteOrder.nativeOrder());
    SharedSignals.reset(memory, 0, 7);
    SharedSignals.polled(memory, 0, 7, true);
    long owned = memory.getLong(8);
    SharedSignals.reset(memory, 0, 8);
    long fresh = memory.getLong(8);
    SharedSignals.polled(memory, 0, 7, true);
    SharedSignals.polled(memory, 0, 7, false);
    assertEquals(fresh, memory.getLong(8));
    assertNotEquals(owned, fresh);
    memory.putLong(0, (8L << 32) + 1);
    assertFalse(SharedSignals.take(memory, 0, 7));
    assertTrue(SharedSignals.take(memory, 0, 8));
    assertFalse(SharedSignals.take(memory, 0, 8));
  }
}
