package org.dat4j.conformance.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PauseDetectorTest {
  private final AtomicLong clock = new AtomicLong();

  /** Looks when the test does, not by itself. */
  private final PauseDetector pauses = new PauseDetector(clock::get);

  private void look(long millis) {
    clock.addAndGet(millis * 1_000_000);
    pauses.look();
  }

  @Test
  void aLateLookIsAPauseForWorkThatBeganBefore() {
    look(10);
    long during = clock.get();
    look(250);
    long after = clock.get();
    look(10);
    assertEquals(250_000_000, pauses.since(0));
    assertEquals(250_000_000, pauses.since(during));
    assertEquals(0, pauses.since(after));
  }

  @Test
  void firstQueryAfterAPauseReportsIt() {
    look(10);
    clock.addAndGet(2_000_000_000L);
    assertEquals(2_000_000_000L, pauses.since(0));
  }

  @Test
  void usualDelaysAreNone() {
    for (int i = 0; i < 100; i++) {
      look(60);
    }
    assertEquals(0, pauses.since(0));
  }

  @Test
  void theLongestCounts() {
    look(150);
    look(900);
    look(300);
    assertEquals(900_000_000, pauses.since(0));
  }
}
