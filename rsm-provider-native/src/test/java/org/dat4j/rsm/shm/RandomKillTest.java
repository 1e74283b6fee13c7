package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Tests of the provider over shared memory with exporters and importers that are killed at random
 * points. {@code rsm.kills} sets how many exporters and importers are killed; {@code test.seed}
 * chooses the points.
 */
@Tag("long")
@ExtendWith(NeedsSharedMemory.class)
class RandomKillTest {
  private static final int KILLS = Integer.getInteger("rsm.kills", 12);
  private static final long START_NANOS = 300_000_000;
  private static final long WORK_NANOS = 20_000_000;

  private final Random random = new Random(seed());
  private Nodes nodes;

  private static long seed() {
    long seed = Long.getLong("test.seed", 1);
    System.out.println("RandomKillTest seed " + seed + ", kills " + KILLS);
    return seed;
  }

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

  /**
   * Returns the time until the kill: every fourth process is killed while it starts, the others
   * while they work.
   */
  private long lifeAfter(int round, Victim victim) throws IOException {
    if (round % 4 == 0) {
      return (long) (random.nextDouble() * START_NANOS);
    }
    victim.awaitReady();
    return (long) (random.nextDouble() * WORK_NANOS);
  }

  @Test
  void importersOfExportersKilledAnywhereAreAbortedAndNothingRemains() throws Exception {
    Victim next = nodes.victim("exporter");
    for (int round = 0; round < KILLS; round++) {
      String where = "round " + round;
      Victim victim = next;
      long end = lifeAfter(round, victim) + System.nanoTime();
      ImportSegment last = null;
      while (System.nanoTime() < end) {
        last = use(last);
      }
      victim.kill();
      ImportSegment left = last;
      if (left != null) {
        Delay.await(where + ": CONN_ABORTED", () -> put(left) == RsmReturn.CONN_ABORTED);
        left.close();
      }
      nothingOf(victim, where);
      ExportSegment reused = nodes.publish(nodes.one.allocate(Nodes.PAGE), Child.EXPORTED);
      reused.destroy();
      next = nodes.victim("exporter");
    }
  }

  /** Puts through an import, or connects anew. */
  private ImportSegment use(ImportSegment last) {
    if (last != null) {
      if (put(last) == RsmReturn.SUCCESS) {
        last.post(0);
        return last;
      }
      last.close();
    }
    try {
      ImportSegment made = nodes.two.connectImportSegment(1, Child.EXPORTED, 0600);
      made.initBarrier(BarrierType.DEFAULT);
      if (random.nextBoolean()) {
        map(made);
      }
      return made;
    } catch (RsmException e) {
      assertEquals(RsmReturn.SEG_NOT_PUBLISHED, e.code(), e::getMessage);
      LockSupport.parkNanos(100_000);
      return null;
    }
  }

  private static void map(ImportSegment made) {
    try {
      made.map(MapAttribute.NONE, 0, 0600, 0, Nodes.PAGE).buffer().put(9, (byte) 1);
    } catch (RsmException e) {
      assertTrue(
          e.code() == RsmReturn.CONN_ABORTED || e.code() == RsmReturn.SEG_NOT_PUBLISHED,
          e::getMessage);
    }
  }

  private static int put(ImportSegment segment) {
    return segment.put64(0, new long[] {1}, 0, 1);
  }

  @Test
  void importersKilledAnywhereBlockNobodyAndLeaveNothing() throws Exception {
    ByteBuffer memory = nodes.one.allocate(Nodes.PAGE);
    ByteBuffer other = Nodes.foreign(1);
    ExportSegment export = nodes.publish(memory, Child.IMPORTED);
    ImportSegment beside = nodes.connect(nodes.two, Child.IMPORTED, 0600);
    Victim next = nodes.victim("importer");
    for (int round = 0; round < KILLS; round++) {
      String where = "round " + round;
      Victim victim = next;
      long end = lifeAfter(round, victim) + System.nanoTime();
      while (System.nanoTime() < end) {
        export.post(0);
        if (random.nextInt(8) == 0) {
          export.rebind(random.nextBoolean() ? memory : other, 0);
        }
        LockSupport.parkNanos(200_000);
      }
      victim.kill();
      Delay calls = new Delay(where + ": calls of the exporter");
      assertEquals(0, export.post(0), where);
      assertEquals(0, put(beside), where);
      assertEquals(0, beside.await(0), where);
      export.rebind(memory, 0);
      if (round % 2 == 0) {
        export.unpublish();
        assertEquals(RsmReturn.CONN_ABORTED, put(beside), where);
        beside.close();
        export.publish(Child.IMPORTED, null);
        beside = nodes.connect(nodes.two, Child.IMPORTED, 0600);
      }
      calls.end();
      nothingOf(victim, where);
      next = nodes.victim("importer");
    }
  }

  /**
   * Checks that no name, segment, import or process entry of a process is left, and no lock held.
   */
  private void nothingOf(Victim victim, String where) {
    String names = ".d." + victim.pid() + ".";
    Delay.await(where + ": names", () -> nodes.names().stream().noneMatch(n -> n.contains(names)));
    Delay.await(
        where + ": segments and imports",
        () ->
            nodes.registry1.segments().stream()
                .noneMatch(
                    s -> s.ownerPid() == victim.pid() || s.importers().contains(victim.pid())));
    Delay.await(where + ": entries", () -> !entries().contains(victim.pid()));
  }

  /** Processes in the registry of node 1. */
  private TreeSet<Long> entries() {
    TreeSet<Long> pids = new TreeSet<>();
    NodeRegistry registry =
        NodeRegistry.open(new Domain(nodes.domain, true), 1, NodeRegistry.Role.IMPORTER);
    registry.lock();
    try {
      for (int p = 0; p < RegistryLayout.PROCESSES; p++) {
        if (ProcessSlots.entered(registry, p)) {
          pids.add(ProcessSlots.pid(registry, p));
        }
      }
    } finally {
      registry.unlock();
      registry.release();
    }
    return pids;
  }
}
