package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Concurrency test of an EVD's queue: no event that two threads put in is lost, and the events of
 * each thread stay in order.
 */
@JCStressTest
@Outcome(
    id = {"1234", "1324", "1342", "3124", "3142", "3412"},
    expect = Expect.ACCEPTABLE,
    desc = "1 before 2 and 3 before 4.")
@State
public class QueueProducers {
  private final EventQueue queue = TakenCookies.used();

  /** Puts two events in. */
  @Actor
  public void first() {
    TakenCookies.put(queue, 1);
    TakenCookies.put(queue, 2);
  }

  /** Puts two others in. */
  @Actor
  public void second() {
    TakenCookies.put(queue, 3);
    TakenCookies.put(queue, 4);
  }

  /** Takes all. */
  @Arbiter
  public void all(I_Result r) {
    r.r1 = new TakenCookies().drain(queue).digits();
  }
}
