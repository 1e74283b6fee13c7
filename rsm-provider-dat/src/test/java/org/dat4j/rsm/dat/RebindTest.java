package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.DtoStatus;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.ConnectData;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a rebind of RSM over DAT beside connects, posts and many imports. */
@Timeout(120)
class RebindTest {
  private static final int LENGTH = 4096;
  private static final long LIMIT_SECONDS = 60;

  /**
   * The nodes, with a time limit for silence that does not expire while an event thread is held.
   */
  private final Nodes nodes = new Nodes(Map.of("dat.silence", "120000"));

  private RsmController exporter;
  private DatExport export;

  @AfterEach
  void close() {
    nodes.close();
  }

  private void open(String name) {
    exporter = nodes.on(name, 1);
    export = nodes.published(exporter, Nodes.ID, exporter.allocate(LENGTH));
  }

  private List<ImportSegment> imports(String name, int count) {
    RsmController importer = nodes.on(name, 3);
    List<ImportSegment> all = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      all.add(nodes.ready(importer, 1, Nodes.ID, Permission.RDWR));
    }
    return all;
  }

  private static LocalProcess process() {
    return LocalProcess.OPEN.stream().filter(p -> p.config().node() == 1).findFirst().orElseThrow();
  }

  private void rebind(int content) {
    ByteBuffer next = exporter.allocate(LENGTH);
    next.put(1, (byte) content);
    export.rebind(next, 0);
  }

  private static void holds(List<ImportSegment> all, int content) {
    byte[] data = new byte[1];
    for (ImportSegment each : all) {
      assertEquals(RsmReturn.SUCCESS, each.get8(1, data, 0, 1), each + "");
      assertEquals(content, data[0], each + "");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void rebindMovesMoreImportersThanAConnectionHasRequests(String name) {
    open(name);
    List<ImportSegment> all = imports(name, 3 * MessageCodec.MAX_REQUESTS);
    rebind(7);
    holds(all, 7);
  }

  @ParameterizedTest
  @ValueSource(strings = {"datloopback0", "dattcp0"})
  void rebindMovesImportersWhileAnotherThreadPosts(String name) throws Exception {
    open(name);
    List<ImportSegment> all = imports(name, 20);
    AtomicBoolean stop = new AtomicBoolean();
    FutureTask<Void> posts =
        new FutureTask<>(
            () -> {
              while (!stop.get()) {
                assertEquals(RsmReturn.SUCCESS, export.post(0));
              }
              return null;
            });
    new Thread(posts, "posts").start();
    try {
      for (int round = 1; round <= 10; round++) {
        rebind(round);
        holds(all, round);
      }
    } finally {
      stop.set(true);
      posts.get(LIMIT_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void requestForTheMemoryDuringARebindIsAnsweredWithTheNewMemory() throws Exception {
    open("datloopback0");
    try (RawPeer control = new RawPeer("loopback0", RawPeer.greeting())) {
      control.send(0, RawPeer.hello());
      control.receives(Message.Welcome.class);
      control.send(1, new Message.Connect(Nodes.ID, Permission.RDWR));
      long token = control.receives(Message.Connected.class).token();
      byte[] request = ConnectData.encode(new ConnectData.Data(token, new byte[MessageCipher.TAG]));
      try (RawPeer data = new RawPeer("loopback0", request)) {
        // The RMR is open once the exporter has processed the events of the connection.
        ImporterConnection importer = export.admitted().get(0);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        while (!importer.isBehind(1)) {
          assertTrue(System.nanoTime() - end < 0, "no RMR is opened");
          Thread.onSpinWait();
        }
        FutureTask<Void> rebind = new FutureTask<>(() -> rebind(7), null);
        new Thread(rebind, "rebind").start();
        RawPeer.Received changed = control.request(Message.MemoryChanged.class);
        control.send(2, new Message.Bind(token));
        control.send(changed.request(), new Message.Done(RsmReturn.SUCCESS));
        Message.MemoryLocation granted = control.receives(Message.Grant.class).where();
        rebind.get(LIMIT_SECONDS, TimeUnit.SECONDS);
        assertEquals(((Message.MemoryChanged) changed.message()).where(), granted);
        assertEquals(DtoStatus.SUCCESS, data.reads(granted.context(), granted.base()));
      }
    }
  }

  @Test
  void importerWithItsFirstRmrBoundTooLateIsAborted() throws Exception {
    ImporterConnection late = movedBesideItsFirstBind(0);
    assertNull(late.beginMove(0, 2), "the importer has the old memory");
  }

  @Test
  void importerWithItsFirstRmrOverTheNewMemoryIsNotAborted() throws Exception {
    ImporterConnection late = movedBesideItsFirstBind(1);
    ImporterRmr rmr = late.beginMove(0, 2);
    assertNotNull(rmr, "the importer was aborted");
    rmr.free();
  }

  /**
   * Moves an importer to memory of generation 1 while its first RMR is being bound.
   *
   * @param generation the generation of the memory of the first RMR
   */
  private ImporterConnection movedBesideItsFirstBind(int generation) throws Exception {
    open("datloopback0");
    imports("datloopback0", 1);
    ImporterConnection first = export.admitted().get(0);
    LocalProcess process = process();
    ImporterConnection late =
        new ImporterConnection(process, export, first.connection(), Permission.RDWR);
    ImporterRmr rmr;
    HeldEventThread held = new HeldEventThread(first.connection());
    try {
      // The bind completes, but the event thread takes its event only after the rebind.
      rmr =
          ImporterRmr.open(
              process,
              first.connection().peerZone(),
              SegmentMemory.of(process, exporter.allocate(LENGTH), "test"),
              Permission.RDWR,
              first.connected(),
              opened -> late.opened(opened, generation));
      late.opening(rmr, generation);
      SegmentMemory next = SegmentMemory.of(process, exporter.allocate(LENGTH), "test");
      RebindOperation.move(process, List.of(late), next, 1);
    } finally {
      held.release();
    }
    assertTrue(rmr.await(TimeUnit.SECONDS.toMillis(LIMIT_SECONDS)), "the bind has failed");
    return late;
  }

  @Test
  void rebindThatFailsEndsTheImportersThatItHasBegunToMove() {
    open("datloopback0");
    imports("datloopback0", 2);
    LocalProcess process = process();
    List<ImporterConnection> importers = export.admitted();
    assertThrows(
        NullPointerException.class, () -> RebindOperation.move(process, importers, null, 1));
    importers.forEach(each -> assertFalse(each.isConnected(), each + ""));
  }
}
