package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Concurrency test of an EVD's queue: a resize while events are put in and taken out neither loses,
 * doubles nor reorders any.
 */
@JCStressTest
@Outcome(
    id = {"0, 1234", "1, 234", "12, 34", "123, 4", "1234, 0"},
    expect = Expect.ACCEPTABLE,
    desc = "In order, split anywhere between the consumer and who looks afterwards.")
@State
public class QueueResize {
  private final EventQueue queue = TakenCookies.used();

  /** Puts one event in at the start. */
  public QueueResize() {
    TakenCookies.put(queue, 1);
  }

  /** Puts three events in. */
  @Actor
  public void producer() {
    TakenCookies.put(queue, 2);
    TakenCookies.put(queue, 3);
    TakenCookies.put(queue, 4);
  }

  /** Changes the length twice. */
  @Actor
  public void resizer() {
    queue.resize(64);
    queue.resize(33);
  }

  /** Takes what there is. */
  @Actor
  public void consumer(II_Result r) {
    r.r1 = new TakenCookies().drain(queue).digits();
  }

  /** Takes the rest. */
  @Arbiter
  public void rest(II_Result r) {
    r.r2 = new TakenCookies().drain(queue).digits();
  }
}
