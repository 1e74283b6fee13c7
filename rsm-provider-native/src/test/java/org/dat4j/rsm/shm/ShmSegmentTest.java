package org.dat4j.rsm.shm;

import static org.dat4j.rsm.shm.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.SegmentMap;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(NeedsSharedMemory.class)
class ShmSegmentTest {
  private static final int PAGE = Nodes.PAGE;
  private static final int ID = 0x600000;
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
  void aPostReachesEachOfManyImportsAndNoneThatHasLeft() {
    ExportSegment export = nodes.publish(Nodes.foreign(1), ID);
    List<ImportSegment> imports = new ArrayList<>();
    // In more than one word of the bits that lead to imports.
    for (int i = 0; i < 130; i++) {
      imports.add(nodes.connect(nodes.two, ID, Permission.RDWR));
    }
    assertEquals(RsmReturn.SUCCESS, export.post(0));
    for (ImportSegment segment : imports) {
      assertEquals(RsmReturn.SUCCESS, segment.await(0));
      assertEquals(RsmReturn.TIMEOUT, segment.await(0));
    }
    imports.subList(1, 129).forEach(ImportSegment::disconnect);
    assertEquals(RsmReturn.SUCCESS, export.post(0));
    for (ImportSegment segment : List.of(imports.get(0), imports.get(129))) {
      assertEquals(RsmReturn.SUCCESS, segment.await(0));
      assertEquals(RsmReturn.TIMEOUT, segment.await(0));
    }
    ImportSegment late = nodes.connect(nodes.two, ID, Permission.RDWR);
    assertEquals(RsmReturn.TIMEOUT, late.await(0));
    assertEquals(RsmReturn.SUCCESS, export.post(0));
    assertEquals(RsmReturn.SUCCESS, late.await(0));
  }

  @Test
  void aPostMoreThanCanBeCountedIsDropped() throws IOException {
    ExportSegment export = nodes.publish(Nodes.foreign(1), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    try (RandomAccessFile file = new RandomAccessFile(nodes.file(1).toFile(), "rw")) {
      long count = RegistryLayout.segment(0) + RegistryLayout.S_SIGNALS;
      file.seek(ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN ? count + 4 : count);
      file.writeInt(-1);
    }
    assertEquals(RsmReturn.SUCCESS, segment.post(0));
    assertEquals(RsmReturn.SUCCESS, segment.post(0), "the connection stands");
    assertEquals(RsmReturn.SUCCESS, export.await(0));
  }

  @Test
  void adoptedMemoryKeepsItsContentsAndIsShared() {
    ByteBuffer memory = Nodes.foreign(3);
    for (int i = 0; i < memory.capacity(); i++) {
      memory.put(i, (byte) (i * 31));
    }
    ExportSegment export = nodes.publish(memory, ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    for (int i = 0; i < memory.capacity(); i++) {
      assertEquals((byte) (i * 31), memory.get(i));
    }
    byte[] data = new byte[memory.capacity()];
    assertEquals(0, segment.get8(0, data, 0, data.length));
    assertEquals((byte) (5000 * 31), data[5000]);
    memory.putLong(PAGE, 7);
    long[] value = new long[1];
    segment.get64(PAGE, value, 0, 1);
    assertEquals(7, value[0]);
    segment.put64(PAGE + 8, new long[] {8}, 0, 1);
    assertEquals(8, memory.getLong(PAGE + 8));
    export.destroy();
    assertEquals(8, memory.getLong(PAGE + 8), "the contents stay");
    assertEquals((byte) 31, memory.get(1));
    assertEquals(RsmReturn.CONN_ABORTED, segment.put64(PAGE, value, 0, 1));
    memory.put(0, (byte) 99);
    nodes.export(memory, 0).destroy();
    assertEquals(99, memory.get(0));
  }

  @Test
  void twoSegmentsMayLieOverTheSameMemory() {
    ByteBuffer memory = Nodes.foreign(4);
    nodes.publish(memory, ID);
    ExportSegment part = nodes.publish(memory.slice(PAGE, PAGE), ID + 1);
    ImportSegment segment = nodes.connect(nodes.two, ID + 1, Permission.RDWR);
    segment.put8(0, new byte[] {5}, 0, 1);
    assertEquals(5, memory.get(PAGE));
    byte[] seen = new byte[1];
    nodes.connect(nodes.two, ID, Permission.READ).get8(PAGE, seen, 0, 1);
    assertEquals(5, seen[0]);
    part.destroy();
    memory.put(PAGE, (byte) 6);
    ExportSegment own = nodes.export(nodes.one.allocate(PAGE), 0);
    own.destroy();
  }

  @Test
  void memoryThatOverlapsInPartIsRefused() {
    ByteBuffer memory = Nodes.foreign(4);
    nodes.export(memory.slice(PAGE, 2 * PAGE), 0);
    refused(RsmReturn.INSUFFICIENT_RESOURCES, () -> nodes.export(memory.slice(0, 2 * PAGE), 0));
    refused(
        RsmReturn.INSUFFICIENT_RESOURCES, () -> nodes.export(memory.slice(2 * PAGE, 2 * PAGE), 0));
  }

  @Test
  void aMappedImportCanBeDisconnectedAfterTheReleaseOfItsController() {
    nodes.publish(Nodes.foreign(1), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, PAGE);
    refused(RsmReturn.SEG_STILL_MAPPED, segment::disconnect);
    nodes.two.release();
    refused(RsmReturn.BAD_SEG_HNDL, segment::unmap);
    segment.disconnect();
  }

  /** The provider calls beside the last release follow the check of the controller. */
  @Test
  void aNodeIsNotLeftWhileASegmentIsMade() throws Exception {
    Victim stays = nodes.victim("export");
    stays.awaitReady();
    NodeRegistry home = ((ShmController) nodes.one).home();
    ByteBuffer memory = Nodes.foreign(1);
    ReentrantLock arrangement = ExportableMemory.of(home.domain()).arrangement();
    CompletableFuture<Void> made = new CompletableFuture<>();
    Thread maker =
        new Thread(
            () -> {
              try {
                nodes.one.createExportSegment(memory, ExportFlags.NONE);
                made.complete(null);
              } catch (RuntimeException | Error e) {
                made.completeExceptionally(e);
              }
            });
    arrangement.lock();
    try {
      maker.start();
      Nodes.within(30_000, "held up", () -> arrangement.hasQueuedThread(maker));
      nodes.one.release();
      assertTrue(home.self() >= 0, "this process is on the node");
    } finally {
      arrangement.unlock();
    }
    Throwable end =
        assertThrows(ExecutionException.class, () -> made.get(30, TimeUnit.SECONDS)).getCause();
    assertEquals(RsmReturn.BAD_CTLR_HNDL, ((RsmException) end).code());
    Nodes.within(30_000, "the node is left", () -> home.self() < 0);
    refused(
        RsmReturn.BAD_CTLR_HNDL,
        () -> ((ShmController) nodes.one).implCreateExport(memory, ExportFlags.NONE));
    stays.kill();
    // Cleans up after the killed process.
    nodes.registry(1).getController("shm0").release();
  }

  @Test
  void accessListsNameNodes() {
    AccessEntry first = new AccessEntry(1, 0600);
    ExportSegment export = nodes.publish(nodes.one.allocate(PAGE), ID, first);
    refused(
        RsmReturn.SEG_NOT_PUBLISHED_TO_NODE, () -> nodes.connect(nodes.two, ID, Permission.READ));
    nodes.connect(nodes.one, ID, Permission.RDWR);
    export.republish(List.of(first, new AccessEntry(2, 0400)));
    refused(RsmReturn.PERM_DENIED, () -> nodes.connect(nodes.two, ID, Permission.RDWR));
    ImportSegment reader = nodes.connect(nodes.two, ID, Permission.READ);
    refused(RsmReturn.PERM_DENIED, () -> reader.put8(0, new byte[1], 0, 1));
    refused(RsmReturn.SEG_NOT_PUBLISHED, () -> nodes.connect(nodes.two, ID + 1, Permission.READ));
    refused(
        RsmReturn.REMOTE_NODE_UNREACHABLE,
        () -> nodes.one.connectImportSegment(3, ID, Permission.READ));
  }

  @Test
  void interconnectsAreApartAndIdsBelongToNodes() {
    nodes.publish(nodes.one.allocate(PAGE), ID);
    RsmController other = nodes.registry2.getController("shm1");
    refused(RsmReturn.SEG_NOT_PUBLISHED, () -> nodes.connect(other, ID, Permission.READ));
    other.release();
    ExportSegment same = nodes.two.createExportSegment(nodes.two.allocate(PAGE), 0);
    assertEquals(ID, same.publish(ID, null));
    same.destroy();
    RsmController loopback = nodes.registry1.getController("loopback");
    loopback.connectImportSegment(1, ID, Permission.READ).disconnect();
    ExportSegment taken = nodes.export(nodes.one.allocate(PAGE), 0);
    refused(RsmReturn.SEGID_IN_USE, () -> taken.publish(ID, null));
    loopback.release();
    refused(RsmReturn.CTLR_NOT_PRESENT, () -> nodes.registry1.getController("shm2"));
  }

  @Test
  void generatedIdsCountUp() {
    ExportSegment one = nodes.export(nodes.one.allocate(PAGE), 0);
    ExportSegment two = nodes.export(nodes.one.allocate(PAGE), 0);
    assertEquals(0x80000000, one.publish(0, null));
    assertEquals(0x80000001, two.publish(0, null));
    nodes.connect(nodes.two, 0x80000001, Permission.READ);
  }

  @Test
  void topologyAndSegmentsAreListed() {
    ExportSegment export = nodes.publish(nodes.one.allocate(PAGE), ID, new AccessEntry(2, 0640));
    nodes.connect(nodes.two, ID, Permission.READ);
    InterconnectTopology topology = nodes.registry1.getInterconnectTopology();
    assertEquals(1, topology.localNodeId());
    assertEquals(
        List.of("shm0", "shm1"),
        topology.controllers().stream().map(c -> c.controllerName()).toList());
    InterconnectTopology.RemoteController remote = topology.controllers().get(0).remotes().get(0);
    assertEquals(2, remote.nodeId());
    assertEquals(3, remote.state());
    SegmentInfo info = nodes.registry2.segments().get(0);
    assertEquals(ID, info.segmentId());
    assertEquals(1, info.nodeId());
    assertEquals(ProcessInfo.PID, info.ownerPid());
    assertEquals(List.of(ProcessInfo.PID), info.importers());
    assertEquals(List.of(new AccessEntry(2, 0640)), info.accessList());
    assertEquals(PAGE, info.length());
    export.destroy();
    assertEquals(List.of(), nodes.registry1.segments());
  }

  @Test
  void rebindMovesImportersToTheNewMemory() {
    ByteBuffer before = Nodes.foreign(2);
    ByteBuffer after = nodes.one.allocate(2 * PAGE);
    after.put(0, (byte) 2);
    ExportSegment export = nodes.publish(before, ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    SegmentMap map = segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, 2 * PAGE);
    segment.put8(0, new byte[] {1}, 0, 1);
    export.rebind(after, 0);
    byte[] seen = new byte[1];
    assertEquals(0, segment.get8(0, seen, 0, 1));
    assertEquals(2, seen[0]);
    assertEquals(2, map.buffer().get(0));
    segment.put8(1, new byte[] {3}, 0, 1);
    map.buffer().put(PAGE, (byte) 4);
    assertEquals(3, after.get(1));
    assertEquals(4, after.get(PAGE));
    assertEquals(1, before.get(0));
    assertEquals(0, before.get(1));
    export.rebind(after, 9);
    assertEquals(0, segment.get8(0, seen, 0, 1));
    nodes.connect(nodes.two, ID, Permission.READ);
    segment.unmap();
  }

  @Test
  void aMappingShowsPrivatePagesOnceWithdrawn() {
    ByteBuffer memory = nodes.one.allocate(2 * PAGE);
    ExportSegment export = nodes.publish(memory, ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    SegmentMap map = segment.map(MapAttribute.NONE, 0, Permission.RDWR, PAGE, 100);
    assertTrue(map.address() != 0);
    assertEquals(100, map.buffer().capacity());
    map.buffer().put(1, (byte) 7);
    assertEquals(7, memory.get(PAGE + 1));
    refused(RsmReturn.BAD_OFFSET, () -> segment.get8(0, new byte[1], 0, 1));
    refused(RsmReturn.SEG_STILL_MAPPED, segment::disconnect);
    export.unpublish();
    map.buffer().put(1, (byte) 8);
    assertEquals(7, memory.get(PAGE + 1));
    segment.unmap();
    map.buffer().put(1, (byte) 9);
    assertEquals(7, memory.get(PAGE + 1));
    refused(RsmReturn.CONN_ABORTED, () -> segment.map(MapAttribute.NONE, 0, Permission.READ, 0, 1));
    segment.disconnect();
  }

  @Test
  void aMappingWithoutTheRightToWriteIsReadOnly() {
    nodes.publish(nodes.one.allocate(PAGE), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    SegmentMap map = segment.map(MapAttribute.NONE, 0, Permission.READ, 0, PAGE);
    assertThrows(ReadOnlyBufferException.class, () -> map.buffer().put(0, (byte) 1));
    ImportSegment other = nodes.connect(nodes.two, ID, Permission.RDWR);
    refused(
        RsmReturn.MAP_FAILED,
        () -> other.map(MapAttribute.FIXED, map.address(), Permission.READ, 0, PAGE));
    segment.unmap();
  }

  @Test
  void signalsReachTheOtherSideOnly() throws Exception {
    ExportSegment export = nodes.publish(nodes.one.allocate(PAGE), ID);
    ImportSegment a = nodes.connect(nodes.two, ID, Permission.READ);
    ImportSegment b = nodes.connect(nodes.one, ID, Permission.READ);
    export.post(0);
    export.post(SignalFlags.NO_ACCUMULATE);
    assertEquals(0, a.await(0));
    assertEquals(RsmReturn.TIMEOUT, a.await(0));
    assertEquals(0, b.await(1000));
    assertEquals(RsmReturn.TIMEOUT, export.await(1));
    CompletableFuture<Integer> waiter = CompletableFuture.supplyAsync(() -> export.await(-1));
    assertEquals(0, a.post(0));
    assertEquals(0, waiter.get(30, TimeUnit.SECONDS));
    PollFd fd = new PollFd();
    export.getPollfd(fd);
    CompletableFuture<Integer> poller =
        CompletableFuture.supplyAsync(() -> Rsm.awaitPollfd(new PollFd[] {fd}, 1, 30_000, null));
    assertEquals(0, b.post(0));
    assertEquals(0, poller.get(30, TimeUnit.SECONDS));
    export.releasePollfd();
    export.unpublish();
    assertEquals(RsmReturn.CONN_ABORTED, a.post(0));
  }

  @Test
  void aWaitOnASegmentThatEndsIsRefused() throws Exception {
    ExportSegment export = nodes.publish(nodes.one.allocate(PAGE), ID);
    CompletableFuture<Integer> waiter = CompletableFuture.supplyAsync(() -> export.await(-1));
    export.destroy();
    Throwable cause =
        assertThrows(
                java.util.concurrent.ExecutionException.class,
                () -> waiter.get(30, TimeUnit.SECONDS))
            .getCause();
    assertTrue(cause.getMessage().startsWith("RSMERR_BAD_SEG_HNDL"), cause::toString);
  }

  @Test
  void theDataPathDoesNotAllocate() {
    nodes.publish(nodes.one.allocate(4 * PAGE), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    ScatGath vector = new ScatGath(16);
    ByteBuffer local = ByteBuffer.allocateDirect(PAGE);
    for (int i = 0; i < 16; i++) {
      vector.add(local, i * 64, i * 64, 64);
    }
    long[] data = new long[8];
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 20 && least > 0; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < 2000; i++) {
        segment.put64(8, data, 0, 1);
        segment.get64(0, data, 0, 8);
        segment.put(0, local, 0, 100);
        segment.putv(vector);
        segment.post(SignalFlags.NO_ACCUMULATE);
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    // What reading the counter itself takes is not of the loop.
    assertTrue(least < 200, least + " bytes in 10000 calls");
  }

  @Test
  void noSharedObjectRemains() {
    ExportSegment export = nodes.publish(Nodes.foreign(1), ID);
    nodes.connect(nodes.two, ID, Permission.READ);
    assertEquals(3, nodes.names().size(), () -> nodes.names().toString());
    nodes.close();
    assertEquals(Set.of(), nodes.names());
    refused(RsmReturn.BAD_SEG_HNDL, export::destroy);
    nodes = null;
  }

  @Test
  void leavingANodeTakesNothingFromTheOthers() {
    nodes.publish(nodes.one.allocate(PAGE), ID);
    nodes.registry(7).getController("shm0").close();
    byte[] seen = new byte[1];
    assertEquals(0, nodes.connect(nodes.two, ID, Permission.READ).get8(0, seen, 0, 1));
  }

  @Test
  void memoryCanBeExportedAgainAfterItsControllerWasReleased() {
    ByteBuffer memory;
    try (RsmController first = nodes.registry(7).getController("shm0")) {
      memory = first.allocate(PAGE).put(0, (byte) 5);
    }
    try (RsmController second = nodes.registry(7).getController("shm0");
        ExportSegment export = second.createExportSegment(memory, ExportFlags.NONE)) {
      export.publish(ID, List.of());
      byte[] seen = new byte[1];
      try (ImportSegment segment = nodes.two.connectImportSegment(7, ID, Permission.READ)) {
        segment.initBarrier(org.dat4j.rsm.BarrierType.DEFAULT);
        assertEquals(0, segment.get8(0, seen, 0, 1));
        assertEquals(5, seen[0]);
      }
    }
  }

  @Test
  void manyConnectionsComeAndGo() {
    ExportSegment export = nodes.publish(nodes.one.allocate(PAGE), ID);
    byte[] seen = new byte[1];
    for (int i = 0; i < 5000; i++) {
      ImportSegment segment = nodes.two.connectImportSegment(1, ID, Permission.RDWR);
      segment.initBarrier(org.dat4j.rsm.BarrierType.DEFAULT);
      assertEquals(0, segment.get8(0, seen, 0, 1));
      segment.disconnect();
    }
    assertEquals(0, export.post(ExportFlags.NONE));
  }
}
