package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NeedsDouble;
import org.dat4j.dat.udapl.patch.FreedServicePoints;
import org.dat4j.dat.udapl.patch.PrivateStructures;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The memory that libdaploscm finds where a service point was, on the C double. */
@ExtendWith(NeedsDouble.class)
class FreedServicePointsTest {

  private static final int QUALIFIER = 4242;

  /** Of dapl_header, behind a pointer. */
  private static final int MAGIC = 8;

  private static final int MAGIC_PSP = 0xBEADED0C;

  /** Bytes of a service point of the double, and what is in all behind the header. */
  private static final int SIZE = 216;

  private static final byte FILLED = 0x5a;
  private static final int HEADER = 12;

  /** Pieces of one size that the heap has at hand for a thread, at most. */
  private static final int CACHED = 7;

  private static final int TRIES = 20;

  private final List<Long> held = new ArrayList<>();
  private Ia ia;
  private Evd evd;

  private Psp create(String library) {
    ia = DoubleAdapter.open(library);
    evd = ia.createEvd(1, null, EvdFlags.CR);
    DoubleControl.double_heap_points(1);
    return ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER);
  }

  private static long address(Psp psp) {
    return ((NativePsp) psp).handle();
  }

  /** The heap has no piece at hand for this thread: the next that it frees is the next it gets. */
  private void drain() {
    for (int i = 0; i < CACHED; i++) {
      held.add(Native.malloc(SIZE));
    }
  }

  /** Whether this thread gets a piece that it has freed since {@link #drain}. */
  private static boolean isFree(long address) {
    long[] pieces = new long[CACHED];
    for (int i = 0; i < CACHED; i++) {
      pieces[i] = Native.malloc(SIZE);
    }
    boolean given = Arrays.stream(pieces).anyMatch(piece -> piece == address);
    Arrays.stream(pieces).forEach(Native::free);
    return given;
  }

  /**
   * Frees a PSP, and tells whether this thread then gets its memory. Another allocation of the JVM
   * in this thread may take a piece first, so a few more PSPs are tried.
   */
  private boolean isGivenBack(Psp first) {
    Psp psp = first;
    for (int i = 0; i < TRIES; i++) {
      long address = address(psp);
      drain();
      psp.free();
      if (isFree(address)) {
        return true;
      }
      psp = ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER);
    }
    psp.free();
    return false;
  }

  @AfterEach
  void close() {
    evd.free();
    ia.close();
    held.forEach(Native::free);
  }

  @Test
  void freedServicePointStaysUnchangedForLateReaders() {
    Psp psp = create(DoubleAdapter.SOCKET_LIBRARY);
    Pointer point = new Pointer(address(psp));
    long front = point.getLong(0);
    drain();
    psp.free();
    assertFalse(isFree(Pointer.nativeValue(point)));
    assertEquals(front, point.getLong(0));
    assertEquals(MAGIC_PSP, point.getInt(MAGIC));
    for (int at = HEADER; at < SIZE; at++) {
      assertEquals(FILLED, point.getByte(at), "byte " + at);
    }
  }

  @Test
  void freedServicePointIsNotHeldWherePrivateStructuresAreOff() {
    System.setProperty(PrivateStructures.PROPERTY, "off");
    try {
      assertTrue(isGivenBack(create(DoubleAdapter.SOCKET_LIBRARY)));
    } finally {
      System.clearProperty(PrivateStructures.PROPERTY);
    }
  }

  @Test
  void freedServicePointOfAnotherLibraryIsNotHeld() {
    assertTrue(isGivenBack(create(DoubleAdapter.LIBRARY)));
  }

  @Test
  void servicePointThatTheLibraryDoesNotFreeStaysItsOwn() {
    Psp psp = create(DoubleAdapter.SOCKET_LIBRARY);
    Pointer point = new Pointer(address(psp));
    DoubleControl.double_fail("dat_psp_free", 0x8003_0000);
    assertThrows(DatException.class, psp::free);
    assertEquals(MAGIC_PSP, point.getInt(MAGIC));
    DoubleControl.double_fail(null, 0);
    psp.free();
    assertEquals(MAGIC_PSP, point.getInt(MAGIC));
  }

  @Test
  void otherMemoryThanAServicePointIsLeftToTheLibrary() {
    Psp psp = create(DoubleAdapter.SOCKET_LIBRARY);
    Pointer point = new Pointer(address(psp));
    point.setInt(MAGIC, MAGIC_PSP + 1);
    drain();
    psp.free();
    assertTrue(isFree(Pointer.nativeValue(point)), "it was kept");
  }

  @Test
  void oldestBlocksAreReleasedAtTheLimit() {
    Psp first = create(DoubleAdapter.SOCKET_LIBRARY);
    long oldest = address(first);
    first.free();
    for (int i = 0; i < FreedServicePoints.LIMIT - 1; i++) {
      ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER).free();
    }
    assertEquals(MAGIC_PSP, new Pointer(oldest).getInt(MAGIC));
    assertFalse(isFree(oldest));
    Psp oneMore = ia.createPsp(QUALIFIER, evd, PspFlags.CONSUMER);
    drain();
    oneMore.free();
    assertTrue(isFree(oldest));
  }
}
