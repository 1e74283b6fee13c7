package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Concurrency test of an EVD's queue with one free place: of two threads that put an event in,
 * exactly one succeeds.
 */
@JCStressTest
@Outcome(
    id = {"1, 0, 32", "0, 1, 32"},
    expect = Expect.ACCEPTABLE,
    desc = "One found room.")
@State
public class QueueLast {
  private final EventQueue queue = new EventQueue(32);

  /** Leaves one place. */
  public QueueLast() {
    for (int i = 0; i < 31; i++) {
      TakenCookies.put(queue, 1);
    }
  }

  /** Puts an event in. */
  @Actor
  public void first(III_Result r) {
    r.r1 = queue.offer(1, 0, 1, 1) ? 1 : 0;
  }

  /** Puts an event in. */
  @Actor
  public void second(III_Result r) {
    r.r2 = queue.offer(2, 0, 2, 2) ? 1 : 0;
  }

  /** Counts. */
  @Arbiter
  public void count(III_Result r) {
    r.r3 = queue.count();
  }
}
