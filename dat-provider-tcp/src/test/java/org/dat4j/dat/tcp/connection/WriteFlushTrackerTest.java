package org.dat4j.dat.tcp.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WriteFlushTrackerTest {

  private final WriteFlushTracker proofs = new WriteFlushTracker();

  @Test
  void withoutAWriteAllSentRequestsComplete() {
    assertEquals(7, proofs.completableThrough(7));
    assertFalse(proofs.isFlushDue());
  }

  @Test
  void noRequestCompletesFromTheFirstUnflushedWriteOn() {
    proofs.recordWrite(5, 64);
    proofs.recordWrite(6, 64);
    assertEquals(4, proofs.completableThrough(9));
    assertEquals(3, proofs.completableThrough(3));
    assertTrue(proofs.isFlushDue());
  }

  @Test
  void anAnsweredFlushConfirmsEarlierWrites() {
    proofs.recordWrite(5, 64);
    proofs.flushSent();
    assertFalse(proofs.isFlushDue(), "one at a time");
    proofs.recordWrite(8, 64);
    assertEquals(4, proofs.completableThrough(9));
    proofs.flushAnswered();
    assertEquals(7, proofs.completableThrough(9));
    assertTrue(proofs.isFlushDue(), "for the later one");
    proofs.flushSent();
    proofs.flushAnswered();
    assertEquals(9, proofs.completableThrough(9));
    assertFalse(proofs.isFlushDue());
  }

  @Test
  void longWritesAreFlushedBeforeTheLastOneIsSent() {
    proofs.recordWrite(1, 200_000);
    assertFalse(proofs.isFlushUrgent());
    proofs.recordWrite(2, 100_000);
    assertTrue(proofs.isFlushUrgent());
    proofs.flushSent();
    proofs.recordWrite(3, 1 << 20);
    assertFalse(proofs.isFlushUrgent(), "one at a time");
    proofs.flushAnswered();
    assertTrue(proofs.isFlushUrgent());
  }
}
