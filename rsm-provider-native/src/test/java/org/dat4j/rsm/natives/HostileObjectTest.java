package org.dat4j.rsm.natives;

import static org.dat4j.rsm.natives.Nodes.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.dat4j.rsm.AccessEntry;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
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
      new byte[1], new byte[Layout.SIZE - 1], new byte[Layout.SIZE + 1], new byte[Layout.SIZE]
    };
    contents[3][0] = 1;
    for (byte[] content : contents) {
      Files.write(nodes.file(9), content);
      refused(RsmReturn.CTLR_NOT_PRESENT, () -> nodes.registry(9).getController("shm0"));
    }
    ByteBuffer header = ByteBuffer.allocate(Layout.SIZE).order(java.nio.ByteOrder.nativeOrder());
    Files.write(
        nodes.file(9), header.putInt(0, Layout.MAGIC).putInt(4, Layout.VERSION + 1).array());
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
  void anImportWhoseDataObjectIsCutIsAbortedWithinASecond() throws IOException {
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

  /** Whether a mapping shows an object. */
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
    for (int length : new int[] {0, Nodes.PAGE, Layout.S_BASE, Layout.I_BASE, Layout.SIZE - 1}) {
      try (Nodes hurt = new Nodes()) {
        ExportSegment export = hurt.publish(hurt.one.allocate(Nodes.PAGE), ID);
        ImportSegment segment = hurt.connect(hurt.two, ID, Permission.RDWR);
        Path registry = hurt.file(1);
        cut(registry, length);
        Delay.await("mended from " + length, () -> registry.toFile().length() == Layout.SIZE);
        int code = segment.put64(0, new long[1], 0, 1);
        assertTrue(code == 0 || code == RsmReturn.CONN_ABORTED, RsmReturn.name(code));
        if (length <= Layout.I_BASE) {
          assertEquals(RsmReturn.CONN_ABORTED, code);
          assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
          assertEquals(RsmReturn.TIMEOUT, segment.await(1));
        }
        assertEquals(0, export.post(0));
        segment.disconnect();
        export.unpublish();
        if (length <= Layout.S_BASE) {
          refused(RsmReturn.INSUFFICIENT_RESOURCES, () -> export.publish(ID, null));
        }
        export.destroy();
        ExportSegment anew = hurt.publish(hurt.one.allocate(Nodes.PAGE), ID);
        ImportSegment again = hurt.connect(hurt.two, ID, Permission.RDWR);
        assertEquals(0, again.put64(0, new long[1], 0, 1), "from " + length);
        anew.destroy();
        assertEquals(RsmReturn.CONN_ABORTED, again.put64(0, new long[1], 0, 1));
      }
    }
  }

  @Test
  void rubbishInTheRegistryNeverDoesHarm() throws IOException {
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
      Layout.H_NEXT_ID,
      Layout.H_NEXT_TAG,
      Layout.H_NEXT_IMPORT,
      Layout.process(0) + Layout.P_PID,
      Layout.process(0) + Layout.P_START,
      Layout.process(0) + Layout.P_DOORBELL,
      Layout.process(0) + Layout.P_SLEEPING,
      Layout.process(1) + Layout.P_STATE,
      Layout.process(1) + Layout.P_ROLE,
      Layout.segment(0) + Layout.S_STATE,
      Layout.segment(0) + Layout.S_ID,
      Layout.segment(0) + Layout.S_OWNER,
      Layout.segment(0) + Layout.S_GENERATION,
      Layout.segment(0) + Layout.S_LENGTH,
      Layout.segment(0) + Layout.S_LENGTH + 4,
      Layout.segment(0) + Layout.S_OFFSET,
      Layout.segment(0) + Layout.S_OFFSET + 4,
      Layout.segment(0) + Layout.S_OBJECT,
      Layout.segment(0) + Layout.S_MODE,
      Layout.segment(0) + Layout.S_UID,
      Layout.segment(0) + Layout.S_UNIT,
      Layout.segment(0) + Layout.S_ENTRIES,
      Layout.segment(0) + Layout.S_TAG,
      Layout.segment(0) + Layout.S_SIGNALS,
      Layout.segment(0) + Layout.S_SIGNALS + 4,
      Layout.segment(0) + Layout.S_SIGNALS + 8,
      Layout.segment(0) + Layout.S_SIGNALS + 12,
      Layout.segment(0) + Layout.S_LIST,
      Layout.segment(0) + Layout.S_IMPORTS,
      Layout.segment(0) + Layout.S_IMPORTS + 4,
      Layout.segment(0) + Layout.S_IMPORT_WORDS,
      Layout.imported(0) + Layout.I_GATE,
      Layout.imported(0) + Layout.I_GATE + 4,
      Layout.imported(0) + Layout.I_MAPPED,
      Layout.imported(0) + Layout.I_OWNER,
      Layout.imported(0) + Layout.I_SEGMENT,
      Layout.imported(0) + Layout.I_TAG,
      Layout.imported(0) + Layout.I_SEGMENT_TAG,
      Layout.imported(0) + Layout.I_MAP_GENERATION,
      Layout.imported(0) + Layout.I_SIGNALS,
      Layout.imported(0) + Layout.I_SIGNALS + 4,
      Layout.imported(0) + Layout.I_SIGNALS + 8
    };
    int word = words[random.nextInt(words.length)];
    try (RandomAccessFile file = new RandomAccessFile(hostile.file(1).toFile(), "rw")) {
      file.seek(word);
      file.writeInt(random.nextInt());
    }
  }
}
