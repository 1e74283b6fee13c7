package org.dat4j.rsm.shm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class DelayTest {
  private long now = -5;
  private final PauseCounter pauses = new PauseCounter(() -> now);

  private void pass(long millis) {
    now += TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Lets the machine run for some milliseconds. */
  private void run(long millis) {
    for (long left = millis; left > 0; left -= 10) {
      pass(10);
      pauses.nanos();
    }
  }

  private Delay begin() {
    return new Delay("it", () -> now, pauses);
  }

  @Test
  void aSecondIsLate() {
    Delay delay = begin();
    run(990);
    delay.end();
    run(10);
    assertEquals(
        "it took 1000 ms; the machine stood still for 0 ms of it ==> expected: <true> but was:"
            + " <false>",
        assertThrows(AssertionError.class, delay::end).getMessage());
  }

  @Test
  void timeInWhichTheMachineStoodStillDoesNotCount() {
    Delay delay = begin();
    run(500);
    pass(3010);
    run(490);
    delay.end();
    run(10);
    assertThrows(AssertionError.class, delay::end);
  }

  @Test
  void pauseBeforeTheWaitDoesNotExtendIt() {
    pass(3000);
    Delay delay = begin();
    run(1000);
    assertThrows(AssertionError.class, delay::end);
  }

  @Test
  void shortWaitsForAProcessorAreNoPause() {
    for (int i = 0; i < 100; i++) {
      pass(50);
      assertEquals(0, pauses.nanos());
    }
    pass(51);
    assertEquals(TimeUnit.MILLISECONDS.toNanos(41), pauses.nanos());
  }
}
