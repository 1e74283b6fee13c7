package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of explicit mappings of RSM imports over librsm. */
@ExtendWith(NeedsDouble.class)
class LibraryMappingTest {
  private static final int PAGE = 8192;
  private static final int LIMIT_SECONDS = 60;
  private static final int OTHER = 3;

  private static SegmentMap map(ImportSegment segment, long address, int perm) {
    MapAttribute where = address == 0 ? MapAttribute.NONE : MapAttribute.FIXED;
    return segment.map(where, address, perm, PAGE, 2 * PAGE);
  }

  @Test
  void mappingIsTheSegmentItself() {
    try (Scene scene = new Scene(4);
        ImportSegment segment = scene.ready()) {
      segment.put8(0, new byte[1], 0, 1);
      DoubleControl.double_watch("rsm_memseg_import_map");
      SegmentMap map = map(segment, 0, Permission.RDWR);
      assertEquals(RsmMap.NONE, DoubleControl.argument(2));
      assertEquals(0600, DoubleControl.argument(3));
      assertEquals(PAGE, DoubleControl.argument(4));
      assertEquals(2 * PAGE, DoubleControl.argument(5));
      assertEquals(map.address(), SystemCalls.addressOf(map.buffer()));
      assertEquals(2 * PAGE, map.buffer().capacity());
      map.buffer().put(10, (byte) 99);
      assertEquals(99, scene.memory.get(PAGE + 10));
      scene.memory.put(3 * PAGE - 1, (byte) 98);
      assertEquals(98, map.buffer().get(2 * PAGE - 1));
      segment.unmap();
    }
  }

  /** Numbers of the header. */
  private static final class RsmMap {
    static final long NONE = 0;
    static final long FIXED = 1;
  }

  @Test
  void bufferKeptAfterUnmapTouchesNothing() {
    try (Scene scene = new Scene(4)) {
      ImportSegment segment = scene.ready();
      ByteBuffer kept = map(segment, 0, Permission.RDWR).buffer();
      segment.unmap();
      kept.put(10, (byte) 99);
      assertEquals(0, scene.memory.get(PAGE + 10));
      ByteBuffer other = map(segment, 0, Permission.RDWR).buffer();
      segment.close();
      other.put(10, (byte) 99);
      assertEquals(0, scene.memory.get(PAGE + 10));
    }
  }

  @Test
  void bufferOfAnAbortedImportCanBeTouched() {
    try (Scene scene = new Scene(4);
        ImportSegment segment = scene.ready()) {
      ByteBuffer kept = map(segment, 0, Permission.RDWR).buffer();
      scene.export.unpublish();
      kept.put(10, (byte) 99);
      assertEquals(0, scene.memory.get(PAGE + 10));
      segment.unmap();
      kept.put(10, (byte) 99);
    }
  }

  @Test
  void mappingWithoutTheRightToWriteIsReadOnly() {
    try (Scene scene = new Scene(4);
        ImportSegment segment = scene.connect(Permission.READ)) {
      SegmentMap map = map(segment, 0, Permission.READ);
      assertTrue(map.buffer().isReadOnly());
      scene.memory.put(PAGE, (byte) 1);
      assertEquals(1, map.buffer().get(0));
      segment.unmap();
    }
  }

  @Test
  void addressIsTakenOnlyIfNothingIsThere() {
    try (Scene scene = new Scene(4);
        ImportSegment segment = scene.ready()) {
      long taken = SystemCalls.addressOf(scene.memory);
      Scene.refused(RsmReturn.MAP_FAILED, () -> map(segment, taken, Permission.RDWR));
      long free = 0x5123_4560_0000L;
      assertTrue(SystemCalls.isFree(free, 2 * PAGE));
      DoubleControl.double_watch("rsm_memseg_import_map");
      SegmentMap map = map(segment, free, Permission.RDWR);
      assertEquals(RsmMap.FIXED, DoubleControl.argument(2));
      assertEquals(free, map.address());
      segment.unmap();
      Scene.refused(RsmReturn.MAP_FAILED, () -> map(segment, free, Permission.RDWR));
      assertEquals(0, map.buffer().get(0));
    }
  }

  @Test
  void everyCodeOfAMapComesBackAndLeavesNothing() {
    try (Scene scene = new Scene(4);
        ImportSegment segment = scene.ready()) {
      int before = DoubleControl.double_importers(scene.id);
      for (int code = 1; code <= 45; code++) {
        DoubleControl.double_fail("rsm_memseg_import_map", code);
        Scene.refused(code, () -> map(segment, 0, Permission.RDWR));
      }
      assertEquals(before, DoubleControl.double_importers(scene.id));
    }
  }

  @Test
  void libraryUnmapsWhenBufferIsUnreachable() {
    try (Scene scene = new Scene(4)) {
      ImportSegment segment = scene.ready();
      map(segment, 0, Permission.RDWR);
      segment.unmap();
      segment.disconnect();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
      // The thread that tells it has to come to run after a collection.
      while (DoubleControl.double_importers(scene.id) > 0 && System.nanoTime() - end < 0) {
        System.gc();
        Thread.yield();
      }
      assertEquals(0, DoubleControl.double_importers(scene.id));
    }
  }

  @Test
  void endWhileMappedKeepsTheMappingsOwnConnectionOnly() {
    try (Scene scene = new Scene(4)) {
      ImportSegment segment = scene.ready();
      SegmentMap map = map(segment, 0, Permission.RDWR);
      assertEquals(2, DoubleControl.double_importers(scene.id));
      segment.close();
      assertEquals(1, DoubleControl.double_importers(scene.id));
      assertEquals(0, map.buffer().get(OTHER));
    }
  }
}
