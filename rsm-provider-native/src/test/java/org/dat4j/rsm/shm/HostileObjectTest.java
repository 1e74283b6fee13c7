package org.dat4j.rsm.shm;

import static org.dat4j.rsm.shm.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@Tag("long")
@ExtendWith(NeedsSharedMemory.class)
class HostileObjectTest {
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
  void anObjectThatIsNoRegistryIsRefused() throws IOException {
    byte[][] contents = {
      new byte[1],
      new byte[RegistryLayout.SIZE - 1],
      new byte[RegistryLayout.SIZE + 1],
      new byte[RegistryLayout.SIZE]
    };
    contents[3][0] = 1;
    for (byte[] content : contents) {
      Files.write(nodes.file(9), content);
      refused(RsmReturn.CTLR_NOT_PRESENT, () -> nodes.registry(9).getController("shm0"));
    }
    ByteBuffer header =
        ByteBuffer.allocate(RegistryLayout.SIZE).order(java.nio.ByteOrder.nativeOrder());
    Files.write(
        nodes.file(9),
        header.putInt(0, RegistryLayout.MAGIC).putInt(4, RegistryLayout.VERSION + 1).array());
    refused(RsmReturn.CTLR_NOT_PRESENT, () -> nodes.registry(9).getController("shm0"));
    Files.delete(nodes.file(9));
    RsmController good = nodes.registry(9).getController("shm0");
    good.release();
  }

  @Test
  void aDataObjectThatIsTooShortIsRefused() throws IOException {
    nodes.publish(Nodes.foreign(4), ID);
    cut(Nodes.PAGE);
    refused(RsmReturn.BAD_LENGTH, () -> nodes.connect(nodes.two, ID, Permission.READ));
    // Long enough again, so that the clean-up can copy the contents back.
    cut(4 * Nodes.PAGE);
  }

  private void cut(int length) throws IOException {
    String data = nodes.names().stream().filter(n -> n.contains(".d.")).findFirst().orElseThrow();
    cut(SharedObject.FOLDER.resolve(data), length);
  }

  private static void cut(Path object, int length) throws IOException {
    try (RandomAccessFile file = new RandomAccessFile(object.toFile(), "rw")) {
      file.setLength(length);
    }
  }

  @Test
  void anImportOfACutDataObjectIsAbortedWithinASecond() throws IOException {
    nodes.publish(Nodes.foreign(4), ID);
    ImportSegment segment = nodes.connect(nodes.two, ID, Permission.RDWR);
    ByteBuffer map =
        nodes
            .connect(nodes.two, ID, Permission.RDWR)
            .map(MapAttribute.NONE, 0, Permission.RDWR, 0, 4 * Nodes.PAGE)
            .buffer();
    byte[] data = new byte[64];
    assertEquals(0, segment.put8(3 * Nodes.PAGE, data, 0, data.length));
    cut(Nodes.PAGE);
    // What is left of the object, so that nothing faults before the cut is noticed.
    Delay.await(
        "CONN_ABORTED", () -> segment.get8(0, data, 0, data.length) == RsmReturn.CONN_ABORTED);
    for (int i = 0; i < 1000; i++) {
      assertEquals(RsmReturn.CONN_ABORTED, segment.get8(0, data, 0, data.length));
      assertEquals(RsmReturn.CONN_ABORTED, segment.put64(3 * Nodes.PAGE, new long[1], 0, 1));
    }
    assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
    refused(
        RsmReturn.CONN_ABORTED,
        () -> segment.map(MapAttribute.NONE, 0, Permission.READ, 0, Nodes.PAGE));
    Delay.await("private pages", () -> !shows(map));
    map.put(3 * Nodes.PAGE, (byte) 1);
    assertEquals(1, map.get(3 * Nodes.PAGE));
    segment.disconnect();
    // Long enough again, so that the clean-up can copy the contents back.
    cut(4 * Nodes.PAGE);
  }

  /** Tells whether a mapping shows an object. */
  private static boolean shows(ByteBuffer map) {
    String from =
        Long.toHexString(
            com.sun.jna.Pointer.nativeValue(com.sun.jna.Native.getDirectBufferPointer(map)));
    try (var lines = Files.lines(Path.of("/proc/self/maps"))) {
      return lines.anyMatch(line -> line.startsWith(from) && line.contains("/rsm."));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void aRegistryThatIsCutIsMendedAndItsSegmentsAreGone() throws Exception {
    for (int length :
        new int[] {
          0, Nodes.PAGE, RegistryLayout.S_BASE, RegistryLayout.I_BASE, RegistryLayout.SIZE - 1
        }) {
      try (Nodes hurt = new Nodes()) {
        ExportSegment export = hurt.publish(hurt.one.allocate(Nodes.PAGE), ID);
        ImportSegment segment = hurt.connect(hurt.two, ID, Permission.RDWR);
        Path registry = hurt.file(1);
        cut(registry, length);
        Delay.await(
            "mended from " + length, () -> registry.toFile().length() == RegistryLayout.SIZE);
        int code = segment.put64(0, new long[1], 0, 1);
        assertTrue(code == 0 || code == RsmReturn.CONN_ABORTED, RsmReturn.name(code));
        if (length <= RegistryLayout.I_BASE) {
          assertEquals(RsmReturn.CONN_ABORTED, code);
          assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
          assertEquals(RsmReturn.TIMEOUT, segment.await(1));
        }
        assertEquals(0, export.post(0));
        segment.disconnect();
        export.unpublish();
        if (length <= RegistryLayout.S_BASE) {
          refused(RsmReturn.INSUFFICIENT_RESOURCES, () -> export.publish(ID, null));
        }
        export.destroy();
        ExportSegment anew = hurt.publish(hurt.one.allocate(Nodes.PAGE), ID);
        ImportSegment again = hurt.connect(hurt.two, ID, Permission.RDWR);
        assertEquals(0, again.put64(0, new long[1], 0, 1), "from " + length);
        assertEquals(RsmReturn.SUCCESS, wakesPoller(anew, again), "a signal after " + length);
        anew.destroy();
        assertEquals(RsmReturn.CONN_ABORTED, again.put64(0, new long[1], 0, 1));
      }
    }
  }

  /** Posts a signal to a thread that waits for it by a poll entry without a limit. */
  private static int wakesPoller(ExportSegment from, ImportSegment to) throws Exception {
    PollFd fd = new PollFd();
    to.getPollfd(fd);
    FutureTask<Integer> wait =
        new FutureTask<>(() -> Rsm.awaitPollfd(new PollFd[] {fd}, 1, -1, null));
    Thread waiter = new Thread(wait);
    waiter.setDaemon(true);
    waiter.start();
    Nodes.within(30_000, "parked", () -> waiter.getState() == Thread.State.TIMED_WAITING);
    from.post(0);
    int code = wait.get(30, TimeUnit.SECONDS);
    to.releasePollfd();
    return code;
  }

  @Test
  void allProcessesEnterAgainARegistryThatIsCut() throws Exception {
    Victim other = nodes.victim("export");
    other.awaitReady();
    NodeRegistry registry = ((ShmController) nodes.one).home();
    assertEquals(other.pid(), ProcessSlots.pid(registry, 1));
    cut(nodes.file(1), Nodes.PAGE);
    Nodes.within(
        30_000,
        "both entered",
        () ->
            nodes.file(1).toFile().length() == RegistryLayout.SIZE
                && ProcessSlots.entered(registry, 0)
                && ProcessSlots.entered(registry, 1));
    assertEquals(ProcessInfo.PID, ProcessSlots.pid(registry, 0));
    assertEquals(other.pid(), ProcessSlots.pid(registry, 1));
    other.kill();
  }

  @Test
  void dataIsCheckedForTruncationWhereTheRegistryStaysShort() throws IOException {
    NodeRegistry registry = ((ShmController) nodes.one).home();
    AtomicInteger checks = new AtomicInteger();
    NodeRegistry.LocalSegment local =
        new NodeRegistry.LocalSegment() {
          @Override
          public void onDoorbell() {}

          @Override
          public void onPossibleTruncation() {
            checks.incrementAndGet();
          }
        };
    registry.add(local);
    try (RandomAccessFile file = new RandomAccessFile(nodes.file(1).toFile(), "rw")) {
      Files.delete(nodes.file(1));
      file.setLength(0);
      registry.checkTruncation();
      assertTrue(checks.get() > 0, "the check was skipped");
      // Long enough again, so that this process can leave.
      file.setLength(RegistryLayout.SIZE);
    } finally {
      registry.remove(local);
    }
  }

  @Test
  void randomRegistryContentIsTolerated() throws IOException {
    long seed = Long.getLong("test.seed", 1);
    Random random = new Random(seed);
    System.out.println("HostileObjectTest seed " + seed);
    int refused = 0;
    for (int round = 0; round < 120; round++) {
      try (Nodes hostile = new Nodes()) {
        ExportSegment export = hostile.publish(hostile.one.allocate(2 * Nodes.PAGE), ID);
        ImportSegment before = hostile.connect(hostile.two, ID, Permission.RDWR);
        scribble(hostile, random);
        refused += refusals(hostile, export, before);
      } catch (RuntimeException | Error e) {
        throw new AssertionError("seed " + seed + " round " + round, e);
      }
    }
    assertTrue(refused > 20, refused + " refused");
  }

  /** Calls that may be refused, with any code. */
  private static int refusals(Nodes hostile, ExportSegment export, ImportSegment before) {
    List<Runnable> calls =
        List.of(
            () -> {
              ImportSegment segment = hostile.connect(hostile.two, ID, Permission.RDWR);
              segment.get8(0, new byte[8], 0, (int) Math.min(8, segment.length()));
              segment.post(0);
              segment.map(MapAttribute.NONE, 0, Permission.READ, 0, 8).buffer().get(0);
            },
            () -> before.put64(Nodes.PAGE, new long[8], 0, 8),
            () -> before.post(0),
            () -> before.await(0),
            () -> before.map(MapAttribute.NONE, 0, Permission.RDWR, Nodes.PAGE, 8).buffer().get(7),
            () -> export.post(0),
            () -> export.await(0),
            () -> hostile.registry2.segments(),
            () -> hostile.registry2.getInterconnectTopology(),
            () -> hostile.registry(3).getController("shm0").release(),
            () -> export.republish(List.of(new AccessEntry(2, 0600))),
            () -> export.rebind(hostile.one.allocate(2 * Nodes.PAGE), 0));
    int refused = 0;
    for (Runnable call : calls) {
      try {
        call.run();
      } catch (RsmException e) {
        refused++;
      }
    }
    return refused;
  }

  /** Writes rubbish over one word of a slot. */
  private static void scribble(Nodes hostile, Random random) throws IOException {
    int[] words = {
      RegistryLayout.H_NEXT_ID,
      RegistryLayout.H_NEXT_TAG,
      RegistryLayout.H_NEXT_IMPORT,
      RegistryLayout.process(0) + RegistryLayout.P_PID,
      RegistryLayout.process(0) + RegistryLayout.P_START,
      RegistryLayout.process(0) + RegistryLayout.P_DOORBELL,
      RegistryLayout.process(0) + RegistryLayout.P_SLEEPING,
      RegistryLayout.process(1) + RegistryLayout.P_STATE,
      RegistryLayout.process(1) + RegistryLayout.P_ROLE,
      RegistryLayout.segment(0) + RegistryLayout.S_STATE,
      RegistryLayout.segment(0) + RegistryLayout.S_ID,
      RegistryLayout.segment(0) + RegistryLayout.S_OWNER,
      RegistryLayout.segment(0) + RegistryLayout.S_GENERATION,
      RegistryLayout.segment(0) + RegistryLayout.S_LENGTH,
      RegistryLayout.segment(0) + RegistryLayout.S_LENGTH + 4,
      RegistryLayout.segment(0) + RegistryLayout.S_OFFSET,
      RegistryLayout.segment(0) + RegistryLayout.S_OFFSET + 4,
      RegistryLayout.segment(0) + RegistryLayout.S_OBJECT,
      RegistryLayout.segment(0) + RegistryLayout.S_MODE,
      RegistryLayout.segment(0) + RegistryLayout.S_UID,
      RegistryLayout.segment(0) + RegistryLayout.S_UNIT,
      RegistryLayout.segment(0) + RegistryLayout.S_ENTRIES,
      RegistryLayout.segment(0) + RegistryLayout.S_TAG,
      RegistryLayout.segment(0) + RegistryLayout.S_SIGNALS,
      RegistryLayout.segment(0) + RegistryLayout.S_SIGNALS + 4,
      RegistryLayout.segment(0) + RegistryLayout.S_SIGNALS + 8,
      RegistryLayout.segment(0) + RegistryLayout.S_SIGNALS + 12,
      RegistryLayout.segment(0) + RegistryLayout.S_LIST,
      RegistryLayout.segment(0) + RegistryLayout.S_IMPORTS,
      RegistryLayout.segment(0) + RegistryLayout.S_IMPORTS + 4,
      RegistryLayout.segment(0) + RegistryLayout.S_IMPORT_WORDS,
      RegistryLayout.imported(0) + RegistryLayout.I_GATE,
      RegistryLayout.imported(0) + RegistryLayout.I_GATE + 4,
      RegistryLayout.imported(0) + RegistryLayout.I_MAPPED,
      RegistryLayout.imported(0) + RegistryLayout.I_OWNER,
      RegistryLayout.imported(0) + RegistryLayout.I_SEGMENT,
      RegistryLayout.imported(0) + RegistryLayout.I_TAG,
      RegistryLayout.imported(0) + RegistryLayout.I_SEGMENT_TAG,
      RegistryLayout.imported(0) + RegistryLayout.I_MAP_GENERATION,
      RegistryLayout.imported(0) + RegistryLayout.I_SIGNALS,
      RegistryLayout.imported(0) + RegistryLayout.I_SIGNALS + 4,
      RegistryLayout.imported(0) + RegistryLayout.I_SIGNALS + 8
    };
    int word = words[random.nextInt(words.length)];
    try (RandomAccessFile file = new RandomAccessFile(hostile.file(1).toFile(), "rw")) {
      file.seek(word);
      file.writeInt(random.nextInt());
    }
  }
}
