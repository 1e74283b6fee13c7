package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * Concurrency test of an EVD's queue: a thread that takes an event gets all its fields or no event,
 * also in a reused slot.
 */
@JCStressTest
@Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "Not yet there.")
@Outcome(id = "5", expect = Expect.ACCEPTABLE, desc = "Taken whole.")
@State
public class QueuePublish {
  private final EventQueue queue = TakenCookies.used();

  /** Puts an event in. */
  @Actor
  public void producer() {
    TakenCookies.put(queue, 5);
  }

  /** Tries once to take an event. */
  @Actor
  public void consumer(I_Result r) {
    TakenCookies taken = new TakenCookies();
    queue.poll(taken, null);
    r.r1 = taken.digits();
  }
}
