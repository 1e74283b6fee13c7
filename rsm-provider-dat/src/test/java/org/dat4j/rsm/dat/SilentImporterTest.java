package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCodec;
import org.dat4j.rsm.dat.message.ProtocolViolationException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of RSM over DAT with an importer that connects and then answers nothing, which must hold up
 * neither exporter nor other importers.
 */
class SilentImporterTest {
  /** A number above the most requests that may wait for answers. */
  private static final int IMPORTS = MessageCodec.MAX_REQUESTS + 8;

  private static final long BOUND_MILLIS = 5000;

  /** The nodes, with a time limit for silence that does not expire while the test runs. */
  private final Nodes nodes = new Nodes(Map.of("dat.silence", "120000"));

  private RawPeer silent;
  private RsmController exporter;
  private ExportSegment export;
  private ImportSegment honest;

  @AfterEach
  void close() {
    silent.close();
    export.close();
    nodes.close();
  }

  private void open(String name) throws ProtocolViolationException {
    exporter = nodes.on("dat" + name, 1);
    export = exporter.createExportSegment(exporter.allocate(4096), ExportFlags.ALLOW_REBIND);
    export.publish(Nodes.ID, null);
    silent = new RawPeer(name, RawPeer.greeting());
    silent.send(0, RawPeer.hello());
    silent.receives(Message.Welcome.class);
    for (int i = 0; i < IMPORTS; i++) {
      silent.send(1, new Message.Connect(Nodes.ID, Permission.RDWR));
      assertEquals(RsmReturn.SUCCESS, silent.receives(Message.Connected.class).status());
    }
    honest = nodes.ready(nodes.on("dat" + name, 3), 1, Nodes.ID, Permission.RDWR);
  }

  private static void returns(String what, Runnable call) throws InterruptedException {
    Thread thread = new Thread(call, what);
    thread.setDaemon(true);
    thread.start();
    thread.join(BOUND_MILLIS);
    assertTrue(!thread.isAlive(), what + " has not returned after " + BOUND_MILLIS + " ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void unpublishReturnsAndClosesTheRmrsOfAll(String name) throws Exception {
    open(name);
    returns("unpublish", export::unpublish);
    assertEquals(RsmReturn.CONN_ABORTED, honest.get8(0, new byte[1], 0, 1));
    returns("destroy", export::destroy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void destroyReturns(String name) throws Exception {
    open(name);
    returns("destroy", export::destroy);
    assertEquals(RsmReturn.CONN_ABORTED, honest.get8(0, new byte[1], 0, 1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void postReachesTheOthersAndWaitsOnceOnly(String name) throws Exception {
    open(name);
    returns(
        "100 posts",
        () -> {
          for (int i = 0; i < 100; i++) {
            assertEquals(RsmReturn.SUCCESS, export.post(0));
          }
        });
    for (int i = 0; i < 100; i++) {
      assertEquals(RsmReturn.SUCCESS, honest.await(0), "signal " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void rebindMovesTheOthers(String name) throws Exception {
    open(name);
    var next = exporter.allocate(4096);
    next.put(5, (byte) 9);
    returns("rebind", () -> export.rebind(next, 0));
    byte[] data = new byte[1];
    assertEquals(RsmReturn.SUCCESS, honest.get8(5, data, 0, 1));
    assertEquals(9, data[0]);
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback0", "tcp0"})
  void signalsThatWereOwedComeInOneMessage(String name) throws Exception {
    open(name);
    returns(
        "posts",
        () -> {
          for (int i = 0; i < 5; i++) {
            export.post(0);
          }
        });
    RawPeer.Received first = silent.request(Message.Signal.class);
    Message.Signal signal = (Message.Signal) first.message();
    assertEquals(1, signal.count());
    long begun = System.nanoTime();
    silent.send(first.request(), new Message.Done(RsmReturn.SUCCESS));
    Message.Signal rest;
    do {
      rest = (Message.Signal) silent.request(Message.Signal.class).message();
    } while (rest.token() != signal.token());
    assertEquals(4, rest.count());
    assertTrue(System.nanoTime() - begun < TimeUnit.MILLISECONDS.toNanos(BOUND_MILLIS));
  }
}
