package org.dat4j.dat.tcp.buffer;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.spi.software.memory.HazardPointers;
import org.junit.jupiter.api.Test;

/** Tests of the contents of one write. */
class GatherBufferTest {

  @Test
  void eachPieceHasAHazardSlot() {
    assertTrue(
        GatherBuffer.MAX_PIECES <= HazardPointers.SLOTS,
        "a piece without one could be touched when freed");
  }
}
