package org.dat4j.dat.natives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Which connected endpoints are looked at again. */
class EndingsTest {

  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(50);

  private final Endings endings = new Endings();

  /** When, at one look perhaps twice. */
  private final Set<Long> asked = new LinkedHashSet<>();

  private long now = System.nanoTime();

  private void look() {
    now += STEP;
    endings.lookAt(now);
  }

  @Test
  void anEndpointIsAskedUntilItIsThrough() {
    endings.add(
        at -> {
          asked.add(at);
          return asked.size() == 2;
        });
    look();
    look();
    look();
    assertEquals(Set.of(now - 2 * STEP, now - STEP), asked);
  }

  @Test
  void oneThatIsConnectedAgainWhileItsLastConnectionIsFoundThroughIsAskedAgain() {
    endings.add(
        new Endings.Connected() {
          @Override
          public boolean isThroughAt(long at) {
            boolean first = asked.isEmpty();
            asked.add(at);
            if (first) {
              // As another thread does, which resets and connects it, the moment this is decided.
              endings.add(this);
            }
            return first;
          }
        });
    look();
    look();
    assertEquals(Set.of(now - STEP, now), asked);
  }

  @Test
  void nobodyIsAskedTwiceWithinAStep() {
    endings.add(
        at -> {
          asked.add(at);
          return false;
        });
    look();
    endings.lookAt(now + STEP - 1);
    assertEquals(Set.of(now), asked);
  }
}
