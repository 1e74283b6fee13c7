package org.dat4j.benchmarks.peer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import org.junit.jupiter.api.Test;

class DeadlineTest {

  private long now = Long.MAX_VALUE - 5;
  private final Deadline deadline = new Deadline(() -> now, Duration.ofNanos(10));

  @Test
  void processHasNoMoreThanTheTimeThatIsLeft() {
    assertEquals(Duration.ofNanos(4), deadline.atMost(Duration.ofNanos(4)));
    now += 7;
    assertEquals(Duration.ofNanos(3), deadline.atMost(Duration.ofNanos(4)));
    assertFalse(deadline.isOver());
    now += 7;
    assertEquals(Duration.ZERO, deadline.atMost(Duration.ofNanos(4)));
    assertTrue(deadline.isOver());
  }

  @Test
  void endNeedsNoTime() {
    deadline.end();
    assertTrue(deadline.isOver());
    assertEquals(Duration.ZERO, deadline.atMost(Duration.ofHours(1)));
  }

  @Test
  void withoutADeadlineTheLimitHolds() {
    assertEquals(Duration.ofHours(1), Deadline.none().atMost(Duration.ofHours(1)));
    assertFalse(Deadline.none().isOver());
  }
}
