package org.dat4j.dat.spi.software;

import org.dat4j.dat.spi.ContextTable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Concurrency test of a shared receive queue (SRQ) of two buffers, one posted: a post and a resize
 * to one buffer do not both succeed.
 */
@JCStressTest
@Outcome(id = "1, 0, 2", expect = Expect.ACCEPTABLE, desc = "The post came first.")
@Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "The resize came first.")
@State
public class SrqPostOrResize {
  private final SharedReceiveQueue queue = new SharedReceiveQueue(new ContextTable<>(), 2, 1);

  /** Posts the first buffer. */
  public SrqPostOrResize() {
    queue.post(null, 0, 0, 0, 1);
  }

  /** Posts a buffer. */
  @Actor
  public void post(III_Result r) {
    r.r1 = queue.post(null, 0, 0, 0, 2) ? 1 : 0;
  }

  /** Lowers the limit to one buffer. */
  @Actor
  public void resize(III_Result r) {
    r.r2 = queue.resize(1) ? 1 : 0;
  }

  /** Counts. */
  @Arbiter
  public void count(III_Result r) {
    r.r3 = queue.outstanding();
  }
}
