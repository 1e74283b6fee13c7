package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of an EVD's queue: two threads take two events, and each event is taken exactly
 * once.
 */
@JCStressTest
@Outcome(
    id = {"1, 2", "2, 1"},
    expect = Expect.ACCEPTABLE,
    desc = "One each.")
@State
public class QueueConsumers {
  private final EventQueue queue = TakenCookies.used();

  /** Fills the queue. */
  public QueueConsumers() {
    TakenCookies.put(queue, 1);
    TakenCookies.put(queue, 2);
  }

  private int one() {
    TakenCookies taken = new TakenCookies();
    queue.poll(taken, null);
    return taken.digits();
  }

  /** Takes one. */
  @Actor
  public void first(II_Result r) {
    r.r1 = one();
  }

  /** Takes one. */
  @Actor
  public void second(II_Result r) {
    r.r2 = one();
  }
}
