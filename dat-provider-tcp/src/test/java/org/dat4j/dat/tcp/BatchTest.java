package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import org.dat4j.dat.spi.software.Hazard;
import org.junit.jupiter.api.Test;

/** What goes out in one write. */
class BatchTest {

  @Test
  void eachPieceHasAHazardSlot() {
    assertTrue(Batch.PIECES <= Hazard.SLOTS, "a piece without one could be touched when freed");
  }
}
