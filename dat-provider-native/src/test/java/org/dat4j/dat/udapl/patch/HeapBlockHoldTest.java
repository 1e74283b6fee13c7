package org.dat4j.dat.udapl.patch;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
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

/**
 * A block of the C library's heap that is freed and allocated again. The JVM allocates in the same
 * thread at moments of its own and may take the block first; so most rounds must succeed, not all.
 */
class HeapBlockHoldTest {

  private static final int SIZE = 216;

  /** More blocks of one size than the heap's cache of a thread has; also the rounds of a test. */
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
   * Allocates and frees a number of blocks, so that the heap's cache has some.
   *
   * @return their addresses
   */
  private static List<Long> leave(int blocks) {
    List<Long> taken = new ArrayList<>();
    for (int i = 0; i < blocks; i++) {
      taken.add(Native.malloc(SIZE));
    }
    taken.forEach(Native::free);
    return taken;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, MANY})
  void blockThatWasFreedIsMostlyAllocatedAgainUnchanged(int others) {
    int held = 0;
    for (int round = 0; round < MANY; round++) {
      long address = allocate();
      HeapBlockHold block = HeapBlockHold.at(address);
      leave(others);
      if (block.reallocateAfter(() -> Native.free(address))) {
        held++;
        assertArrayEquals(pattern(), ForeignMemory.copy(address, SIZE));
        assertFalse(leave(MANY).contains(address), "it was given to another caller");
        block.release();
      }
    }
    assertTrue(held > MANY / 2, "held in " + held + " of " + MANY + " rounds");
  }

  @Test
  void blockThatIsNotFreedIsNotHeldAndStaysAsItIs() {
    long address = allocate();
    assertFalse(HeapBlockHold.at(address).reallocateAfter(() -> {}));
    assertArrayEquals(pattern(), ForeignMemory.copy(address, SIZE));
    Native.free(address);
  }

  @Test
  void blockThatIsReleasedIsMostlyGivenToTheNextCaller() {
    int given = 0;
    for (int round = 0; round < MANY; round++) {
      long address = allocate();
      HeapBlockHold block = HeapBlockHold.at(address);
      if (!block.reallocateAfter(() -> Native.free(address))) {
        continue;
      }
      long[] others = new long[MANY];
      Arrays.setAll(others, i -> Native.malloc(SIZE));
      block.release();
      long next = allocate();
      given += next == address ? 1 : 0;
      Arrays.stream(others).forEach(Native::free);
      Native.free(next);
    }
    assertTrue(given > MANY / 2, "given in " + given + " of " + MANY + " rounds");
  }
}
