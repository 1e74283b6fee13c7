package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.ContextTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Concurrency test of an endpoint's receive queue: a thread that takes a Receive gets all the
 * fields that the poster wrote, or no Receive.
 */
@JCStressTest
@Outcome(id = "-1", expect = Expect.ACCEPTABLE, desc = "Not yet there.")
@Outcome(id = "7", expect = Expect.ACCEPTABLE, desc = "Claimed with its cookie.")
@State
public class ReceivePost {
  private final ReceiveQueue queue = new ReceiveQueue(new ContextTable<>(), 4, 1);

  /** Posts. */
  @Actor
  public void poster() {
    queue.post(null, 3, 4096, 64, 7, 0);
  }

  /** Claims, under the receive turn. */
  @Actor
  public void holder(J_Result r) {
    long claimed = queue.claim();
    r.r1 = claimed < 0 ? -1 : queue.cookie(claimed);
  }
}
