package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of an EVD's queue: a thread that has put an event in finds it, also while
 * another thread resizes the queue.
 */
@JCStressTest
@Outcome(id = "1, 5", expect = Expect.ACCEPTABLE, desc = "It has arrived and is taken.")
@State
public class QueueResizeSeen {
  private final EventQueue queue = new EventQueue(32);

  /** Puts an event in, asks how far events have arrived, and takes it. */
  @Actor
  public void producer(II_Result r) {
    TakenCookies.put(queue, 5);
    r.r1 = (int) queue.arrived(0);
    r.r2 = new TakenCookies().drain(queue).digits();
  }

  /** Changes the length three times. */
  @Actor
  public void resizer() {
    queue.resize(64);
    queue.resize(33);
    queue.resize(100);
  }
}
