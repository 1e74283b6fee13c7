package org.dat4j.dat.spi.software;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.J_Result;

/**
 * A Write that a peer has refused is found by the receive side, also while the one before it is
 * given back and its slot is taken by a later one.
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

  /** Gives the oldest back and takes its slot, as the holder of the turn who posts, too. */
  @Actor
  public void holder() {
    requests.take();
    requests.post(3);
  }

  /** Looks for the Write, as the receive side. */
  @Actor
  public void receiver(J_Result r) {
    r.r1 = requests.find(2);
  }
}
