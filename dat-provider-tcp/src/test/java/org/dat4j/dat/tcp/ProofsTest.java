package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ProofsTest {

  private final Proofs proofs = new Proofs();

  @Test
  void withoutAWriteAllThatIsOutCompletes() {
    assertEquals(7, proofs.through(7));
    assertFalse(proofs.isFlushDue());
  }

  @Test
  void nothingFromTheFirstUnprovenWriteOnCompletes() {
    proofs.written(5, 64);
    proofs.written(6, 64);
    assertEquals(4, proofs.through(9));
    assertEquals(3, proofs.through(3));
    assertTrue(proofs.isFlushDue());
  }

  @Test
  void anAnsweredFlushProvesWhatWasWrittenBeforeIt() {
    proofs.written(5, 64);
    proofs.flushing();
    assertFalse(proofs.isFlushDue(), "one at a time");
    proofs.written(8, 64);
    assertEquals(4, proofs.through(9));
    proofs.flushed();
    assertEquals(7, proofs.through(9));
    assertTrue(proofs.isFlushDue(), "for the later one");
    proofs.flushing();
    proofs.flushed();
    assertEquals(9, proofs.through(9));
    assertFalse(proofs.isFlushDue());
  }

  @Test
  void longWritesAreProvenBeforeTheLastOfThemIsMade() {
    proofs.written(1, 200_000);
    assertFalse(proofs.isFlushUrgent());
    proofs.written(2, 100_000);
    assertTrue(proofs.isFlushUrgent());
    proofs.flushing();
    proofs.written(3, 1 << 20);
    assertFalse(proofs.isFlushUrgent(), "one at a time");
    proofs.flushed();
    assertTrue(proofs.isFlushUrgent());
  }
}
