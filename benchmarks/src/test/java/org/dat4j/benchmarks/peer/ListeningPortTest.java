package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ListeningPortTest {

  private static final String LINE =
      "   0: 0100007F:558C 00000000:0000 %s 00000000:00000000 00:00000000 00000000     0        0"
          + " 1";

  @Test
  void listeningSocketOfThePortIsFound() {
    assertTrue(ListeningPort.isOpen(LINE.replace("%s", "0A"), 21900));
  }

  @Test
  void otherPortAndStateAreNot() {
    assertFalse(ListeningPort.isOpen(LINE.replace("%s", "0A"), 21901));
    assertFalse(ListeningPort.isOpen(LINE.replace("%s", "01"), 21900));
    assertFalse(ListeningPort.isOpen("  sl  local_address rem_address   st", 21900));
  }
}
