package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of stores into exported memory while the pages below them are replaced. */
@ExtendWith(NeedsSharedMemory.class)
class PageReplacerTest {
  private static final int LENGTH = 64 * SharedObject.PAGE;
  private static final int PLACE = 40 * SharedObject.PAGE + 16;
  private static final String NAME = "/rsm.pageswap-" + ProcessInfo.PID;

  private int fd;
  private long address;

  /** The memory of the segment. */
  private ByteBuffer live;

  /** The object, as another process has it mapped. */
  private ByteBuffer object;

  @BeforeEach
  void create() {
    fd = SharedObject.create(NAME, LENGTH, 0600);
    address = SharedObject.map(NAME, fd, 0, LENGTH, true);
    live = SharedObject.buffer(address, LENGTH);
    object = SharedObject.buffer(SharedObject.map(NAME, fd, 0, LENGTH, true), LENGTH);
    for (int i = 0; i < LENGTH; i += Long.BYTES) {
      live.putLong(i, i + 1);
    }
  }

  @AfterEach
  void remove() {
    LibC.shm_unlink(NAME);
    LibC.close(fd);
    LibC.munmap(address, LENGTH);
  }

  @Test
  void aStoreThatCameAfterTheCopyIsCarriedOver() {
    try (PageReplacer swap = new PageReplacer(fd, address, LENGTH)) {
      live.putLong(PLACE, -7);
      live.put(LENGTH - 1, (byte) 9);
      swap.toPrivatePages();
      assertEquals(PLACE + 1, live.getLong(PLACE), "not yet");
      swap.carryOver();
    }
    assertEquals(-7, live.getLong(PLACE));
    assertEquals(9, live.get(LENGTH - 1));
    assertEquals(PLACE + 9, live.getLong(PLACE + 8), "its neighbour is as it was");
  }

  @Test
  void aLaterStoreIntoTheNewPagesWins() {
    try (PageReplacer swap = new PageReplacer(fd, address, LENGTH)) {
      live.put(PLACE, (byte) 11);
      live.put(PLACE + 1, (byte) 12);
      swap.toPrivatePages();
      live.put(PLACE + 1, (byte) 13);
      swap.carryOver();
    }
    assertEquals(11, live.get(PLACE), "only the object had a store to this byte");
    assertEquals(13, live.get(PLACE + 1));
  }

  @Test
  void nothingReachesTheMemoryThroughTheObjectAfterwards() {
    try (PageReplacer swap = new PageReplacer(fd, address, LENGTH)) {
      swap.toPrivatePages();
      swap.carryOver();
    }
    object.putLong(PLACE, 5);
    assertEquals(PLACE + 1, live.getLong(PLACE));
  }
}
