package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * Concurrency test of an endpoint's request queue: the receive side finds a posted RDMA Write that
 * the peer has refused. It does so also while slots of earlier requests are reused.
 */
@JCStressTest
@Outcome(id = "37", expect = Expect.ACCEPTABLE, desc = "Found.")
@State
public class WriteFound {
  private static final int SLOTS = 16;

  /** Entries given back before; more than there are slots, so that all have been used. */
  private static final int BEFORE = 36;

  private final Requests requests = new Requests(SLOTS);

  /** Fills all slots; the second entry is the one to be found. */
  public WriteFound() {
    for (int i = 0; i < BEFORE + SLOTS; i++) {
      if (i >= SLOTS) {
        requests.take();
      }
      requests.post(i == BEFORE + 1 ? 2 : 1);
    }
  }

  /** Completes the oldest request and posts another into its slot, as the holder of the turn. */
  @Actor
  public void holder() {
    requests.take();
    requests.post(3);
  }

  /** Searches for the Write, as the receive side. */
  @Actor
  public void receiver(J_Result r) {
    r.r1 = requests.find(2);
  }
}
