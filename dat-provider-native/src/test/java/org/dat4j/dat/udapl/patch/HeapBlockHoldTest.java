package org.dat4j.dat.udapl.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.udapl.abi.ForeignMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A piece of the C library's heap, freed and had again. */
class HeapBlockHoldTest {

  private static final int SIZE = 216;

  /** More than the heap keeps at hand of one size. */
  private static final int MANY = 20;

  /** The heap writes into the first bytes only. */
  private static byte[] pattern() {
    byte[] bytes = new byte[SIZE];
    for (int i = 0; i < SIZE; i++) {
      bytes[i] = (byte) (i + 1);
    }
    return bytes;
  }

  private static long allocate() {
    long address = Native.malloc(SIZE);
    new Pointer(address).write(0, pattern(), 0, SIZE);
    return address;
  }

  /**
   * Takes and frees a number of pieces, of which the heap has some at hand then; where they were.
   */
  private static List<Long> leave(int pieces) {
    List<Long> taken = new ArrayList<>();
    for (int i = 0; i < pieces; i++) {
      taken.add(Native.malloc(SIZE));
    }
    taken.forEach(Native::free);
    return taken;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, MANY})
  void pieceThatWasFreedIsHadAgainAsItWas(int others) {
    for (int round = 0; round < MANY; round++) {
      long address = allocate();
      HeapBlockHold piece = HeapBlockHold.at(address);
      leave(others);
      assertTrue(piece.reallocateAfter(() -> Native.free(address)), "round " + round);
      assertArrayEquals(pattern(), ForeignMemory.copy(address, SIZE));
      assertFalse(leave(MANY).contains(address), "it was given to somebody else");
      piece.release();
    }
  }

  @Test
  void pieceThatIsNotFreedIsNotHadAndStaysAsItIs() {
    long address = allocate();
    assertFalse(HeapBlockHold.at(address).reallocateAfter(() -> {}));
    assertArrayEquals(pattern(), ForeignMemory.copy(address, SIZE));
    Native.free(address);
  }

  @Test
  void pieceThatIsReleasedIsGivenToTheNext() {
    long address = allocate();
    HeapBlockHold piece = HeapBlockHold.at(address);
    assertTrue(piece.reallocateAfter(() -> Native.free(address)));
    long[] held = new long[MANY];
    Arrays.setAll(held, i -> Native.malloc(SIZE));
    piece.release();
    assertEquals(address, allocate(), "it is lost");
    Arrays.stream(held).forEach(Native::free);
    Native.free(address);
  }
}
