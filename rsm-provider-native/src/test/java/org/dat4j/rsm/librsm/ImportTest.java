package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.function.IntSupplier;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of RSM import segments over librsm: connection, transfers, vectors, barriers. */
@ExtendWith(NeedsDouble.class)
class ImportTest {
  private static final int LAST_CODE = 45;
  private static final int PAGE = 8192;

  /** More than a thread's staging memory. */
  private static final int MANY = 200_000;

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 7, 16, 33})
  void lengthIsFoundByAskingForTooMuch(int pages) {
    try (Scene scene = new Scene(pages)) {
      for (int perm : new int[] {Permission.RDWR, Permission.READ, Permission.WRITE}) {
        ImportSegment segment = scene.connect(perm);
        assertEquals((long) pages * PAGE, segment.length());
        segment.disconnect();
      }
    }
  }

  @Test
  void connectNamesNodeIdAndRights() {
    try (Scene scene = new Scene(1)) {
      DoubleControl.double_watch("rsm_memseg_import_connect");
      scene.connect(Permission.READ).disconnect();
      assertEquals(Scene.NODE, DoubleControl.argument(1));
      assertEquals(Integer.toUnsignedLong(scene.id), DoubleControl.argument(2));
      assertEquals(0400, DoubleControl.argument(3));
      for (int code = 1; code <= LAST_CODE; code++) {
        DoubleControl.double_fail("rsm_memseg_import_connect", code);
        Scene.refused(code, () -> scene.connect(Permission.READ));
      }
    }
  }

  @Test
  void itemsOfAllSizesComeBackAsTheyWerePut() {
    try (Scene scene = new Scene(MANY * Long.BYTES / PAGE + 1);
        ImportSegment segment = scene.ready()) {
      Random random = new Random(1);
      byte[] bytes = new byte[MANY];
      random.nextBytes(bytes);
      byte[] bytes2 = new byte[MANY];
      assertEquals(0, segment.put8(3, bytes, 1, MANY - 1));
      assertEquals(0, segment.get8(3, bytes2, 1, MANY - 1));
      bytes2[0] = bytes[0];
      assertArrayEquals(bytes, bytes2);

      short[] shorts = new short[MANY];
      int[] ints = random.ints(MANY).toArray();
      long[] longs = random.longs(MANY).toArray();
      for (int i = 0; i < MANY; i++) {
        shorts[i] = (short) ints[i];
      }
      short[] shorts2 = new short[MANY];
      assertEquals(0, segment.put16(2, shorts, 0, MANY));
      assertEquals(shorts[0], scene.memory.order(ByteOrder.nativeOrder()).getShort(2));
      assertEquals(0, segment.get16(2, shorts2, 0, MANY));
      assertArrayEquals(shorts, shorts2);

      int[] ints2 = new int[MANY];
      assertEquals(0, segment.put32(4, ints, 0, MANY));
      assertEquals(0, segment.get32(4, ints2, 0, MANY));
      assertArrayEquals(ints, ints2);

      long[] longs2 = new long[MANY];
      assertEquals(0, segment.put64(8, longs, 0, MANY));
      assertEquals(0, segment.get64(8, longs2, 0, MANY));
      assertArrayEquals(longs, longs2);
    }
  }

  @Test
  void directMemoryIsGivenToTheLibraryItself() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer local = ByteBuffer.allocateDirect(300);
      local.put(105, (byte) 9).position(55);
      long address = Pointer.nativeValue(Native.getDirectBufferPointer(local));
      DoubleControl.double_watch("rsm_memseg_import_put");
      assertEquals(0, segment.put(40, local, 100, 50));
      assertEquals(40, DoubleControl.argument(1));
      assertEquals(address + 100, DoubleControl.argument(2));
      assertEquals(50, DoubleControl.argument(3));
      assertEquals(9, DoubleControl.double_peek(scene.id, 45));
      DoubleControl.double_watch("rsm_memseg_import_get");
      assertEquals(0, segment.get(45, local, 7, 1));
      assertEquals(address + 7, DoubleControl.argument(2));
      assertEquals(9, local.get(7));
    }
  }

  @Test
  void memoryOnTheHeapIsCopied() {
    try (Scene scene = new Scene(MANY / PAGE + 1);
        ImportSegment segment = scene.ready()) {
      byte[] bytes = new byte[MANY];
      new Random(2).nextBytes(bytes);
      ByteBuffer got = ByteBuffer.allocate(MANY + 1);
      assertEquals(0, segment.put(0, ByteBuffer.wrap(bytes).asReadOnlyBuffer(), 0, MANY));
      assertEquals(0, segment.get(0, got, 1, MANY));
      assertEquals(ByteBuffer.wrap(bytes), got.slice(1, MANY));
    }
  }

  private static void everyCode(String function, IntSupplier call) {
    for (int code = 1; code <= LAST_CODE; code++) {
      DoubleControl.double_fail(function, code);
      assertEquals(code, call.getAsInt(), function);
    }
    DoubleControl.double_fail("", 0);
    assertEquals(0, call.getAsInt(), function);
  }

  @Test
  void everyCodeOfATransferIsReturned() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      byte[] bytes = new byte[8];
      short[] shorts = new short[8];
      int[] ints = new int[8];
      long[] longs = new long[8];
      ByteBuffer direct = ByteBuffer.allocateDirect(8);
      everyCode("rsm_memseg_import_get8", () -> segment.get8(0, bytes, 0, 8));
      everyCode("rsm_memseg_import_get16", () -> segment.get16(0, shorts, 0, 8));
      everyCode("rsm_memseg_import_get32", () -> segment.get32(0, ints, 0, 8));
      everyCode("rsm_memseg_import_get64", () -> segment.get64(0, longs, 0, 8));
      everyCode("rsm_memseg_import_get", () -> segment.get(0, direct, 0, 8));
      everyCode("rsm_memseg_import_put8", () -> segment.put8(0, bytes, 0, 8));
      everyCode("rsm_memseg_import_put16", () -> segment.put16(0, shorts, 0, 8));
      everyCode("rsm_memseg_import_put32", () -> segment.put32(0, ints, 0, 8));
      everyCode("rsm_memseg_import_put64", () -> segment.put64(0, longs, 0, 8));
      everyCode("rsm_memseg_import_put", () -> segment.put(0, direct, 0, 8));
      ScatGath vector = new ScatGath(1).add(direct, 0, 0, 8);
      everyCode("rsm_memseg_import_putv", () -> segment.putv(vector));
      everyCode("rsm_memseg_import_getv", () -> segment.getv(vector));
    }
  }

  @Test
  void transferOfNothingAsksTheLibraryAllTheSame() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      scene.export.unpublish();
      assertEquals(RsmReturn.CONN_ABORTED, segment.put8(0, new byte[0], 0, 0));
    }
  }

  @Test
  void importWithOneRightTransfersWithoutAMapOfItsOwn() {
    try (Scene scene = new Scene(2)) {
      try (ImportSegment reader = scene.connect(Permission.READ)) {
        reader.initBarrier(BarrierType.DEFAULT);
        scene.memory.put(PAGE, (byte) 12);
        byte[] got = new byte[1];
        assertEquals(0, reader.get8(PAGE, got, 0, 1));
        assertEquals(12, got[0]);
      }
      try (ImportSegment writer = scene.connect(Permission.WRITE)) {
        writer.initBarrier(BarrierType.DEFAULT);
        assertEquals(0, writer.put8(5, new byte[] {13}, 0, 1));
        assertEquals(13, scene.memory.get(5));
      }
    }
  }

  @Test
  void vectorMixesMemoryAndHandles() {
    try (Scene scene = new Scene(2);
        ImportSegment segment = scene.ready()) {
      ByteBuffer aligned = scene.controller.allocate(PAGE);
      LocalMemoryHandle handle = scene.controller.createLocalMemoryHandle(aligned);
      ByteBuffer direct = ByteBuffer.allocateDirect(64);
      aligned.put(100, (byte) 1).put(101, (byte) 2);
      direct.put(60, (byte) 3);
      ScatGath vector =
          new ScatGath(3).add(handle, 100, 1000, 2).add(direct, 60, 2000, 1).add(direct, 0, 5, 0);
      assertEquals(0, segment.putv(vector));
      assertEquals(0, vector.residual());
      assertEquals(1, scene.memory.get(1000));
      assertEquals(2, scene.memory.get(1001));
      assertEquals(3, scene.memory.get(2000));

      scene.memory.put(1001, (byte) 77);
      assertEquals(0, segment.getv(vector));
      assertEquals(77, aligned.get(101));
      handle.close();
    }
  }

  @Test
  void vectorWithMemoryOnTheHeapIsMovedEntryByEntry() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer heap = ByteBuffer.wrap(new byte[] {5, 6});
      ScatGath vector = new ScatGath(2).add(heap, 1, 8, 1).add(heap, 0, 9, 1);
      assertEquals(0, segment.putv(vector));
      assertEquals(6, scene.memory.get(8));
      assertEquals(5, scene.memory.get(9));
    }
  }

  @Test
  void vectorThatStopsHasTheLibrarysResidualCountAndNoSignal() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer direct = ByteBuffer.allocateDirect(8);
      ScatGath vector = new ScatGath(3).flags(SignalFlags.IMPLICIT_SIGPOST);
      vector.add(direct, 0, 0, 1).add(direct, 1, 1, 1).add(direct, 2, 2, 1);
      DoubleControl.double_vector(1, RsmReturn.BARRIER_FAILURE);
      assertEquals(RsmReturn.BARRIER_FAILURE, segment.putv(vector));
      assertEquals(2, vector.residual());
      assertEquals(RsmReturn.TIMEOUT, scene.export.await(0));
      DoubleControl.double_vector(-1, 0);
      assertEquals(0, segment.getv(vector));
      assertEquals(0, vector.residual());
      assertEquals(RsmReturn.SUCCESS, scene.export.await(0));
      assertEquals(RsmReturn.TIMEOUT, scene.export.await(0));
      assertEquals(SignalFlags.IMPLICIT_SIGPOST, vector.flags());
    }
  }

  @Test
  void entryOutsideOfTheSegmentNeverReachesTheLibrary() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer direct = ByteBuffer.allocateDirect(8);
      ScatGath vector = new ScatGath(2).add(direct, 0, 0, 8).add(direct, 0, PAGE - 4, 8);
      DoubleControl.double_watch("rsm_memseg_import_putv");
      Scene.refused(RsmReturn.BAD_LENGTH, () -> segment.putv(vector));
      assertEquals(2, vector.residual());
      assertEquals(0, DoubleControl.calls());
    }
  }

  @Test
  void freedHandleIsRefused() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer aligned = scene.controller.allocate(PAGE);
      LocalMemoryHandle handle = scene.controller.createLocalMemoryHandle(aligned);
      handle.close();
      ScatGath vector = new ScatGath(1).add(handle, 0, 0, 8);
      Scene.refused(RsmReturn.BAD_SGIO, () -> segment.putv(vector));
    }
  }

  @Test
  void abortIsReportedByEveryCallThatTheLibraryLetsPass() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      RsmBarrier barrier = segment.initBarrier(BarrierType.DEFAULT);
      ByteBuffer direct = ByteBuffer.allocateDirect(8);
      ScatGath vector = new ScatGath(1).add(direct, 0, 0, 8).flags(SignalFlags.IMPLICIT_SIGPOST);
      barrier.open();
      scene.export.unpublish();
      assertEquals(RsmReturn.CONN_ABORTED, segment.put(0, direct, 0, 8));
      assertEquals(RsmReturn.CONN_ABORTED, segment.putv(vector));
      assertEquals(1, vector.residual());
      assertEquals(RsmReturn.CONN_ABORTED, segment.post(0));
      assertEquals(RsmReturn.CONN_ABORTED, barrier.order());
      assertEquals(RsmReturn.CONN_ABORTED, barrier.close());
      Scene.refused(
          RsmReturn.CONN_ABORTED,
          () -> segment.map(MapAttribute.NONE, 0, Permission.READ, 0, PAGE));
      DoubleControl.double_fail("rsm_memseg_import_putv", RsmReturn.BAD_SGIO);
      assertEquals(RsmReturn.CONN_ABORTED, segment.putv(vector));
    }
  }

  @Test
  void modeAndBarrierTypeAreTheLibrarys() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.connect(Permission.RDWR)) {
      DoubleControl.double_watch("rsm_memseg_import_set_mode");
      segment.setMode(BarrierMode.EXPLICIT);
      assertEquals(0, DoubleControl.argument(1));
      segment.setMode(BarrierMode.IMPLICIT);
      assertEquals(1, DoubleControl.argument(1));
      for (int code = 1; code <= LAST_CODE; code++) {
        DoubleControl.double_fail("rsm_memseg_import_set_mode", code);
        Scene.refused(code, () -> segment.setMode(BarrierMode.EXPLICIT));
        assertEquals(BarrierMode.IMPLICIT, segment.getMode());
      }
      DoubleControl.double_watch("rsm_memseg_import_init_barrier");
      segment.initBarrier(BarrierType.NODE_THREAD);
      assertEquals(0x12, DoubleControl.argument(1));
    }
  }

  @Test
  void everyCodeOfABarrierIsReturned() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      RsmBarrier barrier = segment.initBarrier(BarrierType.SEGMENT);
      everyCode("rsm_memseg_import_open_barrier", barrier::open);
      for (int code = 1; code <= LAST_CODE; code++) {
        DoubleControl.double_fail("rsm_memseg_import_order_barrier", code);
        barrier.open();
        assertEquals(code, barrier.order());
        DoubleControl.double_fail("rsm_memseg_import_close_barrier", code);
        assertEquals(code, barrier.close());
      }
      for (int code = 1; code <= LAST_CODE; code++) {
        DoubleControl.double_fail("rsm_memseg_import_init_barrier", code);
        Scene.refused(code, () -> segment.initBarrier(BarrierType.NODE));
      }
    }
  }

  @Test
  void endOfAnOlderBarrierLeavesTheNewerOneInForce() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.connect(Permission.RDWR)) {
      RsmBarrier older = segment.initBarrier(BarrierType.SEGMENT);
      segment.initBarrier(BarrierType.SEGMENT);
      older.destroy();
      assertEquals(0, segment.put8(0, new byte[1], 0, 1));
    }
  }

  @Test
  void barriersMadeAndDestroyedOverAndOverAreNotMadeAnew() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.connect(Permission.RDWR)) {
      DoubleControl.double_watch("rsm_memseg_import_init_barrier");
      for (int i = 0; i < 100; i++) {
        segment.initBarrier(BarrierType.NODE).destroy();
      }
      assertEquals(1, DoubleControl.calls());
      DoubleControl.double_watch("rsm_memseg_import_destroy_barrier");
      segment.disconnect();
      assertEquals(2, DoubleControl.calls(), "that one and the import's own");
    }
  }

  @Test
  void bufferThatMayNotBeAccessedThrowsBeforeTheLibraryTries() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      ByteBuffer direct = ByteBuffer.allocateDirect(8);
      assertThrows(RsmException.class, () -> segment.put(0, direct, 4, 8));
      assertThrows(RsmException.class, () -> segment.get(0, direct.asReadOnlyBuffer(), 0, 8));
    }
  }
}
