package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private final AtomicLong clock = new AtomicLong();

  /** Looks when the test does, not by itself. */
  private final PauseDetector standstills = new PauseDetector(clock::get);

  private void look(long millis) {
    clock.addAndGet(millis * 1_000_000);
    standstills.look();
  }

  @Test
  void aLateLookIsAStandstillForWhatBeganBefore() {
    look(10);
    long during = clock.get();
    look(250);
    long after = clock.get();
    look(10);
    assertEquals(250_000_000, standstills.since(0));
    assertEquals(250_000_000, standstills.since(during));
    assertEquals(0, standstills.since(after));
  }

  @Test
  void firstQueryAfterAPauseReportsIt() {
    look(10);
    clock.addAndGet(2_000_000_000L);
    assertEquals(2_000_000_000L, standstills.since(0));
  }

  @Test
  void usualDelaysAreNone() {
    for (int i = 0; i < 100; i++) {
      look(60);
    }
    assertEquals(0, standstills.since(0));
  }

  @Test
  void theLongestCounts() {
    look(150);
    look(900);
    look(300);
    assertEquals(900_000_000, standstills.since(0));
  }
}
