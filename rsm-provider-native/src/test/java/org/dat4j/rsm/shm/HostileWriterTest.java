package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ExportFlags;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the provider over shared memory while another user of a shared domain writes arbitrary
 * bytes into the registry. Calls may fail with any code; the process goes on.
 */
@Tag("long")
@ExtendWith(NeedsSharedMemory.class)
class HostileWriterTest {
  private static final String STRANGER = "65534";
  private static final int ID = 0x600000;
  private static final int LENGTH = 1 << 20;
  private static final long RUN_NANOS = TimeUnit.SECONDS.toNanos(4);
  private static final long MAX_CALL_NANOS = TimeUnit.SECONDS.toNanos(20);

  private static final int SEGMENTS = 16;
  private static final int IMPORTS = 32;
  private static final int OFTEN = 100;

  private Nodes nodes;
  private ChildJvm stranger;
  private int rounds;

  @BeforeEach
  void open() {
    assumeTrue(LibC.getuid() == 0, "needs root: it starts a process of another user");
    nodes = new Nodes();
  }

  @AfterEach
  void close() throws Exception {
    if (stranger != null) {
      stranger.kill();
      stranger.awaitEnd();
    }
    if (nodes != null) {
      // The registry holds rubbish: what is left there is removed by hand.
      Files.deleteIfExists(nodes.file(1));
      Files.deleteIfExists(nodes.file(2));
    }
  }

  /** Returns all words of the tables; those that transfers read are written most often. */
  private static List<String> words() {
    List<String> columns = new ArrayList<>();
    add(
        columns,
        RegistryLayout.H_NEXT_ID,
        RegistryLayout.H_NEXT_IMPORT - RegistryLayout.H_NEXT_ID,
        0,
        1);
    // Of this process' entry only what changes: without the rest nobody connects for good.
    add(columns, RegistryLayout.process(1), RegistryLayout.P_SLEEPING, RegistryLayout.P_STRIDE, 3);
    add(columns, RegistryLayout.process(0) + RegistryLayout.P_DOORBELL, Integer.BYTES, 0, 1);
    add(
        columns,
        RegistryLayout.segment(0),
        RegistryLayout.S_LIST,
        RegistryLayout.S_STRIDE,
        SEGMENTS);
    add(
        columns,
        RegistryLayout.imported(0),
        RegistryLayout.I_BUSY,
        RegistryLayout.I_STRIDE,
        IMPORTS);
    for (int i = 0; i < OFTEN; i++) {
      add(
          columns,
          RegistryLayout.imported(0) + RegistryLayout.I_BUSY,
          0,
          RegistryLayout.I_STRIDE,
          IMPORTS);
      add(
          columns,
          RegistryLayout.imported(0) + RegistryLayout.I_GATE,
          4,
          RegistryLayout.I_STRIDE,
          IMPORTS);
    }
    return columns;
  }

  private static void add(List<String> columns, int first, int last, int stride, int rows) {
    for (int word = 0; word <= last; word += Integer.BYTES) {
      columns.add(first + word + ":" + stride + ":" + rows);
    }
  }

  /** Starts the other user's process. Its class lies where that user may read it. */
  private void startStranger(Path folder, long seed) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    Path target = folder.resolve(Scribbler.class.getName().replace('.', '/') + ".class");
    Files.createDirectories(target.getParent());
    try (InputStream bytes = Scribbler.class.getResourceAsStream("Scribbler.class")) {
      Files.copy(bytes, target);
    }
    List<String> front =
        List.of("setpriv", "--reuid", STRANGER, "--regid", STRANGER, "--clear-groups");
    List<String> options = List.of("-XX:TieredStopAtLevel=1", "-cp", folder.toString());
    List<String> arguments =
        new ArrayList<>(List.of(nodes.file(1).toString(), Long.toString(seed)));
    arguments.addAll(words());
    stranger = new ChildJvm(front, options, Scribbler.class, arguments.toArray(String[]::new));
    assertEquals("ready", stranger.line());
  }

  @Test
  void randomRegistryWritesDuringCallsEndNoProcess(@TempDir Path folder) throws Exception {
    long seed = Long.getLong("test.seed", System.nanoTime());
    System.out.println("HostileWriterTest seed " + seed);
    ByteBuffer memory = nodes.one.allocate(LENGTH);
    startStranger(folder, seed);
    long end = System.nanoTime() + RUN_NANOS;
    long calls = 0;
    while (System.nanoTime() - end < 0) {
      calls += round(memory);
    }
    stranger.send('\n');
    assertEquals(0, stranger.awaitEnd(), "seed " + seed);
    assertTrue(calls > 10, calls + " calls were let through");
  }

  /** Connects, transfers in another thread, and disconnects meanwhile; counts what succeeded. */
  private int round(ByteBuffer memory) throws Exception {
    int[] done = new int[1];
    int id = ID + rounds++;
    AtomicReference<ExportSegment> exported = new AtomicReference<>();
    timed(() -> exported.set(nodes.one.createExportSegment(memory, ExportFlags.ALLOW_REBIND)));
    ExportSegment export = exported.get();
    if (export == null) {
      return 0;
    }
    timed(() -> export.publish(id, null));
    AtomicReference<ImportSegment> made = new AtomicReference<>();
    timed(() -> made.set(nodes.two.connectImportSegment(1, id, Permission.RDWR)));
    ImportSegment segment = made.get();
    if (segment == null) {
      timed(() -> export.destroy());
      return 0;
    }
    AtomicBoolean begun = new AtomicBoolean();
    AtomicReference<Throwable> failure = new AtomicReference<>();
    Thread transfers = new Thread(() -> transfer(segment, begun, failure, done), "transfers");
    transfers.start();
    Nodes.within(30_000, "transfers", begun::get);
    timed(() -> export.post(0));
    timed(() -> export.rebind(nodes.one.allocate(LENGTH), 0));
    // Refused while the other thread has it mapped.
    Nodes.within(30_000, "disconnected", () -> isDisconnected(segment));
    timed(() -> export.unpublish());
    timed(() -> export.destroy());
    transfers.join(TimeUnit.SECONDS.toMillis(30));
    assertTrue(!transfers.isAlive(), "transfers end");
    assertNull(failure.get());
    return done[0];
  }

  private static boolean isDisconnected(ImportSegment segment) {
    try {
      segment.disconnect();
      return true;
    } catch (RsmException mapped) {
      return mapped.code() != RsmReturn.SEG_STILL_MAPPED;
    }
  }

  /** Moves data until the import is refused. */
  private static void transfer(
      ImportSegment segment, AtomicBoolean begun, AtomicReference<Throwable> failure, int[] done) {
    byte[] data = new byte[LENGTH];
    try {
      segment.initBarrier(BarrierType.DEFAULT);
      while (true) {
        if (segment.put8(0, data, 0, data.length) == 0) {
          done[0]++;
        }
        begun.set(true);
        segment.get8(0, data, 0, data.length);
        segment.post(0);
        segment.await(0);
        if (done[0] % 4 == 1) {
          segment.map(MapAttribute.NONE, 0, Permission.RDWR, 0, Nodes.PAGE).buffer().putLong(0, 1);
          segment.unmap();
        }
      }
    } catch (RsmException refused) {
      begun.set(true);
    } catch (RuntimeException | Error e) {
      failure.set(e);
      begun.set(true);
    }
  }

  /** Makes a call that may be refused with any code, but within its time limit. */
  private static void timed(Runnable call) {
    long start = System.nanoTime();
    try {
      call.run();
    } catch (RsmException refused) {
      assertTrue(refused.code() != 0);
    }
    assertTrue(System.nanoTime() - start < MAX_CALL_NANOS, "a call takes its time only");
  }
}
