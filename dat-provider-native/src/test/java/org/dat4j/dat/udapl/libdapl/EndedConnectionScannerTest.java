package org.dat4j.dat.udapl.libdapl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The connected endpoints that the scanner looks at again. */
class EndedConnectionScannerTest {

  private static final long STEP = TimeUnit.MILLISECONDS.toNanos(50);

  private final EndedConnectionScanner scanner = new EndedConnectionScanner();

  /** When, at one look perhaps twice. */
  private final Set<Long> asked = new LinkedHashSet<>();

  private long now = System.nanoTime();

  private void look() {
    now += STEP;
    scanner.scanAt(now);
  }

  @Test
  void anEndpointIsAskedUntilItIsThrough() {
    scanner.add(
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
  void anEndpointConnectedAgainDuringTheScanIsAskedAgain() {
    scanner.add(
        new EndedConnectionScanner.Connected() {
          @Override
          public boolean isOverAt(long at) {
            boolean first = asked.isEmpty();
            asked.add(at);
            if (first) {
              // As another thread does, which resets and connects it, the moment this is decided.
              scanner.add(this);
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
    scanner.add(
        at -> {
          asked.add(at);
          return false;
        });
    look();
    scanner.scanAt(now + STEP - 1);
    assertEquals(Set.of(now), asked);
  }
}
