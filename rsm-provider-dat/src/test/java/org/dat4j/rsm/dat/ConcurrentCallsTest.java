package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of calls of RSM over DAT by several threads at the same time. */
@Timeout(120)
class ConcurrentCallsTest {
  private static final String NAME = "datloopback0";
  private static final int LENGTH = 4096;
  private static final long LIMIT_MILLIS = 60_000;

  /** No time limit for silence expires while an event thread is held. */
  private static final String SILENCE = "120000";

  private static LocalProcess process(int node) {
    return LocalProcess.OPEN.stream()
        .filter(each -> each.config().node() == node)
        .findFirst()
        .orElseThrow();
  }

  private static void await(String what, BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(LIMIT_MILLIS);
    while (!condition.getAsBoolean()) {
      assertTrue(System.nanoTime() - end < 0, what + " within " + LIMIT_MILLIS + " ms");
      Thread.onSpinWait();
    }
  }

  /** Asks for an import, and returns its token. */
  private static long token(ControlConnection connection, int id) {
    return assertInstanceOf(
            Message.Connected.class,
            connection.call(new Message.Connect(id, Permission.RDWR), LIMIT_MILLIS))
        .token();
  }

  /** Makes a request that is not answered before its segment is unpublished: no path is there. */
  private static void takeRequest(ControlConnection connection, long token) {
    assertTrue(connection.start(new Message.Bind(token), new PendingRequest(), LIMIT_MILLIS));
  }

  /**
   * A connect that has got one of the requests of a connection, and waits for its second one while
   * other threads have all.
   */
  private static final class WaitingConnect {
    final FutureTask<ImportSegment> task;
    final Thread thread;

    /**
     * Makes the connect.
     *
     * @param held segments for which one request each is made; the first is unpublished here
     */
    WaitingConnect(Nodes nodes, DatExport... held) throws Exception {
      RsmController importer = nodes.on(NAME, 3);
      nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
      ControlConnection connection = process(3).connections().ready(1).get(0);
      int connected = connection.imports().size();
      long[] tokens = new long[MessageCodec.MAX_REQUESTS + 1];
      for (int i = 0; i < tokens.length; i++) {
        tokens[i] = token(connection, Nodes.ID + (i < held.length ? i + 1 : 0));
      }
      for (int i = 0; i < MessageCodec.MAX_REQUESTS; i++) {
        takeRequest(connection, tokens[i]);
      }
      task = new FutureTask<>(() -> importer.connectImportSegment(1, Nodes.ID, Permission.RDWR));
      thread = new Thread(task, "connect");
      thread.start();
      await("waits for a request", () -> thread.getState() == Thread.State.TIMED_WAITING);
      FutureTask<Void> other =
          new FutureTask<>(() -> takeRequest(connection, tokens[tokens.length - 1]), null);
      Thread next = new Thread(other, "next request");
      next.start();
      await("waits for a request", () -> next.getState() == Thread.State.TIMED_WAITING);
      // The connect gets this request, and the other thread gets it after the first answer.
      held[0].unpublish();
      other.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
      await(
          "waits for its second request",
          () ->
              task.isDone()
                  || connection.imports().size() > connected
                      && thread.getState() == Thread.State.TIMED_WAITING);
    }
  }

  @Test
  void connectWaitsWhileOtherThreadsHaveAllRequests() throws Exception {
    try (Nodes nodes = new Nodes(Map.of("dat.silence", SILENCE))) {
      RsmController exporter = nodes.on(NAME, 1);
      nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      DatExport one = nodes.published(exporter, Nodes.ID + 1, exporter.allocate(LENGTH));
      DatExport two = nodes.published(exporter, Nodes.ID + 2, exporter.allocate(LENGTH));
      WaitingConnect connect = new WaitingConnect(nodes, one, two);
      two.unpublish();
      try (ImportSegment segment = connect.task.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS)) {
        assertEquals(LENGTH, segment.length());
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void threadsBeyondTheRequestsOfAConnectionConnectAndDisconnect(String name) throws Exception {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      DatExport export = nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
      export.onImporterLost(lost::add);
      try (RsmController importer = nodes.registry(3).getController(name)) {
        CountDownLatch start = new CountDownLatch(1);
        FutureTask<?>[] tasks = new FutureTask<?>[2 * MessageCodec.MAX_REQUESTS];
        for (int i = 0; i < tasks.length; i++) {
          tasks[i] =
              new FutureTask<>(
                  () -> {
                    start.await();
                    for (int round = 0; round < 3; round++) {
                      importer.connectImportSegment(1, Nodes.ID, Permission.RDWR).disconnect();
                    }
                    return null;
                  });
          new Thread(tasks[i], "importer " + i).start();
        }
        start.countDown();
        for (FutureTask<?> task : tasks) {
          task.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        }
      }
      assertNull(lost.poll());
    }
  }

  @Test
  void importThatNeverAskedForItsMemoryIsNeitherListedNorLost() throws Exception {
    try (Nodes nodes = new Nodes(Map.of("dat.silence", SILENCE))) {
      RsmController exporter = nodes.on(NAME, 1);
      DatExport export = nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      RsmController importer = nodes.on(NAME, 3);
      nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
      ControlConnection connection = process(3).connections().ready(1).get(0);
      long token = token(connection, Nodes.ID);
      DataPath path = new DataPath(process(3), connection, token);
      connection.imports().put(token, path);
      NodeTable.Entry entry = process(3).config().nodes().entry(1);
      assertTrue(
          path.connect(
              entry.address(process(3).adapter().address()), entry.qualifier(), LIMIT_MILLIS));
      path.awaitConnection(LIMIT_MILLIS);
      ImporterConnection silent =
          export.admitted().stream().filter(i -> i.token() == token).findFirst().orElseThrow();
      await("is established", () -> silent.connected() != null);
      // The events of the silent import's RMR come before those of this one.
      nodes.ready(importer, 1, Nodes.ID, Permission.RDWR);
      assertEquals(2, export.importers().size());
      BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
      export.onImporterLost(lost::add);
      connection.end();
      for (int i = 0; i < 2; i++) {
        ImporterInfo info = lost.poll(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        assertNotNull(info, "lost import " + i);
        assertNotEquals(silent.info(), info);
      }
      path.close();
    }
  }

  @Test
  void importerOfAnEarlierPublicationIsNotAdmitted() {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(NAME, 1);
      DatExport export = nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      int first = export.publication();
      export.unpublish();
      export.publish(Nodes.ID, null);
      assertFalse(export.admit(null, first), "the first publication");
      export.unpublish();
      nodes.published(exporter, Nodes.ID + 1, exporter.allocate(LENGTH));
      Nodes.refused(RsmReturn.SEGID_IN_USE, () -> export.publish(Nodes.ID + 1, null));
      assertFalse(export.admit(null, export.publication()), "a refused publication");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void disconnectBesideATickWaitsForItsPuts(String name) throws Exception {
    try (Nodes nodes = Nodes.plain()) {
      RsmController exporter = nodes.on(name, 1);
      ByteBuffer memory = exporter.allocate(LENGTH);
      nodes.published(exporter, Nodes.ID, memory);
      RsmController importer = nodes.on(name, 3);
      for (int round = 1; round <= 30; round++) {
        ImportSegment segment = nodes.ready(importer, 1, Nodes.ID, Permission.WRITE);
        DataPath path =
            process(3).connections().ready(1).get(0).imports().values().iterator().next();
        CountDownLatch begun = new CountDownLatch(1000);
        AtomicBoolean stop = new AtomicBoolean();
        FutureTask<Void> ticks =
            new FutureTask<>(
                () -> {
                  while (!stop.get()) {
                    path.tick();
                    begun.countDown();
                  }
                },
                null);
        new Thread(ticks, "ticks").start();
        assertTrue(begun.await(LIMIT_MILLIS, TimeUnit.MILLISECONDS), "no ticks");
        segment.setMode(BarrierMode.EXPLICIT);
        for (int i = 0; i < 20; i++) {
          assertEquals(RsmReturn.SUCCESS, segment.put32(i * 4L, new int[] {round}, 0, 1));
        }
        segment.disconnect();
        stop.set(true);
        ticks.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
        assertEquals(round, memory.getInt(19 * 4));
      }
    }
  }

  @Test
  void getControllerWaitsForThePlaceOfOneThatIsBeingReleased() throws Exception {
    try (Nodes nodes = new Nodes(Map.of("dat.silence", SILENCE, "dat.processes", "1"))) {
      RsmController exporter = nodes.on(NAME, 1);
      DatExport export = nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      RsmRegistry registry = nodes.registry(3);
      RsmController importer = registry.getController(NAME);
      ImportSegment segment = importer.connectImportSegment(1, Nodes.ID, Permission.RDWR);
      FutureTask<Void> release = new FutureTask<>(importer::close, null);
      HeldEventThread held = new HeldEventThread(export.admitted().get(0).connection());
      try {
        segment.disconnect();
        // The release waits for a while for the answer to the disconnect.
        Thread releasing = new Thread(release, "release");
        releasing.start();
        await("waits", () -> releasing.getState() == Thread.State.TIMED_WAITING);
        Thread.currentThread().interrupt();
        Nodes.refused(RsmReturn.INTERRUPTED, () -> registry.getController(NAME));
        assertTrue(Thread.interrupted());
        registry.getController(NAME).close();
      } finally {
        held.release();
      }
      release.get(LIMIT_MILLIS, TimeUnit.MILLISECONDS);
    }
  }

  @Test
  void connectThatIsInterruptedWaitsForNoRequest() throws Exception {
    try (Nodes nodes = new Nodes(Map.of("dat.silence", SILENCE))) {
      RsmController exporter = nodes.on(NAME, 1);
      nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
      DatExport one = nodes.published(exporter, Nodes.ID + 1, exporter.allocate(LENGTH));
      WaitingConnect connect = new WaitingConnect(nodes, one);
      connect.thread.interrupt();
      // Less than the time limit of a wait for a request.
      connect.thread.join(4000);
      assertTrue(connect.task.isDone(), "the connect waits for a request");
      ExecutionException e = assertThrows(ExecutionException.class, connect.task::get);
      assertEquals(RsmReturn.INTERRUPTED, ((RsmException) e.getCause()).code());
    }
  }
}
